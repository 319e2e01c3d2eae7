/** Objects whose keys come from a document, a model or a server: `__proto__` is a key like any other. */

type Keyed<T> = { [key: string]: T }

export const isObject = (value: unknown): value is Keyed<unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The object's own value, never an inherited one. */
export const own = <T>(object: Keyed<T> | undefined, key: string): T | undefined =>
  object && Object.hasOwn(object, key) ? object[key] : undefined

/**
 * A copy of an array or object with every part changed; anything else as it is. In an object `undefined`
 * leaves the property out. `fromEntries` defines, it never assigns.
 */
export function mapParts<T>(
  value: T,
  change: (part: T, key: string | number) => unknown,
  rename = (key: string): string => key,
): T {
  const entries: [string, unknown][] = []
  if (isObject(value))
    for (const [key, part] of Object.entries(value)) {
      const changed = change(part as T, key)
      if (changed !== undefined) entries.push([rename(key), changed])
    }
  // The parts of a JSON value are JSON values, and so is what is made of them.
  return (
    Array.isArray(value) ? value.map(change) : isObject(value) ? Object.fromEntries(entries) : value
  ) as T
}

/** The tokens of a JSON pointer (RFC 6901). */
export const tokens = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map(token => token.replaceAll('~1', '/').replaceAll('~0', '~'))
