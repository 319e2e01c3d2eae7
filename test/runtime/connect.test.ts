/** The connection: its options, credentials, hooks and order of steps, secrets, and the record of a call. */
import { inspect } from 'node:util'
import { afterAll, beforeAll, describe, expect, expectTypeOf, it, vi } from 'vitest'
import type { ArgumentsOf, SpecInfo, Tool } from '../../src/runtime/contract.ts'
import {
  type CallRecord,
  type ConnectOptions,
  connect,
  isToolError,
  type ToolCall,
} from '../../src/runtime/index.ts'
import { type Seen, serve, type TestServer } from './server.ts'
import { ordersCreate, ordersGet, spec, tool } from './tools.ts'

let server: TestServer
beforeAll(async () => {
  server = await serve()
})
afterAll(() => server.close())

type Options = Omit<ConnectOptions<typeof spec>, 'baseUrl'>
const shop = (options: Options = {}) => connect(spec, { baseUrl: server.url, ...options })
const last = (): Seen => {
  const seen = server.seen.at(-1)
  if (!seen) throw new Error('nothing was sent')
  return seen
}
const secured = (...security: string[][]) => tool({ request: { security } })
const token = 'tok_canary_1234567890'

describe('a call', () => {
  it('sends what the arguments say and returns the object as it is', async () => {
    expect(await shop().call(ordersGet, { id: 'a/b', expand: ['x', 'y'] })).toEqual({ fine: true })
    expect(last()).toMatchObject({ method: 'GET', url: '/orders/a%2Fb?expand=x&expand=y', body: '' })
    await shop().call(ordersCreate, { item: 'é', count: 2 })
    expect(last()).toMatchObject({ method: 'POST', url: '/orders', body: '{"item":"é","count":2}' })
    expect(last().headers['content-type']).toBe('application/json')
  })

  it('answers with an error and sends nothing when an argument is wrong', async () => {
    const before = server.seen.length
    const answer = await shop().call(ordersGet, { id: 5, limit: 1 })
    expect(answer).toEqual({
      error: 'invalid_arguments',
      message: 'invalid arguments',
      details: [
        { path: 'id', expected: 'type "string"', got: '5' },
        { path: 'limit', expected: '["id","expand"]', got: 'an unknown name' },
      ],
    })
    expect(isToolError(answer)).toBe(true)
    expect(isToolError({ error: 'boom', message: '' })).toBe(false)
    expect(isToolError({ fine: true })).toBe(false)
    expect(server.seen.length).toBe(before)
  })

  it('decodes the form of a target first, and knows only targets it was compiled for', async () => {
    const declaration = { name: 'shop_x', description: '' }
    const t = {
      ...ordersGet,
      declarations: { gemini: { declaration, encoding: [{ pointer: '/expand', as: 'json-text' as const }] } },
    }
    await shop().call(t, { id: '1', expand: '["a"]' }, { from: 'gemini' })
    expect(last().url).toBe('/orders/1?expand=a')
    expect(await shop().call(t, { id: '1', expand: '["a"]' } as never)).toMatchObject({
      error: 'invalid_arguments',
    })
    await expect(shop().call(t, {}, { from: 'openai-strict' })).rejects.toThrow(
      /shop_orders_get.*openai-strict.*targets/,
    )
  })

  it('is for tools of its own spec', async () => {
    const other = tool({ spec: 'billing' as 'shop' })
    await expect(shop().call(other, {})).rejects.toThrow(TypeError)
    await expect(shop().plan(other, {})).rejects.toThrow(TypeError)
    expect(() => shop().bind([other])).toThrow(/shop.*shop_x/)
    await expect(shop().call(undefined as never, {} as never)).rejects.toThrow(TypeError)
  })
})

describe('options', () => {
  it.each<[string, object, RegExp]>([
    ['no base URL', { baseUrl: undefined }, /baseUrl/],
    ['a relative one', { baseUrl: '/v1' }, /baseUrl/],
    ['http to somewhere', { baseUrl: 'http://api.test' }, /^baseUrl: https.*allowHttp/],
    ['another protocol', { baseUrl: 'ftp://api.test' }, /https/],
    ['a user in it', { baseUrl: 'https://user:hunter2@api.test' }, /no user/],
    ['a query in it', { baseUrl: 'https://api.test/?tenant=a' }, /query/],
    ['an empty query', { baseUrl: 'https://api.test/?' }, /query/],
    ['a fragment', { baseUrl: 'https://api.test/#x' }, /fragment/],
    ['a loopback look-alike', { baseUrl: 'http://localhost.evil.test' }, /https/],
    ['an unknown option', { timeout: 5 }, /timeout/],
    ['an unknown scheme', { credentials: { beerer: 'x' } }, /beerer/],
    ['an unknown server', { servers: { download: 'https://x.test' } }, /download/],
    ['http for a server', { servers: { upload: 'http://x.test' } }, /upload/],
    ['an unknown parameter', { parameters: { tenent: 'x' } }, /tenent/],
    ['a header that a scheme owns', { headers: { authorization: 'x' } }, /authorization.*credentials/],
    ['an API key header', { headers: { 'x-api-key': 'x' } }, /x-api-key/],
  ])('refuse %s', (_, options, message) => {
    const make = () => connect(spec, { baseUrl: 'https://api.test', ...options } as never)
    expect(make).toThrow(message)
    expect(make).toThrow(TypeError)
    expect(make).not.toThrow(/hunter2/)
  })

  it.each([
    'https://api.test',
    'http://localhost:1',
    'http://127.0.0.1',
    'http://[::1]:8080/v1',
    'http://api.localhost',
  ])('take %s', baseUrl => {
    expect(() => connect(spec, { baseUrl })).not.toThrow()
  })

  it('take plain http when told so, and headers of a spec without schemes', async () => {
    const bare = { ...spec, security: {} } satisfies SpecInfo
    expect(() => connect(bare, { baseUrl: 'http://api.test', allowHttp: true })).not.toThrow()
    await connect(bare, {
      baseUrl: server.url,
      headers: { Authorization: 'token abc', Accept: 'text/plain' },
    }).call(tool(), {})
    expect(last().headers).toMatchObject({ authorization: 'token abc', accept: 'text/plain' })
  })

  it('map servers', async () => {
    const second = await serve()
    const t = tool({ request: { server: 'upload' } })
    expect(await shop().call(t, {})).toMatchObject({ error: 'no_credential', lacking: 'servers' })
    await shop({ servers: { upload: `${second.url}/up/` } }).call(t, {})
    expect(second.seen[0]?.url).toBe('/up/x')
    await second.close()
  })
})

describe('credentials', () => {
  it.each<[string, keyof typeof spec.security, unknown, (seen: Seen) => unknown, unknown]>([
    ['bearer', 'bearer', token, s => s.headers.authorization, `Bearer ${token}`],
    [
      'basic',
      'basic',
      { username: 'ann', password: 'pä:ss' },
      s => s.headers.authorization,
      `Basic ${Buffer.from('ann:pä:ss').toString('base64')}`,
    ],
    [
      'basic without a password',
      'basic',
      { username: 'key', password: '' },
      s => s.headers.authorization,
      `Basic ${Buffer.from('key:').toString('base64')}`,
    ],
    ['a header key', 'header', token, s => s.headers['x-api-key'], token],
    ['a query key', 'query', 'a&b=c', s => s.url, '/x?api_key=a%26b%3Dc'],
    ['a cookie key', 'cookie', 'abc==', s => s.headers.cookie, 'session=abc=='],
    ['oauth2', 'oauth', token, s => s.headers.authorization, `Bearer ${token}`],
  ])('%s', async (_, scheme, secret, read, expected) => {
    await shop({ credentials: { [scheme]: secret } } as Options).call(secured([scheme]), {})
    expect(read(last())).toBe(expected)
    // The same by a function that is asked with the context.
    await shop({
      credentials: { [scheme]: async (context: unknown) => (context === 'me' ? secret : '') },
    } as Options).call(secured([scheme]), {}, { context: 'me' })
    expect(read(last())).toBe(expected)
  })

  it('are all sent where a requirement names several', async () => {
    await shop({ credentials: { bearer: token, query: 'k', cookie: 'c' } }).call(
      secured(['bearer', 'query', 'cookie']),
      {},
    )
    expect(last()).toMatchObject({
      url: '/x?api_key=k',
      headers: { authorization: `Bearer ${token}`, cookie: 'session=c' },
    })
  })

  it('are the first requirement in document order that is configured; anonymous comes last; none means none', async () => {
    const both = { credentials: { bearer: token, header: 'key-1' } }
    const used = async (t: Tool<'shop'>, options: Options) => {
      const answer = await shop(options).call(t, {})
      return isToolError(answer) ? answer.error : [last().headers.authorization, last().headers['x-api-key']]
    }
    expect(await used(secured(['query'], ['header'], ['bearer']), both)).toEqual([undefined, 'key-1'])
    expect(await used(secured(['header', 'query'], ['bearer']), both)).toEqual([`Bearer ${token}`, undefined])
    expect(await used(secured([], ['bearer']), both)).toEqual([`Bearer ${token}`, undefined])
    expect(await used(secured([], ['bearer']), {})).toEqual([undefined, undefined])
    expect(await used(secured(), both)).toEqual([undefined, undefined])
    expect(await used(secured(['query']), both)).toBe('no_credential')
  })

  it.each<[string, unknown]>([
    ['empty', ''],
    ['missing', () => undefined],
    [
      'a throw',
      () => {
        throw new Error('vault: hunter2')
      },
    ],
    ['a rejection', () => Promise.reject(new Error('vault: hunter2'))],
    ['no header value', 'a\r\nX-Evil: hunter2'],
  ])('answer no_credential when one is %s, and send nothing', async (_, secret) => {
    const before = server.seen.length
    const answer = await shop({ credentials: { bearer: secret as string } }).call(secured(['bearer']), {})
    expect(answer).toEqual({ error: 'no_credential', message: 'no credential' })
    expect(server.seen.length).toBe(before)
  })

  it('share no name with an argument or a fixed value, in any case', async () => {
    const place = { in: 'header', style: 'simple', explode: false } as const
    const routes = [{ ...place, argument: 'key', name: 'x-api-KEY' }]
    const fixed = [{ ...place, name: 'X-API-Key', value: 'fixed' }]
    const properties = { key: { type: 'string' as const } }
    const connection = shop({ credentials: { header: token } })
    for (const parts of [{ routes }, { fixed }, { routes, fixed }]) {
      const t = tool({ properties, request: { security: [['header']], ...parts } })
      await expect(connection.call(t, { key: 'mine' })).rejects.toThrow(
        'shop_x sends the header x-api-key twice',
      )
      expect(() => connection.bind([t])).toThrow(TypeError)
    }
    const free = tool({ properties, request: { routes } })
    expect(await connection.call(free, { key: 'mine' })).not.toHaveProperty('error')
  })

  it('and headers of the connection leave the idempotency key and supplied parameters alone', async () => {
    const place = { in: 'header', name: 'X-Key', style: 'simple', explode: false } as const
    const keyed = tool({ request: { idempotencyHeader: 'X-Key' } })
    const supplied = tool({ request: { supplied: [{ ...place, parameter: 'tenant' }] } })
    const parameters = { tenant: 'acme' }
    for (const t of [keyed, supplied]) {
      const call = (headers: Record<string, string>) => shop({ headers, parameters }).call(t, {})
      await expect(call({ 'x-KEY': 'mine' })).rejects.toThrow('shop_x sends the header x-key twice')
      expect(await call({ 'x-other': 'mine' })).not.toHaveProperty('error')
    }
  })

  it('and idempotency keys leave the type of a body alone', async () => {
    const typed = {
      ...spec,
      security: { type: { type: 'apiKey', in: 'header', name: 'Content-TYPE' } },
    } as const
    const { media } = ordersCreate.request
    const inType = tool({ request: { security: [['type']] } })
    const keyed = tool({ request: { idempotencyHeader: 'Content-Type' } })
    const connection = connect(typed, { baseUrl: server.url, credentials: { type: token } })
    for (const t of [inType, keyed]) {
      const withBody = { ...t, request: { ...t.request, ...(media && { media }) } }
      await expect(connection.call(withBody, {})).rejects.toThrow(
        'shop_x sends the header content-type twice',
      )
      expect(await connection.call(t, {})).not.toHaveProperty('error')
    }
  })

  it('are asked once more after a 401 of a read, never of a write', async () => {
    const stale = await serve((request, response, count) => {
      response.statusCode = request.headers.authorization === 'Bearer fresh-token' ? 200 : 401
      response.end(`{"count":${count}}`)
    })
    const ask = vi.fn<() => string>()
    const connection = () => connect(spec, { baseUrl: stale.url, credentials: { bearer: ask } })
    ask.mockReturnValueOnce('stale-token').mockReturnValue('fresh-token')
    expect(await connection().call(secured(['bearer']), {})).toEqual({ count: 2 })
    ask.mockReset().mockReturnValue('stale-token')
    expect(await connection().call(secured(['bearer']), {})).toMatchObject({
      error: 'http_error',
      status: 401,
    })
    expect(ask).toHaveBeenCalledTimes(2)
    ask.mockReset().mockReturnValue('stale-token')
    const write = { ...secured(['bearer']), effect: 'write' as const }
    expect(await connection().call(write, {})).toMatchObject({ error: 'http_error', status: 401, sent: true })
    expect(ask).toHaveBeenCalledTimes(1)
    // A fixed text will not get better.
    const before = stale.seen.length
    await connect(spec, { baseUrl: stale.url, credentials: { bearer: 'stale-token' } }).call(
      secured(['bearer']),
      {},
    )
    expect(stale.seen.length).toBe(before + 1)
    await stale.close()
  })
})

describe('connection parameters', () => {
  const t = tool({
    operation: { id: null, method: 'GET', path: '/{tenant}/x' },
    request: {
      supplied: [{ in: 'path', name: 'tenant', style: 'simple', explode: false, parameter: 'tenant' }],
    },
  })

  it('go where the document says, and are masked in a plan', async () => {
    await shop({ parameters: { tenant: 'acme co' } }).call(t, {})
    expect(last().url).toBe('/acme%20co/x')
    await shop({ parameters: { tenant: context => String(context) } }).call(t, {}, { context: 'other' })
    expect(last().url).toBe('/other/x')
    expect(await shop({ parameters: { tenant: 'acme co' } }).plan(t, {})).toMatchObject({
      url: `${server.url}/REDACTED/x`,
    })
  })

  it('answer no_credential when missing or unusable', async () => {
    expect(await shop().call(t, {})).toMatchObject({ error: 'no_credential', lacking: 'parameters' })
    expect(await shop({ parameters: { tenant: '../admin' } }).call(t, {})).toEqual({
      error: 'no_credential',
      message: 'no credential',
    })
  })
})

describe('bind', () => {
  const needs = {
    credential: secured(['bearer']),
    parameter: tool({
      name: 'shop_p',
      request: { supplied: [{ in: 'query', name: 't', style: 'form', explode: true, parameter: 'tenant' }] },
    }),
    server: tool({ name: 'shop_s', request: { server: 'upload' } }),
    nothing: tool({ name: 'shop_n' }),
  }
  const all = Object.values(needs)

  it('leaves out what cannot run, unless told otherwise', () => {
    const names = (options: Options, more?: object) =>
      shop(options)
        .bind(all, more)
        .map(b => b.tool.name)
    expect(names({})).toEqual(['shop_n'])
    expect(names({}, { offerWithoutCredential: true })).toHaveLength(4)
    expect(
      names({
        credentials: { bearer: 'x' },
        parameters: { tenant: 'x' },
        servers: { upload: 'https://x.test' },
      }),
    ).toHaveLength(4)
  })

  it('gives tools that call and plan', async () => {
    const [bound] = shop().bind([ordersGet])
    expect(await bound?.call({ id: '1' })).toEqual({ fine: true })
    expect(await bound?.plan({ id: '1' })).toMatchObject({ method: 'GET', url: `${server.url}/orders/1` })
  })

  it('gives tools of their own: what is done to one reaches nobody else', async () => {
    const connection = shop()
    const [mine] = connection.bind([ordersGet])
    if (mine) mine.call = async () => ({ mine: true })
    expect(await mine?.call({ id: '1' })).toEqual({ mine: true })
    expect(await connection.bind([ordersGet])[0]?.call({ id: '1' })).toEqual({ fine: true })
    expect(await connection.call(ordersGet, { id: '1' })).toEqual({ fine: true })
  })
})

describe('plan', () => {
  it('shows the request with secrets masked, asking nobody', async () => {
    const ask = vi.fn(() => token)
    const hook = vi.fn(() => true)
    const t = {
      ...ordersCreate,
      request: { ...ordersCreate.request, security: [['bearer', 'query', 'cookie', 'header']] },
      confirm: true,
    }
    const connection = shop({
      credentials: { bearer: ask, query: ask, cookie: ask, header: ask },
      headers: { 'X-Team': token },
      before: hook,
      confirm: hook,
    })
    expect(await connection.plan(t, { item: 'a' })).toEqual({
      method: 'POST',
      url: `${server.url}/orders?api_key=REDACTED`,
      headers: {
        accept: 'application/json, */*',
        'content-type': 'application/json',
        'x-team': 'REDACTED',
        authorization: 'Bearer REDACTED',
        'x-api-key': 'REDACTED',
        cookie: 'session=REDACTED',
      },
      body: '{"item":"a"}',
    })
    expect(ask).not.toHaveBeenCalled()
    expect(hook).not.toHaveBeenCalled()
    expect(await connection.plan(t, {})).toMatchObject({ error: 'invalid_arguments' })
    expect(await shop().plan(t, { item: 'a' })).toMatchObject({
      error: 'no_credential',
      lacking: 'credentials',
    })
  })

  it('masks a secret that came as an argument', async () => {
    expect(
      await shop({ credentials: { bearer: token } }).plan(ordersCreate, { item: `my ${token}` }),
    ).toMatchObject({ body: '{"item":"my REDACTED"}' })
    const places = ['path', 'query', 'header', 'cookie'] as const
    const t = tool({
      operation: { id: 'x', method: 'GET', path: '/x/{path}' },
      properties: Object.fromEntries(places.map(name => [name, { type: 'string' as const }])),
      request: {
        routes: places.map(name => ({ argument: name, in: name, name, style: 'simple', explode: false })),
        security: [['bearer']],
      },
    })
    const args = (text: string) => Object.fromEntries(places.map(name => [name, text]))
    const connection = shop({ credentials: { bearer: token } })
    const planned = (text: string) => connection.plan(t, args(text))
    const texts = Object.values(JSON.parse(JSON.stringify(await planned('abc/def'))))
    expect(JSON.stringify(texts).match(/abc(%2F|\/)def/g)).toHaveLength(4)
    const shown = JSON.stringify(await planned(token))
    expect(shown).not.toContain(token)
    expect(shown.match(/REDACTED/g)).toHaveLength(5)
  })
})

describe('the order of steps', () => {
  const t = { ...secured(['bearer']), confirm: true, effect: 'write' as const, properties: {} }

  it('is policy, credential, confirmation, sending', async () => {
    const steps: string[] = []
    const note = <T>(step: string, value: T): T => {
      steps.push(step)
      return value
    }
    const connection = shop({
      before: () => void steps.push('before'),
      credentials: { bearer: () => note('credential', token) },
      confirm: () => steps.push('confirm') > 0,
      sign: () => void steps.push('sign'),
      fetch: async () => note('fetch', Response.json({ n: 1 })),
      redact: value => note('redact', value),
      onCall: () => steps.push('record'),
    })
    await connection.call(t, {})
    expect(steps).toEqual(['before', 'credential', 'confirm', 'sign', 'fetch', 'redact', 'record'])
  })

  it('stops where it stops: nothing after a refusal', async () => {
    const ask = vi.fn(() => token)
    const fetch = vi.fn()
    const base = { credentials: { bearer: ask }, fetch }
    expect(await shop({ ...base, before: () => false }).call(t, {})).toMatchObject({
      error: 'refused_by_policy',
    })
    expect(
      await shop({
        ...base,
        before: () => {
          throw new Error('hunter2')
        },
      }).call(t, {}),
    ).toEqual({ error: 'refused_by_policy', message: 'refused by policy' })
    expect(
      await shop({ ...base, before: () => Promise.reject(new Error('hunter2')) }).call(t, {}),
    ).toMatchObject({ error: 'refused_by_policy' })
    expect(ask).not.toHaveBeenCalled()
    expect(await shop(base).call(t, {})).toMatchObject({ error: 'confirmation_required' })
    for (const answer of [false, undefined, 'yes', 1, {}])
      expect(await shop({ ...base, confirm: () => answer as never }).call(t, {})).toMatchObject({
        error: 'declined',
      })
    expect(
      await shop({
        ...base,
        confirm: () => {
          throw new Error('hunter2')
        },
      }).call(t, {}),
    ).toEqual({ error: 'declined', message: 'declined' })
    expect(fetch).not.toHaveBeenCalled()
  })

  it('lets a call pass that a person has confirmed; `confirmed` must be true itself', async () => {
    const connection = shop({ credentials: { bearer: token } })
    expect(await connection.call(t, {}, { confirmed: true })).toEqual({ fine: true })
    await expect(connection.call(t, {}, { confirmed: 'no' as never })).rejects.toThrow(TypeError)
    expect(await connection.call(t, {}, { confirmed: false })).toMatchObject({
      error: 'confirmation_required',
    })
    // No confirmation helps arguments that are wrong.
    expect(await connection.call(t, { x: 1 }, { confirmed: true })).toMatchObject({
      error: 'invalid_arguments',
    })
  })

  it('shows hooks what will be sent, and no secret', async () => {
    const seen: ToolCall[] = []
    const context = { user: 'ann' }
    await shop({
      credentials: { bearer: token },
      before: call => void seen.push(call),
      confirm: call => seen.push(call) > 0,
      sign: (_, call) => void seen.push(call),
    }).call(t, {}, { callId: 'c1', context })
    expect(seen).toHaveLength(3)
    for (const call of seen)
      expect(call).toEqual({
        tool: 'shop_x',
        effect: 'write',
        method: 'GET',
        path: '/x',
        arguments: {},
        callId: 'c1',
        context,
        request: {
          method: 'GET',
          url: `${server.url}/x`,
          headers: { accept: 'application/json, */*', authorization: 'Bearer REDACTED' },
        },
      })
    expect(JSON.stringify(seen)).not.toContain(token)
  })

  it('signs the final request, for every attempt', async () => {
    const sign = vi.fn((request: { headers: Record<string, string>; url: string }) => ({
      'x-signature': `sig-of-${request.headers.authorization}`,
    }))
    await shop({ credentials: { bearer: token }, sign }).call(secured(['bearer']), {})
    expect(last().headers['x-signature']).toBe(`sig-of-Bearer ${token}`)
    expect(
      await shop({
        sign: () => {
          throw new Error('hunter2')
        },
      }).call(tool(), {}),
    ).toEqual({ error: 'no_credential', message: 'no credential' })
  })
})

describe('the record', () => {
  it('is written once per call, whatever happened, with names and numbers only', async () => {
    const records: CallRecord[] = []
    const connection = shop({ onCall: record => records.push(record), credentials: { bearer: token } })
    await connection.call(ordersCreate, { item: 'secret value', count: 1 }, { callId: 'c1', context: 7 })
    await connection.call(ordersCreate, { item: 5, injected: 'x' } as never)
    expect(records).toEqual([
      {
        tool: 'shop_orders_create',
        effect: 'write',
        method: 'POST',
        path: '/orders',
        callId: 'c1',
        context: 7,
        arguments: ['item', 'count'],
        outcome: 'ok',
        status: 200,
        sent: true,
        attempts: 1,
        bytesOut: 33,
        bytesIn: 13,
        milliseconds: expect.any(Number),
      },
      {
        tool: 'shop_orders_create',
        effect: 'write',
        method: 'POST',
        path: '/orders',
        callId: undefined,
        context: undefined,
        arguments: [],
        outcome: 'invalid_arguments',
        sent: false,
        attempts: 0,
        bytesOut: 0,
        bytesIn: 0,
        milliseconds: expect.any(Number),
      },
    ])
    expect(JSON.stringify(records)).not.toContain('secret value')
  })

  it('never disturbs the answer', async () => {
    for (const onCall of [
      () => {
        throw new Error('x')
      },
      () => Promise.reject(new Error('x')),
      () => new Promise(() => {}),
    ])
      expect(await shop({ onCall }).call(ordersGet, { id: '1' })).toEqual({ fine: true })
  })
})

describe('secrets (in answers and plans: attacks/secrets.test.ts)', () => {
  it('are in no thrown value, and in no call that a hook sees', async () => {
    const secret = 'canary-in-a-throw'
    const thrown: unknown[] = []
    const catching = async (act: () => unknown) => {
      try {
        await act()
      } catch (error) {
        thrown.push(error)
      }
    }
    const open = { baseUrl: server.url }
    const credentials = { bearer: secret, query: secret, cookie: secret }
    const t = { ...secured(['bearer', 'query', 'cookie']), confirm: true }
    const hooks: unknown[] = []
    const connection = connect(spec, {
      ...open,
      credentials,
      before: call => void hooks.push(call),
      confirm: call => hooks.push(call) > 0,
      redact: (value, call) => {
        hooks.push(value, call)
        return value
      },
      fetch: async () => Response.json({ secret }),
    })
    await catching(() => connect(spec, { baseUrl: `https://me:${secret}@api.test` }))
    await catching(() => connect(spec, { baseUrl: `https://api.test?key=${secret}` }))
    await catching(() => connect(spec, { ...open, servers: { upload: `ftp://${secret}` } }))
    await catching(() => connect(spec, { ...open, credentials: { nope: secret } } as never))
    await catching(() => connect(spec, { ...open, headers: { 'x y': secret } }).call(tool(), {}))
    await catching(() => connect(spec, { ...open, headers: { 'X-Api-Key': secret } }))
    await catching(() => connect(spec, { ...open, credentials: secret as never }))
    await catching(() => connection.call(t, {}, { from: 'openai' } as never))
    await catching(() => connection.call(t, {}, { confirmed: secret } as never))
    await catching(() => connection.call({ ...t, spec: 'other' as 'shop' }, {}))
    await catching(() => connection.call(t, {}, { confirmed: true }))
    await catching(() => connection.call(t, {}))
    expect(hooks).toHaveLength(7)
    expect(inspect(hooks, { depth: 9 })).not.toContain(secret)
    expect(thrown.length).toBe(10)
    for (const error of thrown) {
      expect(error).toBeInstanceOf(TypeError)
      // With its stack, causes and hidden properties.
      expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(secret)
    }
  })

  it('are found in numbers too, the longer one first', async () => {
    const fetch = async () => Response.json({ n: 12345678, m: 5, text: 'abcd abcdefgh' })
    const connection = connect(spec, {
      baseUrl: server.url,
      fetch,
      credentials: { bearer: '12345678', header: 'abcd', query: 'abcdefgh' },
    })
    expect(await connection.call(tool(), {})).toEqual({ n: 'REDACTED', m: 5, text: 'REDACTED REDACTED' })
  })

  it('the redact hook sees clean data and has the last word; when it fails nothing is shown', async () => {
    const fetch = async () => Response.json({ token, name: 'Ann' })
    const redact = vi.fn((value: unknown) => ({ ...(value as object), name: 'A.' }))
    expect(
      await shop({ fetch, redact: redact as never, credentials: { bearer: token } }).call(tool(), {}),
    ).toEqual({ token: 'REDACTED', name: 'A.' })
    expect(redact.mock.calls[0]?.[0]).toEqual({ token: 'REDACTED', name: 'Ann' })
    for (const broken of [
      () => {
        throw { error: 'declined', message: token }
      },
      () => {
        throw new Error(token)
      },
      () => Promise.reject(new Error(token)),
    ])
      expect(await shop({ fetch, redact: broken }).call(tool(), {})).toEqual({
        ok: true,
        status: 200,
        unread: { contentType: 'application/json', bytes: expect.any(Number), reason: 'broken' },
      })
    const failing = async () => Response.json({ token }, { status: 422 })
    expect(
      await shop({
        fetch: failing,
        redact: () => {
          throw new Error('x')
        },
      }).call(tool(), {}),
    ).toEqual({ error: 'http_error', message: 'http error', status: 422, sent: true })
  })
})

describe('many calls at once', () => {
  const users = Array.from({ length: 1_000 }, (_, i) => `user-${String(i).padStart(4, '0')}`)
  const timers = () => process.getActiveResourcesInfo().filter(kind => kind === 'Timeout').length

  it('1,000 with a context each: none is mixed up, nothing is left behind', async () => {
    const echo = await serve((request, response) => {
      const user = String(request.headers['x-api-key'])
      const neighbour = users[(users.indexOf(user) + 1) % users.length]
      setTimeout(
        () => response.end(JSON.stringify({ url: request.url, own: user, neighbour })),
        Math.random() * 20,
      )
    })
    const later = async <T>(value: T): Promise<T> => {
      await new Promise(resolve => setTimeout(resolve, Math.random() * 5))
      return value
    }
    const { signal } = new AbortController()
    const add = vi.spyOn(signal, 'addEventListener')
    const remove = vi.spyOn(signal, 'removeEventListener')
    const records: CallRecord[] = []
    const calls: ToolCall[] = []
    const connection = connect(spec, {
      baseUrl: echo.url,
      credentials: { header: context => later(users[context as number] ?? '') },
      before: call => later(void calls.push(call)),
      confirm: call => later(calls.push(call) > 0),
      sign: (request, call) => {
        calls.push(call)
        return later({ 'x-signature': `${call.context}-${request.headers['x-api-key']}` })
      },
      onCall: record => records.push(record),
    })
    const get = {
      ...ordersGet,
      confirm: true,
      request: { ...ordersGet.request, security: [['header']] },
    }
    const running = users.map((_, i) =>
      connection.call(get, { id: `o${i}` }, { context: i, callId: `c${i}`, signal }),
    )
    await vi.waitFor(() => expect(timers()).toBeGreaterThan(100))
    const answers = await Promise.all(running)
    // Its own credential is masked; that of the next user is unknown to it, though that call ran at the same time.
    expect(answers).toEqual(
      users.map((_, i) => ({
        url: `/orders/o${i}`,
        own: 'REDACTED',
        neighbour: users[(i + 1) % users.length],
      })),
    )
    expect(echo.seen).toHaveLength(users.length)
    for (const { url, headers } of echo.seen) {
      const i = Number(url.slice('/orders/o'.length))
      expect([headers['x-api-key'], headers['x-signature']]).toEqual([users[i], `${i}-${users[i]}`])
    }
    expect(calls).toHaveLength(3 * users.length)
    for (const { context, callId, arguments: args } of calls)
      expect([callId, args]).toEqual([`c${context}`, { id: `o${context}` }])
    expect(new Set(records.map(r => r.callId)).size).toBe(users.length)
    for (const { callId, context, outcome } of records)
      expect([callId, outcome]).toEqual([`c${context}`, 'ok'])

    expect(add).toHaveBeenCalledTimes(users.length)
    expect(new Set(remove.mock.calls.map(c => c[1]))).toEqual(new Set(add.mock.calls.map(c => c[1])))
    expect(timers()).toBeLessThan(10)
    // No secret of the thousand is kept: all of them are plain words to the next call.
    const next = connection.plan(ordersGet, { id: users.join('') })
    expect(await next).toMatchObject({ url: `${echo.url}/orders/${users.join('')}` })
    const own = await connection.call(get, { id: 'last' }, { context: 7 })
    expect(own).toEqual({ url: '/orders/last', own: 'REDACTED', neighbour: users[8] })
    await echo.close()
  })
})

describe('types', () => {
  it('follow the spec and the tool', () => {
    const get = ordersGet as unknown as Tool<'shop', { id: string; expand?: string[] }, { total: number }>
    const connection = shop()
    ;async () => {
      const answer = await connection.call(get, { id: '1' })
      if (!isToolError(answer) && 'total' in answer) expectTypeOf(answer.total).toEqualTypeOf<number>()
      // @ts-expect-error: an argument is missing
      await connection.call(get, {})
      await connection.call(get, { anything: 1 }, { from: 'gemini' })
      // @ts-expect-error: a tool of another spec
      await connection.call(get as unknown as Tool<'billing', { id: string }>, { id: '1' })
    }
    expectTypeOf<ArgumentsOf<typeof get>>().toEqualTypeOf<{ id: string; expand?: string[] }>()
    const options = { baseUrl: server.url }
    // @ts-expect-error: no such scheme
    expect(() => connect(spec, { ...options, credentials: { nope: 'x' } })).toThrow()
    // @ts-expect-error: basic wants a user name and a password
    connect(spec, { ...options, credentials: { basic: 'x' } })
    // @ts-expect-error: no such parameter
    expect(() => connect(spec, { ...options, parameters: { nope: 'x' } })).toThrow()
    connect(spec, { ...options, credentials: { bearer: async (context: { user: string }) => context.user } })
  })
})
