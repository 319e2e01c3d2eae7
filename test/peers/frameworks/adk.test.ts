/** The Agent Development Kit, the real package, over the real bundle, the real orders server and the fake Gemini. */

import type * as Kit from '@google/adk'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type FakeGemini, type Step, startFakeGemini } from '../../fake-gemini/server.ts'
import { type App, buildApp } from './app.ts'
import { conversation, openShop, question, refunded } from './shop.ts'

const open: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
  delete process.env.ADK_ENABLE_PROGRESSIVE_SSE_STREAMING
})

let app: App
beforeAll(async () => {
  app = await buildApp()
  process.env.GOOGLE_GENAI_API_KEY = 'x'
})

const kits = { '2.0.0': () => import('@google/adk') } as Record<string, () => Promise<typeof Kit>>

/** One session of one user with an agent that has the tools of the shop. */
async function session(
  kit: typeof Kit,
  script: Step[],
  more: { streaming?: boolean; tools?: unknown[] } = {},
) {
  kit.setLogLevel?.(kit.LogLevel.ERROR)
  const shop = await openShop(app)
  const gemini = await startFakeGemini({ script })
  open.push(gemini, shop.server)
  process.env.GOOGLE_GEMINI_BASE_URL = gemini.url
  const agent = new kit.LlmAgent({
    name: 'agent',
    model: 'gemini-3-flash-preview',
    tools: [...app.adk.adkTools(shop.bound), ...((more.tools ?? []) as never[])],
    beforeModelCallback: app.adk.repairHistory,
  })
  const runner = new kit.InMemoryRunner({ agent, appName: 'app' })
  const { id: sessionId } = await runner.sessionService.createSession({ appName: 'app', userId: 'u' })
  const runConfig = more.streaming ? { streamingMode: kit.StreamingMode.SSE } : undefined
  const say = async (parts: object[]) => {
    const seen: {
      text: string[]
      asked: { id?: string; args?: Record<string, unknown> }[]
      errors: string[]
    } = {
      text: [],
      asked: [],
      errors: [],
    }
    const newMessage = { role: 'user', parts }
    for await (const event of runner.runAsync({
      userId: 'u',
      sessionId,
      newMessage,
      ...(runConfig && { runConfig }),
    })) {
      if (event.errorCode) seen.errors.push(`${event.errorCode} ${event.errorMessage}`)
      for (const part of event.content?.parts ?? []) {
        if (part.functionCall?.name === 'adk_request_confirmation') seen.asked.push(part.functionCall)
        if (part.text) seen.text.push(part.text)
      }
    }
    return seen
  }
  return { ...shop, gemini, say }
}

const answerTo = (asked: { id?: string }[], confirmed: boolean) =>
  asked.map(({ id }) => ({
    functionResponse: { id, name: 'adk_request_confirmation', response: { confirmed } },
  }))
const statuses = (gemini: FakeGemini) => gemini.log.map(exchange => exchange.error ?? exchange.status)

describe.each(Object.entries(kits))('@google/adk %s', (_, load) => {
  it('refunds two orders after approval, each once, with every signature', async () => {
    const kit = await load()
    const { say, gemini, executed, server } = await session(kit, conversation())
    const first = await say([{ text: question }])
    expect(first.errors).toEqual([])
    expect(first.asked).toHaveLength(2)
    expect(executed()).toEqual([])
    const second = await say(answerTo(first.asked, true))
    expect(second.errors).toEqual([])
    expect(executed()).toEqual(refunded)
    expect(second.text.join('')).toContain('Both orders are refunded.')
    expect(statuses(gemini)).toEqual([200, 200, 200])
    expect(server.requests.filter(r => r.startsWith('GET'))).toHaveLength(2)
    // The same approval again.
    await say(answerTo(first.asked, true))
    expect(executed()).toEqual(refunded)
  })
})
