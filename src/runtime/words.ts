/** Schemas and values in words for a model: short, escaped, one line. */
import type { InputSchema, Json } from './contract.ts'

export const cut = (text: string, length = 60): string =>
  text.length > length ? `${text.slice(0, length)}…` : text

export const typeName = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value

const article = (name: string): string =>
  name === 'null' ? name : `${/^[aio]/.test(name) ? 'an' : 'a'} ${name}`

/** What a schema wants at first sight. */
export const expects = ({ enum: members, const: only, type }: InputSchema): string =>
  members
    ? `one of ${cut(JSON.stringify(members).slice(1, -1).replaceAll(',', ', '), 300)}`
    : only !== undefined
      ? cut(JSON.stringify(only))
      : type
        ? [type].flat().map(article).join(' or ')
        : 'a value'

/** What was found instead. JSON text in place of an object or array is the commonest slip: it is named. */
export function found(value: Json, schema: InputSchema = {}): string {
  const text = value === null ? 'null' : `${typeName(value)} ${cut(JSON.stringify(value))}`
  return typeof value === 'string' && /^\s*[[{]/.test(value) && /object|array/.test(String(schema.type))
    ? `${text}: JSON text; send the value itself, not a string`
    : text
}

/** The path of a property or an item, as the model would write it. */
export const child = (path: string, key: string | number): string =>
  typeof key === 'number'
    ? `${path}[${key}]`
    : /^[\w$-]{1,64}$/.test(key)
      ? (path && `${path}.${key}`) || key
      : `${path}[${cut(JSON.stringify(key))}]`
