/** Traps of single hosts: persistent caches, externals, errors of others. */
import { rspack } from '@rspack/core'
import { build as esbuild } from 'esbuild'
import { rolldown } from 'rolldown'
import { rollup } from 'rollup'
import { build as vite } from 'vite'
import { describe, expect, it } from 'vitest'
import webpack from 'webpack'
import esbuildPlugin from '../../src/esbuild.ts'
import type { Options } from '../../src/options.ts'
import { viteConfig } from '../../src/plugin/vite.ts'
import rolldownPlugin from '../../src/rolldown.ts'
import rollupPlugin from '../../src/rollup.ts'
import rspackPlugin from '../../src/rspack.ts'
import vitePlugin from '../../src/vite.ts'
import webpackPlugin from '../../src/webpack.ts'
import { type Folder, folder } from '../support/folder.ts'
import { app, lock, main, options, ordersText } from './app.ts'

const entry = 'src/main.js'
const golden = 'openapi-tools.golden/orders/orders_get.json'

interface Compiler {
  run(done: (error: Error | null, stats?: { compilation: { errors: { message: string }[] } }) => void): void
  close(done: (error?: Error | null) => void): void
}

/** Runs once and closes, so that the cache is written as at the end of a process. */
async function once(compiler: Compiler | null, out: Folder): Promise<string> {
  const errors = await new Promise<string>((done, fail) =>
    compiler?.run((error, stats) =>
      error ? fail(error) : done((stats?.compilation.errors ?? []).map(e => e.message).join('\n')),
    ),
  )
  await new Promise<void>((done, fail) => compiler?.close(error => (error ? fail(error) : done())))
  return errors === '' ? (out.snapshot()['main.cjs'] ?? '') : errors
}

const cached: Record<string, (at: Folder, cache: Folder, inline: Options) => Promise<string>> = {
  webpack(at, cache, inline) {
    const out = folder()
    const compiler = webpack({
      context: at.path,
      ...{ mode: 'development', devtool: false, target: 'node', entry: `./${entry}` },
      output: { path: out.path, filename: 'main.cjs' },
      cache: { type: 'filesystem', cacheDirectory: cache.path },
      plugins: [webpackPlugin(inline)],
    })
    return once(compiler as Compiler | null, out)
  },
  rspack(at, cache, inline) {
    const out = folder()
    const compiler = rspack({
      context: at.path,
      ...{ mode: 'development', devtool: false, target: 'node', entry: `./${entry}` },
      output: { path: out.path, filename: 'main.cjs' },
      cache: { type: 'persistent', storage: { type: 'filesystem', directory: cache.path } },
      plugins: [rspackPlugin(inline)],
    })
    return once(compiler as unknown as Compiler, out)
  },
}

describe.each(Object.keys(cached))('%s with a persistent cache', { timeout: 30_000 }, host => {
  const build = (at: Folder, cache: Folder, inline: Options) => cached[host]?.(at, cache, inline)

  it('sees a changed spec, changed options, a changed golden file', async () => {
    const text = main(`import { tools } from 'openapi-tools:orders'`, 'tools')
    const [at, cache] = [app({ 'src/main.js': text }), folder()]
    expect(await build(at, cache, options)).toContain('Fetch a single order')
    expect(await build(at, cache, options)).toContain('Fetch a single order')
    expect(Object.keys(cache.snapshot()).length).toBeGreaterThan(0)

    const reviewed = at.read(golden)
    at.write({ [golden]: reviewed.replace('Fetch', 'Get') })
    expect(await build(at, cache, options)).toContain('golden-changed')
    at.write({ [golden]: reviewed })
    expect(await build(at, cache, options)).toContain('Fetch a single order')

    const named = {
      ...options,
      golden: false as const,
      specs: { orders: { spec: 'specs/orders.yaml', operations: { getOrder: { name: 'renamed' } } } },
    }
    expect(await build(at, cache, named)).toMatch(/\\?"renamed\\?"/)

    const changed = ordersText.replace('Fetch a single order', 'Look up an order')
    at.write({
      'specs/orders.yaml': changed,
      'openapi-tools.lock.json': lock({ 'specs/orders.yaml': changed }),
    })
    expect(await build(at, cache, { ...options, golden: false })).toContain('Look up an order')
  })

  it('fails again when it failed before', async () => {
    const [at, cache] = [app({ 'openapi-tools.lock.json': lock({}) }), folder()]
    for (let i = 0; i < 3; i++) expect(await build(at, cache, options)).toContain('spec-not-pinned')
    at.write({ 'openapi-tools.lock.json': lock({ 'specs/orders.yaml': ordersText }) })
    expect(await build(at, cache, options)).toContain('Fetch a single order')
  })

  it('knows an implicit spec again', async () => {
    const text = main(`import { ordersGet } from 'openapi-tools:../specs/orders.yaml'`, 'ordersGet')
    const [at, cache] = [app({ 'src/main.js': text }), folder()]
    const other = { ci: false, golden: false as const, specs: { other: 'specs/other.yaml' } }
    expect(await build(at, cache, other)).toContain('Fetch a single order')
    const changed = ordersText.replace('Fetch a single order', 'Look up an order')
    at.write({
      'specs/orders.yaml': changed,
      'openapi-tools.lock.json': lock({ 'specs/orders.yaml': changed }),
    })
    expect(await build(at, cache, other)).toContain('Look up an order')
  })
})

describe('an import that is left in the output', () => {
  const external = [/^[^./]/]
  const builds: Record<string, (at: Folder, warnings: string[]) => Promise<unknown>> = {
    async rollup(at, warnings) {
      const plugins = [rollupPlugin({ ...options, root: at.path })]
      const bundle = await rollup({
        input: at.at(entry),
        external,
        plugins,
        onwarn: w => void warnings.push(w.message),
      })
      return bundle.generate({ format: 'es' })
    },
    async rolldown(at, warnings) {
      const plugins = [rolldownPlugin(options)]
      const onwarn = (w: { message?: string }) => void warnings.push(w.message ?? '')
      const bundle = await rolldown({ cwd: at.path, input: entry, external, plugins, onwarn })
      return bundle.generate({ format: 'es' })
    },
    vite: (at, warnings) => {
      const warn = (m: string) => void warnings.push(m)
      return vite({
        ...{ root: at.path, configFile: false, plugins: [vitePlugin(options)] },
        customLogger: {
          ...{ info() {}, clearScreen() {}, hasWarned: false, hasErrorLogged: () => false, error() {} },
          ...{ warn, warnOnce: warn },
        },
        logLevel: 'warn',
        build: {
          lib: { entry, formats: ['es'], fileName: 'x' },
          outDir: folder().path,
          emptyOutDir: true,
          rollupOptions: { external },
        },
      })
    },
  }

  it.each(Object.keys(builds))('is a warning: %s', async host => {
    const warnings: string[] = []
    await builds[host]?.(app(), warnings)
    expect(warnings.join('\n')).toContain('warning external-import')
    expect(warnings.join('\n')).toContain('still imports "openapi-tools:orders"')
  })

  it('is none under `packages: external` of esbuild', async () => {
    const at = app()
    const { outputFiles } = await esbuild({
      absWorkingDir: at.path,
      entryPoints: [entry],
      ...{ bundle: true, format: 'esm', packages: 'external', write: false },
      plugins: [esbuildPlugin(options)],
    })
    expect(outputFiles[0]?.text).toContain('"orders_get"')
  })
})

describe('a build that fails for another reason', () => {
  const broken = { 'src/main.js': `import 'openapi-tools:orders'\nimport './no-such-file.js'\n` }

  it.each([
    [
      'rollup',
      (at: Folder) =>
        rollup({ input: at.at(entry), onwarn() {}, plugins: [rollupPlugin({ ...options, root: at.path })] }),
    ],
    [
      'rolldown',
      async (at: Folder) =>
        (await rolldown({ cwd: at.path, input: entry, plugins: [rolldownPlugin(options)] })).generate(),
    ],
    [
      'vite',
      (at: Folder) =>
        vite({
          root: at.path,
          configFile: false,
          logLevel: 'silent',
          plugins: [vitePlugin(options)],
          build: { rollupOptions: { input: at.at(entry) }, outDir: folder().path, emptyOutDir: true },
        }),
    ],
    [
      'esbuild',
      (at: Folder) =>
        esbuild({
          absWorkingDir: at.path,
          entryPoints: [entry],
          bundle: true,
          write: false,
          logLevel: 'silent',
          plugins: [esbuildPlugin(options)],
        }),
    ],
    ['webpack', (at: Folder) => cached.webpack?.(at, folder(), options)],
    ['rspack', (at: Folder) => cached.rspack?.(at, folder(), options)],
  ])('writes nothing: %s', async (_, build) => {
    const at = app(broken)
    const before = at.snapshot()
    const message = await Promise.resolve(build(at)).then(String, String)
    expect(message).toContain('no-such-file.js')
    expect(at.snapshot()).toEqual(before)
  })
})

describe('vite', () => {
  it('inlines the tools for SSR too', async () => {
    const at = app()
    const out = folder()
    const plugin = vitePlugin(options)
    const common = {
      root: at.path,
      configFile: false as const,
      logLevel: 'silent' as const,
      plugins: [plugin],
    }
    await vite({ ...common, build: { ssr: at.at(entry), outDir: out.path, emptyOutDir: true } })
    expect(out.read('main.js')).toContain('"orders_get"')
    expect(out.read('main.js')).not.toMatch(/import .*openapi-tools/)
  })

  it('tells the dependency scanner of Vite 6 and 7 about the scheme, and leaves Vite 8 alone', () => {
    const hook = typeof viteConfig === 'function' ? viteConfig : viteConfig.handler
    const config = (context?: unknown) => Reflect.apply(hook, context, [{}, {}])
    expect(config({ meta: { rolldownVersion: '1.0.0' } })).toBeUndefined()
    expect(config({ meta: {} })).toBeDefined()
    const seen: unknown[] = []
    const [plugin] = config().optimizeDeps.esbuildOptions.plugins
    plugin.setup({
      onResolve: (filter: unknown, resolve: (a: unknown) => unknown) =>
        seen.push(filter, resolve({ path: 'openapi-tools:orders' })),
    })
    expect(seen).toEqual([{ filter: expect.any(RegExp) }, { path: 'openapi-tools:orders', external: true }])
  })
})
