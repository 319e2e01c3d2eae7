/** Tool + valid arguments + secrets → the request. With masks for secrets it is the request as it is shown. */
import { writeBody } from './body.ts'
import type { PlannedRequest } from './bound-tool.ts'
import type { JsonObject, ParameterIn, Place, SecurityScheme, Tool } from './contract.ts'
import type { Secrets } from './credentials.ts'
import { refuse } from './errors.ts'
import type { Wire, WireObject } from './json-text.ts'
import { isObject, own, tokens } from './object.ts'
import type { BasicCredential, Settings } from './options.ts'
import { basic } from './redact.ts'
import { isHeaderSafe, percent, serialize } from './serializer.ts'
import { toWire } from './wire.ts'

/** One piece of a request: a header's value, `name=value` of a query or cookie, the text of a placeholder. */
type Part = [where: ParameterIn, name: string, text: string]

/** Throws an answer for an argument that has no place in a request, an Error for a secret that has none. */
export function build(
  { spec, bases }: Settings,
  { inputSchema, operation: { method, path: template }, request }: Tool,
  args: JsonObject,
  secrets: Secrets,
  idempotencyKey: string | undefined,
): PlannedRequest {
  const { routes, fixed, supplied, names, media, idempotencyHeader, server = '' } = request
  const given = toWire(inputSchema, args, names)
  const values: [Place, Wire | undefined, argument: string][] = [
    ...routes.map((route): [Place, Wire | undefined, string] => {
      const { argument, prefix = '', suffix = '' } = route
      const value = own(given, argument)
      return [route, typeof value === 'string' ? prefix + value + suffix : value, argument]
    }),
    ...fixed.map((place): [Place, Wire, string] => [place, place.value, '']),
    ...supplied.map((place): [Place, Wire | undefined, string] => [
      place,
      own(secrets.parameters, place.parameter),
      '',
    ]),
  ]

  let body: Wire | undefined = media?.required ? {} : undefined
  const parts: Part[] = [['header', 'accept', 'application/json, */*']]
  for (const [place, value, argument] of values) {
    if (value === undefined) continue
    if (place.in === 'body') body = insert(body, tokens(place.pointer), value)
    else {
      const text = serialize(place, value, argument)
      if (place.in === 'path' && (!text || leavesPath(text))) throw refuse(argument, onePart)
      if (text !== undefined) parts.push([place.in, place.name, text])
    }
  }
  const text = media && body !== undefined ? writeBody(media, body) : undefined
  if (media && text !== undefined) parts.push(['header', 'content-type', media.type])
  if (idempotencyHeader && idempotencyKey) parts.push(['header', idempotencyHeader, idempotencyKey])
  for (const [name, value] of Object.entries(secrets.headers)) parts.push(['header', name, value])
  // Credentials come last: nothing takes their place.
  for (const [name, secret] of Object.entries(secrets.credentials))
    parts.push(credential(own(spec.security, name), secret))
  const texts = (where: ParameterIn) => parts.filter(part => part[0] === where).map(part => part[2])
  const cookies = texts('cookie').join('; ')
  if (cookies) parts.push(['header', 'cookie', cookies])
  const headers = parts.flatMap(([where, name, text]) =>
    where === 'header' ? [[name.toLowerCase(), text]] : [],
  )
  if (!texts('header').every(isHeaderSafe)) throw new Error()

  // A placeholder without a value stays, and fails below.
  const path = template.replace(/\{([^{}]*)\}|[^{}]+/g, (part, name) =>
    name === undefined
      ? literal(part)
      : (parts.find(([where, of]) => where === 'path' && of === name)?.[2] ?? part),
  )
  // Every tool that gets here has its base (see `missing`).
  const { origin = '', path: start = '' } = own(bases, server) ?? {}
  const query = [literal(request.query ?? ''), ...texts('query')].filter(Boolean).join('&')
  const url = `${origin}${start}${path}${query && '?'}${query}`
  const parsed = new URL(url)
  if (leavesPath(path) || parsed.origin !== origin || parsed.pathname !== start + path || parsed.hash)
    throw refuse('', onePart)
  return { method, url, headers: Object.fromEntries(headers), ...(text === undefined ? {} : { body: text }) }
}

function credential(scheme: SecurityScheme | undefined, secret: string | BasicCredential): Part {
  const text = typeof secret === 'object' ? basic(secret) : secret
  if (scheme?.type !== 'apiKey') {
    const kind = scheme?.type === 'http' && scheme.scheme === 'basic' ? 'Basic' : 'Bearer'
    return ['header', 'authorization', `${kind} ${text}`]
  }
  // A session cookie is sent as it was set.
  const pair = `${percent(scheme.name)}=${scheme.in === 'query' ? percent(text) : text}`
  return [scheme.in, scheme.name, scheme.in === 'header' ? text : pair]
}

const onePart = 'one part of a path, not empty, no . or ..'

/** Document text in a URL: what may stand there stays, the rest is encoded once. */
const literal = (text: string): string => text.replace(/[^\w\-.~%!$&'()*+,;=:@/?]/gu, percent)

/** Whether a server that decodes again, or takes `\` or `;` for a separator, would see `.`, `..` or a control. */
function leavesPath(text: string): boolean {
  const decoded = text.replace(/%([\da-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  // biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what it looks for
  return /(^|[\\/])\.\.?($|[\\/;])|[\0-\x1f\x7f]/.test(text) || (decoded !== text && leavesPath(decoded))
}

/** The body with `value` at the place. A computed key is defined, not assigned. */
const insert = (body: Wire | undefined, [key, ...rest]: string[], value: Wire): Wire => {
  if (key === undefined) return value
  const object: WireObject = isObject(body) ? body : {}
  return { ...object, [key]: insert(own(object, key), rest, value) }
}
