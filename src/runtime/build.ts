/** Tool + valid arguments + secrets → the request. With masks for secrets it is the request as it is shown. */
import { writeBody } from './body.ts'
import type { PlannedRequest } from './bound-tool.ts'
import type { JsonObject, Place, RequestPlan, Tool } from './contract.ts'
import type { Part } from './credentials.ts'
import { refuse } from './errors.ts'
import type { Wire, WireObject } from './json-text.ts'
import { isObject, own, tokens } from './object.ts'
import type { Settings } from './options.ts'
import { serialize } from './serializer.ts'
import { toWire } from './wire.ts'

/** What stands in a request, by name: the text of a placeholder or header, `name=value` of a query or cookie. */
interface Parts {
  path: Map<string, string>
  query: Map<string, string>
  header: Headers
  cookie: Map<string, string>
}

/** Throws an answer for an argument that has no place in a request, an Error for a secret that has none. */
export const build = (
  settings: Settings,
  tool: Tool,
  args: JsonObject,
  secrets: Part[],
  idempotencyKey: string | undefined,
): PlannedRequest => {
  const { request } = tool
  const parts: Parts = {
    path: new Map(),
    query: new Map(request.query ? [['', request.query]] : []),
    header: new Headers({ accept: 'application/json, */*' }),
    cookie: new Map(),
  }
  const body = fill(parts, request, toWire(tool.inputSchema, args, request.names))
  if (request.idempotencyHeader && idempotencyKey) parts.header.set(request.idempotencyHeader, idempotencyKey)
  for (const [where, name, text] of secrets) parts[where].set(name, text)
  const cookies = [...parts.cookie.values()].join('; ')
  if (cookies) parts.header.set('cookie', cookies)
  // Nothing tells a body that is undefined from none.
  return {
    method: tool.operation.method,
    url: urlOf(own(settings.servers, request.server ?? ''), tool.operation.path, parts),
    headers: Object.fromEntries(parts.header),
    body,
  } as PlannedRequest
}

/** Puts arguments and declared values into the parts; the body's text, if there is one. */
const fill = (parts: Parts, request: RequestPlan, args: WireObject): string | undefined => {
  const { media } = request
  let body: Wire | undefined = media?.required ? {} : undefined
  const put = (place: Place, value: Wire | undefined, argument = '') => {
    if (value === undefined) return
    if (place.in === 'body') body = insert(body, tokens(place.pointer), value)
    else {
      const text = serialize(place, value, argument)
      if (place.in === 'path' && (!text || leavesPath(text)))
        throw refuse(argument, 'a path part, not . or ..')
      if (text !== undefined) parts[place.in].set(place.name, text)
    }
  }
  for (const route of request.routes) {
    const value = own(args, route.argument)
    put(
      route,
      typeof value === 'string' ? (route.prefix ?? '') + value + (route.suffix ?? '') : value,
      route.argument,
    )
  }
  for (const place of request.fixed) put(place, place.value)
  if (!media || body === undefined) return undefined
  parts.header.set('content-type', media.type)
  return writeBody(media, body)
}

const urlOf = (start: string | undefined, template: string, parts: Parts): string => {
  // A placeholder without a value stays, and fails below.
  const path = template.replace(/\{([^{}]*)\}/g, (hole, name) => parts.path.get(name) ?? hole)
  const query = [...parts.query.values()].join('&')
  // Every tool that gets here has its base (see `missing`).
  const url = new URL(`${start}${path}${query && '?'}${query}`)
  if (leavesPath(path) || url.origin + url.pathname !== start + path)
    throw refuse('', 'a path part, not . or ..')
  return `${start}${path}${query && '?'}${query}`
}

/** Whether a server that decodes again, or takes `\` or `;` for a separator, would see `.`, `..` or a control. */
const leavesPath = (text: string): boolean => {
  const decoded = unescape(text)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what it looks for
  return /(^|[\\/])\.\.?($|[\\/;])|[\0-\x1f\x7f]/.test(text) || (decoded !== text && leavesPath(decoded))
}

/** The body with `value` at the place. A computed key is defined, not assigned. */
const insert = (body: Wire | undefined, [key, ...rest]: string[], value: Wire): Wire => {
  if (key === undefined) return value
  const object: WireObject = isObject(body) ? body : {}
  return { ...object, [key]: insert(own(object, key), rest, value) }
}
