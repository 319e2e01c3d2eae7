/** Arguments → the text of a body. For `build.ts`. */
import type { JsonObject, Media, RequestPlan } from './contract.ts'
import { refuse } from './errors.ts'
import type { Wire, WireObject } from './json-text.ts'
import { eachPart, isObject, own, put, tokens } from './object.ts'
import { valueAt } from './value-at.ts'

/** Undefined is no body. Throws an answer for an argument that has no place in it. */
export type DrawBody = (args: JsonObject, values: WireObject) => string | undefined

/** `write` is given, since what is a part imports nothing that imports the parts. */
export const drawBody = (
  { routes, fixed }: RequestPlan,
  media: Media,
  write: (media: Media, body: Wire) => string,
): DrawBody => {
  const places = [...routes, ...fixed].flatMap(place =>
    place.in === 'body' ? [{ ...place, path: tokens(place.pointer) }] : [],
  )
  const whole = media.nestedForm && routes.find(route => route.in === 'body' && !route.pointer)

  return (args, values) => {
    if (whole)
      eachPart(args[whole.argument], (_, name) => {
        // No declared name has brackets before it is the API's: this one is free, and would be read as nested.
        if (/[[\]]/.test(`${name}`)) throw refuse(`${whole.argument}.${name}`, 'names without [ and ]')
      })
    let body: Wire | undefined = media.required ? {} : undefined
    for (const place of places) {
      const value = valueAt(place, values)
      if (value !== undefined)
        body = place.path[0] === undefined ? copyOf(value) : insert(body, place.path, value)
    }
    return body === undefined ? body : write(media, body)
  }
}

/** The body with `value` at the place. It is ours to change; what is in it may be a caller's or the tool's. */
const insert = (body: Wire | undefined, [key = '', ...rest]: string[], value: Wire): WireObject => {
  const object = isObject(body) ? body : {}
  return put(object, key, rest[0] === undefined ? value : insert(copyOf(own(object, key)), rest, value))
}

const copyOf = (value: Wire | undefined) => (isObject(value) ? { ...value } : value)
