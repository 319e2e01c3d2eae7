/**
 * What a request should say and what the independent reader finds in it. `real.test.ts` and `bench/` compare the two.
 * Of the compiler's work only the routes are believed: which argument goes to which name.
 */
import type { FormField, Place, Tool } from '../../src/runtime/contract.ts'
import { agrees, type Json, parseRequest, type RawRequest, type Reading } from './parse-request.ts'
import { percentDecoded } from './styles.ts'

export interface Trip {
  tool: Tool
  /** Canonical and valid. */
  args: Json
  request: RawRequest
  document: Json
  /** The key of the document's `paths`. */
  path: string
  baseUrl: string
  nestedForm?: 'brackets'
}

/** In words; undefined when the request says exactly what the arguments say. */
export function difference(trip: Trip): string | undefined {
  const { tool, request, document, path, baseUrl, nestedForm } = trip
  const { supplied, media, security } = tool.request
  const skip = [...supplied.map(s => `${s.in}:${s.name}`), ...credentialsOf(document, security.flat())]
  const read = attempt(() =>
    parseRequest(document, path, tool.operation.method, request, {
      baseUrl,
      skip,
      ...(nestedForm && { nestedForm }),
    }),
  )
  if (typeof read === 'string') return `unreadable: ${read}`
  const wanted = expected(trip)
  for (const place of ['path', 'query', 'header', 'cookie'] as const) {
    const names = new Set([...Object.keys(wanted[place]), ...Object.keys(read[place])])
    for (const name of names) {
      const [value, reading] = [own(wanted[place], name), own(read[place], name)]
      if (place === 'path' && sharesSegment(path, name)) continue
      if (!agrees(value, reading)) return `${place} ${name}: ${shown(value)} was read as ${shown(reading)}`
    }
  }
  const isForm = media?.type.startsWith('application/x-www-form-urlencoded') === true
  const body = isForm && wanted.body !== undefined ? fieldsOf(wanted.body, media.form) : wanted.body
  const found = isForm && request.body === '' ? {} : read.body
  if (!agrees(body, found)) return `body: ${shown(body)} was read as ${shown(found)}`
  // Credentials in the query or a cookie are no parameters of the operation.
  const strange = security.flat().length > 0 ? [] : read.unexplained
  return strange.length > 0 ? `nobody declared ${strange.join(', ')}` : undefined
}

/** `in:name` of what these schemes put into a request, also where it is declared as a parameter. */
function credentialsOf(document: Json, names: string[]): string[] {
  const schemes = own(own(document, 'components') ?? null, 'securitySchemes') ?? null
  return names.flatMap(name => {
    const scheme = own(schemes, name) ?? null
    const place = own(scheme, 'in')
    return typeof place === 'string' ? [`${place}:${String(own(scheme, 'name'))}`] : []
  })
}

/** `{name}.{format}`: where one ends and the other begins, no reader can tell. */
const sharesSegment = (path: string, name: string): boolean =>
  path.split('/').some(s => s.includes(`{${name}}`) && s.split('{').length > 2)

interface Wanted {
  path: Record<string, Json>
  query: Record<string, Json>
  header: Record<string, Json>
  cookie: Record<string, Json>
  body: Json | undefined
}

function expected({ tool, args }: Trip): Wanted {
  const { routes, fixed, names = {}, media } = tool.request
  const wanted: Wanted = {
    path: {},
    query: {},
    header: {},
    cookie: {},
    body: media?.required ? {} : undefined,
  }
  const put = (place: Place, value: Json) => {
    if (place.in === 'body') wanted.body = insert(wanted.body, place.pointer.split('/').slice(1), value)
    else if (place.media !== undefined || !isEmpty(value))
      define(wanted[place.in], place.name, place.media === undefined ? withoutEmpty(value) : value)
  }
  for (const route of routes) {
    const value = own(args, route.argument)
    if (value === undefined) continue
    const wire = plain(route, rename(value, names))
    put(route, route.prefix || route.suffix ? `${route.prefix ?? ''}${wire}${route.suffix ?? ''}` : wire)
  }
  for (const f of fixed) if (f.in !== 'body' || wanted.body !== undefined) put(f, f.value)
  return wanted
}

/** Where reserved characters pass, so do percent-encoded ones that the text already has. */
const plain = (place: Place, value: Json): Json =>
  place.in !== 'body' && place.allowReserved ? decoded(value) : value

function decoded(value: Json): Json {
  if (typeof value === 'string') return percentDecoded(value)
  if (Array.isArray(value)) return value.map(decoded)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, decoded(v)]))
}

/** Nested names as the API spells them. No made-up key of a map is also such a name. */
function rename(value: Json, names: Record<string, string>): Json {
  if (Array.isArray(value)) return value.map(v => rename(v, names))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([k, v]) => [Object.hasOwn(names, k) ? (names[k] ?? k) : k, rename(v, names)]),
  )
}

function insert(body: Json | undefined, [head, ...rest]: string[], value: Json): Json {
  if (head === undefined) return value
  const key = head.replaceAll('~1', '/').replaceAll('~0', '~')
  const object = typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {}
  define(object, key, insert(own(object, key), rest, value))
  return object
}

const isEmpty = (v: Json): boolean => v === null || (typeof v === 'object' && Object.keys(v).length === 0)

/** Empty lists, empty objects and null have no text outside JSON (RFC 6570, 2.3). Items of lists do not go. */
function withoutEmpty(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutEmpty)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([k, v]): [string, Json][] => {
      const inner = withoutEmpty(v)
      return isEmpty(inner) ? [] : [[k, inner]]
    }),
  )
}

/** The fields that a form can say. One that is JSON text can say everything. */
function fieldsOf(body: Json, form: Record<string, FormField> = {}): Json {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const entries = Object.entries(body).map(
    ([k, v]) => [k, own(form, k)?.media ? v : withoutEmpty(v)] as const,
  )
  return Object.fromEntries(entries.filter(([k, v]) => own(form, k)?.media || !isEmpty(v)))
}

function attempt<T>(act: () => T): T | string {
  try {
    return act()
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function own<T>(map: Json | Record<string, T>, key: string): T | undefined {
  // A JSON object, or one of the reader's; both have plain values under own keys.
  const object = map as Record<string, T>
  return typeof map === 'object' && map !== null && Object.hasOwn(map, key) ? object[key] : undefined
}
function define(object: Record<string, Json>, key: string, value: Json): void {
  Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true })
}
const shown = (v: Reading | undefined): string => (JSON.stringify(v) ?? 'nothing').slice(0, 300)
