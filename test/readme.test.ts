/** README's samples, executed: its configuration builds its agent, its command pins, and the agent answers a turn. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import ts from 'typescript'
import { build } from 'vite'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Folder, folder } from './support/folder.ts'

const readme = readFileSync('README.md', 'utf8')
/** A fenced block by its language and the file it stands for; the first one of a page. */
const sample = (info: string, page = readme): string => {
  const found = page.match(new RegExp(`^\`\`\`${info.replace('.', '\\.')}\\n([\\s\\S]*?)^\`\`\`$`, 'm'))?.[1]
  if (found === undefined) throw new Error(`README has no sample ${info}`)
  return found
}

let app: Folder

const buildAgent = () =>
  build({
    root: app.path,
    configFile: app.at('vite.config.ts'),
    logLevel: 'silent',
    build: {
      outDir: app.at('out'),
      minify: false,
      lib: { entry: app.at('agent.ts'), formats: ['es'], fileName: 'agent' },
    },
  })

/** What the type checker says of a file of the app. */
const problems = (file: string, text: string) => {
  app.write({ [file]: text })
  const program = ts.createProgram([app.at(file), app.at('openapi-tools.d.ts')], {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types: ['node'],
    typeRoots: [join(resolve('.'), 'node_modules/@types')],
  })
  return ts
    .getPreEmitDiagnostics(program)
    .map(d => `${d.code} ${ts.flattenDiagnosticMessageText(d.messageText, '\n').split('\n')[0]}`)
}

beforeAll(() => {
  // A reader builds at a desk: in CI a first build would refuse to write the golden files.
  delete process.env.CI
  app = folder({
    'package.json': '{ "type": "module" }',
    'vite.config.ts': sample('ts vite.config.ts'),
    'agent.ts': sample('ts agent.ts'),
    'specs/orders.yaml': readFileSync('fixtures/specs/orders.yaml', 'utf8'),
  })
  mkdirSync(app.at('node_modules'))
  symlinkSync(resolve('.'), app.at('node_modules/unplugin-openapi-tools'), 'dir')
}, 60_000)

describe('README', () => {
  it('refuses an unpinned document, and its command pins it', async () => {
    await expect(buildAgent()).rejects.toThrow(/spec-not-pinned/)
    const [command, ...args] = sample('sh').split('\n').at(0)?.replace('npx ', '').split(' ') ?? []
    expect(command).toBe('openapi-tools')
    execFileSync(process.execPath, [resolve('dist/bin.js'), ...args], { cwd: app.path })
    await buildAgent()
    expect(existsSync(app.at('out/agent.js'))).toBe(true)
  }, 60_000)

  it('answers a model turn with the built agent', async () => {
    const seen: string[] = []
    const server = createServer((request, response) => {
      seen.push(`${request.method} ${request.url} ${request.headers.authorization}`)
      response.setHeader('content-type', 'application/json')
      response.end('{"id":"ord_7f3k","status":"delivered"}')
    })
    await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
    process.env.ORDERS_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    process.env.ORDERS_TOKEN = 't0ken'
    const agent = await import(pathToFileURL(app.at('out/agent.js')).href)
    const names = agent.tools[0].functionDeclarations.map((d: { name: string }) => d.name)
    expect(names).toEqual(['orders_get', 'orders_refund_create'])
    const answer = await agent.respond({
      role: 'model',
      parts: [{ functionCall: { id: 'c1', name: 'orders_get', args: { orderId: 'ord_7f3k' } } }],
    })
    server.close()
    expect(seen).toEqual(['GET /orders/ord_7f3k Bearer t0ken'])
    expect(answer.parts[0].functionResponse).toMatchObject({
      id: 'c1',
      name: 'orders_get',
      response: { id: 'ord_7f3k', status: 'delivered' },
    })
  }, 60_000)

  it('type-checks with the generated types, and a wrong argument does not', () => {
    const call = (args: string) =>
      `${sample('ts agent.ts')}\nexport const answer = orders.call(ordersGet, ${args})\n`
    expect(problems('right.ts', call("{ orderId: 'ord_7f3k' }"))).toEqual([])
    expect(problems('wrong.ts', call('{ orderId: 7 }'))).toEqual([
      "2322 Type 'number' is not assignable to type 'string'.",
    ])
  }, 60_000)

  it('the samples of the other pages type-check', () => {
    const first = (page: string) => sample('ts', readFileSync(page, 'utf8'))
    const outside = 'declare const user: unknown\ndeclare function tokenOf(context: unknown): string\n'
    const [, ...rest] = readFileSync('docs/runtime.md', 'utf8').split('\n## ')
    const runtime = [
      first('docs/runtime.md'),
      ...rest.filter(t => t.includes('```ts\n')).map(t => sample('ts', t)),
    ]
    expect(runtime).toHaveLength(2)
    for (const text of runtime) expect(problems('runtime.ts', outside + text)).toEqual([])
    expect(problems('configuration.ts', first('docs/configuration.md'))).toEqual([])
    expect(problems('wrong.ts', first('docs/configuration.md').replace('namespace', 'namspace'))).toEqual([
      expect.stringMatching(/^2561 .*namspace/),
    ])
  })
})
