/**
 * Cuts an OpenAPI document down to some of its operations and what they reference; for fixtures and bug reports.
 * Run: node scripts/trim-spec.mjs <in.json> --operations id,id2,"GET /x" --out <file> [--responses success|empty]
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']
/** Keywords whose object has names of the document's choice as keys. */
const maps = new Set(
  `properties patternProperties $defs definitions dependentSchemas schemas responses parameters examples requestBodies
  headers securitySchemes callbacks pathItems encoding content variables scopes mapping`.split(/\s+/),
)
/** Keywords that hold data: nothing in them is a reference. */
const data = new Set(['example', 'default', 'enum', 'const', 'value'])
const rootKeys = new Set(['openapi', 'info', 'servers', 'security', 'jsonSchemaDialect'])
const longestExample = 400

/**
 * The document with only the operations named (operationId, or `GET /path` with the path as written) and every
 * component they reach. Left out: webhooks, links (they name operations), extensions that hold references, long
 * examples. With `responses: 'success'` every response but 2xx and default goes too; with 'empty' only their
 * descriptions stay. Key order is the document's.
 */
export function trimSpec(document, names, { responses } = {}) {
  /** What stays, by the tokens of its place: an operation, a component. The cut value comes when it is its turn. */
  const kept = new Map()
  const queue = []
  const keep = (...tokens) => {
    const place = JSON.stringify(tokens)
    if (kept.has(place)) return
    kept.set(place, undefined)
    queue.push(tokens)
  }

  const tags = new Set()
  for (const { path, method } of choose(document, names)) {
    keep('paths', path, method)
    for (const tag of document.paths[path][method].tags ?? []) tags.add(tag)
  }
  requirements(document.security)
  while (queue.length > 0) {
    const tokens = queue.shift()
    const value = tokens.reduce(own, document)
    if (value === undefined) throw new Error(`a reference leads nowhere: ${tokens.join(' / ')}`)
    kept.set(JSON.stringify(tokens), cut(value, ''))
    if (tokens[0] === 'paths' && own(document.paths[tokens[1]], 'parameters'))
      keep('paths', tokens[1], 'parameters')
  }

  return entriesOf(document, key => {
    if (rootKeys.has(key)) return document[key]
    if (key === 'tags') return document.tags.filter(t => tags.has(t.name)).map(t => ({ name: t.name }))
    if (key === 'paths') return entriesOf(document.paths, path => nonEmpty(pathItem(path), ...methods))
    if (key !== 'components') return undefined
    return entriesOf(document.components, kind =>
      nonEmpty(entriesOf(document.components[kind], name => keptAt('components', kind, name))),
    )
  })

  function keptAt(...tokens) {
    return kept.get(JSON.stringify(tokens))
  }

  function pathItem(path) {
    const item = document.paths[path]
    return entriesOf(item, key => {
      if (methods.includes(key)) return operation(path, key)
      return key === 'parameters' ? keptAt('paths', path, key) : item[key]
    })
  }

  /** A response stays whole when a reference leads into it. */
  function operation(path, method) {
    const result = keptAt('paths', path, method)
    const all = document.paths[path][method].responses
    if (result === undefined || all === undefined) return result
    const whole = code => keptAt('paths', path, method, 'responses', code)
    return { ...result, responses: entriesOf(all, code => whole(code) ?? own(result.responses, code)) }
  }

  /** A copy without what is left out; every reference in it is kept too. `key` is the keyword it stands under. */
  function cut(value, key) {
    if (Array.isArray(value)) return value.map(item => cut(item, ''))
    if (!isObject(value)) return value
    if (maps.has(key))
      return entriesOf(value, name => {
        if (key === 'responses' && responses !== undefined) {
          if (!/^2|^default$/.test(name)) return undefined
          if (responses === 'empty') return { description: resolved(value[name]).description }
        }
        if (key === 'examples' && size(resolved(value[name])) > longestExample) return undefined
        return cut(value[name], '')
      })
    return entriesOf(value, k => {
      const v = value[k]
      if (k === 'links' || (k.startsWith('x-') && JSON.stringify(v).includes('"$ref"'))) return undefined
      if (/^examples?$/.test(k) && size(v) > longestExample && !(k === 'examples' && isObject(v)))
        return undefined
      if (data.has(k)) return v
      if (k === '$ref' && typeof v === 'string') reference(v)
      if (k === 'discriminator') for (const target of Object.values(own(v, 'mapping') ?? {})) mapped(target)
      if (k === 'security') requirements(v)
      return cut(v, k)
    })
  }

  function resolved(value) {
    const ref = own(value, '$ref')
    return typeof ref === 'string' && ref.startsWith('#/') ? pointed(ref).reduce(own, document) : value
  }

  function requirements(list) {
    for (const requirement of list ?? [])
      for (const name of Object.keys(requirement)) keep('components', 'securitySchemes', name)
  }

  /** A discriminator's mapping may give the bare name of a schema; bundlers leave file names behind in it. */
  function mapped(target) {
    if (own(document.components?.schemas, target) !== undefined) keep('components', 'schemas', target)
    else if (target.startsWith('#/')) reference(target)
  }

  function reference(ref) {
    if (!ref.startsWith('#/')) throw new Error(`not a local reference: ${ref}`)
    const tokens = pointed(ref)
    if (tokens[0] !== 'components' && tokens[0] !== 'paths') throw new Error(`an unusual reference: ${ref}`)
    keep(...tokens.slice(0, 3))
    if (tokens[0] === 'paths' && tokens[3] === 'responses') keep(...tokens.slice(0, 5))
  }
}

/** The operations named, in document order. */
function choose(document, names) {
  const wanted = new Set(names)
  const chosen = []
  for (const [path, item] of Object.entries(document.paths ?? {}))
    for (const method of methods) {
      const operation = own(item, method)
      if (operation === undefined) continue
      const known = [operation.operationId, `${method.toUpperCase()} ${path}`]
      // Both are taken off the list, so that an operation named twice is no error.
      if (known.filter(name => wanted.delete(name)).length > 0) chosen.push({ path, method })
    }
  if (wanted.size > 0) throw new Error(`no such operation: ${[...wanted].join(', ')}`)
  return chosen
}

const isObject = value => typeof value === 'object' && value !== null && !Array.isArray(value)
const own = (value, key) =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? value[key] : undefined
const size = value => JSON.stringify(value)?.length ?? 0
/** The tokens of a local reference: percent-decoded, then unescaped (RFC 6901, 6). */
const pointed = ref =>
  ref
    .slice(2)
    .split('/')
    .map(t => decodeURIComponent(t).replaceAll('~1', '/').replaceAll('~0', '~'))

/** A new object with the same keys; those for which `pick` gives nothing are left out. Safe for `__proto__`. */
function entriesOf(object, pick) {
  return Object.fromEntries(
    Object.keys(object).flatMap(key => {
      const value = pick(key)
      return value === undefined ? [] : [[key, value]]
    }),
  )
}

/** Undefined for an object without keys, or without any of the keys given. */
function nonEmpty(object, ...keys) {
  const has =
    keys.length === 0 ? Object.keys(object).length > 0 : keys.some(key => Object.hasOwn(object, key))
  return has ? object : undefined
}

function main([input, ...rest]) {
  const operations = []
  const options = {}
  let out
  while (rest.length > 0) {
    const flag = rest.shift()
    if (flag === '--operations') operations.push(...(rest.shift() ?? '').split(','))
    else if (flag === '--out') out = rest.shift()
    else if (flag === '--responses') options.responses = rest.shift()
    else throw new Error(`unknown option: ${flag}`)
  }
  if (![undefined, 'success', 'empty'].includes(options.responses))
    throw new Error('--responses success|empty')
  if (input === undefined || out === undefined || operations.length === 0)
    throw new Error(
      'usage: trim-spec.mjs <in.json> --operations id,id2,"GET /x" --out <file> [--success-only]',
    )
  const document = JSON.parse(readFileSync(input, 'utf8'))
  const text = `${JSON.stringify(trimSpec(document, operations, options), null, 2)}\n`
  writeFileSync(out, text)
  console.log(`${out}: ${operations.length} operations, ${text.length} characters`)
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  try {
    main(process.argv.slice(2))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 2
  }
}
