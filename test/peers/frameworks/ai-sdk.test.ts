/** The AI SDK, the real package with its own mock model, over the real bundle and the real orders server. */
import {
  generateText,
  isStepCount,
  type ModelMessage,
  simulateReadableStream,
  streamText,
  type ToolContent,
} from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type App, buildApp } from './app.ts'
import { badInput, closeAll, openShop, orderIds, question, refunded, summary, token } from './shop.ts'

let app: App
beforeAll(async () => {
  app = await buildApp()
})
afterEach(closeAll)

type Generate = Extract<MockLanguageModelV4['doGenerate'], (...args: never) => unknown>
type Prompt = Parameters<Generate>[0]['prompt']
type Content = Awaited<ReturnType<Generate>>['content']
type Stream = Awaited<
  ReturnType<Extract<MockLanguageModelV4['doStream'], (...args: never) => unknown>>
>['stream']
type StreamPart = Stream extends ReadableStream<infer Part> ? Part : never
/** What the model says, or makes of the results it was sent. */
type Step = Content | ((prompt: Prompt) => Content)

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
}
const reasonOf = (content: Content) => {
  const unified = content.some(part => part.type === 'tool-call') ? 'tool-calls' : 'stop'
  return { unified, raw: unified } as const
}
const modelOf = (...script: Step[]) => {
  const next = (prompt: Prompt): Content => {
    const step = script.shift()
    if (!step) throw new Error('The script of the mock model is at its end.')
    return typeof step === 'function' ? step(prompt) : step
  }
  return new MockLanguageModelV4({
    doGenerate: async ({ prompt }) => {
      const content = next(prompt)
      return { content, finishReason: reasonOf(content), usage, warnings: [] }
    },
    doStream: async ({ prompt }) => {
      const content = next(prompt)
      const chunks = content.flatMap((part, i): StreamPart[] =>
        part.type === 'text'
          ? [
              { type: 'text-start', id: `${i}` },
              { type: 'text-delta', id: `${i}`, delta: part.text },
              { type: 'text-end', id: `${i}` },
            ]
          : part.type === 'tool-call'
            ? [part]
            : [],
      )
      const finish: StreamPart = { type: 'finish', finishReason: reasonOf(content), usage }
      return { stream: simulateReadableStream({ chunks: [...chunks, finish] }) }
    },
  })
}
const text = (words: string): Content => [{ type: 'text', text: words }]
const call = (toolCallId: string, toolName: string, input: object | string): Content[number] => ({
  type: 'tool-call',
  toolCallId,
  toolName,
  input: typeof input === 'string' ? input : JSON.stringify(input),
})
const get = (id: string, orderId: string = orderIds[0]) => call(id, 'orders_get', { orderId })
const refund = (id: string, orderId: string = orderIds[0], amountCents: unknown = 4599) =>
  call(id, 'orders_refund_create', { orderId, amountCents, reason: 'damaged' })

/** What the model was told of its last calls. */
const results = (prompt: Prompt | undefined) => {
  const last = prompt?.at(-1)
  return last?.role === 'tool'
    ? last.content.flatMap(part => (part.type === 'tool-result' ? part.output : []))
    : []
}
const values = (prompt: Prompt | undefined) =>
  results(prompt).map(output => (output.type === 'json' ? output.value : output)) as Record<string, unknown>[]

const conversation = (): Step[] => [
  [get('g1'), get('g2', orderIds[1])],
  prompt => values(prompt).map(({ id, totalCents }, i) => refund(`r${i}`, String(id), totalCents)),
  text(summary),
]
const stopWhen = isStepCount(9)
const user = (content: string): ModelMessage => ({ role: 'user', content })
/** What a person says to every request for approval in these messages. */
const answer = (messages: ModelMessage[], approved: boolean): ModelMessage => ({
  role: 'tool',
  content: messages.flatMap(({ role, content }) =>
    role === 'assistant' && typeof content !== 'string'
      ? content.flatMap(
          (part): ToolContent =>
            part.type === 'tool-approval-request'
              ? [{ type: 'tool-approval-response', approvalId: part.approvalId, approved }]
              : [],
        )
      : [],
  ),
})

describe('generateText', () => {
  it('refunds two orders after approval, each once', async () => {
    const shop = await openShop(app)
    const model = modelOf(...conversation())
    const { tools, toolApproval } = app.aiSdk.aiTools(shop.bound)
    const messages = [user(question)]
    const first = await generateText({ model, tools, toolApproval, messages, stopWhen })
    expect([shop.posts(), first.text]).toEqual([0, ''])
    messages.push(...first.responseMessages)
    messages.push(answer(messages, true))
    const second = await generateText({ model, tools, toolApproval, messages, stopWhen })
    expect(second.text).toBe(summary)
    expect([shop.executed(), shop.posts(), shop.requests.length]).toEqual([refunded, 2, 4])
    // The conversation goes on; nothing is run again.
    messages.push(...second.responseMessages, user('Thanks.'))
    await generateText({ model: modelOf(text('Welcome.')), tools, toolApproval, messages, stopWhen })
    expect(shop.posts()).toBe(2)
  })

  it('sends nothing that a person denies, and says so to the model', async () => {
    const shop = await openShop(app)
    const model = modelOf([refund('r')], text('Then not.'))
    const { tools, toolApproval } = app.aiSdk.aiTools(shop.bound)
    const messages = [user('go')]
    messages.push(...(await generateText({ model, tools, toolApproval, messages })).responseMessages)
    messages.push(answer(messages, false))
    await generateText({ model, tools, toolApproval, messages })
    expect(results(model.doGenerateCalls[1]?.prompt)).toMatchObject([{ type: 'execution-denied' }])
    expect(shop.requests).toEqual([])
  })

  it('sends nothing when nobody was asked: the tool itself is the gate', async () => {
    const shop = await openShop(app)
    const model = modelOf([refund('r')], text('I may not.'))
    const { tools } = app.aiSdk.aiTools(shop.bound)
    await generateText({ model, tools, prompt: 'go', stopWhen })
    expect(values(model.doGenerateCalls[1]?.prompt)).toMatchObject([{ error: 'confirmation_required' }])
    expect(shop.requests).toEqual([])
  })

  it('asks a function instead, when there is one', async () => {
    const shop = await openShop(app)
    const asked: unknown[] = []
    const { tools } = app.aiSdk.aiTools(shop.bound, { confirm: ({ input }) => asked.push(input) > 0 })
    await generateText({ model: modelOf(...conversation()), tools, prompt: question, stopWhen })
    expect([asked.length, shop.executed(), shop.posts()]).toEqual([2, refunded, 2])
  })

  it('takes two calls with one id for one call', async () => {
    const shop = await openShop(app)
    const { tools } = app.aiSdk.aiTools(shop.bound, { confirm: () => true })
    const script = [[refund('r'), refund('r'), refund('r', 'ord_1101', 1250)], text('Done.')]
    for (const run of [generateText, streamText])
      await (await run({ model: modelOf(...structuredClone(script)), tools, prompt: 'go', stopWhen })).text
    // Twice asked, so twice refunded, and each time once; the shop pays the first.
    expect([shop.executed(), shop.posts()]).toEqual([[['ord_1100', 4599]], 2])
  })

  it('takes no approval of one call for another with its id', async () => {
    const shop = await openShop(app)
    const { tools, toolApproval } = app.aiSdk.aiTools(shop.bound)
    const messages = [user('go')]
    const ask = (...script: Step[]) =>
      generateText({ model: modelOf(...script), tools, toolApproval, messages, stopWhen })
    messages.push(...(await ask([refund('r', 'ord_1101', 1250)])).responseMessages)
    messages.push(answer(messages, true))
    // The model uses the id again, and the caller has left the gate of the SDK out.
    const model = modelOf([refund('r', 'ord_1100', 4599)], text('Done.'))
    await generateText({ model, tools, messages, stopWhen })
    expect([shop.executed(), shop.posts()]).toEqual([[['ord_1101', 1250]], 1])
  })

  it('does not refund again when a model call fails after the refund and the messages are sent again', async () => {
    const shop = await openShop(app)
    const { tools, toolApproval } = app.aiSdk.aiTools(shop.bound)
    const messages = [user('go')]
    const ask = (...script: Step[]) =>
      generateText({ model: modelOf(...script), tools, toolApproval, messages, maxRetries: 0 })
    messages.push(...(await ask([refund('r')])).responseMessages)
    messages.push(answer(messages, true))
    await expect(ask()).rejects.toThrow('The script of the mock model is at its end.')
    expect((await ask(text('Done.'))).text).toBe('Done.')
    expect([shop.executed(), shop.posts()]).toEqual([[['ord_1100', 4599]], 1])
  })

  it('refunds once when the same approval is sent by another process, with a key of the call', async () => {
    const shop = await openShop(app)
    const idempotencyKey = ({ toolCallId }: { toolCallId: string }) => `conversation-7-${toolCallId}`
    const { tools, toolApproval } = app.aiSdk.aiTools(shop.bound, { idempotencyKey })
    const messages = [user('go')]
    const model = modelOf([refund('r')], text('Done.'), text('Done.'))
    messages.push(...(await generateText({ model, tools, toolApproval, messages })).responseMessages)
    messages.push(answer(messages, true))
    for (let process = 0; process < 2; process++)
      await generateText({ model, tools, toolApproval, messages: structuredClone(messages) })
    // The SDK runs it again; the API knows the key.
    expect([shop.executed(), shop.posts()]).toEqual([[['ord_1100', 4599]], 2])
  })

  it.each([
    ...badInput.map(([what, args]) => [what, JSON.stringify(args)] as const),
    ['text that is no object', '"ord_1100"'] as const,
    ['half a JSON text', '{"orderId": "ord_1'] as const,
  ])('tells the model of %s, sends nothing and goes on', async (_what, input) => {
    const shop = await openShop(app)
    const model = modelOf([call('w', 'orders_get', input)], [get('g')], text('Done.'))
    const { tools } = app.aiSdk.aiTools(shop.bound)
    const { text: said } = await generateText({ model, tools, prompt: 'go', stopWhen })
    expect(results(model.doGenerateCalls[1]?.prompt)).toMatchObject([
      { type: 'error-text', value: expect.stringContaining('orders_get') },
    ])
    expect([said, shop.requests]).toEqual(['Done.', ['GET /v1/orders/ord_1100 200']])
  })

  it('tells the model what is wrong with which argument', async () => {
    const shop = await openShop(app)
    const model = modelOf([call('w', 'orders_get', { orderId: 7 })], text('Done.'))
    await generateText({ model, tools: app.aiSdk.aiTools(shop.bound).tools, prompt: 'go', stopWhen })
    const [output] = results(model.doGenerateCalls[1]?.prompt)
    expect(output).toMatchObject({ value: expect.stringMatching(/path.*orderId.*expected.*string/) })
  })

  it.each(['orders_drop', '__proto__'])('goes on after a call of %s', async name => {
    const shop = await openShop(app)
    const model = modelOf([call('n', name, {})], [get('g')], text('Done.'))
    const { tools } = app.aiSdk.aiTools(shop.bound)
    expect((await generateText({ model, tools, prompt: 'go', stopWhen })).text).toBe('Done.')
    expect(results(model.doGenerateCalls[1]?.prompt)).toMatchObject([{ type: 'error-text' }])
    expect(shop.requests).toHaveLength(1)
  })

  it('stops the request when the caller does', async () => {
    const controller = new AbortController()
    const outcomes: string[] = []
    const shop = await openShop(app, {
      fetch: (url, init) => {
        controller.abort()
        return fetch(url, init)
      },
      onCall: ({ outcome }) => outcomes.push(outcome),
    })
    const { tools } = app.aiSdk.aiTools(shop.bound)
    const { signal: abortSignal } = controller
    await generateText({
      model: modelOf([get('g')], text('')),
      tools,
      prompt: 'go',
      abortSignal,
      stopWhen,
    }).catch(() => {})
    expect([outcomes, shop.requests]).toEqual([['aborted'], []])
  })

  it('asks for the credential of the user that the tools were made for', async () => {
    const asked: unknown[] = []
    const shop = await openShop(app, {
      credentials: {
        bearerAuth: (context: unknown) => {
          asked.push(context)
          return token
        },
      },
    })
    for (const context of ['ann', 'bob'])
      await generateText({
        model: modelOf([get('g')], text('Done.')),
        tools: app.aiSdk.aiTools(shop.bound, { context }).tools,
        prompt: 'go',
        stopWhen,
      })
    expect(asked).toEqual(['ann', 'bob'])
  })

  it.each(['gemini-json-schema', 'openai-strict'] as const)(
    'sends and takes the form of %s',
    async target => {
      const shop = await openShop(app)
      const model = modelOf([call('g', 'orders_get', { orderId: 'ord_1100', expand: null })], text('Done.'))
      const { tools } = app.aiSdk.aiTools(shop.bound, { target })
      await generateText({ model, tools, prompt: 'go', stopWhen })
      const { parameters, parametersJsonSchema } =
        app.orders.tools[0]?.declarations[target]?.declaration ?? {}
      expect(model.doGenerateCalls[0]?.tools?.[0]).toMatchObject({
        name: 'orders_get',
        inputSchema: parameters ?? parametersJsonSchema,
      })
      expect(shop.requests).toEqual(['GET /v1/orders/ord_1100 200'])
    },
  )
})

describe('streamText', () => {
  it('refunds two orders after approval, each once', async () => {
    const shop = await openShop(app)
    const model = modelOf(...conversation())
    const { tools, toolApproval } = app.aiSdk.aiTools(shop.bound)
    const messages = [user(question)]
    const say = async () => {
      const result = streamText({ model, tools, toolApproval, messages, stopWhen })
      await result.consumeStream()
      messages.push(...(await result.responseMessages))
      return result.text
    }
    await say()
    expect(shop.posts()).toBe(0)
    messages.push(answer(messages, true))
    expect(await say()).toBe(summary)
    expect([shop.executed(), shop.posts()]).toEqual([refunded, 2])
  })
})
