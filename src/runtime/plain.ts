/** What a caller hands in → a fresh JSON value of bounded size and depth. The first step of every call. */
import type { Json } from './contract.ts'
import { invalid } from './errors.ts'
import { typeName } from './words.ts'

const maxSize = 262_144
const maxDepth = 64

/** A copy that shares nothing with the input. Properties that are `undefined` are absent. Throws `Stop`. */
export function plain(input: unknown): Json {
  let room = maxSize
  let argument = ''
  const refuse = (expected: string, got: string) => invalid({ path: argument, expected, got })
  const text = (value: string): string => {
    room -= value.length
    // With the flag `u` only halves without their other half match; UTF-8 has no place for them.
    if (/\p{Surrogate}/u.test(value)) throw refuse('whole Unicode characters', 'half of one')
    return value
  }
  const copy = (value: unknown, depth: number): Json => {
    room -= 2
    if (room < 0 || depth > maxDepth)
      throw refuse(`at most ${maxSize} characters of JSON and ${maxDepth} levels`, 'more')
    if (typeof value === 'string') return text(value)
    if (value === null || typeof value === 'boolean' || Number.isFinite(value)) return value as Json
    // Array.from, so that a hole is seen as undefined.
    if (Array.isArray(value)) return Array.from(value, item => copy(item, depth + 1))
    // The tag, not the prototype: objects of another realm are fine, a Date or a Map is not.
    const tag = Object.prototype.toString.call(value).slice(8, -1)
    if (tag !== 'Object') throw refuse('JSON', typeof value === 'object' ? tag : typeName(value))
    const entries: [string, Json][] = []
    for (const [key, item] of Object.entries(value as object)) {
      if (!depth) argument = key
      if (item !== undefined) entries.push([text(key), copy(item, depth + 1)])
    }
    return Object.fromEntries(entries)
  }
  return copy(input, 0)
}
