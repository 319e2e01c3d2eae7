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

/** A place in the arguments: the last key that leads to it, and the place before. Undefined is all of them. */
export type Place = readonly [key: string | number, outer: Place] | undefined

/** The place as the model would write it: `customer.address[0].zip`, odd characters escaped. */
export const pathOf = (place: Place): string => {
  let path = ''
  for (let at = place; at; at = at[1])
    path = (typeof at[0] === 'number' ? `[${at[0]}]` : `.${quote(at[0], 60).slice(1, -1)}`) + path
  return path.replace(/^\./, '')
}
