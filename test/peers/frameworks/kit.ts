/** Sessions of the real Agent Development Kit, of each version, with the fake Gemini behind it. For `adk*.test.ts`. */
import type * as Kit from '@google/adk'
import { LibSqlDriver } from '@mikro-orm/libsql'
import type { AdkOptions } from '../../../src/runtime/adapters/adk.ts'
import type { BoundTool } from '../../../src/runtime/bound-tool.ts'
import { type FakeGemini, type Step, startFakeGemini } from '../../fake-gemini/server.ts'
import type { App } from './app.ts'
import { open } from './shop.ts'

/** Their classes are not assignable to each other; what is used here has not changed. */
export const kits = {
  '2.0.0': () => import('@google/adk'),
  '1.6.0': () => import('adk-1.6') as unknown as Promise<typeof Kit>,
  '1.0.0': () => import('adk-1.0') as unknown as Promise<typeof Kit>,
}
export type Version = keyof typeof kits
export const versions = Object.keys(kits) as Version[]

/** Sessions in a database: `file` outlives the process, `:memory:` does not. */
export const database = (kit: typeof Kit, dbName = ':memory:'): Kit.BaseSessionService => {
  const service = new kit.DatabaseSessionService({ driver: LibSqlDriver, dbName })
  // Private: nobody but the service closes its connection, and it does not.
  open.push({ close: () => (service as unknown as { orm?: { close(): unknown } }).orm?.close() })
  return service
}

export interface AgentOptions extends AdkOptions {
  tools?: Kit.BaseTool[]
  /** `gemini-3-flash-preview` when unset, which wants signatures. */
  model?: string
  streaming?: boolean
  isUnrepaired?: boolean
  sessions?: Kit.BaseSessionService
  config?: Kit.LlmAgentConfig['generateContentConfig']
}

export interface Asked {
  id?: string
  args?: Record<string, unknown>
}

export interface Seen {
  text: string[]
  /** Confirmations that a person is asked for. */
  asked: Asked[]
  /** What the tools answered, as the events say. */
  responses: Record<string, unknown>[]
  errors: string[]
}

export interface Session {
  /** Lets the agent run on what a person says. */
  say(parts: string | object[], abortSignal?: AbortSignal): Promise<Seen>
}

export interface Agent {
  gemini: FakeGemini
  session(userId: string, sessionId?: string): Promise<Session>
}

/** One agent with tools, and a model that follows a script. */
export async function startAgent(
  version: Version,
  { adk }: App,
  bound: readonly BoundTool[],
  script: Step[],
  { tools = [], model, streaming, isUnrepaired, sessions, config, ...options }: AgentOptions = {},
): Promise<Agent> {
  const kit = await kits[version]()
  kit.setLogLevel(kit.LogLevel.ERROR)
  const gemini = await startFakeGemini({ script })
  open.push(gemini)
  // The kit's Gemini has no other option; it is read at the first model call of an agent.
  process.env.GOOGLE_GEMINI_BASE_URL = gemini.url
  process.env.GOOGLE_GENAI_API_KEY = 'a-key'
  const agent = new kit.LlmAgent({
    name: 'agent',
    model: model ?? 'gemini-3-flash-preview',
    tools: [...adk.adkTools(bound, options), ...tools],
    ...(!isUnrepaired && { beforeModelCallback: adk.repairHistory }),
    ...(config && { generateContentConfig: config }),
  })
  const sessionService = sessions ?? new kit.InMemorySessionService()
  const runner = new kit.Runner({ agent, appName: 'shop', sessionService })
  const runConfig = streaming && { streamingMode: kit.StreamingMode.SSE }
  return {
    gemini,
    async session(userId, sessionId) {
      const key = { appName: 'shop', userId, ...(sessionId !== undefined && { sessionId }) }
      const known = sessionId && (await sessionService.getSession({ ...key, sessionId }))
      const { id } = known || (await sessionService.createSession(key))
      return {
        async say(said, abortSignal) {
          const seen: Seen = { text: [], asked: [], responses: [], errors: [] }
          const parts = typeof said === 'string' ? [{ text: said }] : said
          for await (const event of runner.runAsync({
            userId,
            sessionId: id,
            newMessage: { role: 'user', parts },
            ...(runConfig && { runConfig }),
            ...(abortSignal && { abortSignal }),
          })) {
            if (event.errorMessage) seen.errors.push(event.errorMessage)
            for (const { text, functionCall, functionResponse } of event.content?.parts ?? []) {
              if (functionCall?.name === 'adk_request_confirmation') seen.asked.push(functionCall)
              if (functionResponse?.response) seen.responses.push(functionResponse.response)
              if (text && !event.partial) seen.text.push(text)
            }
          }
          return seen
        },
      }
    },
  }
}

/** What a person's client sends: `false` is a no. */
export const answerTo = (asked: Asked[], confirmed: unknown): object[] =>
  asked.map(({ id }) => ({
    functionResponse: { id, name: 'adk_request_confirmation', response: { confirmed } },
  }))

/** The outcome of every model call: 200, or the message of the API's error. */
export const outcomes = ({ log }: FakeGemini): (number | string)[] =>
  log.map(({ error, status }) => error ?? status)
