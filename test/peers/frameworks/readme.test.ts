/** README's example of each adapter, type-checked and executed with the real framework: one refund, approved, once. */
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import Anthropic from '@anthropic-ai/sdk'
import { type BaseAgent, InMemoryRunner, LogLevel, setLogLevel } from '@google/adk'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { MockLanguageModelV4 } from 'ai/test'
import { build } from 'esbuild'
import OpenAI from 'openai'
import ts from 'typescript'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startFakeGemini } from '../../fake-gemini/server.ts'
import { type Folder, folder } from '../../support/folder.ts'
import { startAnthropic } from './anthropic-server.ts'
import { type App, buildApp, specOf } from './app.ts'
import { answerTo } from './kit.ts'
import { startOpenAI } from './openai-server.ts'
import { call, closeAll, open, openShop, type Shop, sign, token } from './shop.ts'

const project = join(import.meta.dirname, '../../..')
const sample = (page: string, name: string): string => {
  const text = readFileSync(join(project, page), 'utf8')
  const found = text.match(
    new RegExp(`^\`\`\`ts ${name.replace('.', '\\.')}\\n([\\s\\S]*?)^\`\`\`$`, 'm'),
  )?.[1]
  if (found === undefined) throw new Error(`${page} has no sample ${name}`)
  return found
}
const adapters = ['genai', 'adk', 'ai-sdk', 'mcp', 'openai', 'anthropic']
const mcp = sample('README.md', 'mcp.ts')
/** With the other handler of docs/adapters.md. */
const mcpConfirm = mcp.replace(
  /^server\.setRequestHandler\(CallTool.*\n/m,
  sample('docs/adapters.md', 'mcp-confirm.ts'),
)
const files = {
  'package.json': '{ "type": "module" }',
  'tools.ts': sample('README.md', 'tools.ts'),
  ...Object.fromEntries(adapters.map(name => [`${name}.ts`, sample('README.md', `${name}.ts`)])),
  'mcp-confirm.ts': mcpConfirm,
}

let app: Folder
/** Only for the shop of the tests. */
let shopApp: App
beforeAll(async () => {
  shopApp = await buildApp()
  app = folder(files)
  mkdirSync(app.at('node_modules'))
  symlinkSync(project, app.at('node_modules/unplugin-openapi-tools'), 'dir')
  const packages = join(project, 'test/peers/node_modules')
  for (const name of readdirSync(packages)) symlinkSync(join(packages, name), app.at(`node_modules/${name}`))
  const { default: openapiTools } = await import(`${project}/dist/esbuild.js`)
  await build({
    entryPoints: [...adapters, 'mcp-confirm'].map(name => app.at(`${name}.ts`)),
    outdir: app.at('out'),
    outExtension: { '.js': '.mjs' },
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    plugins: [
      openapiTools({
        root: app.path,
        specs: { orders: { ...specOf('orders.yaml'), spec: join(project, 'fixtures/specs/orders.yaml') } },
        golden: false,
        ci: false,
      }),
    ],
  })
}, 120_000)
afterEach(closeAll)

/** The built example; a new module each time, as each test has a shop of its own. */
async function example(name: string, shop: Shop) {
  process.env.ORDERS_URL = shop.url
  process.env.ORDERS_TOKEN = token
  return await import(`${pathToFileURL(app.at(`out/${name}.mjs`)).href}?${shop.url}`)
}
const args = { orderId: 'ord_1100', amountCents: 4599, reason: 'damaged' }
const refund = sign([call('r', 'orders_refund_create', args)])
const done = [{ text: 'Done.' }]
const yes = () => true
const once = (shop: Shop) => expect([shop.executed(), shop.posts()]).toEqual([[['ord_1100', 4599]], 1])

async function gemini() {
  const fake = await startFakeGemini({ script: [refund, done] })
  open.push(fake)
  process.env.GOOGLE_GEMINI_BASE_URL = fake.url
  for (const name of ['GEMINI_API_KEY', 'GOOGLE_GENAI_API_KEY']) process.env[name] = 'a-key'
}

describe("README's examples", () => {
  it('have about ten lines, and type-check under strict options', () => {
    for (const name of adapters)
      expect(sample('README.md', `${name}.ts`).trim().split('\n').length, name).toBeLessThanOrEqual(14)
    const check = (names: string[]) => {
      const program = ts.createProgram([...names.map(name => app.at(name)), app.at('openapi-tools.d.ts')], {
        strict: true,
        noEmit: true,
        skipLibCheck: true,
        target: ts.ScriptTarget.ES2022,
        module: ts.ModuleKind.NodeNext,
        moduleResolution: ts.ModuleResolutionKind.NodeNext,
        allowImportingTsExtensions: true,
        types: ['node'],
        typeRoots: [join(project, 'node_modules/@types')],
      })
      return ts
        .getPreEmitDiagnostics(program)
        .map(d => `${d.file?.fileName} ${ts.flattenDiagnosticMessageText(d.messageText, '\n')}`)
    }
    expect(check(Object.keys(files).filter(name => name.endsWith('.ts')))).toEqual([])
    // The positive control.
    app.write({ 'wrong.ts': files['tools.ts'].replace('[ordersGet, ', "['ordersGet', ") })
    expect(check(['wrong.ts'])).toHaveLength(1)
  })

  it('genai', async () => {
    await gemini()
    const shop = await openShop(shopApp)
    const { ask } = await example('genai', shop)
    const contents = [{ role: 'user', parts: [{ text: 'Refund it.' }] }]
    expect(await ask(contents, yes)).toMatchObject({ ended: 'answer', text: 'Done.' })
    once(shop)
  })

  it('adk', async () => {
    await gemini()
    setLogLevel(LogLevel.ERROR)
    const shop = await openShop(shopApp)
    const agent: BaseAgent = (await example('adk', shop)).agent
    const runner = new InMemoryRunner({ agent, appName: 'shop' })
    const { id: sessionId } = await runner.sessionService.createSession({ appName: 'shop', userId: 'ann' })
    const say = async (parts: object[]) => {
      const asked = []
      for await (const { content } of runner.runAsync({
        userId: 'ann',
        sessionId,
        newMessage: { role: 'user', parts },
      }))
        for (const { functionCall } of content?.parts ?? [])
          if (functionCall?.name === 'adk_request_confirmation') asked.push(functionCall)
      return asked
    }
    const asked = await say([{ text: 'Refund it.' }])
    expect(shop.posts()).toBe(0)
    await say(answerTo(asked, true))
    once(shop)
  })

  it('ai-sdk', async () => {
    const shop = await openShop(shopApp)
    const { ask } = await example('ai-sdk', shop)
    const usage = {
      inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 1, text: 1, reasoning: 0 },
    }
    const finishReason = { unified: 'stop', raw: 'stop' } as const
    const input = JSON.stringify(args)
    const toolCall = { type: 'tool-call', toolCallId: 'r', toolName: 'orders_refund_create', input } as const
    const model = new MockLanguageModelV4({
      doGenerate: [
        { content: [toolCall], finishReason, usage, warnings: [] },
        { content: [{ type: 'text', text: 'Done.' }], finishReason, usage, warnings: [] },
      ],
    })
    const messages: object[] = [{ role: 'user', content: 'Refund it.' }]
    const first = await ask(model, messages)
    expect(shop.posts()).toBe(0)
    const [{ approvalId }] = first.content.filter(
      (part: { type: string }) => part.type === 'tool-approval-request',
    )
    const approval = { type: 'tool-approval-response', approvalId, approved: true }
    messages.push(...first.responseMessages, { role: 'tool', content: [approval] })
    expect((await ask(model, messages)).text).toBe('Done.')
    once(shop)
  })

  it('mcp, plain and with a person who is asked', async () => {
    for (const name of ['mcp', 'mcp-confirm']) {
      const shop = await openShop(shopApp)
      const { server } = await example(name, shop)
      const [one, two] = InMemoryTransport.createLinkedPair()
      const client = new Client({ name: 'test', version: '1.0.0' }, { capabilities: { elicitation: {} } })
      client.setRequestHandler(ElicitRequestSchema, () => ({ action: 'accept', content: {} }))
      await Promise.all([server.connect(one), client.connect(two)])
      open.push(client)
      expect((await client.listTools()).tools.map(tool => tool.name)).toEqual([
        'orders_get',
        'orders_refund_create',
      ])
      const read = await client.callTool({ name: 'orders_get', arguments: { orderId: 'ord_1100' } })
      expect(read.structuredContent).toMatchObject({ id: 'ord_1100' })
      const write = await client.callTool({ name: 'orders_refund_create', arguments: args })
      expect(write.isError).toBe(name === 'mcp')
      if (name === 'mcp') expect(shop.posts()).toBe(0)
      else once(shop)
    }
  })

  it('openai', async () => {
    const shop = await openShop(shopApp)
    const wire = await startOpenAI(
      [{ id: 'r', name: 'orders_refund_create', arguments: JSON.stringify(args) }],
      'Done.',
    )
    open.push(wire)
    const client = new OpenAI({ apiKey: 'key', baseURL: wire.url, maxRetries: 0 })
    const { ask } = await example('openai', shop)
    expect(await ask(client, [{ role: 'user', content: 'Refund it.' }], yes)).toBe('Done.')
    once(shop)
  })

  it('anthropic', async () => {
    const shop = await openShop(shopApp)
    const wire = await startAnthropic([{ id: 'r', name: 'orders_refund_create', input: args }], 'Done.')
    open.push(wire)
    const client = new Anthropic({ apiKey: 'key', baseURL: wire.url, maxRetries: 0 })
    const { ask } = await example('anthropic', shop)
    const { content } = await ask(client, [{ role: 'user', content: 'Refund it.' }], yes)
    expect(content).toMatchObject([{ type: 'text', text: 'Done.' }])
    once(shop)
  })
})
