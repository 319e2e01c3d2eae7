/** Compiles the operations of documents one by one, in a thread that `corpus.mjs` can end. */
import { basename, dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'

const { dist, calls, budget, targets, readerFile, progress } = workerData
const load = file => import(pathToFileURL(`${dist}/${file}`).href)
const { compile } = await load('compile.js')
const { openSpec } = await load('spec/open.js')
const { createSources } = await load('spec/sources.js')
const { isError } = await load('diagnostic.js')
const { get, join } = await load('json/pointer.js')
const { lint } = await load('lint.js')
const { connect } = calls ? await load('runtime/index.js') : {}
const reader = calls ? await import(pathToFileURL(readerFile).href) : undefined

const conventions = { nestedForm: 'brackets', deepObjectArrays: 'repeat' }
const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']
const at = { file: 'corpus', pointer: '' }

/** Watched from outside: which operation comes next, that something moves, and whether it is many at once. */
const state = new Int32Array(progress)
const mark = (operation, many) => {
  Atomics.store(state, 0, operation)
  Atomics.store(state, 2, many ? 1 : 0)
  Atomics.add(state, 1, 1)
}
/** One compilation reads the list of all operations; together, many operations share that. */
const together = 32

parentPort.on('message', async ({ file, from, single }) => {
  mark(from, false)
  const post = message => parentPort.postMessage({ file, ...message })
  try {
    await run(file, { from, single }, post)
  } catch (error) {
    post({ kind: 'crash', operation: '(document)', message: stackOf(error) })
  }
  post({ kind: 'done' })
})

async function run(file, { from, single }, post) {
  const sources = createSources({ root: dirname(file) })
  const name = basename(file)
  const findings = []
  const spec = openSpec(
    { sources, spec: { key: 'corpus', file: name, namespace: 'corpus', refsRoot: '.' }, lock: undefined },
    finding => findings.push(finding),
  )
  if (spec === undefined)
    return post({ kind: 'unread', code: findings[0]?.code, message: findings[0]?.message })
  const operations = operationsOf(spec)
  post({ kind: 'document', operations: operations.length })
  for (let i = from; i < operations.length; i += together) {
    const some = operations.slice(i, i + together)
    if (!single) mark(i, true)
    const made = single ? new Map() : compileMany(spec, some)
    for (const [k, operation] of some.entries()) {
      mark(i + k, false)
      const media = mediaOf(spec, operation.value)
      const { label } = operation
      try {
        const result = await finish(
          spec,
          operation,
          made.get(operation.pointer) ?? compileAlone(spec, operation),
        )
        post({ kind: 'operation', operation: label, media, ...result })
      } catch (error) {
        post({ kind: 'crash', operation: label, media, message: stackOf(error) })
      }
    }
  }
}

/** What compiles at once, by pointer. What does not is compiled alone, for findings that are its own. */
function compileMany(spec, operations) {
  try {
    const directives = Object.fromEntries(operations.map(o => [o.label, directiveFor(o)]))
    const { tools, info } = compileWith(spec, directives)
    return new Map(tools.map(made => [made.source.pointer, { tools: [made], info, findings: [] }]))
  } catch {
    return new Map()
  }
}

function operationsOf({ document }) {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    methods.flatMap(method => {
      const value =
        item !== null && typeof item === 'object' && Object.hasOwn(item, method) ? item[method] : undefined
      if (value === null || typeof value !== 'object') return []
      const label = `${method.toUpperCase()} ${path}`
      return [{ path, method, item, value, label, pointer: join('/paths', path, method) }]
    }),
  )
}

/** `json`, `form`, `none` or `other`: what a tool would have to send. */
function mediaOf(spec, operation) {
  const ref = operation.requestBody?.$ref
  const resolved = ref === undefined ? undefined : spec.resolve(ref, { file: spec.file, pointer: '' })
  const body = resolved?.node?.value ?? operation.requestBody
  const types = Object.keys(body?.content ?? {}).map(t => t.split(';')[0].trim().toLowerCase())
  if (types.length === 0) return 'none'
  if (types.some(t => /[/+]json$/.test(t) || t === '*/*' || t === 'application/*')) return 'json'
  return types.includes('application/x-www-form-urlencoded') ? 'form' : 'other'
}

let names = 0

function directiveFor({ item, value, label }) {
  const directive = { name: `t${names++}` }
  const texts = [value.description, value.summary, item.description, item.summary]
  if (!texts.some(t => typeof t === 'string' && t.trim() !== '')) directive.description = `Calls ${label}.`
  if (value.servers?.length > 0 || item.servers?.length > 0) directive.server = 'other'
  return directive
}

function compileAlone(spec, operation) {
  const directive = directiveFor(operation)
  const compiled = compileWith(spec, { [operation.label]: directive })
  const unclassified = compiled.findings.filter(f => f.code === 'credential-unclassified')
  if (unclassified.length === 0) return compiled
  directive.params = Object.fromEntries(
    unclassified.flatMap(f => {
      const parameter = get(spec.document, f.at?.pointer ?? '')
      return parameter?.name === undefined
        ? []
        : [[`${parameter.in}:${parameter.name}`, { from: 'connection' }]]
    }),
  )
  return compileWith(spec, { [operation.label]: directive })
}

async function finish(spec, { path }, compiled) {
  const [made] = compiled.tools
  if (made === undefined) {
    const errors = compiled.findings.filter(isError)
    const [first] = errors
    if (first === undefined) throw new Error('neither a tool nor an error')
    const { code, message, at: place } = first
    const unexplained = errors.filter(f => !explains(spec, f)).map(f => `${f.code} at ${f.at?.pointer}`)
    return { refused: errors.map(f => f.code), code, message, pointer: place?.pointer ?? null, unexplained }
  }
  const { tool } = made
  const unclean = targets.flatMap(target =>
    lint(tool.declarations[target].declaration, target).map(fault => `${target}: ${fault}`),
  )
  if (!calls) return { compiled: true, unclean }
  const { nestedForm } = conventions
  const trip = { tool, info: compiled.info, document: spec.document, path, reader, connect, nestedForm }
  return { compiled: true, unclean, checked: await checkCalls(trip) }
}

/** A refusal has a way out, and a place that the document has. A place of the options is named by their file. */
const explains = (spec, { message, fix, at: place }) =>
  Boolean(message && fix && place) &&
  (place.file !== spec.file || get(spec.document, place.pointer) !== undefined)

const { checkCalls } = calls ? await import('./calls.mjs') : {}

function compileWith(spec, operations) {
  return compile(spec, {
    targets,
    budget,
    conventions,
    maps: 'json-text',
    enumLimit: 100,
    nameRule: 'strict',
    namespace: 'corpus',
    selection: { place: 'inline', operations, at },
  })
}

const stackOf = error =>
  (error instanceof Error ? (error.stack ?? error.message) : String(error)).slice(0, 2000)

parentPort.postMessage({ kind: 'ready' })
