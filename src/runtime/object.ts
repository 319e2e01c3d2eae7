/** Objects whose keys come from a document, a model or a server: `__proto__` is a key like any other. */

type Keyed<T> = { [key: string]: T }

/** The object's own value, never an inherited one. */
export const own = <T>(object: Keyed<T> | undefined, key: string): T | undefined =>
  object && Object.hasOwn(object, key) ? object[key] : undefined

/** Sets an own property; plain assignment of `__proto__` would set the prototype. */
export const put = <T>(object: Keyed<T>, key: string, value: T): void => {
  Object.defineProperty(object, key, { value, configurable: true, enumerable: true, writable: true })
}

export const isObject = (value: unknown): value is Keyed<unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
