/** The OpenAI client, the real package, chat completions and responses, over the real bundle and the real orders server. */
import OpenAI from 'openai'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ChatToolCall, FunctionCallItem, OpenAIOptions } from '../../../src/runtime/adapters/openai.ts'
import type { BoundTool } from '../../../src/runtime/bound-tool.ts'
import { type App, buildApp } from './app.ts'
import { type Call, type Step, startOpenAI } from './openai-server.ts'
import { badInput, closeAll, open, openShop, orderIds, question, refunded, summary } from './shop.ts'

let app: App
beforeAll(async () => {
  app = await buildApp()
})
afterEach(closeAll)

const call = (id: string, name: string, args: object | string): Call => ({
  id,
  name,
  arguments: typeof args === 'string' ? args : JSON.stringify(args),
})
/** Strict declarations want every argument, `null` for none. */
const get = (id: string, strict?: boolean, orderId: string = orderIds[0]) =>
  call(id, 'orders_get', { orderId, ...(strict && { expand: null }) })
const refund = (id: string, strict?: boolean, orderId: string = orderIds[0], amountCents: unknown = 4599) =>
  call(id, 'orders_refund_create', {
    orderId,
    amountCents,
    reason: 'damaged',
    ...(strict && { note: null }),
  })
const conversation = (strict?: boolean): Step[] => [
  [get('g1', strict), get('g2', strict, orderIds[1])],
  results => results.map(({ id, totalCents }, i) => refund(`r${i}`, strict, String(id), totalCents)),
  summary,
]

interface Options extends OpenAIOptions {
  confirm?(): boolean
  /** Ids that a person has approved before. */
  confirmed?: string[]
}
type Run = (client: OpenAI, bound: BoundTool[], said: string, options: Options) => Promise<string>
const model = 'gpt-fake'

/** The loops that an application writes; no cast, whatever goes in and out. */
const ways: Record<string, Run> = {
  'chat completions': async (client, bound, content, { strict, ...options }) => {
    const api = app.openai.chatTools(bound, strict ? { strict } : {})
    const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content }]
    for (;;) {
      const { choices } = await client.chat.completions.create({ model, messages, tools: api.tools })
      const message = choices[0]?.message
      if (!message?.tool_calls) return message?.content ?? ''
      messages.push(message, ...(await api.respond(message, options)))
    }
  },
  'chat completions in a stream': async (client, bound, content, { strict, ...options }) => {
    const api = app.openai.chatTools(bound, strict ? { strict } : {})
    const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content }]
    for (;;) {
      const stream = client.chat.completions.stream({ model, messages, tools: api.tools })
      const message = (await stream.finalChatCompletion()).choices[0]?.message
      if (!message?.tool_calls?.length) return message?.content ?? ''
      messages.push(message, ...(await api.respond(message, options)))
    }
  },
  responses: async (client, bound, content, { strict, ...options }) => {
    const api = app.openai.responsesTools(bound, strict ? { strict } : {})
    const input: OpenAI.Responses.ResponseInput = [{ role: 'user', content }]
    for (;;) {
      const { output, output_text } = await client.responses.create({ model, input, tools: api.tools })
      const answers = await api.respond(output, options)
      if (answers.length === 0) return output_text
      // The client's own types disagree: an output of a computer call may have failed, an input may not.
      input.push(...(output as OpenAI.Responses.ResponseInput), ...answers)
    }
  },
}

describe.each(Object.entries(ways))('%s', (_name, run) => {
  async function start(...script: Step[]) {
    const [shop, wire] = [await openShop(app), await startOpenAI(...script)]
    open.push(wire)
    const client = new OpenAI({ apiKey: 'key', baseURL: wire.url, maxRetries: 0 })
    const say = (said: string, options: Options = {}) => run(client, shop.bound, said, options)
    return { shop, wire, say, outcomes: () => wire.log.map(({ outcome }) => outcome) }
  }

  it.each([false, true])('refund two orders after approval, each once (strict: %s)', async strict => {
    const { shop, say, outcomes } = await start(...conversation(strict))
    expect(await say(question, { strict, confirm: () => true })).toBe(summary)
    expect([shop.executed(), shop.posts(), shop.requests.length]).toEqual([refunded, 2, 4])
    expect(outcomes()).toEqual(['ok', 'ok', 'ok'])
  })

  it('send nothing that nobody approved or a person declines', async () => {
    for (const [options, error] of [
      [{}, 'confirmation_required'],
      [{ confirm: () => false }, 'declined'],
      [{ confirmed: ['other'] }, 'confirmation_required'],
    ] as const) {
      const seen: unknown[] = []
      const { shop, say } = await start([refund('r')], results => {
        seen.push(...results)
        return 'Then not.'
      })
      await say('go', options as Options)
      expect([seen, shop.requests]).toEqual([[{ error, message: expect.any(String) }], []])
    }
  })

  it('refund once what was approved before', async () => {
    const { shop, say } = await start([refund('r1'), refund('r2', false, 'ord_1101', 1250)], 'Done.')
    await say('go', { confirmed: ['r2'] })
    expect([shop.executed(), shop.posts()]).toEqual([[['ord_1101', 1250]], 1])
  })

  it.each([
    ...badInput.map(
      ([what, args]) => [what, 'orders_get', JSON.stringify(args), 'invalid_arguments'] as const,
    ),
    ['half a JSON text', 'orders_get', '{"orderId": "ord_1', 'invalid_arguments'] as const,
    ['text that is no object', 'orders_get', '"ord_1100"', 'invalid_arguments'] as const,
    [
      'JSON text in JSON text',
      'orders_get',
      JSON.stringify('{"orderId":"ord_1100"}'),
      'invalid_arguments',
    ] as const,
    ['an unknown tool', 'orders_drop', '{}', 'unknown_tool'] as const,
    ['a name that every object has', '__proto__', '{}', 'unknown_tool'] as const,
  ])('tell the model of %s, send nothing and go on', async (_what, name, args, error) => {
    const seen: unknown[] = []
    const { shop, say, outcomes } = await start(
      [call('w', name, args)],
      results => {
        seen.push(...results)
        return [get('g')]
      },
      'Done.',
    )
    expect(await say('go')).toBe('Done.')
    expect(seen).toMatchObject([{ error }])
    expect([shop.requests, outcomes()]).toEqual([['GET /v1/orders/ord_1100 200'], ['ok', 'ok', 'ok']])
  })

  it('are refused with another schema or an id too few: the server judges (positive control)', async () => {
    const { shop, wire } = await start()
    const [first] = shop.bound
    const client = new OpenAI({ apiKey: 'key', baseURL: wire.url, maxRetries: 0 })
    if (!first) throw new Error('no tool')
    const { anyOf, ...schema } = { anyOf: [{}], ...first.tool.inputSchema }
    const send = (parameters: object, strict: boolean) =>
      client.chat.completions.create({
        model,
        messages: [{ role: 'user', content: 'go' }],
        tools: [{ type: 'function', function: { name: 'f', parameters: { ...parameters }, strict } }],
      })
    await send(schema, false)
    await expect(send({ anyOf, ...schema }, false)).rejects.toThrow('at the top level')
    // The exact schema has optional arguments, so it is not strict.
    await expect(send(schema, true)).rejects.toThrow('without `.nullable()`')
    const assistant = { role: 'assistant', tool_calls: [{ id: '1', type: 'function', function: get('1') }] }
    const messages = [{ role: 'user', content: 'go' }, assistant] as OpenAI.ChatCompletionMessageParam[]
    await expect(client.chat.completions.create({ model, messages })).rejects.toThrow('did not have response')
    const input: OpenAI.Responses.ResponseInput = [{ type: 'function_call_output', call_id: 'x', output: '' }]
    await expect(client.responses.create({ model, input })).rejects.toThrow('No tool call found')
  })
})

it('leaves functions of the caller to the caller, in one turn with the tools', async () => {
  const shop = await openShop(app)
  const wire = await startOpenAI([get('g'), call('t', 'today', {})], results =>
    JSON.stringify(results.map(({ id, date }) => id ?? date)),
  )
  open.push(wire)
  const client = new OpenAI({ apiKey: 'key', baseURL: wire.url, maxRetries: 0 })
  const api = app.openai.chatTools(shop.bound)
  const today: OpenAI.ChatCompletionTool = {
    type: 'function',
    function: { name: 'today', parameters: { type: 'object', properties: {} } },
  }
  const tools = [...api.tools, today]
  const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'go' }]
  const ask = async () =>
    (await client.chat.completions.create({ model, messages, tools })).choices[0]?.message
  const message = await ask()
  const calls = message?.tool_calls ?? []
  const isOurs = (each: (typeof calls)[number]) =>
    each.type === 'function' && api.names.includes(each.function.name)
  const own = calls.filter(each => !isOurs(each))
  if (message) messages.push(message)
  messages.push(
    ...(await api.respond({ tool_calls: calls.filter(isOurs) })),
    ...own.map(({ id }) => ({ role: 'tool' as const, tool_call_id: id, content: '{"date":"2026-12-01"}' })),
  )
  expect((await ask())?.content).toBe('["ord_1100","2026-12-01"]')
  expect(wire.log.map(({ outcome }) => outcome)).toEqual(['ok', 'ok'])
})

it('takes the calls of the client as its own, and gives back what it takes, by type', () => {
  const chat = (calls: OpenAI.ChatCompletionMessageToolCall[]): ChatToolCall[] => calls
  const item = (call: OpenAI.Responses.ResponseFunctionToolCall): FunctionCallItem => call
  expect([chat, item]).toHaveLength(2)
})
