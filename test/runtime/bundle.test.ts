/** The run time as an application ships it: its size, and that it needs nothing but the web platform. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { Worker } from 'node:worker_threads'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { rolldown } from 'rolldown'
import { describe, expect, it } from 'vitest'
import { bothLinks, type Links, linkedParts } from '../../src/emit/linked.ts'
import { needsOf } from '../../src/needs.ts'
import type { Tool } from '../../src/runtime/contract.ts'
import { serve } from './server.ts'
import * as tools from './tools.ts'

const { spec, tool } = tools
/** As the compiler makes it. */
const compiled = (made: Tool<'shop'>): Tool<'shop'> => ({ ...made, needs: needsOf(made, {}) })
const [ordersGet, ordersCreate] = [compiled(tools.ordersGet), compiled(tools.ordersCreate)]

/** Leaves out of the run time what the tools do not need, as the plugin does. Without tools, nothing. */
const linkedFor = (text: string, made: Tool[]) =>
  linkedParts(
    text,
    made.map(({ needs }) => needs ?? 'all').reduce<Links | undefined>(bothLinks, undefined) ?? 'all',
  )
const parts = resolve('src/runtime/parts.ts')

async function bundle(entry: string, ...tools: Tool[]): Promise<string> {
  const result = await build({
    stdin: { contents: entry, resolveDir: 'src/runtime', loader: 'ts' },
    bundle: true,
    minify: true,
    platform: 'browser',
    target: 'es2022',
    format: 'iife',
    write: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'linked',
        setup(host) {
          host.onLoad({ filter: /[\\/]parts\.ts$/ }, () => ({
            contents: linkedFor(readFileSync(parts, 'utf8'), tools),
            loader: 'ts',
          }))
        },
      },
    ],
  })
  return result.outputFiles[0]?.text ?? ''
}

/** As Vite 8 and Rolldown ship it. */
async function rolled(entry: string, ...tools: Tool[]): Promise<string> {
  const bundle = await rolldown({
    input: 'entry',
    platform: 'browser',
    plugins: [
      {
        name: 'entry',
        resolveId: id => (id === 'entry' ? resolve('src/runtime/entry.ts') : null),
        load: id => (id.endsWith('entry.ts') ? entry : null),
        transform: (text, id) => (resolve(id) === parts ? linkedFor(text, tools) : null),
      },
    ],
  })
  const { output } = await bundle.generate({ format: 'iife', minify: true })
  await bundle.close()
  return output[0].code
}

const zipped = (text: string) => gzipSync(text, { level: 9 }).length

// A compiled spec lists what its tools use, and no more.
const own = { ...spec, security: { bearer: spec.security.bearer }, servers: [], parameters: [] }
const entry = `
  import { connect } from './index.ts'
  const spec = ${JSON.stringify(own)}
  const ordersGet = ${JSON.stringify(ordersGet)}
  const shop = connect(spec, { baseUrl: 'https://api.test', fetch: globalThis.fakeFetch, credentials: { bearer: () => 'token-1234' } })
  globalThis.answer = shop.call(ordersGet, { id: 'a b', expand: ['x'] })
`

describe('the bundle', () => {
  it('stays small: connect, one tool and the spec, minified and gzipped', async () => {
    const linked = {
      esbuild: zipped(await bundle(entry, ordersGet)),
      rolldown: zipped(await rolled(entry, ordersGet)),
    }
    // The gate; and ceilings just above what it is, so that growth is seen.
    for (const size of Object.values(linked)) expect(size).toBeLessThanOrEqual(8_192)
    expect(linked.esbuild).toBeLessThan(7_960)
    expect(linked.rolldown).toBeLessThan(7_615)
    // With everything, for tools that nobody has seen at build.
    const whole = { esbuild: zipped(await bundle(entry)), rolldown: zipped(await rolled(entry)) }
    expect(whole.esbuild).toBeLessThan(10_265)
    expect(whole.rolldown).toBeLessThan(9_815)
    // Positive control: it is all there.
    for (const size of Object.values(linked)) expect(size).toBeGreaterThan(4_000)
  })

  it('refuses a tool that needs what was left out, when it is bound, and one that does not say', async () => {
    const pattern = compiled(tool({ properties: { a: { type: 'string', pattern: 'b' } } }))
    const { needs, ...silent } = ordersGet
    expect(needs).toBeTypeOf('number')
    const given = [ordersGet, pattern, silent, { ...ordersGet, name: 'renamed' }]
    const contents = `
      import { connect } from './index.ts'
      const shop = connect(${JSON.stringify(own)}, { baseUrl: 'https://api.test', credentials: { bearer: 'token-1234' } })
      globalThis.bound = ${JSON.stringify(given)}.map(tool => {
        try { return shop.bind([tool]).length } catch (error) { return String(error) }
      })`
    const bound = async (...made: Tool[]) => {
      const sandbox: Record<string, unknown> = { URL, URLSearchParams, Headers, fetch }
      runInContext(await bundle(contents, ...made), createContext(sandbox))
      return sandbox.bound
    }
    const refused = (name: string) => `TypeError: ${name}: set runtime: 'whole'`
    expect(await bound()).toEqual([1, 1, 1, 1])
    expect(await bound(ordersGet)).toEqual([1, refused('shop_x'), refused(ordersGet.name), 1])
    expect(await bound(ordersGet, pattern)).toEqual([1, 1, refused(ordersGet.name), 1])
  })

  it('leaves out what is not imported', async () => {
    const text = await bundle(entry)
    expect(text).not.toContain('mock.invalid')
    expect(text).not.toContain('unknown_tool')
    const all = await bundle(`export * from './index.ts'`)
    expect(all).toContain('unknown_tool')
    expect(all).toContain('mock.invalid')
    expect(
      gzipSync(await bundle(`import { isToolError } from './index.ts'; console.log(isToolError)`)).length,
    ).toBeLessThan(400)
  })

  it.each(['whole', 'linked'])('runs with web globals only, and generates no code: %s', async kind => {
    const seen: unknown[] = []
    const web = {
      URL,
      Headers,
      Request,
      Response,
      AbortController,
      TextEncoder,
      TextDecoder,
      btoa,
      crypto,
      setTimeout,
      clearTimeout,
    }
    const sandbox: Record<string, unknown> = {
      ...web,
      fakeFetch: async (url: string, init: RequestInit) => {
        seen.push([url, init.method])
        return Response.json({ fine: true })
      },
    }
    const context = createContext(sandbox, { codeGeneration: { strings: false, wasm: false } })
    expect(runInContext('typeof process + typeof Buffer + typeof require + typeof global', context)).toBe(
      'undefined'.repeat(4),
    )
    expect(() => runInContext('new Function("return 1")', context)).toThrow()
    runInContext(await bundle(entry, ...(kind === 'linked' ? [ordersGet] : [])), context)
    expect(await sandbox.answer).toEqual({ fine: true })
    expect(seen).toEqual([['https://api.test/orders/a%20b?expand=x', 'GET']])
  })

  it('runs in a worker without what Node adds, over its own fetch', async () => {
    const server = await serve((request, response, count) => {
      if (count === 1) response.statusCode = 503
      response.end(request.body || '{"id":12345678901234567890}')
    })
    const basic = tool({ request: { security: [['basic']] } })
    const code = await bundle(`
      import { connect } from './index.ts'
      const spec = ${JSON.stringify(spec)}
      const { url } = globalThis.given
      const shop = connect(spec, { baseUrl: url, credentials: { basic: { username: 'ü', password: 'pässword' } } })
      const calls = [
        [${JSON.stringify(basic)}, {}],
        [${JSON.stringify(ordersCreate)}, { item: 'é 🙂', count: 2 }],
        [${JSON.stringify(ordersGet)}, { id: '..' }],
        [${JSON.stringify(ordersGet)}, { id: 'x' }, { signal: AbortSignal.abort() }],
      ]
      const run = async () => {
        const answers = []
        for (const call of calls) answers.push(await shop.call(...call))
        globalThis.done({ node: [typeof process, typeof Buffer, typeof setImmediate], answers })
      }
      run()
    `)
    // Node's own fetch needs what is hidden here, so the names are taken from the bundle alone.
    const start = `
      const { parentPort, workerData } = require('node:worker_threads')
      globalThis.given = workerData
      globalThis.done = value => parentPort.postMessage(value)
      new Function('process', 'Buffer', 'require', 'module', 'setImmediate', workerData.code)()
    `
    const worker = new Worker(start, { eval: true, workerData: { code, url: server.url } })
    const message = await new Promise((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
    })
    await worker.terminate()
    await server.close()
    expect(message).toEqual({
      node: ['undefined', 'undefined', 'undefined'],
      answers: [
        // After a 503 that is tried again; an integer past 2^53 keeps its digits.
        { id: '12345678901234567890' },
        { item: 'é 🙂', count: 2 },
        expect.objectContaining({ error: 'invalid_arguments' }),
        { error: 'aborted', message: 'aborted' },
      ],
    })
    expect(server.seen.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['GET', '/x', ''],
      ['GET', '/x', ''],
      ['POST', '/orders', '{"item":"é 🙂","count":2}'],
    ])
    const token = Buffer.from('ü:pässword').toString('base64')
    expect(server.seen[1]?.headers.authorization).toBe(`Basic ${token}`)
  })
})
