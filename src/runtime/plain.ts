/** What a caller hands in → a fresh JSON value of bounded size. The first step of every call. */
import type { Json } from './contract.ts'
import { type Keyed, owns } from './object.ts'

/** What JSON.stringify would write, as a copy that shares nothing with the input. Throws a RangeError. */
export const plain = (input: unknown): Json => {
  /** Characters that the text may have, about. A cycle uses them up. */
  let left = 2 ** 18
  const copy = (given: unknown): unknown => {
    const toJSON: unknown = typeof given !== 'string' && (given as { toJSON?: unknown } | undefined)?.toJSON
    const value: unknown = typeof toJSON === 'function' ? toJSON.call(given) : given
    left -= typeof value === 'string' ? value.length : 1
    if (left > 0) {
      // A property that is undefined is absent.
      if (value == null || typeof value === 'string' || value === !!value || Number.isFinite(value))
        return value
      // A hole in a list is null, and its items are its own, whatever its iterator says.
      if (Array.isArray(value) && value.length < left) {
        // As JSON.stringify does: an item that changes the length of its list changes nothing.
        const items = Array<unknown>(+value.length)
        for (let i = 0; i < items.length; ) items[i] = copy(value[i++]) ?? null
        return items
      }
      // The tag, not the prototype: objects of another realm are fine; a Map, a function, NaN are not.
      if ({}.toString.call(value) === '[object Object]') {
        // Each property is charged for until it is its turn: too many are not copied first.
        left -= Object.keys(value).length
        if (left < 0) throw 0
        // Its properties are its own then: to change one, even `__proto__`, is an assignment. A symbol comes along: nothing
        // reads it, it is never sent, and no hook sees it.
        const object: Keyed<unknown> = { ...value }
        for (const key in object)
          if (owns(object, key)) {
            left -= key.length - 1
            const copied = copy(object[key])
            if (copied === undefined) delete object[key]
            else if (copied !== object[key]) object[key] = copied
          }
        return object
      }
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
