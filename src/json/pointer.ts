/** JSON pointers (RFC 6901). Pure; anyone may call it. */

export const escapeToken = (token: string): string => token.replaceAll('~', '~0').replaceAll('/', '~1')
export const unescapeToken = (token: string): string => token.replaceAll('~1', '/').replaceAll('~0', '~')

/** `join('/a', 'b/c', 0)` → `/a/b~1c/0`. */
export const join = (pointer: string, ...tokens: (string | number)[]): string =>
  tokens.reduce<string>((p, t) => `${p}/${escapeToken(String(t))}`, pointer)

/** The tokens of a pointer; `''` has none. Throws on a text that is no pointer. */
export function tokens(pointer: string): string[] {
  if (pointer === '') return []
  if (!pointer.startsWith('/')) throw new Error(`not a JSON pointer: ${pointer}`)
  return pointer.slice(1).split('/').map(unescapeToken)
}

/** The pointer of the containing value; `''` for the root. */
export const parent = (pointer: string): string => pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')))

/** The value at a pointer, or undefined. Only own keys and array indices are followed. */
export function get(document: unknown, pointer: string): unknown {
  let value = document
  for (const token of tokens(pointer)) {
    if (Array.isArray(value)) {
      if (!/^(?:0|[1-9]\d*)$/.test(token)) return undefined
      value = value[Number(token)]
    } else if (typeof value === 'object' && value !== null && Object.hasOwn(value, token)) {
      // An object that is not an array has string keys; the value stays unknown.
      value = (value as Record<string, unknown>)[token]
    } else return undefined
  }
  return value
}
