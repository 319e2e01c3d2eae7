/** Schemas, values and places in words for a model: short, escaped, one line. */
import type { InputSchema, Json } from './contract.ts'

/** What stands for a secret. */
export const mask = 'REDACTED'

/** JSON text of bounded length: of a value, of a schema or of the limit of one of its keywords. */
export const quote = (what: InputSchema | Json, length = 500): string => {
  const text = JSON.stringify(what)
  return text.slice(0, length) + (text[length] ? '…' : '')
}

/** What was found instead. JSON text in place of an object or array is the commonest slip: it is named. */
export const found = (value: Json): string => quote(value, 60).replace(/^"\s*[[{]/, 'JSON text $&')

/** A place in the arguments: the last key that leads to it, and the place before. Undefined is all of them. */
export type Place = readonly [key: string | number, outer: Place] | undefined

/** The place as the model would write it: `customer.address[0].zip`, odd characters escaped. */
export const pathOf = (place: Place): string =>
  place
    ? pathOf(place[1]) +
      (typeof place[0] === 'number'
        ? `[${place[0]}]`
        : (place[1] ? '.' : '') + quote(place[0], 60).slice(1, -1))
    : ''
