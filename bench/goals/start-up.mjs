/**
 * Start-up with 20 tools of GitHub: `import()` of a bundle that has them and the run time, against making ADK's
 * OpenAPIToolset of the whole document after its package is loaded. `run.mjs` calls it.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { load } from '../../test/peers/load.mjs'
import { chosen, compileFile, root } from '../documents.mjs'
import { fresh, processorTime, takeTurns, tell } from '../measure.mjs'

export const goal = '≥ 500 times faster, ≥ 100 times less memory'
export const needsGithub = true

/** What a process does; each answers with milliseconds of processor time and bytes. */
const acts = {
  async ours(file) {
    return during(() => import(pathToFileURL(file).href))
  },
  async adk(file) {
    const { OpenAPIToolset, setLogLevel, LogLevel } = await load('@google/adk')
    setLogLevel(LogLevel.ERROR)
    const specStr = readFileSync(file, 'utf8')
    return during(() => new OpenAPIToolset({ specStr, specType: 'json', toolFilter: ['issues/create'] }))
  },
}

async function during(work) {
  globalThis.gc()
  const bytes = process.memoryUsage().rss
  const start = processorTime()
  const kept = await work()
  const milliseconds = processorTime() - start
  const result = { milliseconds, bytes: process.memoryUsage().rss - bytes }
  // Whatever was made is still there.
  if (kept === undefined) throw new Error('nothing was made')
  return result
}

export async function run({ github }) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  try {
    const bundle = join(folder, 'app.mjs')
    await bundleApp(github, bundle)
    const { ours, adk } = await takeTurns(
      {
        ours: () => fresh(import.meta.filename, 'ours', bundle),
        adk: () => fresh(import.meta.filename, 'adk', github),
      },
      7,
    )
    const faster = adk.milliseconds / ours.milliseconds
    const less = adk.bytes / Math.max(ours.bytes, 1)
    return [
      {
        what: 'time until the tools are there',
        ours: `${ours.milliseconds.toFixed(2)} ms`,
        theirs: `${adk.milliseconds.toFixed(0)} ms`,
        ratio: faster,
        met: faster >= 500,
      },
      {
        what: 'memory that this takes',
        ours: `${(ours.bytes / 2 ** 20).toFixed(2)} MiB`,
        theirs: `${(adk.bytes / 2 ** 20).toFixed(0)} MiB`,
        ratio: less,
        met: less >= 100,
      },
    ]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The module with 20 tools and the run time, as a bundler leaves them. */
async function bundleApp(github, outfile) {
  const { moduleText } = await import(`${root}dist/emit/module.js`)
  const compiled = await compileFile(github, chosen)
  const entry = outfile.replace('app.mjs', 'tools.mjs')
  writeFileSync(entry, moduleText(compiled))
  await build({
    stdin: {
      contents: `export * from ${JSON.stringify(entry)}\nexport { connect } from '${root}dist/runtime/index.js'`,
      resolveDir: root,
    },
    ...{ bundle: true, minify: true, format: 'esm', platform: 'node', outfile },
  })
}

const [act, file] = process.argv.slice(2)
if (process.argv[1] === import.meta.filename) tell(await acts[act](file))
