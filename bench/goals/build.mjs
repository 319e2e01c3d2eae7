/**
 * A cold build of GitHub's document with 20 operations: every hook of the plugin, files written, against reading the
 * file, its sum and its parser alone. As JSON and as YAML. `run.mjs` calls it.
 */
import { createHash } from 'node:crypto'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { dump, load } from 'js-yaml'
import { chosen, root } from '../documents.mjs'
import { fresh, processorTime, takeTurns, tell } from '../measure.mjs'

export const goal = '≤ 1.5 times'
export const needsGithub = true

/** What a process does; each answers with milliseconds of processor time. Loading code is not counted. */
const acts = {
  async ours(path) {
    const { default: openapiTools } = await import(`${root}dist/rollup.js`)
    const folder = mkdtempSync(join(tmpdir(), 'bench-'))
    try {
      const sha256 = createHash('sha256').update(readFileSync(path)).digest('hex')
      const spec = { spec: basename(path), sha256, operations: chosen }
      const start = processorTime()
      const plugin = openapiTools({
        root: dirname(path),
        specs: { github: spec },
        golden: out('golden'),
        dts: out('types.d.ts'),
        ci: false,
      })
      await build([plugin].flat()[0])
      return { milliseconds: processorTime() - start }
      function out(name) {
        return join(folder, name)
      }
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
  async alone(path) {
    const start = processorTime()
    const bytes = readFileSync(path)
    createHash('sha256').update(bytes).digest('hex')
    const text = bytes.toString('utf8')
    const document = path.endsWith('.json') ? JSON.parse(text) : load(text)
    if (document.openapi === undefined) throw new Error('no document')
    return { milliseconds: processorTime() - start }
  },
}

/** What Rollup asks of a plugin for one import. */
async function build(plugin) {
  const context = {
    meta: { watchMode: false },
    addWatchFile() {},
    emitFile() {},
    getWatchFiles: () => [],
    warn() {},
    error(error) {
      throw typeof error === 'string' ? new Error(error) : error
    },
  }
  const hook = (name, ...args) => (plugin[name]?.handler ?? plugin[name]).apply(context, args)
  await hook('buildStart', {})
  const resolved = await hook('resolveId', 'openapi-tools:github', join(root, 'app.js'), {})
  const loaded = await hook('load', resolved.id ?? resolved)
  const tools = (loaded.code ?? loaded).match(/^export const \w+ = \{"?name/gm) ?? []
  if (tools.length !== Object.keys(chosen).length) throw new Error(`${tools.length} tools`)
  await hook('buildEnd')
}

export async function run({ github }) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  try {
    const files = { JSON: join(folder, 'github.json'), YAML: join(folder, 'github.yaml') }
    copyFileSync(github, files.JSON)
    writeFileSync(files.YAML, dump(JSON.parse(readFileSync(github, 'utf8')), { lineWidth: -1, noRefs: true }))
    const rows = []
    for (const [format, path] of Object.entries(files)) {
      const measured = name => () => fresh(import.meta.filename, name, path)
      const { ours, alone } = await takeTurns({ ours: measured('ours'), alone: measured('alone') }, 7)
      const ratio = ours.milliseconds / alone.milliseconds
      rows.push({
        what: `${format}, ${(readFileSync(path).length / 1e6).toFixed(1)} MB`,
        ours: `${ours.milliseconds.toFixed(0)} ms`,
        theirs: `${alone.milliseconds.toFixed(0)} ms`,
        ratio,
        met: ratio <= 1.5,
      })
    }
    return rows
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const [act, path] = process.argv.slice(2)
if (process.argv[1] === import.meta.filename) tell(await acts[act](path))
