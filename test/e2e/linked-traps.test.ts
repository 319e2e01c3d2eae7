/** Where a linked run time could be too small: caches, two configurations, folders and files with unlucky names. */
import { join } from 'node:path'
import { rspack } from '@rspack/core'
import { type BuildOptions, type Plugin as EsbuildPlugin, build as esbuild } from 'esbuild'
import { type RollupCache, rollup } from 'rollup'
import { describe, expect, it } from 'vitest'
import webpack from 'webpack'
import type { Options } from '../../src/options.ts'
import { lock, main, ordersText } from '../plugin/app.ts'
import { build, type HostName, hostNames, run } from '../plugin/hosts.ts'
import { type Folder, folder } from '../support/folder.ts'
import { app, bundle, hosts, pluginOf, runAlone, runtime, build as start } from './app.ts'

const entry = 'src/main.js'
const files = {
  'specs/orders.yaml': ordersText,
  'openapi-tools.lock.json': lock({ 'specs/orders.yaml': ordersText }),
  [entry]: main(
    `import { tools, spec } from 'openapi-tools:orders'
import { connect } from '${runtime}'
const orders = connect(spec, { baseUrl: 'https://orders.example.com/v1', credentials: { bearerAuth: 'token-1234' } })
const args = { getOrder: { orderId: 'ord_1100' }, createRefund: { orderId: 'ord_1100', amountCents: 5, reason: 'damaged' } }
const planned = []
for (const tool of tools) planned.push(await orders.plan(tool, args[tool.operation.id]).then(p => p.method ?? JSON.stringify(p), String))
`,
    'planned',
  ),
}

const options = (operations: string[], kind: 'whole' | 'linked' = 'linked'): Options => ({
  specs: { orders: { spec: './specs/orders.yaml', operations } },
  ...{ ci: false, golden: false, dts: false, runtime: kind },
})
const few = options(['getOrder'])
const more = options(['getOrder', 'createRefund'])

type Plugin = Awaited<ReturnType<typeof pluginOf>>

/** What webpack's compiler and Rspack's have in common; each types the rest, its callbacks too, in its own way. */
interface Compiler {
  run(done: (error: Error | null) => void): void
  close(done: (error?: Error | null) => void): void
}

/** Each builds with what an earlier build has kept. */
const keeping: Record<
  string,
  (made: Folder, plugin: Plugin) => (inline: Options | undefined) => Promise<Folder>
> = {
  rollup(made, plugin) {
    let cache: RollupCache | undefined
    return async inline => {
      const out = folder()
      const bundle = await rollup({
        input: made.at(entry),
        plugins: [plugin(inline && { root: made.path, ...inline })],
        ...(cache && { cache }),
      })
      cache = bundle.cache
      await bundle.write({ dir: out.path, format: 'es', entryFileNames: 'main.mjs' })
      return out
    }
  },
  webpack: (made, plugin) => inline =>
    compiled(
      out =>
        webpack({
          context: made.path,
          ...{
            mode: 'development',
            devtool: false,
            target: 'node',
            entry: `./${entry}`,
            experiments: { outputModule: true },
          },
          output: { path: out.path, filename: 'main.mjs', module: true },
          cache: { type: 'filesystem', cacheDirectory: made.at('.cache') },
          plugins: [plugin(inline)],
        }) as Compiler,
    ),
  rspack: (made, plugin) => inline =>
    compiled(
      out =>
        rspack({
          context: made.path,
          ...{ mode: 'development', devtool: false, target: 'node', entry: `./${entry}` },
          output: { path: out.path, filename: 'main.mjs', module: true },
          cache: { type: 'persistent', storage: { type: 'filesystem', directory: made.at('.cache') } },
          plugins: [plugin(inline)],
        }) as unknown as Compiler, // its callbacks have types of their own
    ),
}

async function compiled(compiler: (out: Folder) => Compiler): Promise<Folder> {
  const out = folder()
  const started = compiler(out)
  await new Promise<void>((done, fail) => started.run(error => (error ? fail(error) : done())))
  await new Promise<void>((done, fail) => started.close(error => (error ? fail(error) : done())))
  return out
}

/** esbuild with plugins that see each other. */
async function esbuilt(made: Folder, plugins: EsbuildPlugin[], more: BuildOptions = {}): Promise<Folder> {
  const out = folder()
  await esbuild({
    absWorkingDir: made.path,
    entryPoints: [entry],
    ...{ bundle: true, format: 'esm', outfile: join(out.path, 'main.mjs'), logLevel: 'silent' },
    ...{ ...more, plugins },
  })
  return out
}

const answers = async (out: Folder) => run({ out, errors: '', warnings: [] })
/** A text of the unions, which no tool here needs. */
const union = 'one form only'
const isWhole = (out: Folder) => Object.values(out.snapshot()).join('').includes(union)

/** Rollup has no root of its own, so it finds no file. */
const told = Object.keys(keeping).flatMap(host =>
  host === 'rollup'
    ? [[host, 'the call']]
    : [
        [host, 'the call'],
        [host, 'a file'],
      ],
)

describe.each(told)(
  '%s with what an earlier build has kept, options in %s',
  { timeout: 60_000 },
  (host = '', place) => {
    it('links for the tools of this build', async () => {
      const made = app(files)
      const start = keeping[host]?.(made, await pluginOf(host as HostName, made)) // the keys are hosts
      if (!start) throw new Error(host)
      const build = (options: Options) => {
        if (place === 'the call') return start(options)
        made.write({ 'openapi-tools.config.json': JSON.stringify(options) })
        return start(undefined)
      }
      expect(await answers(await build(few))).toEqual(['GET'])
      const second = await build(more)
      expect(await answers(second)).toEqual(['GET', 'POST'])
      expect(isWhole(second)).toBe(false)
      expect(isWhole(await build({ ...more, runtime: 'whole' }))).toBe(true)
      const last = await build(more)
      expect(isWhole(last)).toBe(false)
      expect(await answers(last)).toEqual(['GET', 'POST'])
    })
  },
)

describe('two configurations in one bundle', { timeout: 60_000 }, () => {
  /** A text for writes, which the POST needs and the GET does not. */
  const forWrites = 'the outcome is unknown'
  const all = options(['getOrder'], 'whole')

  it.each(hostNames)('have what either of them needs: %s', async host => {
    const made = app(files)
    const plugin = await pluginOf(host, made)
    const both = async (...given: Options[]) => {
      const plugins = given.map(each => plugin({ root: made.path, ...each }))
      const apply = (compiler: never) => {
        for (const each of plugins as { apply(compiler: never): void }[]) each.apply(compiler)
      }
      const one = (/pack$/.test(host) ? { apply } : plugins) as never
      const built =
        host === 'esbuild'
          ? { out: await esbuilt(made, plugins), errors: '', warnings: [] }
          : await build(host, { folder: made, plugin: () => one })
      const text = Object.values(built.out.snapshot()).join('')
      return [await run(built), text.includes(forWrites), text.includes(union)]
    }
    // Where one does not see what another has made of a module, the run time stays whole.
    const stays = /pack$|esbuild/.test(host)
    const tools = host.endsWith('pack') ? expect.anything() : undefined
    expect(await both(few, few)).toEqual([['GET'], stays, stays])
    expect(await both(few, more)).toEqual([tools ?? ['GET'], true, stays])
    expect(await both(more, few)).toEqual([tools ?? ['GET', 'POST'], true, stays])
    expect(await both(few, all)).toEqual([['GET'], true, true])
    expect(await both(all, few)).toEqual([['GET'], true, true])
  })
})

describe('names', { timeout: 60_000 }, () => {
  // In a process of its own: Vitest finds no module there.
  it.each(hosts)('links in a folder that is called C#: %s', async host => {
    const configuration = { 'openapi-tools.config.json': JSON.stringify(few) }
    const made = app({ ...files, ...configuration }, join(folder().path, 'C#'))
    expect(await start(host, made)).toMatchObject({ code: 0 })
    expect(bundle(host, made)).not.toContain(union)
    expect(await runAlone(host, made)).toEqual(['GET'])
  })

  it.each(['whole', 'linked'] as const)(
    'leaves a file of the app that is called the same to the app: %s',
    async kind => {
      const made = app({
        ...files,
        'src/runtime/parts.js': 'export const first = <b>x</b>\n',
        'src/runtime/other/runtime/parts.js': 'export const second = 1\n',
        [entry]: `import { first } from './runtime/parts.js'
import { second } from './runtime/other/runtime/parts.js'
import { tools } from 'openapi-tools:orders'
process.stdout.write(JSON.stringify([first, second, tools.length]))\n`,
      })
      const plugin = await pluginOf('esbuild', made)
      const second = 'export const second = 2'
      const out = await esbuilt(
        made,
        [
          plugin(options(['getOrder'], kind)),
          {
            name: 'other',
            setup: host => host.onLoad({ filter: /other.runtime.parts\.js$/ }, () => ({ contents: second })),
          },
        ],
        { loader: { '.js': 'jsx' }, jsxFactory: 'Array.of' },
      )
      expect(await answers(out)).toEqual([['b', null, 'x'], 2, 1])
    },
  )
})
