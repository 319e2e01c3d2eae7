/** JSON text ↔ values without losing digits. */
import type { Json } from './contract.ts'
import { isObject } from './object.ts'

/** A value on its way to the wire: an int64 that the model wrote as digits is a bigint. */
export type Wire = null | boolean | number | string | bigint | Wire[] | WireObject
export interface WireObject {
  [key: string]: Wire
}

/**
 * JSON.parse that never loses digits: an integer whose text is not `exact` becomes a string. Node 20 gives a
 * reviver no source text, so the text is rewritten before a second parse. Throws a SyntaxError.
 */
export const parseJson = (text: string, exact = (digits: string) => String(+digits) === digits): Json => {
  const value: Json = JSON.parse(text)
  if (!/\d{16}|e\+?\d{3}/i.test(text)) return value
  return JSON.parse(
    // Strings and numbers.
    text.replace(/"(?:[^"\\]|\\.)*"|[\d.eE+-]+/g, token =>
      // A string has no number.
      (/^-?\d{16,}$/.test(token) ? exact(token) : Math.abs(+token) !== Infinity) ? token : `"${token}"`,
    ),
  )
}

/** Integers past 2^53 are strings, all of them: what reads a result cannot tell which of them are exact. */
export const parseResult = (text: string): Json => parseJson(text, digits => Number.isSafeInteger(+digits))

/** JSON.stringify that writes a bigint as bare digits. */
export const writeJson = (value: Wire): string => {
  try {
    return JSON.stringify(value)
  } catch {
    return write(value, Object.keys)
  }
}

/** Text that is equal for equal JSON values, whatever the order of their keys. */
export const stableText = (value: Json): string => write(value, object => Object.keys(object).sort())

/** JSON text, the keys of an object in the order of `keysOf`. */
const write = (value: Wire, keysOf: (object: object) => string[]): string =>
  typeof value === 'string'
    ? JSON.stringify(value)
    : Array.isArray(value)
      ? `[${value.map(item => write(item, keysOf))}]`
      : isObject(value)
        ? `{${keysOf(value).map(key => `${write(key, keysOf)}:${write(value[key] as Wire, keysOf)}`)}}`
        : `${value}`

/** JSON can say every character in ASCII. */
export const ascii = (json: string): string =>
  json.replace(/[^ -~]/g, c => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
