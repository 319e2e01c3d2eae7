/** Dev servers and watching builds: an edit is seen, an error is recovered from, and nothing is done twice. */
import { setTimeout as wait } from 'node:timers/promises'
import { rspack } from '@rspack/core'
import { context } from 'esbuild'
import { watch as rolldown } from 'rolldown'
import { watch as rollup } from 'rollup'
import { createServer, type ViteDevServer, build as viteBuild } from 'vite'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import webpack from 'webpack'
import esbuildPlugin from '../../src/esbuild.ts'
import rolldownPlugin from '../../src/rolldown.ts'
import rollupPlugin from '../../src/rollup.ts'
import rspackPlugin from '../../src/rspack.ts'
import vitePlugin from '../../src/vite.ts'
import webpackPlugin from '../../src/webpack.ts'
import { type Folder, folder } from '../support/folder.ts'
import { app, main, options, ordersText } from './app.ts'

const compiles = vi.hoisted(() => ({ count: 0 }))
vi.mock('../../src/compile.ts', async original => {
  const real = await original<typeof import('../../src/compile.ts')>()
  const compile: typeof real.compile = (...args) => {
    compiles.count++
    return real.compile(...args)
  }
  return { ...real, compile }
})
beforeEach(() => {
  compiles.count = 0
})

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

// File watchers merge changes that follow each other at once.
const settle = () => wait(600)

describe('vite dev server', { timeout: 30_000 }, () => {
  async function serve(at: Folder) {
    const said: string[] = []
    const sent: string[] = []
    const server: ViteDevServer = await createServer({
      root: at.path,
      configFile: false,
      server: { middlewareMode: true, ws: false },
      appType: 'custom',
      customLogger: {
        ...{ info() {}, clearScreen() {}, hasWarned: false, hasErrorLogged: () => false },
        ...{ error: m => void said.push(m), warn: m => void said.push(m), warnOnce: m => void said.push(m) },
      },
      plugins: [vitePlugin({ specs: options.specs, ci: false })],
    })
    closers.push(() => server.close())
    for (const environment of Object.values(server.environments)) {
      const { hot } = environment
      const send = hot.send.bind(hot)
      hot.send = (...args: unknown[]) => {
        sent.push(`${environment.name} ${(args[0] as { type?: string }).type}`)
        return Reflect.apply(send, hot, args)
      }
    }
    await settle()
    return { server, said, sent }
  }
  const text = (server: ViteDevServer) =>
    server
      .ssrLoadModule('/src/tools.js')
      .then(m => m.ordersGet.declarations.gemini.declaration.description as string)
  const files = { 'src/tools.js': `export * from 'openapi-tools:orders'` }

  it('serves the module, compiled once for every environment, and writes the types', async () => {
    const at = app(files)
    const { server, said } = await serve(at)
    expect(at.read('openapi-tools.d.ts')).toContain('"openapi-tools:orders"')
    expect(await text(server)).toMatch(/^Fetch a single order/)
    const client = await server.transformRequest('\0openapi-tools:orders.js')
    expect(client?.code).toContain('"orders_get"')
    await server.transformRequest('/src/tools.js')
    expect(compiles.count).toBe(1)
    // Not reviewed yet: a person at work is told once, and goes on.
    expect(said.filter(m => m.includes('golden-missing'))).toHaveLength(1)
    expect(Object.keys(at.snapshot()).filter(f => f.startsWith('openapi-tools.golden'))).toEqual([])
  })

  it('sees an edit of the spec, a fault, and its correction', async () => {
    const at = app(files)
    const { server, said, sent } = await serve(at)
    await text(server)
    await server.transformRequest('/src/tools.js')
    await server.transformRequest('\0openapi-tools:orders.js')
    sent.length = 0

    at.write({ 'specs/orders.yaml': ordersText.replace('Fetch a single order', 'Look up an order') })
    await vi.waitFor(() => expect(sent).toContain('client full-reload'), 5000)
    expect(await text(server)).toMatch(/^Look up an order/)
    expect(said.filter(m => m.includes('spec-changed'))).toHaveLength(1)

    await settle()
    at.write({ 'specs/orders.yaml': ordersText.replace('name: orders_get', 'nmae: orders_get') })
    await settle()
    await expect(text(server)).rejects.toMatchObject({
      message: expect.stringContaining('error directive-unknown'),
      loc: { file: at.at('specs/orders.yaml'), line: 34, column: 8 },
      frame: expect.stringContaining('34 |         nmae: orders_get'),
    })

    await settle()
    at.write({ 'specs/orders.yaml': ordersText })
    await settle()
    expect(await text(server)).toMatch(/^Fetch a single order/)
  })

  it('keeps the types up to date', async () => {
    const at = app(files)
    const { server, sent } = await serve(at)
    await text(server)
    await server.transformRequest('/src/tools.js')
    await server.transformRequest('\0openapi-tools:orders.js')
    expect(at.read('openapi-tools.d.ts')).not.toContain('ordersList')
    at.write({ 'specs/orders.tools.yaml': 'version: 1\noperations: { listOrders: { name: orders_list } }\n' })
    // A new file: nothing could depend on it before.
    await vi.waitFor(() => expect(sent).toContain('client full-reload'), 5000)
    expect(Object.keys(await server.ssrLoadModule('/src/tools.js'))).toContain('ordersList')
    expect(at.read('openapi-tools.d.ts')).toContain('ordersList')
  })
})

interface Watching {
  at: Folder
  out: string
  ended(errors: string): void
}

const entry = 'src/main.js'
const inline = { ...options, golden: false as const, dts: false as const }

const watchers: Record<string, (w: Watching) => unknown> = {
  rollup({ at, out, ended }) {
    const watcher = rollup({
      input: at.at(entry),
      plugins: [rollupPlugin({ ...inline, root: at.path })],
      output: { dir: out, format: 'es', entryFileNames: 'main.mjs' },
      onwarn() {},
    })
    watcher.on('event', event => {
      if (event.code === 'BUNDLE_END') ended('')
      if (event.code === 'ERROR') ended(event.error.message)
      if ('result' in event && event.result) void event.result.close()
    })
    closers.push(() => watcher.close())
  },
  rolldown({ at, out, ended }) {
    const watcher = rolldown({
      cwd: at.path,
      input: entry,
      plugins: [rolldownPlugin(inline)],
      output: { dir: out, format: 'es', entryFileNames: 'main.mjs' },
      onwarn() {},
    })
    watcher.on('event', event => {
      if (event.code === 'BUNDLE_END') ended('')
      if (event.code === 'ERROR') ended(event.error.message)
    })
    closers.push(() => watcher.close())
  },
  async vite({ at, out, ended }) {
    const watcher = await viteBuild({
      ...{ root: at.path, configFile: false, logLevel: 'silent', plugins: [vitePlugin(inline)] },
      build: {
        ...{ outDir: out, emptyOutDir: true, minify: false, watch: {} },
        rollupOptions: { input: at.at(entry), output: { entryFileNames: 'main.mjs' } },
      },
    })
    if (!('on' in watcher)) throw new Error('not watching')
    watcher.on('event', event => {
      if (event.code === 'BUNDLE_END') ended('')
      if (event.code === 'ERROR') ended(event.error.message)
    })
    closers.push(() => watcher.close())
  },
  async esbuild({ at, out, ended }) {
    const watcher = await context({
      absWorkingDir: at.path,
      entryPoints: [entry],
      ...{ bundle: true, format: 'esm', outfile: `${out}/main.mjs`, logLevel: 'silent' },
      plugins: [
        esbuildPlugin(inline),
        { name: 'end', setup: b => b.onEnd(({ errors }) => ended(errors.map(e => e.text).join('\n'))) },
      ],
    })
    await watcher.watch()
    closers.push(() => watcher.dispose())
  },
  webpack({ at, out, ended }) {
    const compiler = webpack({
      context: at.path,
      ...{
        mode: 'development',
        devtool: false,
        target: 'node',
        entry: `./${entry}`,
        output: { path: out, filename: 'main.cjs' },
      },
      plugins: [webpackPlugin(inline)],
    })
    const watcher = compiler?.watch({ aggregateTimeout: 20 }, (error, stats) =>
      ended(error?.message ?? (stats?.compilation.errors ?? []).map(e => e.message).join('\n')),
    )
    closers.push(() => new Promise<void>(done => watcher?.close(() => done())))
  },
  rspack({ at, out, ended }) {
    const compiler = rspack({
      context: at.path,
      ...{
        mode: 'development',
        devtool: false,
        target: 'node',
        entry: `./${entry}`,
        output: { path: out, filename: 'main.cjs' },
      },
      plugins: [rspackPlugin(inline)],
    })
    const watcher = compiler.watch({ aggregateTimeout: 20 }, (error, stats) =>
      ended(error?.message ?? (stats?.compilation.errors ?? []).map(e => e.message).join('\n')),
    )
    closers.push(() => new Promise<void>(done => watcher.close(() => done())))
  },
}

describe.each(Object.keys(watchers))('%s in watch mode', { timeout: 30_000 }, host => {
  const side = (directive: string) => `version: 1\noperations: { listOrders: ${directive} }\n`

  it('rebuilds after an edit, and recovers from an error', async () => {
    const at = app({
      'src/main.js': main(`import { tools } from 'openapi-tools:orders'`, 'tools'),
      'specs/orders.tools.yaml': side('{ name: one }'),
    })
    const out = folder()
    const ends: string[] = []
    const output = () => Object.values(out.snapshot()).join('\n')
    const begin = watchers[host]
    await begin?.({ at, out: out.path, ended: errors => void ends.push(errors) })
    await vi.waitFor(() => expect(output()).toMatch(/\\?"one\\?"/), 8000)

    await settle()
    at.write({ 'specs/orders.tools.yaml': side('{ name: two }') })
    await vi.waitFor(() => expect(output()).toMatch(/\\?"two\\?"/), 8000)
    expect(output()).not.toMatch(/\\?"one\\?"/)
    expect(ends.join('')).toBe('')

    // Nobody has pinned this: a person at work is told, and goes on. esbuild does not say that it watches.
    await settle()
    at.write({ 'specs/orders.yaml': ordersText.replace('Page through', 'Walk through') })
    if (host === 'esbuild') await vi.waitFor(() => expect(ends.at(-1)).toContain('spec-changed'), 8000)
    else await vi.waitFor(() => expect(output()).toContain('Walk through'), 8000)
    if (host !== 'esbuild') expect(ends.join('')).toBe('')
    at.write({ 'specs/orders.yaml': ordersText })

    await settle()
    at.write({ 'specs/orders.tools.yaml': side('{ nmae: three }') })
    await vi.waitFor(() => expect(ends.at(-1)).toContain('directive-unknown'), 8000)

    await settle()
    at.write({ 'specs/orders.tools.yaml': side('{ name: four }') })
    await vi.waitFor(() => expect(output()).toMatch(/\\?"four\\?"/), 8000)
    await vi.waitFor(() => expect(ends.at(-1)).toBe(''), 8000)
  })
})
