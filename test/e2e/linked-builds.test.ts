/**
 * What a build is told of its run time, when it is not the only one: several at once with one plugin, one after the other
 * with a cache, two configurations, a dev server that bundles. The package is the built one.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { rspack } from '@rspack/core'
import { build as esbuild, transform } from 'esbuild'
import { rolldown } from 'rolldown'
import { rollup } from 'rollup'
import { createServer, build as vite } from 'vite'
import { describe, expect, it } from 'vitest'
import webpack from 'webpack'
import type { Options } from '../../src/options.ts'
import { lock, main, ordersText } from '../plugin/app.ts'
import type { HostName } from '../plugin/hosts.ts'
import type { Folder } from '../support/folder.ts'
import { app, pluginOf, returnsText, runtime } from './app.ts'

/** Beside a tool with a format, one without. */
const moreReturns = `${returnsText}  /returns/count:
    get:
      operationId: countReturns
      summary: Count the returns.
      x-agent-tool: true
      responses: { 200: { description: ok } }
`
const using = (spec: string) =>
  main(
    `import { spec, tools } from 'openapi-tools:${spec}'
import { connect } from '${runtime}'
const made = connect(spec, { baseUrl: 'https://a.example' })`,
    'made.bind(tools, { offerWithoutCredential: true }).length',
  )
const usingOne = (name: string) =>
  main(
    `import tool from 'openapi-tools:../specs/returns.yaml/${name}'
import { isToolError } from '${runtime}'`,
    'isToolError(tool)',
  )
const specs = { 'specs/orders.yaml': ordersText, 'specs/returns.yaml': moreReturns }
const made = () =>
  app({
    ...specs,
    'openapi-tools.lock.json': lock(specs),
    'src/main.js': using('orders'),
    'src/returns.js': using('../specs/returns.yaml'),
    'src/count.js': usingOne('returnsCountReturns'),
    'src/list.js': usingOne('returnsListReturns'),
    'src/broken.js': using('nobody'),
  })

const rest = { ci: false, golden: false, dts: false } as const
const orders: Options = { specs: { orders: './specs/orders.yaml' }, ...rest }
const returns: Options = { specs: { returns: './specs/returns.yaml' }, ...rest }

// Each host has its own type of a plugin.
type Plugin = { name: string }
const madeOf = async (host: HostName, made: Folder, options = orders): Promise<never> =>
  (await pluginOf(host, made))({ root: made.path, ...options })

/** Builds `src/<entry>.js`; without a run time of its own when that is external. */
type Build = (folder: Folder, plugins: Plugin[], entry: string, external: boolean) => Promise<unknown>
const outside = /dist.runtime/
const builds: Record<'rollup' | 'rolldown' | 'vite' | 'esbuild', Build> = {
  async rollup({ at }, plugins, entry, external) {
    const bundle = await rollup({
      ...{ input: at(`src/${entry}.js`), plugins, onwarn() {} },
      ...(external && { external: outside }),
    })
    return bundle.generate({ format: 'es' })
  },
  async rolldown({ at, path }, plugins, entry, external) {
    const bundle = await rolldown({
      ...{ cwd: path, input: at(`src/${entry}.js`), plugins },
      ...(external && { external: outside }),
    })
    return bundle.generate({ format: 'es' })
  },
  vite: ({ at, path }, plugins, entry, external) =>
    vite({
      ...{ root: path, configFile: false, logLevel: 'silent', plugins },
      build: {
        write: false,
        rollupOptions: { input: at(`src/${entry}.js`), ...(external && { external: outside }) },
      },
    }),
  esbuild: ({ path }, plugins, entry, external) =>
    esbuild({
      ...{ absWorkingDir: path, entryPoints: [`src/${entry}.js`], bundle: true, write: false },
      ...{ format: 'esm', outdir: 'out', logLevel: 'silent', ...(external && { external: [runtime] }) },
      // What the plugins are, their factories say.
      plugins: plugins as never[],
    }),
}
const hosts = ['rollup', 'rolldown', 'vite', 'esbuild'] as const
const told = expect.stringContaining('error import-unlinked')
const outcome = (built: Promise<unknown>): Promise<string> =>
  built.then(
    () => '',
    error => String(error),
  )

describe.each(hosts)('%s', { timeout: 60_000 }, host => {
  const build = builds[host]

  it('judges each of two builds that have one plugin at once by what is in it', async () => {
    const folder = made()
    const plugins = [await madeOf(host, folder)]
    const both = (external: boolean) =>
      Promise.all([
        outcome(build(folder, plugins, 'main', false)),
        outcome(build(folder, plugins, 'returns', external)),
      ])
    expect(await both(true)).toEqual(['', ''])
    expect(await both(false)).toEqual(['', told])
    const twice = ['returns', 'returns'].map(entry => outcome(build(folder, plugins, entry, false)))
    expect(await Promise.all(twice)).toEqual([told, told])
    const other = outcome(build(folder, plugins, 'broken', false))
    expect(await outcome(build(folder, plugins, 'returns', false))).toEqual(told)
    expect(await other).toContain('error import-unknown')
  })
})

describe.each(['rollup', 'rolldown', 'vite'] as const)('%s', { timeout: 60_000 }, host => {
  const build = builds[host]

  it('takes an import by path that needs what only another configuration of the bundle needs', async () => {
    const folder = made()
    const [one, other] = [await madeOf(host, folder), await madeOf(host, folder, returns)]
    expect(await outcome(build(folder, [one, other], 'returns', false))).toBe('')
    expect(await outcome(build(folder, [one], 'returns', false))).toEqual(told)
  })

  it('judges a tool that is imported alone by itself', async () => {
    const folder = made()
    const plugins = [await madeOf(host, folder)]
    expect(await outcome(build(folder, plugins, 'count', false))).toBe('')
    expect(await outcome(build(folder, plugins, 'list', false))).toEqual(told)
  })

  it('leaves the run time whole where another plugin has written its exports anew', async () => {
    const folder = made()
    const other = {
      ...{ name: 'other', enforce: 'pre' },
      transform: (code: string, id: string) =>
        id.endsWith('parts.js')
          ? transform(code, { format: 'esm' }).then(({ code }) => ({ code, map: null }))
          : null,
    }
    const plugin = await madeOf(host, folder)
    expect(await outcome(build(folder, [other, plugin], 'returns', false))).toBe('')
    expect(await outcome(build(folder, [plugin, other], 'returns', false))).toEqual(told)
  })
})

/** What both compilers have. */
interface Compiler {
  run(
    done: (
      error: Error | null,
      stats?: { toJson(options: object): { errors?: { message: string }[] } },
    ) => void,
  ): void
  close(done: (error?: Error | null) => void): void
}

describe.each([
  ['webpack', webpack, { type: 'memory' }],
  ['rspack', rspack, true],
] as const)('%s', { timeout: 60_000 }, (host, make, cache) => {
  it('tells it again in a build that takes the tools from a cache', async () => {
    const folder = made()
    const compiler = (make as (options: object) => unknown)({
      ...{
        context: folder.path,
        mode: 'development',
        devtool: false,
        target: 'node',
        entry: './src/returns.js',
      },
      ...{ cache, output: { path: join(folder.path, 'out') }, plugins: [await madeOf(host, folder)] },
    }) as Compiler // each types its own
    const errors = []
    for (let i = 0; i < 4; i++)
      errors.push(
        await new Promise<string>((done, fail) =>
          compiler.run((error, stats) =>
            error
              ? fail(error)
              : done(`${stats?.toJson({ all: false, errors: true }).errors?.map(e => e.message)}`),
          ),
        ),
      )
    await new Promise(done => compiler.close(done))
    expect(errors).toEqual([told, told, told, told])
  })
})

it('is judged as a build of Vite after a dev server that had the same plugin', {
  timeout: 60_000,
}, async () => {
  const folder = made()
  const plugins = [await madeOf('vite', folder, { ...orders, golden: './golden' })]
  const server = await createServer({
    ...{ root: folder.path, configFile: false, logLevel: 'silent', plugins },
    ...{ server: { middlewareMode: true, ws: false }, optimizeDeps: { noDiscovery: true } },
  })
  await server.environments.client.transformRequest('/src/main.js')
  await server.close()
  expect(existsSync(folder.at('golden'))).toBe(false)
  expect(await outcome(builds.vite(folder, plugins, 'returns', false))).toEqual(told)
  expect(await outcome(builds.vite(folder, plugins, 'main', false))).toBe('')
  expect(existsSync(folder.at('golden'))).toBe(true)
})

it('is whole in a dev server of Vite that bundles', { timeout: 60_000 }, async () => {
  const folder = made()
  folder.write({ 'index.html': '<script type="module" src="/src/returns.js"></script>' })
  const errors: string[] = []
  const say = (text: string) => void errors.push(text)
  const server = await createServer({
    ...{ root: folder.path, configFile: false, plugins: [await madeOf('vite', folder)] },
    ...{ experimental: { bundledDev: true }, server: { port: 0 } },
    customLogger: {
      ...{ info() {}, warn() {}, warnOnce() {}, clearScreen() {}, error: say },
      ...{ hasWarned: false, hasErrorLogged: () => false },
    },
  })
  await server.listen()
  const base = server.resolvedUrls?.local[0] ?? ''
  const page = async (): Promise<string> => {
    const text = await (await fetch(base, { headers: { accept: 'text/html' } })).text()
    if (errors.length > 0 || text.includes('src="/assets/')) return text
    await new Promise(done => setTimeout(done, 50))
    return page()
  }
  const script = /src="(\/assets\/[^"]*)"/.exec(await page())?.[1]
  const text = script && (await (await fetch(new URL(script, base))).text())
  await server.close()
  expect(errors).toEqual([])
  expect(text).toContain('one form only')
})
