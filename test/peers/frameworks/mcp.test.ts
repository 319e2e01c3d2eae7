/** The Model Context Protocol, the real SDK on both sides, over stdio and streamable HTTP. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type App, bundleApp } from './app.ts'
import { serverOf } from './mcp-server.ts'
import { badInput, closeAll, open, openShop, type Shop, token } from './shop.ts'

let app: App
let bundle: string
beforeAll(async () => {
  bundle = pathToFileURL(await bundleApp()).href
  app = await import(bundle)
})
afterEach(closeAll)

const transports: Record<string, (shop: Shop) => Promise<Transport>> = {
  stdio: async ({ url }) =>
    new StdioClientTransport({
      command: process.execPath,
      args: [join(import.meta.dirname, 'mcp-server.ts'), bundle, url, token],
    }),
  'streamable HTTP': async ({ bound }) => {
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: () => 'session' })
    // The SDK's own types disagree under `exactOptionalPropertyTypes`; below again.
    await serverOf(app, bound).connect(transport as Transport)
    const server = createServer((request, response) => transport.handleRequest(request, response))
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    open.push({ close: () => server.close() }, transport)
    // A server that listens on TCP has such an address.
    const { port } = server.address() as AddressInfo
    return new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`)) as Transport
  },
}

const refund = {
  name: 'orders_refund_create',
  arguments: { orderId: 'ord_1100', amountCents: 4599, reason: 'damaged' },
}

describe.each(Object.entries(transports))('over %s', (_name, connect) => {
  /** A client whose person answers, or one that cannot ask. */
  async function start(answer?: 'accept' | 'decline' | 'cancel') {
    const shop = await openShop(app)
    const asked: string[] = []
    const client = new Client(
      { name: 'test', version: '1.0.0' },
      { capabilities: answer ? { elicitation: {} } : {} },
    )
    if (answer)
      client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
        asked.push(params.message)
        return { action: answer, ...(answer === 'accept' && { content: {} }) }
      })
    await client.connect(await connect(shop))
    open.push(client)
    return { shop, client, asked }
  }
  const errorOf = ({ structuredContent, isError }: Awaited<ReturnType<Client['callTool']>>) => [
    isError,
    (structuredContent as { error?: string }).error,
  ]

  it('lists the tools with schema and annotations', async () => {
    const { client } = await start()
    const { tools } = await client.listTools()
    expect(tools.map(({ name, annotations }) => [name, annotations])).toEqual([
      [
        'orders_get',
        { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
      ],
      [
        'orders_refund_create',
        { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
      ],
    ])
    expect(tools.map(({ inputSchema }) => inputSchema)).toEqual(app.orders.tools.map(t => t.inputSchema))
    expect(tools[0]?.description).toContain('Fetch a single order')
  })

  it('calls a tool, and calls in parallel', async () => {
    const { client, shop } = await start()
    const answers = await Promise.all(
      ['ord_1100', 'ord_1101'].map(orderId =>
        client.callTool({ name: 'orders_get', arguments: { orderId } }),
      ),
    )
    expect(answers.map(({ structuredContent }) => structuredContent)).toMatchObject([
      { id: 'ord_1100' },
      { id: 'ord_1101' },
    ])
    for (const { content, structuredContent, isError } of answers) {
      expect(isError).toBe(false)
      const [first] = content as { type: string; text: string }[]
      expect([first?.type, JSON.parse(first?.text ?? '')]).toEqual(['text', structuredContent])
    }
    expect(shop.requests).toHaveLength(2)
  })

  it('refunds once a person accepts, and only then', async () => {
    for (const answer of ['accept', 'decline', 'cancel', undefined] as const) {
      const { client, shop, asked } = await start(answer)
      const result = await client.callTool(refund)
      const isAccepted = answer === 'accept'
      expect([shop.executed(), shop.posts()]).toEqual(isAccepted ? [[['ord_1100', 4599]], 1] : [[], 0])
      expect(asked).toHaveLength(answer ? 1 : 0)
      expect(errorOf(result)).toEqual(
        isAccepted ? [false, undefined] : [true, answer ? 'declined' : 'confirmation_required'],
      )
    }
  })

  it('answers what the API refuses, and an unknown tool, as results', async () => {
    const { client, shop } = await start()
    const call = (name: string, args = {}) => client.callTool({ name, arguments: args })
    expect(errorOf(await call('orders_get', { orderId: 'ord_9999' }))).toEqual([true, 'http_error'])
    for (const name of ['orders_drop', '__proto__', ''])
      expect(errorOf(await call(name))).toEqual([true, 'unknown_tool'])
    expect(shop.requests).toHaveLength(1)
  })

  it.each(badInput)('answers %s as a result, sends nothing and goes on', async (_what, args, path) => {
    const { client, shop } = await start()
    const wrong = await client.callTool({ name: 'orders_get', arguments: args })
    expect(wrong).toMatchObject({
      isError: true,
      structuredContent: { error: 'invalid_arguments', details: [{ path }] },
    })
    expect(shop.requests).toEqual([])
    await client.callTool({ name: 'orders_get', arguments: { orderId: 'ord_1100' } })
    expect(shop.requests).toHaveLength(1)
  })

  it('answers a call without arguments', async () => {
    const { client } = await start()
    expect(errorOf(await client.callTool({ name: 'orders_get' }))).toEqual([true, 'invalid_arguments'])
  })
})

it('stops a request whose client gives up', async () => {
  const outcomes: string[] = []
  const shop = await openShop(app, {
    // Never answers; stops with its signal.
    fetch: (_url, { signal }) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    onCall: ({ outcome }) => outcomes.push(outcome),
  })
  const client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect((await transports['streamable HTTP']?.(shop)) as Transport)
  open.push(client)
  const controller = new AbortController()
  const call = client.callTool({ name: 'orders_get', arguments: { orderId: 'ord_1100' } }, undefined, {
    signal: controller.signal,
  })
  setTimeout(() => controller.abort(), 50)
  await expect(call).rejects.toThrow()
  await expect.poll(() => outcomes).toEqual(['aborted'])
})
