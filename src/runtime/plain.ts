/** What a caller hands in → a fresh JSON value of bounded size. The first step of every call. */
import type { Json } from './contract.ts'
import { mapParts } from './object.ts'

/** What JSON.stringify would write, as a copy that shares nothing with the input. Throws a RangeError. */
export const plain = (input: unknown): Json => {
  /** Characters that the text may have, about. A cycle uses them up. */
  let left = 2 ** 18
  const copy = (given: unknown): unknown => {
    const own = (given as { toJSON?: unknown } | undefined)?.toJSON
    const value: unknown = typeof own === 'function' ? own.call(given) : given
    left -= typeof value === 'string' ? value.length : 1
    if (left > 0) {
      // A property that is undefined is absent.
      if (value == null || typeof value === 'string' || value === !!value || Number.isFinite(value))
        return value
      // A hole in a list is null, and its items are its own, whatever its iterator says.
      if (Array.isArray(value) && value.length < left)
        return Array.from({ length: value.length }, (_, i) => copy(value[i]) ?? null)
      // The tag, not the prototype: objects of another realm are fine; a Map, a function, NaN are not.
      if ({}.toString.call(value) === '[object Object]')
        return mapParts(value, (part, key) => {
          left -= (key as string).length
          return copy(part)
        })
    }
    throw 0
  }
  try {
    // What it can be was asked.
    return copy(input) as Json
  } catch {
    throw new RangeError()
  }
}
