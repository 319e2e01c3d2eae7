/** The Agent Development Kit with many users, a process that restarts, and a model that gets arguments wrong. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Context } from '@google/adk'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type App, buildApp } from './app.ts'
import { answerTo, database, kits, outcomes, startAgent, versions } from './kit.ts'
import { allResults, badInput, call, closeAll, openShop, sent, sign, token } from './shop.ts'

let app: App
beforeAll(async () => {
  app = await buildApp()
})
afterEach(closeAll)

const refund = sign([
  call('r', 'orders_refund_create', { orderId: 'ord_1100', amountCents: 4599, reason: 'damaged' }),
])
const get = sign([call('g', 'orders_get', { orderId: 'ord_1100' })])
const done = [{ text: 'Done.' }]

describe.each(versions)('@google/adk %s', version => {
  it('asks for the credential of the user whose session it is', async () => {
    const asked: unknown[] = []
    const tokens: Record<string, string> = { ann: token }
    const shop = await openShop(app, {
      credentials: {
        bearerAuth: (context: { userId: string; sessionId: string }) => {
          asked.push(context)
          return tokens[context.userId]
        },
      },
    })
    const { gemini, session } = await startAgent(version, app, shop.bound, [get, done, get, done])
    await (await session('ann', 's1')).say('Where is my order?')
    // Another user, with a session and a call of the same name.
    const { errors } = await (await session('bob', 's1')).say('Where is my order?')
    expect(asked).toEqual([
      { userId: 'ann', sessionId: 's1' },
      { userId: 'bob', sessionId: 's1' },
    ])
    expect(allResults(sent(gemini, 1)).at(-1)).toMatchObject({ id: 'ord_1100' })
    expect(allResults(sent(gemini, 3)).at(-1)).toMatchObject({ error: 'no_credential' })
    expect([errors, shop.requests.length, outcomes(gemini)]).toEqual([[], 1, [200, 200, 200, 200]])
  })

  it('hands on what the caller takes from the context of the kit', async () => {
    const asked: unknown[] = []
    const shop = await openShop(app, {
      credentials: {
        bearerAuth: (tenant: unknown) => {
          asked.push(tenant)
          return token
        },
      },
    })
    const { session } = await startAgent(version, app, shop.bound, [get, done], {
      context: context => (context as Context).agentName,
    })
    await (await session('ann')).say('go')
    expect(asked).toEqual(['agent'])
  })

  it('keeps approvals of equal calls of other users and sessions apart', async () => {
    const shop = await openShop(app)
    const { session } = await startAgent(version, app, shop.bound, [refund, refund, refund, done, done, done])
    const people = [await session('ann', 's1'), await session('bob', 's1'), await session('ann', 's2')]
    const questions = []
    for (const { say } of people) questions.push((await say('go')).asked)
    // What one is asked is no question of another.
    await people[1]?.say(answerTo(questions[0] ?? [], true)).catch(() => {})
    expect(shop.posts()).toBe(0)
    const answers = []
    for (const [i, { say }] of people.entries())
      answers.push(...(await say(answerTo(questions[i] ?? [], true))).responses)
    // Each was sent; the shop pays the first.
    expect(shop.posts()).toBe(3)
    expect(answers.map(({ status }) => status)).toEqual(['paid', 409, 409])
  })

  it('offers nothing without a credential', async () => {
    const shop = await openShop(app, { credentials: {} })
    const { gemini, session } = await startAgent(version, app, shop.bound, [done])
    await (await session('ann')).say('go')
    expect(sent(gemini, 0).tools ?? []).toEqual([])
    // The positive control.
    const other = await startAgent(version, app, (await openShop(app)).bound, [done])
    await (await other.session('ann')).say('go')
    expect(sent(other.gemini, 0).tools?.[0]?.functionDeclarations?.map(({ name }) => name)).toEqual([
      'orders_get',
      'orders_refund_create',
    ])
  })

  it('refunds once when another process gets the same approval', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'sessions-')), 'sessions.db')
    const shop = await openShop(app)
    const kit = await kits[version]()
    // Each has its own memory, like a process of its own; sessions are in the database.
    const start = (script: Parameters<typeof startAgent>[3]) =>
      startAgent(version, app, shop.bound, script, {
        sessions: database(kit, file),
        idempotencyKey: ({ userId, sessionId, functionCallId }) => [userId, sessionId, functionCallId].join(),
      })
    const first = await (await start([refund])).session('ann', 's')
    const { asked } = await first.say('go')
    for (let process = 0; process < 2; process++) {
      const { say } = await (await start([done, done])).session('ann', 's')
      await say(answerTo(asked, true))
    }
    // 1.x runs it again; the API knows the key.
    expect(shop.posts()).toBe(version === '2.0.0' ? 1 : 2)
    expect(shop.executed()).toEqual([['ord_1100', 4599]])
  })

  it('stops the request when the run is aborted', async () => {
    const controller = new AbortController()
    const outcomesOf: string[] = []
    const shop = await openShop(app, {
      fetch: (url, init) => {
        controller.abort()
        return fetch(url, init)
      },
      onCall: ({ outcome }) => outcomesOf.push(outcome),
    })
    const { gemini, session } = await startAgent(version, app, shop.bound, [get, done])
    await (await session('ann')).say('go', controller.signal)
    expect([outcomesOf, shop.requests, gemini.log.length]).toEqual([['aborted'], [], 1])
  })

  it.each(badInput)('tells the model of %s, sends nothing and goes on', async (_what, args, path) => {
    const shop = await openShop(app)
    const wrong = sign([call('w', 'orders_get', args)])
    const { gemini, session } = await startAgent(version, app, shop.bound, [wrong, get, done])
    const { text, errors } = await (await session('ann')).say('go')
    expect(allResults(sent(gemini, 1)).at(-1)).toMatchObject({
      error: 'invalid_arguments',
      details: [{ path }],
    })
    expect([text, errors, shop.requests]).toEqual([['Done.'], [], ['GET /v1/orders/ord_1100 200']])
    expect(outcomes(gemini)).toEqual([200, 200, 200])
  })
})
