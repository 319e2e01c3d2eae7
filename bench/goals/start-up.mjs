/**
 * Start-up with 20 tools of GitHub: `import()` of the module that has them, alone and bundled with the run time,
 * against making ADK's OpenAPIToolset of the whole document after its package is loaded. `run.mjs` calls it.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { load } from '../../test/peers/load.mjs'
import { chosen, compileFile, root } from '../documents.mjs'
import { fresh, least, processorTime, takeTurns, tell } from '../measure.mjs'

export const goal = '≥ 500 times faster, ≥ 100 times less memory'
export const needsGithub = true

/** What a process does; each answers with milliseconds and bytes. */
const acts = {
  async ours(file) {
    // Too short for the processor's account; the clock never shows less.
    return during(
      () => performance.now(),
      () => import(pathToFileURL(file).href),
    )
  },
  async adk(file) {
    const { OpenAPIToolset, setLogLevel, LogLevel } = await load('@google/adk')
    setLogLevel(LogLevel.ERROR)
    const specStr = readFileSync(file, 'utf8')
    return during(
      processorTime,
      () => new OpenAPIToolset({ specStr, specType: 'json', toolFilter: ['issues/create'] }),
    )
  },
}

async function during(clock, work) {
  globalThis.gc()
  const bytes = process.memoryUsage().rss
  const start = clock()
  const kept = await work()
  const milliseconds = clock() - start
  const result = { milliseconds, bytes: process.memoryUsage().rss - bytes }
  // Whatever was made is still there.
  if (kept === undefined) throw new Error('nothing was made')
  return result
}

export async function run({ github }) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  try {
    const [tools, app] = await bundles(github, folder)
    const measured = (act, file) => () => fresh(import.meta.filename, act, file)
    const { adk, ...ours } = await takeTurns(
      {
        'the module': measured('ours', tools),
        'module and run time': measured('ours', app),
        adk: measured('adk', github),
      },
      11,
      least,
    )
    return Object.entries(ours).flatMap(([what, { milliseconds, bytes }]) => {
      const [faster, less] = [adk.milliseconds / milliseconds, adk.bytes / Math.max(bytes, 1)]
      // The goal is about what the plugin writes.
      const judged = met => (what === 'the module' ? { met } : {})
      return [
        {
          what: `${what}: time until the tools are there`,
          ours: `${milliseconds.toFixed(2)} ms`,
          theirs: `${adk.milliseconds.toFixed(0)} ms`,
          ratio: faster,
          ...judged(faster >= 500),
        },
        {
          what: `${what}: memory that this takes`,
          ours: `${(bytes / 2 ** 20).toFixed(2)} MiB`,
          theirs: `${(adk.bytes / 2 ** 20).toFixed(0)} MiB`,
          ratio: less,
          ...judged(less >= 100),
        },
      ]
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The module with 20 tools, alone and with the run time, as a bundler leaves them. */
async function bundles(github, folder) {
  const { moduleText } = await import(`${root}dist/emit/module.js`)
  const entry = join(folder, 'tools.mjs')
  writeFileSync(entry, moduleText(await compileFile(github, chosen)))
  const contents = [
    `export * from ${JSON.stringify(entry)}`,
    `export * from ${JSON.stringify(entry)}\nexport { connect } from '${root}dist/runtime/index.js'`,
  ]
  return Promise.all(
    contents.map(async (text, i) => {
      const outfile = join(folder, `bundle-${i}.mjs`)
      await build({
        stdin: { contents: text, resolveDir: root },
        ...{ bundle: true, minify: true, format: 'esm', platform: 'node', outfile },
      })
      return outfile
    }),
  )
}

const [act, file] = process.argv.slice(2)
if (process.argv[1] === import.meta.filename) tell(await acts[act](file))
