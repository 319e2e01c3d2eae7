/**
 * Reads JSON text token by token (RFC 8259), without recursion: where it is broken, which keys are given twice,
 * which numbers a parser cannot hold. Pure; `parse.ts` asks it after a failure, `pin` asks it for warnings.
 */
import { join } from '../json/pointer.ts'
import { maxDepth } from './limits.ts'
import type { TextFault } from './text.ts'

export interface JsonPlace {
  pointer: string
  offset: number
  /** The key or the number as written. */
  text: string
}

export interface JsonScan {
  /** Where the text stops being JSON; what was found before it stays listed. */
  fault: TextFault | undefined
  /** The second and later uses of a key in one object. `JSON.parse` keeps the last value. */
  duplicates: JsonPlace[]
  /** Integers that change when they are read as numbers. */
  imprecise: JsonPlace[]
  /** Numbers that no double can hold. */
  infinite: JsonPlace[]
}

interface Frame {
  /** Keys seen so far; an array has none. */
  keys: Set<string> | undefined
  token: string | number
}

type Expect = 'value' | 'value or ]' | 'key' | 'key or }' | 'comma' | 'end'

/** Hostile documents may repeat a fault a million times. */
const listed = 1000
const literals: Readonly<Record<string, string>> = { t: 'true', f: 'false', n: 'null' }

export function scanJson(text: string): JsonScan {
  const scan: JsonScan = { fault: undefined, duplicates: [], imprecise: [], infinite: [] }
  const frames: Frame[] = []
  const place = (offset: number, end: number): JsonPlace => ({
    pointer: join('', ...frames.map(f => f.token)),
    offset,
    text: text.slice(offset, end),
  })
  const add = (list: JsonPlace[], offset: number, end: number) => {
    if (list.length < listed) list.push(place(offset, end))
  }
  const fault = (offset: number, reason: string): JsonScan => ({ ...scan, fault: { offset, reason } })
  const afterValue = (): Expect => (frames.length === 0 ? 'end' : 'comma')

  let expect: Expect = 'value'
  let at = skipSpace(text, 0)
  while (at < text.length) {
    const c = text.charAt(at)
    const frame = frames.at(-1)
    if (expect === 'end') return fault(at, 'text after the end of the document')
    if (expect === 'comma') {
      if (c === ',') {
        expect = frame?.keys ? 'key' : 'value'
        if (frame && typeof frame.token === 'number') frame.token++
        at++
      } else if (frame && c === (frame.keys ? '}' : ']')) {
        frames.pop()
        expect = afterValue()
        at++
      } else return fault(at, `expected "," or "${frame?.keys ? '}' : ']'}"`)
    } else if ((expect === 'key or }' && c === '}') || (expect === 'value or ]' && c === ']')) {
      frames.pop()
      expect = afterValue()
      at++
    } else if (expect === 'key' || expect === 'key or }') {
      if (c !== '"') return fault(at, 'expected a key in double quotes')
      const end = stringEnd(text, at)
      if (typeof end !== 'number') return fault(end.offset, end.reason)
      // The slice was just checked to be a JSON string.
      const key: string = JSON.parse(text.slice(at, end))
      if (frame?.keys) {
        frame.token = key
        if (frame.keys.has(key)) add(scan.duplicates, at, end)
        frame.keys.add(key)
      }
      const colon = skipSpace(text, end)
      if (text.charAt(colon) !== ':') return fault(colon, 'expected ":"')
      at = colon + 1
      expect = 'value'
    } else if (c === '{' || c === '[') {
      if (frames.length >= maxDepth) return fault(at, `nested deeper than ${maxDepth} levels`)
      frames.push(c === '{' ? { keys: new Set(), token: '' } : { keys: undefined, token: 0 })
      expect = c === '{' ? 'key or }' : 'value or ]'
      at++
    } else {
      const end = scalarEnd(text, at, c)
      if (typeof end !== 'number') return fault(end.offset, end.reason)
      if (c === '-' || (c >= '0' && c <= '9')) {
        const written = text.slice(at, end)
        if (!Number.isFinite(Number(written))) add(scan.infinite, at, end)
        else if (losesDigits(written)) add(scan.imprecise, at, end)
      }
      at = end
      expect = afterValue()
    }
    at = skipSpace(text, at)
  }
  if (expect === 'end') return scan
  const empty = expect === 'value' && frames.length === 0
  return fault(text.length, empty ? 'the file is empty' : 'the text ends too early')
}

const losesDigits = (written: string): boolean =>
  written.length > 15 && /^-?\d+$/.test(written) && BigInt(written) !== BigInt(Number(written))

/** The first offset at or after `from` that is no JSON white space. */
export function skipSpace(text: string, from: number): number {
  let at = from
  for (let c = text.charCodeAt(at); c === 32 || c === 10 || c === 13 || c === 9; c = text.charCodeAt(++at));
  return at
}

function scalarEnd(text: string, at: number, c: string): number | TextFault {
  if (c === '"') return stringEnd(text, at)
  const literal = literals[c]
  if (literal !== undefined) {
    return text.startsWith(literal, at) ? at + literal.length : { offset: at, reason: 'expected a value' }
  }
  const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y
  number.lastIndex = at
  return number.test(text) ? number.lastIndex : { offset: at, reason: 'expected a value' }
}

function stringEnd(text: string, start: number): number | TextFault {
  for (let at = start + 1; at < text.length; at++) {
    const c = text.charCodeAt(at)
    if (c === 34) return at + 1
    if (c < 32) return { offset: at, reason: 'a control character inside a string' }
    if (c !== 92) continue
    const escaped = text.charAt(++at)
    if (escaped === 'u') {
      if (!/^[\da-fA-F]{4}$/.test(text.slice(at + 1, at + 5)))
        return { offset: at - 1, reason: 'an escape that JSON does not have' }
      at += 4
    } else if (!'"\\/bfnrt'.includes(escaped) || escaped === '')
      return { offset: at - 1, reason: 'an escape that JSON does not have' }
  }
  return { offset: start, reason: 'a string without an end' }
}
