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
const { get } = await load('json/pointer.js')
const { lint } = await load('lower/lint.js').catch(() => ({ lint: undefined }))
const { connect } = calls ? await load('runtime/index.js') : {}
const reader = calls ? await import(pathToFileURL(readerFile).href) : undefined

const conventions = { nestedForm: 'brackets', deepObjectArrays: 'repeat' }
const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']
const at = { file: 'corpus', pointer: '' }

/** Watched from outside: which document and operation is being worked on, and that something moves. */
const state = new Int32Array(progress)
const mark = operation => {
  Atomics.store(state, 0, operation)
  Atomics.add(state, 1, 1)
}

parentPort.on('message', async ({ file, from }) => {
  mark(from - 1)
  const post = message => parentPort.postMessage({ file, ...message })
  try {
    await run(file, from, post)
  } catch (error) {
    post({ kind: 'crash', operation: '(document)', message: stackOf(error) })
  }
  post({ kind: 'done' })
})

async function run(file, from, post) {
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
  for (let i = from; i < operations.length; i++) {
    mark(i)
    const operation = operations[i]
    const label = `${operation.method.toUpperCase()} ${operation.path}`
    const media = mediaOf(spec, operation.value)
    try {
      post({ kind: 'operation', operation: label, media, ...(await compileOne(spec, operation, label, i)) })
    } catch (error) {
      post({ kind: 'crash', operation: label, media, message: stackOf(error) })
    }
  }
}

function operationsOf({ document }) {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    methods.flatMap(method => {
      const value =
        item !== null && typeof item === 'object' && Object.hasOwn(item, method) ? item[method] : undefined
      return value !== null && typeof value === 'object' ? [{ path, method, item, value }] : []
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

async function compileOne(spec, { path, item, value }, label, index) {
  const directive = { name: `t${index}` }
  if (
    ![value.description, value.summary, item.description, item.summary].some(
      t => typeof t === 'string' && t.trim() !== '',
    )
  )
    directive.description = `Calls ${label}.`
  if (value.servers?.length > 0 || item.servers?.length > 0) directive.server = 'other'
  let compiled = compileWith(spec, label, directive)
  const unclassified = compiled.findings.filter(f => f.code === 'credential-unclassified')
  if (unclassified.length > 0) {
    directive.params = Object.fromEntries(
      unclassified.flatMap(f => {
        const parameter = get(spec.document, f.at?.pointer ?? '')
        return parameter?.name === undefined
          ? []
          : [[`${parameter.in}:${parameter.name}`, { from: 'connection' }]]
      }),
    )
    compiled = compileWith(spec, label, directive)
  }
  const [made] = compiled.tools
  if (made === undefined) {
    const errors = compiled.findings.filter(isError)
    const [first] = errors
    if (first === undefined) throw new Error('neither a tool nor an error')
    return {
      refused: errors.map(f => f.code),
      code: first.code,
      message: first.message,
      pointer: first.at?.pointer ?? null,
    }
  }
  const unclean = []
  for (const target of targets)
    for (const fault of lint?.(made.tool.declarations[target].declaration, target) ?? [])
      unclean.push(`${target}: ${fault}`)
  const checked = calls
    ? await checkCalls({
        tool: made.tool,
        info: compiled.info,
        document: spec.document,
        path,
        reader,
        connect,
        ...conventions,
      })
    : undefined
  return { compiled: true, unclean, ...(checked && { checked }) }
}

const { checkCalls } = calls ? await import('./calls.mjs') : {}

function compileWith(spec, label, directive) {
  return compile(spec, {
    targets,
    budget,
    conventions,
    maps: 'json-text',
    enumLimit: 100,
    nameRule: 'strict',
    namespace: 'corpus',
    selection: { place: 'inline', operations: { [label]: directive }, at },
  })
}

const stackOf = error =>
  (error instanceof Error ? (error.stack ?? error.message) : String(error)).slice(0, 2000)

parentPort.postMessage({ kind: 'ready', lint: lint !== undefined })
