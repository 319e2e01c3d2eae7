/** What a caller hands in → a fresh JSON value of bounded size. The first step of every call. */
import type { Json } from './contract.ts'
import { tooMuch } from './errors.ts'

/** A copy that shares nothing with the input; properties that are `undefined` are absent. Throws an answer. */
export const plain = (input: unknown): Json => {
  try {
    const text = JSON.stringify(input, (_, value) => {
      // The tag, not the prototype: objects of another realm are fine; a Map, a function, NaN are not.
      const tag = {}.toString.call(value)
      if (!/ (Object|Array|String|Boolean|Null|Undefined)]/.test(tag) && !Number.isFinite(value)) throw tag
      return value
    })
    if (text.length < 2 ** 18) return JSON.parse(text)
  } catch {}
  throw tooMuch()
}
