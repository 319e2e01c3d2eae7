/** Objects whose keys come from a document, a model or a server: `__proto__` is a key like any other. */

export type Keyed<T> = { [key: string]: T }

export const isObject = (value: unknown): value is Keyed<unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** For `for in`: whether the key is the object's own. Engines see through it there, through Object.hasOwn they do not. */
export const owns = (object: object, key: string): boolean =>
  // biome-ignore lint/suspicious/noPrototypeBuiltins: it is a quarter of the time
  ({}).hasOwnProperty.call(object, key)

/** The object's own value, never an inherited one. */
export const own = <T>(object: Keyed<T> | undefined, key: string): T | undefined => {
  const value = object?.[key]
  return value !== undefined && owns(object as Keyed<T>, key) ? value : undefined
}

/** The items of an array by number, the properties of an object by name; nothing else has parts. */
export const partsOf = <Part>(value: unknown): [key: string | number, part: Part][] =>
  // The parts of a JSON value are JSON values.
  (Array.isArray(value) ? [...value.entries()] : isObject(value) ? Object.entries(value) : []) as [
    string | number,
    Part,
  ][]

/** The object with one more value of its own: an assignment would set the prototype, a literal does not. */
export const put = <T>(object: Keyed<T>, key: string, value: T): Keyed<T> => {
  if (key === '__proto__') return { ...object, [key]: value }
  object[key] = value
  return object
}

/** A copy of an array or object with every part changed; anything else as it is. `undefined` leaves a part out. */
export const mapParts = <T, Part = T>(
  value: T,
  change: (part: Part, key: string | number) => unknown,
  rename?: (key: string) => string,
): T => {
  // What is made of the parts of a JSON value is a JSON value.
  if (Array.isArray(value)) return value.map(change) as T
  if (!isObject(value)) return value
  let copy: Keyed<unknown> = {}
  let count = 0
  for (const key of Object.keys(value)) {
    count++
    const part = change(value[key] as Part, key)
    if (part === undefined) continue
    let name = rename ? rename(key) : key
    // Two keys may become one, and so may all: a number of its own soon leads each to a free name.
    while (rename && owns(copy, name)) name += count
    copy = put(copy, name, part)
  }
  return copy as T
}

/** The tokens of a JSON pointer (RFC 6901). */
export const tokens = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map(token => token.replace(/~[01]/g, escaped => (escaped === '~1' ? '/' : '~')))
