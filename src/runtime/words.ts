/** Schemas, values and places in words for a model: short, escaped, one line. */
import type { InputSchema, Json } from './contract.ts'

/** JSON text of bounded length. */
const quote = (value: Json, length: number): string => {
  const text = JSON.stringify(value)
  return text.length > length ? `${text.slice(0, length)}…` : text
}

/** A schema, or the limit of one of its keywords. Both are JSON. */
export const wanted = (what: InputSchema | Json): string => quote(what as Json, 500)

/** What was found instead. JSON text in place of an object or array is the commonest slip: it is named. */
export const found = (value: Json): string => {
  const text = quote(value, 60)
  return /^"\s*[[{]/.test(text) ? `JSON text ${text}` : text
}

/** A place in the arguments: the keys that lead to it. */
export type Place = readonly (string | number)[]

/** The place as the model would write it: `customer.address[0].zip`, odd characters escaped. */
export const pathOf = (place: Place): string =>
  place
    .map(key => (typeof key === 'number' ? `[${key}]` : `.${quote(key, 60).slice(1, -1)}`))
    .join('')
    .replace(/^\./, '')
