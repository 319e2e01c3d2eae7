/** JSON text ↔ values without losing digits. */
import type { Json } from './contract.ts'

/** A value on its way to the wire: an int64 that the model wrote as digits is a bigint. */
export type Wire = null | boolean | number | string | bigint | Wire[] | WireObject
export interface WireObject {
  [key: string]: Wire
}

const stringOrNumber = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g

/**
 * JSON.parse, except that integers past 2^53 become strings of their digits. Node 20 gives a reviver no
 * source text, so the text is rewritten before the second parse. Throws a SyntaxError.
 */
export function parseJson(text: string): Json {
  const value: Json = JSON.parse(text)
  if (!/\d{16}/.test(text)) return value
  return JSON.parse(
    text.replace(stringOrNumber, token =>
      token[0] === '"' || (/[.eE]/.test(token) ? Number.isFinite(+token) : Number.isSafeInteger(+token))
        ? token
        : `"${token}"`,
    ),
  )
}

/** JSON.stringify that writes a bigint as bare digits. */
export const writeJson = (value: Wire): string =>
  typeof value === 'bigint'
    ? String(value)
    : Array.isArray(value)
      ? `[${value.map(writeJson).join()}]`
      : typeof value === 'object' && value
        ? `{${Object.entries(value)
            .map(([key, item]) => `${JSON.stringify(key)}:${writeJson(item)}`)
            .join()}}`
        : JSON.stringify(value)

/** Text that is equal for equal JSON values, whatever the order of their keys. */
export const stableText = (value: Json): string =>
  JSON.stringify(value, (_, item: Json) =>
    typeof item === 'object' && item && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  )
