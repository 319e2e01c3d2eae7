/**
 * Compiles every operation of every document alone, with derived directives, and counts. After `npm run build`:
 * node bench/corpus.mjs <folder or file>… [--calls] [--no-budget] [--targets a,b] [--refused FILE] [--jobs N]
 * [--dist FOLDER] [--watchdog MS]
 * One JSON object on stdout. Exit 1 for a crash or a watchdog, 2 for wrong usage.
 */
import { createWriteStream, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { Worker } from 'node:worker_threads'

const here = import.meta.dirname

function options(args) {
  const found = {
    paths: [],
    calls: false,
    budget: { nodes: 500, bytes: 32_768, tools: 20 },
    targets: ['gemini'],
    jobs: 2,
    dist: resolve(here, '../dist'),
    watchdogMs: 30_000,
  }
  const rest = [...args]
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    if (arg === '--calls') found.calls = true
    else if (arg === '--no-budget')
      found.budget = { nodes: Number.MAX_SAFE_INTEGER, bytes: Number.MAX_SAFE_INTEGER, tools: 20 }
    else if (arg === '--targets') found.targets = (rest.shift() ?? '').split(',')
    else if (arg === '--refused') found.refused = rest.shift()
    else if (arg === '--jobs') found.jobs = Number(rest.shift())
    else if (arg === '--watchdog') found.watchdogMs = Number(rest.shift())
    else if (arg === '--dist') found.dist = resolve(rest.shift() ?? '')
    else if (arg.startsWith('--')) throw new Error(`unknown option ${arg}`)
    else found.paths.push(resolve(arg))
  }
  if (found.paths.length === 0) throw new Error('name a folder or a file')
  return found
}

function filesOf(path) {
  if (statSync(path).isFile()) return [path]
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter(f => /\.(?:json|ya?ml)$/.test(f) && !/(?:^|\/)(?:package|tools|expected)\.json$/.test(f))
    .sort()
    .map(f => join(path, f))
}

const total = {
  ...{
    documents: 0,
    unread: 0,
    operations: 0,
    compiled: 0,
    refused: 0,
    budgetRefused: 0,
    unexplained: 0,
    unclean: 0,
  },
  ...{ crashes: 0, watchdogs: 0, calls: 0, callsSkipped: 0, callMismatches: 0, seconds: 0 },
  media: Object.fromEntries(
    ['json', 'form', 'none', 'other'].map(m => [m, { operations: 0, compiled: 0, budgetRefused: 0 }]),
  ),
  refusedByCode: {},
}

async function main(settings) {
  const begun = Date.now()
  const files = settings.paths.flatMap(filesOf)
  // Big documents first, so that the last minutes are not one thread's.
  const queue = files
    .map(file => ({ file, size: statSync(file).size, from: 0 }))
    .sort((a, b) => b.size - a.size)
  const log = settings.refused === undefined ? undefined : createWriteStream(settings.refused)
  const folder = mkdtempSync(join(tmpdir(), 'corpus-'))
  const readerFile = settings.calls ? await bundleReader(folder) : undefined
  const note = message => {
    const document = relative(process.cwd(), message.file)
    log?.write(`${JSON.stringify({ ...message, file: undefined, document })}\n`)
  }
  const show = () => {
    if (process.stderr.isTTY)
      process.stderr.write(`\r${total.documents}/${files.length} documents, ${total.operations} operations `)
  }
  await Promise.all(
    Array.from({ length: Math.min(settings.jobs, queue.length) }, () =>
      runJob({ settings, readerFile, queue, note, show }),
    ),
  )
  log?.end()
  rmSync(folder, { recursive: true })
  total.seconds = Math.round((Date.now() - begun) / 1000)
  console.log(JSON.stringify(total))
  process.exitCode = total.crashes + total.watchdogs > 0 ? 1 : 0
}

/** The reader is TypeScript of the tests, which this Node cannot import as it is. */
async function bundleReader(folder) {
  const { build } = await import('esbuild')
  const outfile = join(folder, 'reader.mjs')
  await build({
    entryPoints: [resolve(here, '../test/oracle/round-trip.ts')],
    bundle: true,
    format: 'esm',
    outfile,
    logLevel: 'error',
  })
  return outfile
}

/** One thread after another takes documents from the queue; a thread that hangs is ended, and its operation skipped. */
async function runJob(context) {
  for (let next = context.queue.shift(); next !== undefined; ) {
    const stuck = await runThread(context, next)
    // The document goes on behind the operation that ended its thread.
    next = stuck ?? context.queue.shift()
  }
}

/** Resolves to what is left of a document when its thread ended before its time. */
function runThread({ settings, readerFile, queue, note, show }, first) {
  const progress = new SharedArrayBuffer(12)
  const state = new Int32Array(progress)
  const { dist, calls, budget, targets, watchdogMs } = settings
  const worker = new Worker(join(here, 'corpus-worker.mjs'), {
    workerData: { dist, calls, budget, targets, readerFile, progress },
    resourceLimits: { maxOldGenerationSizeMb: 6000 },
  })
  return new Promise((done, broken) => {
    let job = first
    let ready = false
    let opened = false
    let beat = 0
    // Starting a thread takes its time too; nobody counts that.
    let since = Number.POSITIVE_INFINITY
    const end = rest => {
      clearInterval(timer)
      worker.removeAllListeners('error')
      worker.on('error', () => {})
      void worker.terminate().then(() => done(rest))
    }
    const fail = (kind, message) => {
      const operation = Atomics.load(state, 0)
      // After many at once the same ones are tried one by one; one alone is counted and left out.
      const many = Atomics.load(state, 2) === 1
      if (!many) {
        total[kind]++
        note({ file: job.file, kind, operation, message })
      }
      // A document that cannot even be opened has no operation to go on with.
      end(opened ? { ...job, from: operation + (many ? 0 : 1), again: true, single: true } : undefined)
    }
    const start = next => {
      job = next
      opened = false
      worker.postMessage(job)
    }
    const timer = setInterval(() => {
      const now = Atomics.load(state, 1)
      if (now !== beat) since = Date.now()
      beat = now
      if (Date.now() - since > watchdogMs) fail('watchdogs', `nothing for ${watchdogMs / 1000} s`)
    }, 500)
    worker.on('error', error => {
      if (ready) return fail('crashes', String(error))
      clearInterval(timer)
      broken(error)
    })
    worker.on('message', message => {
      if (message.kind === 'ready') {
        ready = true
        since = Date.now()
        return start(job)
      }
      if (message.kind !== 'done') {
        opened ||= message.kind === 'document'
        return count(message, job, note)
      }
      show()
      const next = queue.shift()
      if (next === undefined) end(undefined)
      else start(next)
    })
  })
}

function count(message, job, note) {
  if (message.kind === 'unread') {
    total.documents++
    total.unread++
    return note(message)
  }
  if (message.kind === 'document') {
    // A document whose thread was ended comes a second time.
    if (job.again !== true) total.documents++
    return
  }
  if (message.media !== undefined) {
    total.operations++
    total.media[message.media].operations++
  }
  if (message.kind === 'crash') {
    total.crashes++
    return note(message)
  }
  if (!message.compiled) {
    total.refused++
    const onlyBudget = message.refused.every(code => code === 'budget-exceeded')
    if (message.unexplained.length > 0) total.unexplained++
    if (onlyBudget) total.budgetRefused++
    if (onlyBudget) total.media[message.media].budgetRefused++
    total.refusedByCode[message.code] = (total.refusedByCode[message.code] ?? 0) + 1
    return note({ ...message, kind: 'refused' })
  }
  total.compiled++
  total.media[message.media].compiled++
  if (message.unclean.length > 0) {
    total.unclean++
    note({
      file: message.file,
      kind: 'unclean',
      operation: message.operation,
      message: message.unclean.slice(0, 5).join('; '),
    })
  }
  const { checked } = message
  if (checked === undefined) return
  total.calls += checked.calls
  total.callsSkipped += checked.skipped.length
  total.callMismatches += checked.mismatches.length
  for (const reason of checked.skipped)
    note({ file: message.file, kind: 'skipped', operation: message.operation, message: reason })
  for (const m of checked.mismatches)
    note({ file: message.file, kind: 'mismatch', operation: message.operation, ...m })
}

try {
  await main(options(process.argv.slice(2)))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}
