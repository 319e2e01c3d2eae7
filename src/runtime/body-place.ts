/** Values → their places in a JSON body. For `build.ts`. */
import type { Wire, WireObject } from './json-text.ts'
import { isObject, own, put, tokens } from './object.ts'

/** What puts a value at the place of a pointer into a body, or makes it the body. */
export const bodyPlace = (pointer: string): ((body: Wire | undefined, value: Wire) => Wire | undefined) => {
  const path = tokens(pointer)
  return (body, value) => (path[0] === undefined ? copyOf(value) : insert(body, path, value))
}

/** The body with `value` at the place. It is ours to change; what is in it may be a caller's or the tool's. */
const insert = (body: Wire | undefined, [key = '', ...rest]: string[], value: Wire): WireObject => {
  const object = isObject(body) ? body : {}
  return put(object, key, rest[0] === undefined ? value : insert(copyOf(own(object, key)), rest, value))
}

const copyOf = (value: Wire | undefined) => (isObject(value) ? { ...value } : value)
