/** Options, hooks and answers at their edges: nothing hangs, nothing is replaced or lost without a word. */
import { describe, expect, it, vi } from 'vitest'
import type { InputSchema, JsonObject } from '../../src/runtime/contract.ts'
import { type ConnectOptions, connect, mockConnection, type ToolCall } from '../../src/runtime/index.ts'
import { ordersCreate, spec, tool } from './tools.ts'

type Options = Partial<ConnectOptions<typeof spec>>
const secured = (...security: string[][]) => tool({ request: { security } })
const shop = (options: Options = {}) =>
  connect(spec, { baseUrl: 'https://api.test', retry: { attempts: 1 }, ...options })
const answering =
  (body: string, init: ResponseInit = {}) =>
  async () =>
    new Response(body, { headers: { 'content-type': 'application/json' }, ...init })

describe('a number that is an option', () => {
  it.each<[string, object]>([
    ['timeoutMs', { timeoutMs: Number.NaN }],
    ['timeoutMs', { timeoutMs: -5 }],
    ['maxResponseBytes', { maxResponseBytes: Number.NaN }],
    ['maxResponseBytes', { maxResponseBytes: -1 }],
    ['attempts', { retry: { attempts: Number.NaN } }],
    ['maxDelayMs', { retry: { maxDelayMs: -1 } }],
  ])('%s counts something', (name, options) => {
    expect(() => shop(options)).toThrow(TypeError)
    expect(() => shop(options)).toThrow(name)
  })

  it('may be zero, or endless (positive control)', async () => {
    const fetch = answering('{"a":1}')
    expect(await shop({ fetch, maxResponseBytes: Infinity, timeoutMs: Infinity }).call(tool(), {})).toEqual({
      a: 1,
    })
    expect(await shop({ fetch, maxResponseBytes: 0 }).call(tool(), {})).toMatchObject({
      unread: { reason: 'too-large' },
    })
  })
})

describe('a header of the connection', () => {
  it.each(['Content-Type', 'content-length', 'Content-Encoding', 'Transfer-Encoding', 'TE'])(
    '%s has another owner',
    name => {
      expect(() => shop({ headers: { [name]: 'x' } })).toThrow(TypeError)
      expect(() => shop({ headers: { [name]: 'x' } })).toThrow(name)
    },
  )

  it('with cookies goes beside those of a tool', async () => {
    const named = tool({
      properties: { lang: { type: 'string' } },
      request: {
        routes: [{ argument: 'lang', in: 'cookie', name: 'lang', style: 'form', explode: true }],
        security: [['cookie']],
      },
    })
    const fetch = vi.fn(async (_url: string, _init: RequestInit) => Response.json({ a: 1 }))
    const connection = shop({ fetch, headers: { Cookie: 'sid=abcd' }, credentials: { cookie: 'efgh' } })
    expect(await connection.call(named, { lang: 'de' })).toEqual({ a: 1 })
    const { cookie } = (fetch.mock.calls[0]?.[1].headers ?? {}) as Record<string, string>
    expect(cookie?.split('; ').sort()).toEqual(['lang=de', 'session=efgh', 'sid=abcd'])
    expect(await connection.plan(named, { lang: 'de' })).not.toHaveProperty('headers.cookie', cookie)
  })

  it('with cookies as a credential is not lost beside a cookie of the model', async () => {
    const security = { jar: { type: 'apiKey', in: 'header', name: 'Cookie' } } as const
    const named = tool({
      properties: { lang: { type: 'string' } },
      request: {
        routes: [{ argument: 'lang', in: 'cookie', name: 'lang', style: 'form', explode: true }],
        security: [['jar']],
      },
    })
    const fetch = vi.fn(async (_url: string, _init: RequestInit) => Response.json({ a: 1 }))
    const credentials = { jar: 'sid=abcd' }
    const connection = connect({ ...spec, security }, { baseUrl: 'https://api.test', fetch, credentials })
    for (const args of [{}, { lang: 'de' }]) expect(await connection.call(named, args)).toEqual({ a: 1 })
    const sent = fetch.mock.calls.map(([, { headers }]) => headers)
    expect(sent).toMatchObject([{ cookie: 'sid=abcd' }, { cookie: 'lang=de; sid=abcd' }])
  })

  it('does not take the place of an argument', async () => {
    const named = tool({
      properties: { version: { type: 'string' } },
      request: {
        routes: [{ argument: 'version', in: 'header', name: 'X-Version', style: 'simple', explode: false }],
      },
    })
    const fetch = vi.fn(answering('{"a":1}'))
    const connection = shop({ fetch, headers: { 'x-version': '1' } })
    await expect(connection.call(named, { version: '2' })).rejects.toThrow(/x-version/i)
    expect(fetch).not.toHaveBeenCalled()
    expect(await connection.call(tool(), {})).toEqual({ a: 1 })
  })
})

describe('hooks', () => {
  it('a redact that never answers ends with the call’s time, and the outcome stands', async () => {
    const redact = () => new Promise<never>(() => {})
    expect(await shop({ fetch: answering('{"a":1}'), redact, timeoutMs: 30 }).call(tool(), {})).toMatchObject(
      {
        ok: true,
        status: 200,
        unread: { reason: 'broken' },
      },
    )
  })

  it.each<[string, unknown, unknown]>([
    ['NaN', Number.NaN, { result: null }],
    ['a date', new Date(0), { result: '1970-01-01T00:00:00.000Z' }],
    ['a function inside', { a: 1, b: () => 1 }, { a: 1 }],
    ['a function', () => 1, { ok: true, status: 200, unread: expect.objectContaining({ reason: 'broken' }) }],
    [
      'a symbol',
      Symbol('x'),
      { ok: true, status: 200, unread: expect.objectContaining({ reason: 'broken' }) },
    ],
    ['a bigint', 5n, { ok: true, status: 200, unread: expect.objectContaining({ reason: 'broken' }) }],
  ])('what redact makes of a value is JSON: %s', async (_, made, expected) => {
    const redact = (() => made) as never
    const answer = await shop({ fetch: answering('{"a":1}'), redact }).call(tool(), {})
    expect(answer).toEqual(expected)
    expect(JSON.parse(JSON.stringify(answer))).toEqual(answer)
  })

  it('what sign does to the request it is shown changes nothing that is sent', async () => {
    const fetch = vi.fn(async (_url: string, _init: RequestInit) => Response.json({ fine: true }))
    const sign = (request: { url: string; body?: string; headers: Record<string, string> }) => {
      request.url = 'https://evil.test/'
      request.body = 'other'
      request.headers['x-evil'] = '1'
      return { 'x-signed': '1' }
    }
    expect(await shop({ fetch, sign }).call(ordersCreate, { item: 'a' })).toEqual({ fine: true })
    const [url, init] = fetch.mock.calls[0] ?? []
    expect([url, init?.body]).toEqual(['https://api.test/orders', '{"item":"a"}'])
    expect(Object.keys(init?.headers ?? {}).sort()).toEqual(['accept', 'content-type', 'x-signed'])
  })

  it('what a hook does to the arguments it is shown changes nothing that is sent', async () => {
    const fetch = vi.fn(async (_url: string, _init: RequestInit) => Response.json({ fine: true }))
    const spoil = (call: ToolCall) => {
      call.arguments.item = 'other'
      return true
    }
    const confirmed = { ...ordersCreate, confirm: true }
    await shop({ fetch, before: spoil, confirm: spoil }).call(confirmed, { item: 'a' })
    expect(fetch.mock.calls[0]?.[1].body).toBe('{"item":"a"}')
  })
})

describe('answers', () => {
  it.each([600, 999])('a status of %i is an error of the server', async status => {
    const fetch = async () => Object.defineProperty(Response.json({ a: 1 }), 'status', { value: status })
    expect(await shop({ fetch }).call(tool(), {})).toMatchObject({ error: 'http_error', status })
  })

  it('a fetch that followed a redirect by itself has left the origin', async () => {
    const fetch = async () => Object.defineProperty(Response.json({ a: 1 }), 'redirected', { value: true })
    expect(await shop({ fetch }).call(tool(), {})).toMatchObject({ error: 'redirect_blocked' })
  })

  it('a number that no double holds keeps its digits', async () => {
    expect(await shop({ fetch: answering('{"a":[1e400,-1e999,1e5]}') }).call(tool(), {})).toEqual({
      a: ['1e400', '-1e999', 100000],
    })
  })

  it('keys that are equal once they are cleaned are both there', async () => {
    const fetch = answering('{"a":1,"a\\u202e":2,"tok-12345":3,"tok-67890":4}')
    const answer = await shop({ fetch, credentials: { bearer: 'tok-12345', header: 'tok-67890' } }).call(
      tool(),
      {},
    )
    expect(Object.values(answer as object).sort()).toEqual([1, 2, 3, 4])
    expect(JSON.stringify(answer)).not.toContain('tok-')
  })

  it('so many keys that are all equal once they are cleaned do not stop the process', async () => {
    const marks = [...'\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f']
    const few = marks.flatMap(a => marks.map(b => a + b))
    const keys = few.flatMap(a => few.map(b => a + b))
    const fetch = answering(JSON.stringify(Object.fromEntries(keys.map(key => [key, 0]))))
    const answer = await shop({ fetch }).call(tool({ response: { maxBytes: 1e9 } }), {})
    const names = Object.keys(answer as object)
    expect(names).toHaveLength(keys.length)
    expect(names.join('')).not.toMatch(/\p{Bidi_C}/u)
  })
})

describe('what is asked of an argument is said in words', () => {
  it.each<[string, InputSchema, JsonObject, object]>([
    [
      'one that is forbidden',
      { type: 'object', properties: { a: { not: {} } } },
      { a: 1 },
      { path: 'o.a', expected: 'nothing', got: '1' },
    ],
    [
      'one of which nothing is declared',
      { type: 'object', required: ['a'] },
      {},
      { path: 'o.a', expected: 'a value', got: 'nothing' },
    ],
  ])('%s', async (_, o, args, detail) => {
    const answer = await shop().call(tool({ properties: { o } }), { o: args })
    expect(answer).toMatchObject({ error: 'invalid_arguments', details: [detail] })
  })
})

describe('Basic (RFC 7617, 2)', () => {
  const sent = async (username: string, password: string) => {
    const fetch = vi.fn(async (_url: string, _init: RequestInit) => Response.json({ fine: true }))
    const answer = await shop({ fetch, credentials: { basic: { username, password } } }).call(
      secured(['basic']),
      {},
    )
    return { answer, headers: fetch.mock.calls[0]?.[1].headers as Record<string, string> | undefined }
  }
  it.each([
    ['a:b', 'c'],
    ['a\n', 'c'],
    ['a', 'c\0'],
  ])('%j with %j is no pair of a user and a password', async (username, password) => {
    expect(await sent(username, password)).toMatchObject({
      answer: { error: 'no_credential' },
      headers: undefined,
    })
  })
  it('a colon in a password is fine (positive control)', async () => {
    expect((await sent('a', 'b:c')).headers?.authorization).toBe(`Basic ${btoa('a:b:c')}`)
  })
})

describe('secrets', () => {
  it('of any length are masked', async () => {
    const token = 'a1\\n/é-'.repeat(12_000)
    const connection = connect(spec, {
      baseUrl: 'https://api.example',
      headers: { 'x-token': 'short-1' },
      credentials: { bearer: () => token },
      fetch: async () => Response.json({ echo: `<${token}>`, other: 'a1', key: 'short-1' }),
    })
    const answer = await connection.call(tool({ request: { security: [['bearer']] } }), {})
    expect(answer).toEqual({ echo: expect.stringMatching(/^<(REDACTED)+>$/), other: 'a1', key: 'REDACTED' })
  })

  it.each(['pass~word one', 'a b+c/d', 'é&ü?'])('%j is masked as a form writes it', async secret => {
    const form = new URLSearchParams({ q: secret }).toString()
    const fetch = answering(JSON.stringify({ form }))
    const answer = await shop({ fetch, credentials: { bearer: secret } }).call(tool(), {})
    expect(answer).toEqual({ form: 'q=REDACTED' })
  })
})

describe('mockConnection', () => {
  it('answers tools that need a user and a password', async () => {
    expect(
      await mockConnection(spec, { shop_x: () => ({ fine: true }) }).call(secured(['basic']), {}),
    ).toEqual({
      fine: true,
    })
  })
})

it('a wait between attempts ends with the call', async () => {
  const timers = () => process.getActiveResourcesInfo().filter(kind => kind === 'Timeout').length
  const before = timers()
  const stopping = new AbortController()
  const fetch = async () => {
    setTimeout(() => stopping.abort(), 5)
    return Response.json({}, { status: 503 })
  }
  const patient = connect(spec, {
    baseUrl: 'https://api.test',
    fetch,
    retry: { attempts: 3, maxDelayMs: 60_000 },
  })
  expect(await patient.call(tool(), {}, { signal: stopping.signal })).toMatchObject({
    error: 'aborted',
  })
  expect(timers()).toBeLessThanOrEqual(before)
})
