/** The Agent Development Kit, three real versions, over the real bundle, the real orders server and the fake Gemini. */
import type * as Kit from '@google/adk'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Content, Part, Reply } from '../../fake-gemini/server.ts'
import { type App, buildApp } from './app.ts'
import { answerTo, database, kits, outcomes, startAgent, versions } from './kit.ts'
import {
  allResults,
  call,
  closeAll,
  conversation,
  mapCalls,
  openShop,
  orderIds,
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
afterEach(async () => {
  delete process.env.ADK_ENABLE_PROGRESSIVE_SSE_STREAMING
  await closeAll()
})

const get = (id: string, orderId: string = orderIds[0]) => call(id, 'orders_get', { orderId })
const refund = (id: string, orderId: string = orderIds[0], amountCents = 4599) =>
  call(id, 'orders_refund_create', { orderId, amountCents, reason: 'damaged' })
const text = (words: string) => [{ text: words }]
/** For model calls of which a test does not care how many there are. */
const more = [text('More.'), text('More.'), text('More.')]
const answersIn = (contents: Content[] = []) =>
  contents.flatMap(({ parts = [] }) => parts.flatMap(part => part.functionResponse ?? []))

describe.each(versions)('@google/adk %s', version => {
  describe.each<[string, (kit: typeof Kit) => Kit.BaseSessionService]>([
    ['memory', kit => new kit.InMemorySessionService()],
    ['a database', kit => database(kit)],
  ])('with sessions in %s', (_name, sessionsOf) => {
    it('refunds two orders after approval, each once, with every signature', async () => {
      const shop = await openShop(app)
      const sessions = sessionsOf(await kits[version]())
      const { gemini, session } = await startAgent(version, app, shop.bound, conversation(), { sessions })
      const { say } = await session('ann')
      const first = await say(question)
      expect([first.errors, first.asked.length, shop.executed()]).toEqual([[], 2, []])
      expect(first.asked.map(({ args }) => args?.toolConfirmation)).toMatchObject([
        { hint: 'orders_refund_create: POST /orders/{orderId}/refunds', payload: { orderId: 'ord_1100' } },
        { payload: { orderId: 'ord_1101' } },
      ])
      const second = await say(answerTo(first.asked, true))
      expect([second.errors, second.text]).toEqual([[], [summary]])
      expect(shop.executed()).toEqual(refunded)
      expect(shop.requests).toHaveLength(4)
      expect(outcomes(gemini)).toEqual([200, 200, 200])
      // The model content went back as it came: the fake refuses a signature that is not its own.
      expect(sent(gemini, 2).contents?.map(({ parts }) => parts?.map(p => !!p.thoughtSignature))).toEqual([
        [false],
        [true, false],
        [false, false],
        [true, false],
        [false, false],
      ])
    })
  })

  it('does the same for a model without ids and signatures', async () => {
    const shop = await openShop(app)
    const script = conversation().map(step => mapCalls(step, withoutIds))
    const { gemini, session } = await startAgent(version, app, shop.bound, script, {
      model: 'gemini-2.5-flash',
    })
    const { say } = await session('ann')
    await say(answerTo((await say(question)).asked, true))
    expect(shop.executed()).toEqual(refunded)
    expect(shop.posts()).toBe(2)
    expect(outcomes(gemini)).toEqual([200, 200, 200])
  })

  describe.each([
    ['plainly', ''],
    ['progressively', '1'],
  ])('streaming %s', (_name, progressive) => {
    it.each([
      ['in one chunk', false],
      ['in a chunk each', true],
    ])('runs each call once, parallel calls %s', async (_where, isSplit) => {
      process.env.ADK_ENABLE_PROGRESSIVE_SSE_STREAMING = progressive
      const shop = await openShop(app)
      const chunked = (parts: Part[]): Reply => ({
        chunks: [text('Let me see.'), ...(isSplit ? parts.map(part => [part]) : [parts])],
      })
      const script = conversation().map(step => mapCalls(step, chunked))
      // Two calls that the kit takes for two turns ask the model twice.
      const { gemini, session } = await startAgent(version, app, shop.bound, [...script, ...more], {
        streaming: true,
      })
      const { say } = await session('ann')
      const { asked } = await say(question)
      expect(shop.executed()).toEqual([])
      // The kit asks on the partial and on the final event.
      expect(asked.length).toBe(progressive ? 4 : 2)
      // One by one: of questions from two events 1.x reads one answer at a time.
      for (const each of asked) await say(answerTo([each], true))
      expect(shop.executed()).toEqual(refunded)
      expect(shop.posts()).toBe(2)
      expect(shop.requests.filter(request => request.startsWith('GET'))).toHaveLength(2)
      expect(outcomes(gemini).filter(outcome => outcome !== 200)).toEqual([])
    })
  })

  it('refuses to run on arguments that still arrive', async () => {
    const shop = await openShop(app)
    const { session } = await startAgent(version, app, shop.bound, [text('never')], {
      streaming: true,
      config: { toolConfig: { functionCallingConfig: { streamFunctionCallArguments: true } } },
    })
    const { say } = await session('ann')
    await expect(say('go')).rejects.toThrow('streamFunctionCallArguments')
  })

  describe('a person', () => {
    const open = async (...script: Parameters<typeof startAgent>[3]) => {
      const shop = await openShop(app)
      const agent = await startAgent(version, app, shop.bound, script)
      return { shop, ...agent, ...(await agent.session('ann')) }
    }

    it('says no: nothing is sent', async () => {
      const { shop, say, gemini } = await open(sign([refund('r')]), text('Then not.'))
      const { asked } = await say('go')
      const { text: said, responses } = await say(answerTo(asked, false))
      expect(responses).toEqual([{ error: 'declined', message: 'A person declined this call.' }])
      expect([said, shop.requests, outcomes(gemini)]).toEqual([['Then not.'], [], [200, 200]])
    })

    it('says something that is no yes: nothing is sent', async () => {
      for (const confirmed of ['false', 'true', 1, null, undefined]) {
        const { shop, say } = await open(sign([refund('r')]), text('Then not.'))
        await say(answerTo((await say('go')).asked, confirmed))
        expect(shop.requests).toEqual([])
      }
    })

    it('says no, then yes to the same question: at most one refund', async () => {
      const { shop, say, gemini } = await open(sign([refund('r')]), text('a'), text('b'), text('c'))
      const { asked } = await say('go')
      for (const confirmed of [false, true, true]) await say(answerTo(asked, confirmed))
      // 2.0 takes the first answer for good.
      expect(shop.posts()).toBe(version === '2.0.0' ? 0 : 1)
      expect(outcomes(gemini)).toEqual([200, 200, 200, 200])
    })

    it('says no, is asked again, and says yes: one refund', async () => {
      const { shop, say } = await open(sign([refund('r1')]), sign([refund('r2')]), text('Done.'))
      const again = await say(answerTo((await say('go')).asked, false))
      await say(answerTo(again.asked, true))
      expect([shop.executed(), shop.posts()]).toEqual([[['ord_1100', 4599]], 1])
    })

    it('says yes twice, or twice at the same time: one refund', async () => {
      const { shop, say } = await open(sign([refund('r')]), text('a'), text('b'), text('c'))
      const yes = answerTo((await say('go')).asked, true)
      await Promise.allSettled([say(yes), say(yes)])
      await say(yes)
      expect([shop.executed(), shop.posts()]).toEqual([[['ord_1100', 4599]], 1])
    })

    it('says yes to one of two, later to the other', async () => {
      const both = sign([refund('r1'), refund('r2', 'ord_1101', 1250)])
      const { shop, say, gemini } = await open(both, text('One.'), text('Both.'))
      const { asked } = await say('go')
      await say(answerTo(asked.slice(1), true))
      expect(shop.executed()).toEqual([['ord_1101', 1250]])
      await say(answerTo(asked.slice(0, 1), true))
      expect(shop.executed()).toEqual(refunded)
      expect(shop.posts()).toBe(2)
      expect(outcomes(gemini)).toEqual([200, 200, 200])
    })

    it('asks something else before saying yes', async () => {
      const { shop, say, gemini } = await open(sign([refund('r')]), text('It was damaged.'), text('Done.'))
      const { asked } = await say('go')
      expect((await say('Why?')).errors).toEqual([])
      // The model knows that the call waits.
      expect(answersIn(sent(gemini, 1).contents)).toMatchObject([
        { response: { error: 'confirmation_required' } },
      ])
      await say(answerTo(asked, true))
      expect([shop.executed(), shop.posts()]).toEqual([[['ord_1100', 4599]], 1])
      expect(outcomes(gemini)).toEqual([200, 200, 200])
    })

    it('approves a call, and what ran beside it is not lost', async () => {
      const { shop, say, gemini } = await open(sign([get('g'), refund('r')]), text('Done.'), text('Yes.'))
      await say(answerTo((await say('go')).asked, true))
      await say('Is it done?')
      expect(answersIn(sent(gemini, 1).contents)).toMatchObject([
        { id: 'g', response: { id: 'ord_1100', status: 'delivered' } },
        { id: 'r', response: { id: 'ref_1' } },
      ])
      expect(shop.requests).toHaveLength(2)
      expect(outcomes(gemini)).toEqual([200, 200, 200])
    })
  })

  it('without the repair, what ran beside an approved call makes the API refuse the conversation', async () => {
    const shop = await openShop(app)
    const script = [sign([get('g'), refund('r')]), text('Done.')]
    const { gemini, session } = await startAgent(version, app, shop.bound, script, { isUnrepaired: true })
    const { say } = await session('ann')
    await say(answerTo((await say('go')).asked, true))
    expect(outcomes(gemini)[1]).toContain('the number of function response parts')
  })

  it('does not refund again when a model call fails after the refund', async () => {
    const shop = await openShop(app)
    const failure = { code: 503, status: 'UNAVAILABLE', message: 'Overloaded.' }
    const script = [sign([refund('r')]), failure, failure, text('Done.')]
    const { session } = await startAgent(version, app, shop.bound, script)
    const { say } = await session('ann')
    const yes = answerTo((await say('go')).asked, true)
    await say(yes)
    await say('Go on.')
    await say(yes)
    expect([shop.executed(), shop.posts()]).toEqual([[['ord_1100', 4599]], 1])
  })

  it('takes two calls with one id for one call', async () => {
    const shop = await openShop(app)
    const turn = sign([get('same'), get('same'), get('same', 'ord_1101')])
    const { session } = await startAgent(version, app, shop.bound, [turn, text('Done.')])
    const { responses } = await (await session('ann')).say('go')
    expect(responses.map(r => r.id ?? r.error)).toEqual(['ord_1100', 'ord_1100', 'invalid_arguments'])
    expect(shop.requests).toEqual(['GET /v1/orders/ord_1100 200'])
  })

  it.each(['orders_drop', 'constructor', '__proto__'])('goes on after a call of %s', async name => {
    const shop = await openShop(app)
    const script = [sign([call('n', name, {})]), sign([get('g')]), text('It was delivered.'), ...more]
    const { gemini, session } = await startAgent(version, app, shop.bound, script)
    const { say } = await session('ann')
    await say('go')
    await say('Sure?')
    await say('Really?')
    expect(answersIn(sent(gemini, 1).contents)).toEqual([
      {
        id: 'n',
        name,
        response: {
          error: 'unknown_tool',
          message: 'No such tool. There is: orders_get, orders_refund_create',
        },
      },
    ])
    expect(shop.requests).toEqual(['GET /v1/orders/ord_1100 200'])
    expect(outcomes(gemini).filter(outcome => outcome !== 200)).toEqual([])
  })

  it('asks two APIs and a function of the caller in one model turn', async () => {
    const kit = await kits[version]()
    const shop = await openShop(app)
    const today = new kit.FunctionTool({
      name: 'today',
      description: 'Tells the date.',
      parameters: z.object({ zone: z.string() }),
      execute: () => ({ date: '2026-12-01' }),
    })
    const search = call('s', 'inventory_items_search', { X_Site: 'berlin', sku: ['AB-12345'] })
    const script = [sign([get('g'), search, call('t', 'today', { zone: 'CET' })]), text('Done.')]
    const { gemini, session } = await startAgent(version, app, [...shop.bound, ...shop.stock], script, {
      tools: [today],
    })
    await (await session('ann')).say('go')
    expect(allResults(sent(gemini, 1)).slice(-3)).toMatchObject([
      { id: 'ord_1100' },
      { result: [{ sku: 'AB-12345' }] },
      { date: '2026-12-01' },
    ])
    expect([shop.requests.length, shop.lookups.length]).toEqual([1, 1])
    expect(shop.lookups[0]).toContain('sku=AB-12345')
    expect(outcomes(gemini)).toEqual([200, 200])
  })
})
