/** What a caller hands in → a fresh JSON value of bounded size. The first step of every call. */
import type { Json } from './contract.ts'
import { refuse } from './errors.ts'

const maxSize = 262_144

/** A copy that shares nothing with the input; properties that are `undefined` are absent. Throws an answer. */
export function plain(input: unknown): Json {
  try {
    const text = JSON.stringify(input, (_, value) => {
      // The tag, not the prototype: objects of another realm are fine; a Map, a function, NaN are not.
      const tag = Object.prototype.toString.call(value).slice(8, -1)
      if (!/^(Object|Array|String|Boolean|Null|Undefined)$/.test(tag) && !Number.isFinite(value)) throw tag
      return value
    })
    if (text.length < maxSize) return JSON.parse(text)
  } catch {}
  throw refuse('', `JSON of at most ${maxSize} characters`)
}
