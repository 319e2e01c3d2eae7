/**
 * Plans a request for made-up arguments and reads it back with the independent reader of the tests: what differs
 * from the arguments is a mismatch. `corpus-worker.mjs` calls it.
 */
import { valueFor } from './values.mjs'

const baseUrl = 'https://api.example.com/base'
const secret = 'QXkrpSECRETzv'

/** Hard on every encoding, then plain for what some place cannot carry. */
const texts = ['a b/c?d&e=f+g,h;i.j|k~é%41"<>', 'plain']

/** `reader` is `test/oracle/parse-request.ts`; `connect` is the run time's. */
export async function checkCalls({ tool, info, document, path, reader, connect, nestedForm }) {
  const byName = (names, of) => Object.fromEntries(names.map(name => [name, of(name)]))
  const connection = connect(info, {
    baseUrl,
    servers: byName(info.servers, () => baseUrl),
    credentials: byName(Object.keys(info.security), name =>
      info.security[name].scheme === 'basic' ? { username: secret, password: secret } : secret,
    ),
    parameters: byName(info.parameters, () => secret),
  })
  const result = { calls: 0, skipped: [], mismatches: [] }
  for (const most of [false, true]) {
    let reason = ''
    for (const text of texts) {
      const args = valueFor(tool.inputSchema, { most, text })
      const request = await connection.plan(tool, args)
      if (request.error !== undefined) {
        reason = JSON.stringify(request)
        continue
      }
      reason = ''
      result.calls++
      const wrong = difference({ tool, args, request, document, path, reader, nestedForm })
      if (wrong !== undefined) result.mismatches.push({ wrong, args, request })
      break
    }
    if (reason !== '') result.skipped.push(reason.slice(0, 400))
  }
  return result
}

function difference({ tool, args, request, document, path, reader, nestedForm }) {
  const { supplied } = tool.request
  const skip = supplied.map(s => `${s.in}:${s.name}`)
  const { method } = tool.operation
  let got
  try {
    got = reader.parseRequest(document, path, method, request, {
      baseUrl,
      skip,
      ...(nestedForm && { nestedForm }),
    })
  } catch (error) {
    return `unreadable: ${error instanceof Error ? error.message : error}`
  }
  const wanted = expected(tool, args)
  for (const place of ['path', 'query', 'header', 'cookie']) {
    const names = new Set([...Object.keys(wanted[place]), ...Object.keys(got[place])])
    for (const name of names)
      if (!reader.agrees(own(wanted[place], name), own(got[place], name)))
        return `${place} ${name}: ${show(own(wanted[place], name))} was read as ${show(own(got[place], name))}`
  }
  const isForm = tool.request.media?.type.startsWith('application/x-www-form-urlencoded')
  const body = isForm && wanted.body !== undefined ? withoutEmpty(wanted.body) : wanted.body
  const read = isForm && request.body === '' ? {} : got.body
  if (!reader.agrees(body, read)) return `body: ${show(body)} was read as ${show(read)}`
  const left = got.unexplained.filter(
    name => !Object.values(tool.request.security.flat()).length || name === '',
  )
  return left.length > 0 ? `nobody declared ${left.join(', ')}` : undefined
}

/** What the request must say, by wire name, from routes alone. */
function expected(tool, args) {
  const { routes, fixed, names = {}, media } = tool.request
  const wanted = { path: {}, query: {}, header: {}, cookie: {}, body: media?.required ? {} : undefined }
  const wire = v => rename(v, names)
  const put = (place, v) => {
    if (place.in === 'body') wanted.body = insert(wanted.body, place.pointer.split('/').slice(1), v)
    else if (!isEmpty(v)) wanted[place.in][place.name] = place.media === undefined ? withoutEmpty(v) : v
  }
  for (const route of routes) {
    if (!Object.hasOwn(args, route.argument)) continue
    const v = wire(args[route.argument])
    put(route, route.prefix || route.suffix ? `${route.prefix ?? ''}${v}${route.suffix ?? ''}` : v)
  }
  for (const f of fixed) put(f, f.value)
  return wanted
}

/** Made-up values have no free key that is also a canonical name. */
function rename(value, names) {
  if (Array.isArray(value)) return value.map(v => rename(v, names))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([k, v]) => [own(names, k) ?? k, rename(v, names)]))
}

function insert(body, [head, ...rest], value) {
  if (head === undefined) return value
  const key = head.replaceAll('~1', '/').replaceAll('~0', '~')
  const object = typeof body === 'object' && body !== null ? body : {}
  return { ...object, [key]: insert(own(object, key), rest, value) }
}

const isEmpty = v => v === null || (typeof v === 'object' && Object.keys(v).length === 0)
/** Empty lists, empty objects and null have no text outside JSON (RFC 6570, 2.3). */
function withoutEmpty(value) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([k, v]) => {
      const inner = withoutEmpty(v)
      return isEmpty(inner) ? [] : [[k, inner]]
    }),
  )
}

const own = (map, key) =>
  typeof map === 'object' && map !== null && Object.hasOwn(map, key) ? map[key] : undefined
const show = v => (JSON.stringify(v) ?? 'nothing').slice(0, 300)
