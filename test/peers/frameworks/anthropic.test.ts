/** The Anthropic client, the real package, over the real bundle and the real orders server. */
import Anthropic from '@anthropic-ai/sdk'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ToolUse } from '../../../src/runtime/adapters/anthropic.ts'
import type { RunOptions } from '../../../src/runtime/adapters/run.ts'
import type { BoundTool } from '../../../src/runtime/bound-tool.ts'
import { type Step, startAnthropic, type Use } from './anthropic-server.ts'
import { type App, buildApp } from './app.ts'
import { badInput, closeAll, open, openShop, orderIds, question, refunded, summary } from './shop.ts'

let app: App
beforeAll(async () => {
  app = await buildApp()
})
afterEach(closeAll)

const get = (id: string, orderId: string = orderIds[0]): Use => ({
  id,
  name: 'orders_get',
  input: { orderId },
})
const refund = (id: string, orderId: string = orderIds[0], amountCents: unknown = 4599): Use => ({
  id,
  name: 'orders_refund_create',
  input: { orderId, amountCents, reason: 'damaged' },
})
const conversation = (): Step[] => [
  [get('g1'), get('g2', orderIds[1])],
  results => results.map(({ id, totalCents }, i) => refund(`r${i}`, String(id), totalCents)),
  summary,
]

type Ask = (
  client: Anthropic,
  request: Anthropic.MessageCreateParamsNonStreaming,
) => Promise<Anthropic.Message>
const ways: Record<string, Ask> = {
  messages: (client, request) => client.messages.create(request),
  'messages in a stream': (client, request) => client.messages.stream(request).finalMessage(),
}

describe.each(Object.entries(ways))('%s', (_name, ask) => {
  async function start(...script: Step[]) {
    const [shop, wire] = [await openShop(app), await startAnthropic(...script)]
    open.push(wire)
    const client = new Anthropic({ apiKey: 'key', baseURL: wire.url, maxRetries: 0 })
    /** The loop that an application writes; no cast, whatever goes in and out. */
    const say = async (
      content: string,
      options: RunOptions<ToolUse> = {},
      bound: BoundTool[] = shop.bound,
    ) => {
      const api = app.anthropic.anthropicTools(bound)
      const messages: Anthropic.MessageParam[] = [{ role: 'user', content }]
      for (;;) {
        const { tools } = api
        const message = await ask(client, { model: 'claude-fake', max_tokens: 99, messages, tools })
        messages.push({ role: 'assistant', content: message.content })
        const answer = await api.respond(message, options)
        if (!answer) return message.content.map(block => (block.type === 'text' ? block.text : '')).join('')
        messages.push(answer)
      }
    }
    return { shop, client, say, outcomes: () => wire.log.map(({ outcome }) => outcome) }
  }

  it('refund two orders after approval, each once', async () => {
    const { shop, say, outcomes } = await start(...conversation())
    expect(await say(question, { confirm: () => true })).toBe(summary)
    expect([shop.executed(), shop.posts(), shop.requests.length]).toEqual([refunded, 2, 4])
    expect(outcomes()).toEqual(['ok', 'ok', 'ok'])
  })

  it('send nothing that nobody approved or a person declines', async () => {
    for (const [options, error] of [
      [{}, 'confirmation_required'],
      [{ confirm: () => false }, 'declined'],
    ] as const) {
      const seen: unknown[] = []
      const { shop, say } = await start([refund('r')], results => {
        seen.push(...results)
        return 'Then not.'
      })
      await say('go', options)
      expect(seen).toMatchObject([{ error, isMarked: true }])
      expect(shop.requests).toEqual([])
    }
  })

  it('refund once what was approved before', async () => {
    const { shop, say } = await start([refund('r1'), refund('r2', 'ord_1101', 1250)], 'Done.')
    await say('go', { confirmed: ['r2'] })
    expect([shop.executed(), shop.posts()]).toEqual([[['ord_1101', 1250]], 1])
  })

  it.each([
    ...badInput.map(([what, input]) => [what, 'orders_get', input, 'invalid_arguments'] as const),
    ['an unknown tool', 'orders_drop', {}, 'unknown_tool'] as const,
    ['a name that every object has', '__proto__', {}, 'unknown_tool'] as const,
  ])('tell the model of %s, send nothing and go on', async (_what, name, input, error) => {
    const seen: unknown[] = []
    const { shop, say, outcomes } = await start(
      [{ id: 'w', name, input }],
      results => {
        seen.push(...results)
        return [get('g')]
      },
      'Done.',
    )
    expect(await say('go')).toBe('Done.')
    expect(seen).toMatchObject([{ error, isMarked: true }])
    expect([shop.requests, outcomes()]).toEqual([['GET /v1/orders/ord_1100 200'], ['ok', 'ok', 'ok']])
  })

  it('do not run the tool use that a limit cut off', async () => {
    const { shop, say, outcomes } = await start(
      { uses: [get('g1'), get('g2', orderIds[1])], stop_reason: 'max_tokens' },
      'Done.',
    )
    await say('go')
    expect([shop.requests, outcomes()]).toEqual([['GET /v1/orders/ord_1100 200'], ['ok', 'ok']])
  })

  it('ask two APIs in one turn', async () => {
    const search = { id: 's', name: 'inventory_items_search', input: { X_Site: 'berlin', sku: ['AB-12345'] } }
    const { shop, say } = await start([get('g'), search], 'Done.')
    await say('go', {}, [...shop.bound, ...shop.stock])
    expect([shop.requests.length, shop.lookups.length]).toEqual([1, 1])
  })

  it('are refused with another schema or a result too few: the server judges (positive control)', async () => {
    const { client } = await start('Fine.')
    const request = { model: 'claude-fake', max_tokens: 9 }
    const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'go' }]
    const tool = (input_schema: object): Anthropic.Tool => ({
      name: 'f',
      input_schema: { type: 'object', ...input_schema },
    })
    const send = (more: Partial<Anthropic.MessageCreateParamsNonStreaming>) =>
      ask(client, { ...request, messages, ...more })
    await send({ tools: [tool({ properties: {} })] })
    await expect(send({ tools: [tool({ anyOf: [] })] })).rejects.toThrow('at the top level')
    await expect(send({ tools: [tool({ properties: { 'a b': {} } })] })).rejects.toThrow('Property keys')
    const use: Anthropic.MessageParam = {
      role: 'assistant',
      content: [{ type: 'tool_use', id: '1', name: 'f', input: {} }],
    }
    await expect(send({ messages: [...messages, use] })).rejects.toThrow('without `tool_result`')
    const result: Anthropic.MessageParam = {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: '2', content: '' }],
    }
    await expect(send({ messages: [...messages, use, result] })).rejects.toThrow('without `tool_result`')
  })
})
