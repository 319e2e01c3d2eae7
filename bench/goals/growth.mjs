/**
 * Growth: what each further operation costs, from 20 to all of GitHub's, and what each further megabyte costs to read.
 * Linear means that neither price rises. `run.mjs` calls it.
 */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { root } from '../documents.mjs'
import { fresh, processorTime, takeTurns, tell } from '../measure.mjs'

export const goal = 'linear: the price of one stays'
export const needsGithub = true

const counts = [20, 100, 300, 1000]
/** Copies of the paths of the document, so that one grows. */
const sizes = [0.1, 1, 5, 20]

const acts = {
  /** Compiles the first so many operations that compile at all, one warm-up before. */
  async compile(path, count) {
    const [{ createSources }, { openSpec }, { compile }, { resolveOptions }] = await Promise.all(
      ['spec/sources.js', 'spec/open.js', 'compile.js', 'options.js'].map(
        file => import(`${root}dist/${file}`),
      ),
    )
    const report = () => {}
    const options = resolveOptions(
      {
        specs: { bench: { spec: basename(path) } },
        conventions: { nestedForm: 'brackets', deepObjectArrays: 'repeat' },
        budget: { nodes: 5000, bytes: 1_000_000, tools: 2000 },
      },
      { root: dirname(path), file: 'bench', ci: false },
      report,
    )
    const sources = createSources({ root: dirname(path) })
    const spec = { key: 'bench', file: basename(path), namespace: 'b', refsRoot: '.' }
    const opened = openSpec({ sources, spec, lock: undefined }, report)
    const ids = Object.values(opened.document.paths).flatMap(item =>
      Object.values(item).flatMap(operation => operation.operationId ?? []),
    )
    const compileSome = some => {
      const operations = Object.fromEntries(some.map(id => [id, {}]))
      const selection = { place: 'inline', operations, at: { file: 'bench', pointer: '' } }
      const start = processorTime()
      const { tools } = compile(opened, { ...options, namespace: 'b', selection })
      return { milliseconds: processorTime() - start, tools: tools.length }
    }
    compileSome(ids.slice(-100))
    // Spread over the document: neighbours are alike.
    const step = ids.length / Number(count)
    return compileSome(Array.from({ length: Number(count) }, (_, i) => ids[Math.floor(i * step)]))
  },
  async read(path) {
    const { createSources } = await import(`${root}dist/spec/sources.js`)
    const start = processorTime()
    const { state } = createSources({ root: dirname(path) }).read(basename(path))
    if (state !== 'read') throw new Error(state)
    return { milliseconds: processorTime() - start }
  },
}

export async function run({ github }) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  try {
    const whole = join(folder, 'whole.json')
    copyFileSync(github, whole)
    const contestants = Object.fromEntries(
      counts.map(count => [count, () => fresh(import.meta.filename, 'compile', whole, count)]),
    )
    const compiled = await takeTurns(contestants, 5)
    const rows = rowsOf(
      Object.entries(compiled).map(([count, { milliseconds, tools }]) => ({
        what: `${count} operations compiled, ${tools} tools`,
        milliseconds,
        each: (milliseconds * 1000) / Number(count),
        unit: 'µs per operation',
      })),
    )
    const files = sizes.map(size => [size, write(join(folder, `${size}.json`), github, size)])
    const read = await takeTurns(
      Object.fromEntries(
        files.map(([size, path]) => [size, () => fresh(import.meta.filename, 'read', path)]),
      ),
      5,
    )
    return [
      ...rows,
      ...rowsOf(
        files.map(([size, path]) => {
          const megabytes = readFileSync(path).length / 1e6
          const { milliseconds } = read[size]
          return {
            what: `${megabytes.toFixed(1)} MB read`,
            milliseconds,
            each: milliseconds / megabytes,
            unit: 'ms per MB',
          }
        }),
      ),
    ]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The price of one, against the price where there are fewest. */
function rowsOf(results) {
  return results.map(({ what, milliseconds, each, unit }) => ({
    what,
    ours: `${milliseconds.toFixed(0)} ms`,
    theirs: `${each.toFixed(each < 10 ? 1 : 0)} ${unit}`,
    ratio: each / results[0].each,
    met: each <= results[0].each * 1.25,
  }))
}

/** A document of about so many megabytes: fewer paths than GitHub's, or copies of them. */
function write(path, github, megabytes) {
  const { paths, ...rest } = JSON.parse(readFileSync(github, 'utf8'))
  const small = { ...rest, components: {} }
  const entries = Object.entries(paths)
  const out = {}
  let bytes = JSON.stringify(small).length
  for (let copy = 0; bytes < megabytes * 1e6; copy++)
    for (const [key, item] of entries) {
      if (bytes >= megabytes * 1e6) break
      out[`/copy${copy}${key}`] = item
      bytes += JSON.stringify(item).length
    }
  writeFileSync(path, JSON.stringify({ ...small, paths: out }))
  return path
}

const [act, ...args] = process.argv.slice(2)
if (process.argv[1] === import.meta.filename) tell(await acts[act](...args))
