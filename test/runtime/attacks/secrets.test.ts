/**
 * Credentials on their way back: a server that repeats what it got, or breaks, and a client that tells it to the model.
 * Seen in public: corsair#584, litellm#24902, mcpo#133, langwatch#6252.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Tool } from '../../../src/runtime/contract.ts'
import { type CallRecord, type ConnectOptions, connect } from '../../../src/runtime/index.ts'
import { cleaner } from '../../../src/runtime/redact.ts'
import { serve, type TestServer } from '../server.ts'
import { spec, tool } from '../tools.ts'
import { call } from './naive.ts'

const canary = 'canary/"sécret" +=&%12345'
const plain = 'canary-of-the-header'
const username = 'ann-of-the-canary'
const base64 = Buffer.from(`${username}:${canary}`).toString('base64')
/** Every way in which a server or a platform may write them. */
const forms = [
  canary,
  encodeURIComponent(canary),
  encodeURIComponent(canary).toLowerCase(),
  JSON.stringify(canary).slice(1, -1),
  base64,
  username,
  plain,
]

let server: TestServer
beforeAll(async () => {
  server = await serve((request, response) => {
    const mode = request.url.match(/mode=(\w+)/)?.[1]
    if (mode === 'drop') return response.destroy()
    response.statusCode = Number(mode)
    response.setHeader('x-echo', encodeURIComponent(canary))
    response.end(
      JSON.stringify({
        forms,
        url: request.url,
        headers: request.headers,
        [`a key ${canary}`]: 1,
        nested: [{ text: `of ${forms.join(' and ')}.` }],
      }),
    )
  })
})
afterAll(() => server.close())

const security = (...names: string[]): Partial<Tool['request']> => ({
  security: [names],
  routes: [
    { argument: 'mode', in: 'query', name: 'mode', style: 'form', explode: true },
    { argument: 'q', in: 'query', name: 'q', style: 'form', explode: true },
  ],
  supplied: names.length
    ? []
    : [{ in: 'query', name: 'tenant', style: 'form', explode: true, parameter: 'tenant' }],
})
const asking = (request: Partial<Tool['request']>) =>
  tool({
    properties: { mode: { type: 'string' }, q: { type: 'string' } },
    request,
    response: { headers: ['X-Echo'] },
  })

type Options = Partial<ConnectOptions<typeof spec>>
/** What a naive client puts where. */
type Place = { query?: string; headers?: Record<string, string> }

/** The forms that a connection knows, because it has that secret. */
const canaries = forms.slice(0, 4)
const bearer = { headers: { authorization: `Bearer ${plain}` } }
const tenant = { parameters: { tenant: 'acme' } }

const places: [string, Options, Tool<'shop'>, Place, known: string[]][] = [
  ['bearer', { credentials: { bearer: plain } }, asking(security('bearer')), bearer, [plain]],
  [
    'oauth2, asked for',
    { credentials: { oauth: async () => plain } },
    asking(security('oauth')),
    bearer,
    [plain],
  ],
  [
    'basic',
    { credentials: { basic: { username, password: canary } } },
    asking(security('basic')),
    { headers: { authorization: `Basic ${base64}` } },
    [...canaries, base64, username],
  ],
  [
    'a header',
    { credentials: { header: plain } },
    asking(security('header')),
    { headers: { 'x-api-key': plain } },
    [plain],
  ],
  [
    'a query',
    { credentials: { query: canary } },
    asking(security('query')),
    { query: `api_key=${encodeURIComponent(canary)}` },
    canaries,
  ],
  [
    'a cookie',
    { credentials: { cookie: plain } },
    asking(security('cookie')),
    { headers: { cookie: `session=${plain}` } },
    [plain],
  ],
  [
    'a parameter',
    { parameters: { tenant: canary } },
    asking(security()),
    { query: `tenant=${encodeURIComponent(canary)}` },
    canaries,
  ],
  [
    'a header of the connection',
    { headers: { 'X-Team': plain }, ...tenant },
    asking(security()),
    { headers: { 'x-team': plain } },
    [plain],
  ],
  [
    'a signature',
    { sign: () => ({ 'x-signature': plain }), ...tenant },
    asking(security()),
    { headers: { 'x-signature': plain } },
    [plain],
  ],
]

/** Every key and text of a value. */
const texts = (value: unknown): string[] =>
  typeof value === 'object' && value
    ? Object.entries(value).flatMap(([key, item]) => [key, ...texts(item)])
    : [String(value)]
/** What of a value says one of them. */
const leaks = (value: unknown, known: string[]) =>
  texts(value).filter(text => known.some(form => text.includes(form)))

describe('a secret', () => {
  it.each(places)('in %s', async (_, options, t, { query = '', headers = {} }, known) => {
    const records: CallRecord[] = []
    const connection = connect(spec, {
      baseUrl: server.url,
      retry: { attempts: 1 },
      onCall: record => records.push(record),
      ...options,
    })
    for (const mode of ['200', '400', '500', 'drop']) {
      const naive = await call(`${server.url}/x?mode=${mode}&${query}`, { headers })
      // What breaks tells its address; what answers repeats the headers too.
      expect(leaks(naive, known).length > 0, mode).toBe(mode !== 'drop' || query !== '')
      const answer = await connection.call(t, { mode, q: 'x' } as never)
      expect(leaks(answer, known), mode).toEqual([])
      // It was there: this is where it stood.
      if (mode !== 'drop') expect(JSON.stringify(answer).match(/REDACTED/g)?.length).toBeGreaterThan(2)
      else expect(answer).toMatchObject({ error: 'network_error' })
    }
    expect([leaks(records, known), records.length]).toEqual([[], 4])
    expect(leaks(await connection.plan(t, { q: 'x' }), known)).toEqual([])
  })

  it.each(places.filter(([name]) => !/asked|signature/.test(name)))(
    'in %s, written by the model itself',
    async (_, options, t, _place, known) => {
      const connection = connect(spec, { baseUrl: server.url, ...options })
      for (const secret of known)
        for (const args of [
          { mode: '200', q: secret },
          { mode: 5, q: secret },
          { mode: [secret] },
          { [secret]: 1 },
        ]) {
          // As it is, it would be in the plan and in the error.
          expect(leaks(args, known)).toHaveLength(1)
          expect(leaks(await connection.call(t, args as never), known)).toEqual([])
          expect(leaks(await connection.plan(t, args), known)).toEqual([])
        }
    },
  )

  it('in what a fetch of one’s own throws', async () => {
    const fetch = async (url: string): Promise<Response> => {
      throw new Error(`cannot reach ${url}`, { cause: new Error(url) })
    }
    const url = `https://api.test/x?api_key=${encodeURIComponent(canary)}`
    await expect(fetch(url)).rejects.toThrow(encodeURIComponent(canary))
    const connection = connect(spec, {
      baseUrl: 'https://api.test',
      credentials: { query: canary },
      retry: { attempts: 1 },
      fetch,
    })
    expect(await connection.call(asking(security('query')), {})).toEqual({
      error: 'network_error',
      message: 'network error',
      sent: true,
    })
  })
})

it('a text on which a cleaner ran out of stack does not change what it makes of the next', () => {
  const clean = cleaner([plain])
  const full = () => {
    throw new RangeError()
  }
  // What it does then stands for a search or a replacement that finds the stack full.
  expect(() => clean(`of ${plain}\u200e`, full)).toThrow(RangeError)
  expect(clean(plain)).toBe('REDACTED')
})
