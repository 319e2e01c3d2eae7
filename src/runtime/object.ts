/** Objects whose keys come from a document, a model or a server: `__proto__` is a key like any other. */

export type Keyed<T> = { [key: string]: T }

export const isObject = (value: unknown): value is Keyed<unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The object's own value, never an inherited one. */
export const own = <T>(object: Keyed<T> | undefined, key: string): T | undefined =>
  object && Object.hasOwn(object, key) ? object[key] : undefined

/** The items of an array by number, the properties of an object by name; nothing else has parts. */
export const partsOf = <Part>(value: unknown): [key: string | number, part: Part][] =>
  // The parts of a JSON value are JSON values.
  (Array.isArray(value) ? [...value.entries()] : isObject(value) ? Object.entries(value) : []) as [
    string,
    Part,
  ][]

/**
 * A copy of an array or object with every part changed; anything else as it is. `undefined` leaves a part out.
 * `fromEntries` defines, it never assigns.
 */
export const mapParts = <T, Part = T>(
  value: T,
  change: (part: Part, key: string | number) => unknown,
  rename = (key: string): string => key,
): T => {
  const parts: [string, unknown][] = []
  if (isObject(value))
    for (const [key, part] of Object.entries(value)) {
      const changed = change(part as Part, key)
      if (changed !== undefined) parts.push([rename(key), changed])
    }
  // And so is what is made of them.
  return (Array.isArray(value) ? value.map(change) : isObject(value) ? Object.fromEntries(parts) : value) as T
}

/** The tokens of a JSON pointer (RFC 6901). */
export const tokens = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map(token => token.replaceAll('~1', '/').replaceAll('~0', '~'))
