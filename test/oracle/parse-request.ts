/**
 * An independent reader of requests: from the OpenAPI document alone it recovers what a raw request says.
 * Imports nothing of the product, so that a fault in the product's idea of an operation shows.
 */
import { type Field, fromBrackets, fromHeader, fromPairs, fromPath, Pairs, percentDecoded } from './styles.ts'
import { Document, isObject, type Json, list, own, type Reading, type Schema } from './typed.ts'

export { agrees, Either, type Json, type Reading } from './typed.ts'

export interface RawRequest {
  method: string
  url: string
  headers: Record<string, string>
  body?: string
}

export interface Recovered {
  /** By parameter name; one that the request does not have is not there. */
  path: Record<string, Reading>
  query: Record<string, Reading>
  header: Record<string, Reading>
  cookie: Record<string, Reading>
  /** Undefined when the request has no body. */
  body: Reading | undefined
  /** Query names and cookies that no parameter explains: credentials, or faults. */
  unexplained: string[]
}

export interface Settings {
  /** What the request's URL starts with. */
  baseUrl: string
  /** `a[b]=c` in forms whose fields the document does not describe. */
  nestedForm?: 'brackets'
  /** Parameters that are taken off the request unread, as `in:name`: values that nobody generated. */
  skip?: string[]
}

/** `path` is the key of the document's `paths`. */
export function parseRequest(
  root: Json,
  path: string,
  method: string,
  request: RawRequest,
  settings: Settings,
): Recovered {
  if (!isObject(root)) throw new Error('not a document')
  const document = new Document(root)
  const item = document.resolve(own(root.paths, path))
  const operation = document.resolve(own(item, method.toLowerCase()))
  if (request.method !== method.toUpperCase()) throw new Error(`method ${request.method}`)
  const { pathText, queryText } = split(request.url, settings.baseUrl)
  const [template = '', literalQuery = ''] = (path.split('#')[0] ?? '').split('?')
  const query = new Pairs(queryText, '&')
  /** Placeholders in the query, with the name before each. */
  const holes = new Map<string, string>()
  for (const literal of literalQuery.split('&').filter(Boolean)) {
    const [name = '', value = ''] = literal.split('=')
    const hole = /^\{(.*)\}$/.exec(value)?.[1]
    if (hole !== undefined) holes.set(hole, percentDecoded(name))
    else if (!query.take(n => n === percentDecoded(name)).some(p => p.raw === value))
      throw new Error(`${literal} is missing`)
  }
  const cookies = new Pairs(own(lower(request.headers), 'cookie')?.toString() ?? '', '; ')
  const result: Recovered = { path: {}, query: {}, header: {}, cookie: {}, body: undefined, unexplained: [] }
  // Exploded objects have no name: they take what is left, so they come last.
  const parameters = parametersOf(document, item, operation)
  // Two placeholders side by side can be told apart only when the first is a number.
  const integers = parameters
    .filter(p => p.in === 'path' && p.field.style === 'simple' && document.isInteger(p.field.schema))
    .map(p => p.field.name)
  const segments = matchTemplate(template, pathText, integers)
  const last = parameters.filter(
    ({ in: place, field, json }) =>
      place === 'query' &&
      !json &&
      field.explode &&
      field.style !== 'deepObject' &&
      document.kinds(field.schema).has('object'),
  )
  // One that names its properties has no others when there are several; a map leaves the others what is theirs.
  for (const p of last) {
    const others = last.filter(q => q !== p)
    p.field.others = others.flatMap(q => [q.field.name, ...document.declared(q.field.schema)])
    p.field.named = others.length > 0 && document.declared(p.field.schema).length > 0
  }
  for (const p of [...parameters.filter(q => !last.includes(q)), ...last]) {
    if (settings.skip?.some(isAt(p.in, p.field.name))) {
      for (const pairs of [query, cookies]) pairs.take(n => n === p.field.name)
      continue
    }
    const name = p.in === 'path' ? holes.get(p.field.name) : undefined
    if (name !== undefined) {
      const [pair] = query.take(n => n === name)
      if (pair && !settings.skip?.includes(`query:${name}`))
        put(result.query, name, fromPath(pair.raw, p.field, document))
      continue
    }
    const value = readParameter(p, { segments, query, cookies, headers: lower(request.headers) }, document)
    if (value !== undefined) put(result[p.in], p.field.name, value)
  }
  result.unexplained = [...query.left, ...cookies.left]
  if (request.body !== undefined) result.body = readBody(document, operation, request, settings)
  return result
}

interface Parameter {
  in: 'path' | 'query' | 'header' | 'cookie'
  field: Field
  json: boolean
}

/** The operation's own, then those of the path that it does not replace. */
function parametersOf(document: Document, item: Schema, operation: Schema): Parameter[] {
  const all = [...list(operation.parameters), ...list(item.parameters)].map(p => document.resolve(p))
  const seen = new Set<string>()
  return all.flatMap((p): Parameter[] => {
    const key = `${p.in} ${p.in === 'header' ? String(p.name).toLowerCase() : p.name}`
    if (seen.has(key)) return []
    seen.add(key)
    const place = p.in
    // Such definitions are ignored (OpenAPI 3.1, 4.8.12.2).
    if (place === 'header' && /^(?:accept|content-type|authorization)$/i.test(String(p.name))) return []
    if (place !== 'path' && place !== 'query' && place !== 'header' && place !== 'cookie') return []
    const style = String(p.style ?? (place === 'query' || place === 'cookie' ? 'form' : 'simple'))
    const [media] = Object.entries(p.content ?? {})
    return [
      {
        in: place,
        json: media !== undefined,
        field: {
          name: String(p.name),
          style,
          explode: typeof p.explode === 'boolean' ? p.explode : style === 'form' || style === 'deepObject',
          schema: media === undefined ? p.schema : own(media[1], 'schema'),
        },
      },
    ]
  })
}

interface Sources {
  segments: Map<string, string>
  query: Pairs
  cookies: Pairs
  headers: Record<string, string>
}

function readParameter(p: Parameter, from: Sources, document: Document): Reading | undefined {
  const { name } = p.field
  const text = textOf(p, from)
  if (p.json)
    return text === undefined ? undefined : readJson(p.in === 'header' ? text : percentDecoded(text))
  if (p.in === 'path') return text === undefined ? undefined : fromPath(text, p.field, document)
  if (p.in === 'header') return text === undefined ? undefined : fromHeader(text, p.field, document)
  try {
    return fromPairs(p.field, p.in === 'query' ? from.query : from.cookies, document)
  } catch (error) {
    throw new Error(`${p.in} ${name}: ${error instanceof Error ? error.message : error}`)
  }
}

function textOf(p: Parameter, from: Sources): string | undefined {
  const { name } = p.field
  if (p.in === 'path') return from.segments.get(name)
  if (p.in === 'header') return own(from.headers, name.toLowerCase())?.toString()
  return p.json ? (p.in === 'query' ? from.query : from.cookies).take(n => n === name)[0]?.raw : undefined
}

function split(url: string, baseUrl: string): { pathText: string; queryText: string } {
  const base = baseUrl.replace(/\/$/, '')
  if (!url.startsWith(`${base}/`)) throw new Error(`${url} is not below ${base}`)
  if (url.includes('#')) throw new Error('a fragment')
  const at = url.indexOf('?')
  const end = at < 0 ? url.length : at
  return { pathText: url.slice(base.length, end), queryText: at < 0 ? '' : url.slice(at + 1) }
}

/** Raw values by placeholder. Literals may come percent-encoded. */
function matchTemplate(template: string, text: string, integers: string[]): Map<string, string> {
  const names: string[] = []
  const pattern = template.split(/(\{[^{}]*\})/).map(part => {
    const name = /^\{(.*)\}$/.exec(part)?.[1]
    if (name !== undefined) return names.push(name) && (integers.includes(name) ? '(-?\\d+)' : '([^/?#]*)')
    return [...part].map(c => `(?:${literal(c)}|${literal(percent(c))})`).join('')
  })
  const match = new RegExp(`^${pattern.join('')}$`, 'i').exec(text)
  if (match === null) throw new Error(`${text} does not fit ${template}`)
  return new Map(names.map((name, i) => [name, match[i + 1] ?? '']))
}

const literal = (c: string) => c.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
const percent = (c: string) =>
  [...new TextEncoder().encode(c)].map(b => `%${b.toString(16).padStart(2, '0')}`).join('')

function readBody(document: Document, operation: Schema, request: RawRequest, settings: Settings): Reading {
  const type = own(lower(request.headers), 'content-type')?.toString() ?? ''
  const essence = (type.split(';')[0] ?? '').trim().toLowerCase()
  const content = document.resolve(operation.requestBody).content
  const entry = Object.entries(content ?? {}).find(([key]) => covers(key, essence))
  if (entry === undefined) throw new Error(`no body of type ${type}`)
  const text = request.body ?? ''
  if (essence !== 'application/x-www-form-urlencoded') return readJson(text)
  const media = document.resolve(entry[1])
  const pairs = new Pairs(text, '&')
  const result: Record<string, Reading> = {}
  const names = document.declared(media.schema)
  for (const name of names) {
    const value = readField(document, media, name, pairs, settings)
    if (value !== undefined) put(result, name, value)
  }
  // Keys that the schema does not name, when it is open.
  for (const left of new Set(pairs.left.map(n => n.split('[')[0] ?? n))) {
    if (!document.open(media.schema)) throw new Error(`${left} is no field`)
    const value = readField(document, media, left, pairs, settings)
    if (value !== undefined) put(result, left, value)
  }
  return result
}

function readField(
  document: Document,
  media: Schema,
  name: string,
  pairs: Pairs,
  settings: Settings,
): Reading | undefined {
  const encoding = own(media.encoding, name)
  const schema = document.property(media.schema, name)
  const style = own(encoding, 'style')
  const explode = own(encoding, 'explode')
  const field: Field = {
    name,
    style: typeof style === 'string' ? style : 'form',
    explode:
      typeof explode === 'boolean'
        ? explode
        : style === undefined || style === 'form' || style === 'deepObject',
    schema,
  }
  // Without a word of the document an object is not spread over the fields.
  const there = pairs.left.some(n => n === name || n.startsWith(`${name}[`))
  const described = style !== undefined || explode !== undefined
  if (!described && !there) return undefined
  field.together = !described
  if (!described && /\bjson\b/.test(String(own(encoding, 'contentType') ?? ''))) {
    const raw = pairs.take(n => n === name)[0]?.raw
    return raw === undefined ? undefined : readJson(percentDecoded(raw))
  }
  // A field that the document describes is written so; the convention is for the others.
  const nested =
    !described && settings.nestedForm === 'brackets' && pairs.left.some(n => n.startsWith(`${name}[`))
  return nested ? fromBrackets(field, pairs, document) : fromPairs(field, pairs, document)
}

const covers = (range: string, essence: string): boolean => {
  const [key = ''] = range.toLowerCase().split(';')
  return (
    key.trim() === essence ||
    key.trim() === '*/*' ||
    (key.endsWith('/*') && essence.startsWith(key.slice(0, -1)))
  )
}

/** JSON text; integers past 2^53 come as their digits. */
function readJson(text: string): Json {
  const exact = text.replaceAll(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, token =>
    /^-?\d+$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token,
  )
  return JSON.parse(exact) as Json
}

const lower = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([k, v]) => [k.toLowerCase(), v]))

function put(object: Record<string, Reading>, key: string, value: Reading): void {
  Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true })
}

/** `in:name`; names of headers are the same in any case (RFC 9110, 5.1). */
const isAt = (place: string, name: string) => (key: string) =>
  key === `${place}:${name}` || (place === 'header' && key.toLowerCase() === `header:${name.toLowerCase()}`)
