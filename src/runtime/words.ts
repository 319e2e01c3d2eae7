/** Schemas, values and places in words for a model: short, escaped, one line. */
import type { InputSchema, Json } from './contract.ts'

const quote = (value: Json, length = 60): string => {
  const text = JSON.stringify(value)
  return text.length > length ? `${text.slice(0, length)}…` : text
}

export const typeName = (value: Json): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value

export const oneOf = (members: Json[]): string =>
  `one of ${members
    .slice(0, 30)
    .map(member => quote(member))
    .join(', ')}`

/** What a schema wants at first sight. */
export const expects = ({ enum: members, const: only, type = [] }: InputSchema): string =>
  members ? oneOf(members) : only !== undefined ? quote(only) : [type].flat().join(' or ') || 'a value'

/** What was found instead. JSON text in place of an object or array is the commonest slip: it is named. */
export const found = (value: Json, expected: string): string =>
  `${typeName(value)} ${quote(value)}${
    /object|array/.test(expected) && /^"\s*[[{]/.test(quote(value))
      ? ', JSON text: send the value itself'
      : ''
  }`

/** A place in the arguments, written out only when something is wrong there. */
export type Place = [inside: Place, key: string | number] | undefined

/** The place as the model would write it: `customer.address[0].zip`, odd characters escaped. */
export const pathOf = (place: Place): string => {
  if (!place) return ''
  const [inside, key] = place
  const path = pathOf(inside)
  return typeof key === 'number' ? `${path}[${key}]` : `${path && `${path}.`}${quote(key).slice(1, -1)}`
}
