/** Arguments → the text of a body. For `build.ts`. */
import type { PlannedRequest } from './bound-tool.ts'
import type { JsonObject, Media, RequestPlan } from './contract.ts'
import { refuse } from './errors.ts'
import { ascii, type Wire, type WireObject } from './json-text.ts'
import { isObject, own, partsOf, put, tokens } from './object.ts'
import type { Clean } from './redact.ts'
import { valueAt } from './value-at.ts'

/** Undefined is no body. Throws an answer for an argument that has no place in it. */
export type DrawBody = (
  args: JsonObject,
  values: WireObject,
) => ((planned: PlannedRequest, clean: Clean) => void) | undefined

/** `write` is given, since what is a part imports nothing that imports the parts. */
export const drawBody = (
  { routes, fixed }: RequestPlan,
  media: Media,
  write: (body: Wire) => string,
): DrawBody => {
  const places = [...routes, ...fixed].flatMap(place =>
    place.in === 'body' ? [{ ...place, insert: insertAt(tokens(place.pointer)) }] : [],
  )
  const whole = media.nestedForm && routes.find(route => route.in === 'body' && !route.pointer)

  return (args, values) => {
    if (whole)
      for (const [name] of partsOf(args[whole.argument])) {
        // No declared name has brackets before it is the API's: this one is free, and would be read as nested.
        if (/[[\]]/.test(`${name}`)) throw refuse(`${whole.argument}.${name}`, 'names without [ and ]')
      }
    let body: Wire | undefined = media.required ? {} : undefined
    for (const place of places) {
      const value = valueAt(place, values)
      if (value !== undefined) body = place.insert(body, value)
    }
    if (body === undefined) return body
    const text = write(body)
    return (planned, clean) => {
      planned.headers['content-type'] = media.type
      // What nobody would see is written so that it is seen: it is the same JSON.
      planned.body = clean(text, ascii)
    }
  }
}

/**
 * What puts a value at its place into a body, or makes it the body. It is ours to change; what is in it may be a caller's
 * or the tool's.
 */
const insertAt = ([key, ...rest]: string[]): ((body: Wire | undefined, value: Wire) => Wire) => {
  const inner = rest[0] === undefined ? undefined : insertAt(rest)
  return (body, value) => {
    if (key === undefined) return copyOf(value)
    const object = isObject(body) ? body : {}
    return put<Wire>(object, key, inner ? inner(copyOf(own(object, key)), value) : value)
  }
}

const copyOf = <T extends Wire | undefined>(value: T) =>
  isObject(value) ? { ...(value as WireObject) } : value
