/** `@google/genai`, two real versions, over the real bundle, the real orders server and the fake Gemini. */
import type * as Sdk from '@google/genai'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Content, GenerateRequest, RespondOptions } from '../../../src/runtime/adapters/genai.ts'
import { type FakeGemini, type Part, type Step, startFakeGemini } from '../../fake-gemini/server.ts'
import { type App, buildApp } from './app.ts'
import {
  allResults,
  badInput,
  call,
  closeAll,
  conversation,
  mapCalls,
  open,
  openShop,
  question,
  refunded,
  sent,
  sign,
  summary,
  withoutIds,
} from './shop.ts'

let app: App
beforeAll(async () => {
  app = await buildApp()
})
afterEach(closeAll)

const sdks = {
  '2.32.0': () => import('@google/genai'),
  // Its classes have private parts of their own; what is used here is the same.
  '3.3.0': () => import('genai-3') as unknown as Promise<typeof Sdk>,
}
const confirm = () => true
const done = [{ text: 'Done.' }]
const user = (text: string): Content => ({ role: 'user', parts: [{ text }] })
const statuses = ({ log }: FakeGemini) => log.map(({ error, status }) => error ?? status)

describe.each(Object.keys(sdks) as (keyof typeof sdks)[])('@google/genai %s', version => {
  /** A model that follows a script, asked plainly and in a stream. */
  async function start(script: Step[], { vertexai = false, model = 'gemini-3-flash-preview' } = {}) {
    const { GoogleGenAI } = await sdks[version]()
    const gemini = await startFakeGemini({ script })
    open.push(gemini)
    const ai = new GoogleGenAI({ apiKey: 'key', vertexai, httpOptions: { baseUrl: gemini.url } })
    return {
      gemini,
      plain: (request: GenerateRequest) => ai.models.generateContent({ model, ...request }),
      streamed: async (request: GenerateRequest) =>
        app.genai.readStream(await ai.models.generateContentStream({ model, ...request })),
    }
  }
  describe.each([
    ['the Developer API', false],
    ['Vertex', true],
  ])('on %s', (_name, vertexai) => {
    it.each(['plain', 'streamed'] as const)('refunds two orders, each once: %s', async way => {
      const shop = await openShop(app)
      const { gemini, ...ask } = await start(conversation(), { vertexai })
      const contents = [user(question)]
      const asked: unknown[] = []
      const turn = await app.genai.runTurn(app.genai.geminiTools(shop.bound), contents, ask[way], {
        confirm: call => asked.push(call.name) > 0,
        first: { mode: 'ANY', allow: ['orders_get'] },
      })
      expect(turn).toMatchObject({ ended: 'answer', text: summary, finishReason: 'STOP' })
      expect(asked).toEqual(['orders_refund_create', 'orders_refund_create'])
      expect([shop.executed(), shop.posts(), shop.requests.length]).toEqual([refunded, 2, 4])
      expect(statuses(gemini)).toEqual([200, 200, 200])
      expect(app.genai.checkHistory(contents)).toEqual([])
      // What the model said went back as it was, signatures in their places.
      expect(sent(gemini, 2).contents).toEqual(contents.slice(0, 5))
      const [, calls, , more] = contents
      expect([calls, more].map(c => c?.parts?.map(p => !!p.thoughtSignature))).toEqual([
        [true, false],
        [true, false],
      ])
      const api = vertexai ? 'v1beta1' : version === '3.3.0' ? 'v1' : 'v1beta'
      expect(gemini.log.map(({ path }) => path.split('/')[1])).toEqual([api, api, api])
    })
  })

  it('puts a stream together whose calls arrive one by one, after thoughts', async () => {
    const shop = await openShop(app)
    const chunked = (calls: Part[]) => ({
      chunks: [[{ text: 'Hm.', thought: true }], [{ text: 'So.' }], ...calls.map(part => [part])],
    })
    const script = conversation().map(step => mapCalls(step, chunked))
    const { gemini, streamed } = await start(script)
    const contents = [user(question)]
    await app.genai.runTurn(app.genai.geminiTools(shop.bound), contents, streamed, { confirm })
    expect([shop.executed(), shop.posts()]).toEqual([refunded, 2])
    expect([statuses(gemini), app.genai.checkHistory(contents)]).toEqual([[200, 200, 200], []])
  })

  it('does the same for a model without ids and signatures', async () => {
    const shop = await openShop(app)
    const script = conversation().map(step => mapCalls(step, withoutIds))
    const { gemini, plain } = await start(script, { model: 'gemini-2.5-flash' })
    const contents = [user(question)]
    await app.genai.runTurn(app.genai.geminiTools(shop.bound), contents, plain, { confirm })
    expect([shop.executed(), shop.posts(), statuses(gemini)]).toEqual([refunded, 2, [200, 200, 200]])
  })

  it('sends nothing that a person declines', async () => {
    const shop = await openShop(app)
    const { gemini, plain } = await start(conversation())
    const tools = app.genai.geminiTools(shop.bound)
    await app.genai.runTurn(tools, [user(question)], plain, { confirm: () => false })
    expect([shop.posts(), statuses(gemini)]).toEqual([0, [200, 200, 200]])
    expect(allResults(sent(gemini, 2)).slice(-2)).toMatchObject([
      { error: 'declined' },
      { error: 'declined' },
    ])
  })

  it('takes approvals days later, from another process', async () => {
    const shop = await openShop(app)
    const { gemini, plain } = await start(conversation())
    let contents = [user(question)]
    const said = async (): Promise<Content> => {
      const tools = app.genai.geminiTools(shop.bound).tools
      return (await plain({ contents, config: { tools } })).candidates?.[0]?.content ?? {}
    }
    const tools = () => app.genai.geminiTools(shop.bound)
    const lookups = await said()
    contents.push(lookups, (await tools().respond(lookups)) ?? {})
    const refunds = await said()
    const earlier = await tools().respond(refunds)
    expect(shop.posts()).toBe(0)
    // A database keeps text.
    const kept = JSON.parse(JSON.stringify({ contents, refunds, earlier }))
    contents = kept.contents
    // One, then the other: what is answered is not run again.
    const [one, two] = ['orders_refund_create-1', 'orders_refund_create-2']
    const first = await tools().respond(kept.refunds, { earlier: kept.earlier, confirmed: [String(one)] })
    const second = await tools().respond(kept.refunds, { earlier: first, confirmed: [String(two)] })
    contents.push(kept.refunds, second ?? {})
    const end = await said()
    expect(end.parts?.[0]?.text).toBe(summary)
    expect([shop.executed(), shop.posts(), statuses(gemini)]).toEqual([refunded, 2, [200, 200, 200]])
  })

  it('does not refund again when a model call fails and the turn is run again', async () => {
    const shop = await openShop(app)
    const failure = { code: 503, status: 'UNAVAILABLE', message: 'Overloaded.' }
    const [lookups, refunds, end] = conversation() as [Step, Step, Step]
    const { gemini, plain } = await start([lookups, refunds, failure, end])
    const contents = [user(question)]
    const turn = () => app.genai.runTurn(app.genai.geminiTools(shop.bound), contents, plain, { confirm })
    await expect(turn()).rejects.toThrow('Overloaded.')
    expect((await turn()).text).toBe(summary)
    expect([shop.executed(), shop.posts()]).toEqual([refunded, 2])
    expect(statuses(gemini)).toEqual([200, 200, 'Overloaded.', 200])
  })

  it('runs nothing of a stream that breaks, and everything once when the turn is run again', async () => {
    const shop = await openShop(app)
    const broken = { chunks: [sign([refund('r')])], breaks: true as const }
    const { streamed } = await start([broken, sign([refund('r')]), done])
    const contents = [user('go')]
    const turn = () => app.genai.runTurn(app.genai.geminiTools(shop.bound), contents, streamed, { confirm })
    await expect(turn()).rejects.toThrow()
    expect([shop.requests, contents.length]).toEqual([[], 1])
    expect((await turn()).text).toBe('Done.')
    expect([shop.executed(), shop.posts()]).toEqual([[['ord_1100', 4599]], 1])
  })

  it('refunds once when the process ends before the answer is kept, with a key of the call', async () => {
    const shop = await openShop(app)
    const content: Content = { role: 'model', parts: sign([refund('r')]) }
    const options: RespondOptions = { confirm, idempotencyKey: ({ id }) => `conversation-7-${id}` }
    for (let process = 0; process < 2; process++)
      await app.genai.geminiTools(shop.bound).respond(content, options)
    expect([shop.executed(), shop.posts()]).toEqual([[['ord_1100', 4599]], 2])
  })

  it('takes two calls with one id for one call', async () => {
    const shop = await openShop(app)
    const turn = sign([refund('r'), refund('r'), refund('r', 'ord_1101')])
    const { gemini, plain } = await start([turn, done])
    await app.genai.runTurn(app.genai.geminiTools(shop.bound), [user('go')], plain, { confirm })
    expect([shop.executed(), shop.posts()]).toEqual([[['ord_1100', 4599]], 1])
    expect(allResults(sent(gemini, 1)).slice(-3)).toMatchObject([
      { status: 'paid' },
      { status: 'paid' },
      { error: 'invalid_arguments' },
    ])
    expect(statuses(gemini)).toEqual([200, 200])
  })

  it('asks two APIs and a function of the caller in one model turn', async () => {
    const shop = await openShop(app)
    const tools = app.genai.geminiTools([...shop.bound, ...shop.stock], {
      functions: {
        today: {
          declaration: {
            description: 'Tells the date.',
            parametersJsonSchema: { type: 'object', properties: {} },
          },
          run: () => '2026-12-01',
        },
      },
    })
    const search = call('s', 'inventory_items_search', { X_Site: 'berlin', sku: ['AB-12345'] })
    const script = [sign([get('g'), search, call('t', 'today', {})]), done]
    const { gemini, plain } = await start(script)
    await app.genai.runTurn(tools, [user('go')], plain)
    expect(allResults(sent(gemini, 1)).slice(-3)).toMatchObject([
      { id: 'ord_1100' },
      { result: [{ sku: 'AB-12345' }] },
      { result: '2026-12-01' },
    ])
    expect([shop.requests.length, shop.lookups.length, statuses(gemini)]).toEqual([1, 1, [200, 200]])
  })

  it.each([
    ...badInput.map(([what, args]) => [what, 'orders_get', args, 'invalid_arguments'] as const),
    ['an unknown tool', 'orders_drop', {}, 'unknown_tool'] as const,
    ['a name that every object has', '__proto__', {}, 'unknown_tool'] as const,
  ])('tells the model of %s, sends nothing and goes on', async (_what, name, args, error) => {
    const shop = await openShop(app)
    const { gemini, plain } = await start([sign([call('w', name, args)]), sign([get('g')]), done])
    const turn = await app.genai.runTurn(app.genai.geminiTools(shop.bound), [user('go')], plain)
    expect(allResults(sent(gemini, 1)).at(-1)).toMatchObject({ error })
    expect([turn.text, shop.requests]).toEqual(['Done.', ['GET /v1/orders/ord_1100 200']])
    expect(statuses(gemini)).toEqual([200, 200, 200])
  })

  it('never runs arguments that arrive in parts', async () => {
    const shop = await openShop(app)
    const parts = [
      [{ functionCall: { id: 'g', name: 'orders_get', willContinue: true }, thoughtSignature: 'c2ln' }],
      [{ functionCall: { partialArgs: [{ jsonPath: '$.orderId', stringValue: 'ord_1100' }] } }],
      [{ functionCall: {} }],
    ]
    const { streamed } = await start([{ chunks: parts }], { vertexai: true })
    const turn = app.genai.runTurn(app.genai.geminiTools(shop.bound), [user('go')], streamed)
    await expect(turn).rejects.toThrow('streamFunctionCallArguments')
    expect(shop.requests).toEqual([])
  })
})

const get = (id: string) => call(id, 'orders_get', { orderId: 'ord_1100' })
const refund = (id: string, orderId = 'ord_1100') =>
  call(id, 'orders_refund_create', { orderId, amountCents: 4599, reason: 'damaged' })
