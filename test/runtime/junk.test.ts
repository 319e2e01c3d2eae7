/** Callers' code that misbehaves: a fetch, a sign hook, credentials and options that are not what they should be. */
import { describe, expect, it, vi } from 'vitest'
import { type ConnectOptions, connect } from '../../src/runtime/index.ts'
import { serve } from './server.ts'
import { spec, tool } from './tools.ts'

const read = tool()
const write = tool({ effect: 'write', operation: { id: null, method: 'POST', path: '/x' } })
const secured = (...security: string[][]) => tool({ request: { security } })
type Options = Partial<ConnectOptions<typeof spec>>
const shop = (options: Options = {}) =>
  connect(spec, { baseUrl: 'https://api.test', retry: { attempts: 1 }, ...options })

describe('a fetch of one’s own that returns junk', () => {
  const locked = () => {
    const response = Response.json({ a: 1 })
    response.body?.getReader()
    return response
  }
  const used = async () => {
    const response = Response.json({ a: 1 })
    await response.text()
    return response
  }
  it.each<[string, () => unknown]>([
    ['nothing', () => undefined],
    ['null', () => null],
    ['a text', () => 'fine'],
    ['a plain object', () => ({ a: 1 })],
    ['an object with a status only', () => ({ status: 200 })],
    ['headers without get', () => ({ ok: true, status: 200, headers: {}, body: null })],
    [
      'a throw',
      () => {
        throw new Error('hunter2')
      },
    ],
    [
      'a thrown answer',
      () => {
        throw { error: 'declined', message: 'hunter2' }
      },
    ],
    ['a rejection with nothing', () => Promise.reject(undefined)],
  ])('%s is a network error, never a rejection', async (_, fetch) => {
    const answer = await shop({ fetch: fetch as never }).call(read, {})
    expect(answer).toEqual({ error: 'network_error', message: 'network error', sent: true })
    expect(await shop({ fetch: fetch as never }).call(write, {})).toMatchObject({
      error: 'network_error',
      message: expect.stringMatching(/outcome is unknown/),
    })
  })

  it.each<[string, () => unknown]>([
    ['a locked body', locked],
    ['a body that was read', used],
  ])('%s leaves the status standing', async (_, fetch) => {
    expect(await shop({ fetch: fetch as never }).call(write, {})).toMatchObject({
      ok: true,
      status: 200,
      unread: { reason: 'broken' },
    })
  })
})

describe('a sign hook', () => {
  it.each<[string, Record<string, string>]>([
    ['a line break', { 'x-sig': 'a\r\nX-Evil: 1' }],
    ['NUL', { 'x-sig': 'a\0' }],
    ['past latin-1', { 'x-sig': '日本' }],
    ['a name that is none', { 'x sig': 'a' }],
    ['an empty name', { '': 'a' }],
    ['a planned header in another case', { ACCEPT: 'text/plain' }],
  ])('with %s sends nothing', async (_, headers) => {
    const fetch = vi.fn(async () => Response.json({}))
    expect(await shop({ fetch, sign: () => headers }).call(read, {})).toEqual({
      error: 'no_credential',
      message: 'no credential',
    })
    expect(fetch).not.toHaveBeenCalled()
  })

  it('may replace a planned header, and may add none (positive control)', async () => {
    const server = await serve()
    const at = (sign: ConnectOptions['sign']) => connect(spec, { baseUrl: server.url, ...(sign && { sign }) })
    expect(await at(() => ({ accept: 'text/plain', 'X-Sig': 'é' })).call(read, {})).toEqual({ fine: true })
    expect(server.seen[0]?.headers).toMatchObject({ accept: 'text/plain', 'x-sig': 'é' })
    expect(await at(() => undefined).call(read, {})).toEqual({ fine: true })
    await server.close()
  })
})

describe('credentials', () => {
  it.each(['bearer', 'oauth'] as const)('%s: a scheme’s word before the token is sent once', async scheme => {
    const server = await serve()
    const sent = async (secret: string) => {
      await connect(spec, { baseUrl: server.url, credentials: { [scheme]: secret } }).call(
        secured([scheme]),
        {},
      )
      return server.seen.at(-1)?.headers.authorization
    }
    for (const secret of ['tok-1234', 'Bearer tok-1234', 'bearer tok-1234'])
      expect(await sent(secret)).toBe('Bearer tok-1234')
    // A token that only begins like the word.
    expect(await sent('bearer-1234')).toBe('Bearer bearer-1234')
    await server.close()
  })

  it('and the token alone is masked when it comes back', async () => {
    const fetch = async () => Response.json({ echo: 'tok-1234' })
    expect(
      await shop({ fetch, credentials: { bearer: 'Bearer tok-1234' } }).call(secured(['bearer']), {}),
    ).toEqual({
      echo: 'REDACTED',
    })
  })

  it.each<[string, 'bearer' | 'basic' | 'header' | 'query' | 'cookie', unknown]>([
    ['a number', 'bearer', 12345],
    ['an object', 'bearer', { username: 'a', password: 'b' }],
    ['a list', 'header', ['a']],
    ['true', 'query', true],
    ['null', 'cookie', null],
    ['an empty text', 'cookie', ''],
    ['half a character', 'query', 'abcd\ud800'],
    ['a text for basic', 'basic', 'user:password'],
    ['no password', 'basic', { username: 'user' }],
    ['a password that is no text', 'basic', { username: 'user', password: 1 }],
    ['half a character in basic', 'basic', { username: 'user', password: '\udc00' }],
    ['a list for basic', 'basic', ['user', 'password']],
  ])('%s is no_credential for %s, given or asked for', async (_, scheme, secret) => {
    const fetch = vi.fn(async () => Response.json({}))
    for (const given of [secret, () => secret, async () => secret])
      expect(
        await shop({ fetch, credentials: { [scheme]: given } as never }).call(secured([scheme]), {}),
      ).toEqual({ error: 'no_credential', message: 'no credential' })
    expect(fetch).not.toHaveBeenCalled()
  })

  it('a header of the connection that is no text is one too', async () => {
    const fetch = vi.fn(async () => Response.json({}))
    expect(await shop({ fetch, headers: { 'X-Team': (() => 5) as never } }).call(read, {})).toMatchObject({
      error: 'no_credential',
    })
    expect(fetch).not.toHaveBeenCalled()
  })
})

describe('options of another type', () => {
  it.each<[string, object]>([
    ['baseUrl', { baseUrl: 5 }],
    ['allowHttp', { allowHttp: 'yes' }],
    ['credentials', { credentials: 'token' }],
    ['headers', { headers: () => ({}) }],
    ['fetch', { fetch: {} }],
    ['timeoutMs', { timeoutMs: '5' }],
    ['maxResponseBytes', { maxResponseBytes: 5n }],
    ['retry', { retry: 3 }],
    ['attempts', { retry: { attempts: '3' } }],
    ['attempt', { retry: { attempt: 3 } }],
    ['before', { before: true }],
    ['confirm', { confirm: true }],
    ['onCall', { onCall: {} }],
    ['redact', { redact: [] }],
    ['sign', { sign: 'x' }],
    ['__proto__', JSON.parse('{"__proto__":{}}')],
    ['toString', { toString: () => '' }],
  ])('%s throws in connect, naming it', (name, options) => {
    const make = () => connect(spec, { baseUrl: 'https://api.test', ...options } as never)
    if (name === '__proto__') {
      // A spread defines an own `__proto__`; it is an unknown name like any other.
      expect(Object.keys(options)).toEqual(['__proto__'])
    }
    expect(make).toThrow(TypeError)
    expect(make).toThrow(name)
  })

  it.each<[string, object]>([
    ['confirm', { confirm: true }],
    ['confirmed', { confirmed: 'yes' }],
    ['callId', { callId: 5 }],
    ['idempotencyKey', { idempotencyKey: {} }],
    ['from', { from: true }],
    ['signal', { signal: 'abort' }],
    ['timeoutMs', { timeoutMs: 5 }],
  ])('%s throws in call, naming it, and sends nothing', async (name, options) => {
    const fetch = vi.fn(async () => Response.json({}))
    const connection = shop({ fetch })
    await expect(connection.call(read, {}, options as never)).rejects.toThrow(TypeError)
    await expect(connection.call(read, {}, options as never)).rejects.toThrow(name)
    const [bound] = connection.bind([read])
    await expect(bound?.call({}, options as never)).rejects.toThrow(name)
    expect(fetch).not.toHaveBeenCalled()
  })

  it('what is undefined is not given; a context may be anything (positive control)', async () => {
    const fetch = async () => Response.json({ fine: true })
    const nothing = Object.fromEntries(
      ['allowHttp', 'servers', 'headers', 'sign', 'timeoutMs', 'retry', 'before', 'confirm'].map(n => [
        n,
        undefined,
      ]),
    )
    const connection = connect(spec, { baseUrl: 'https://api.test', fetch, ...nothing } as never)
    for (const context of [undefined, null, 0, 'user', { id: 1 }, () => 1])
      expect(
        await connection.call(read, {}, { context, callId: undefined, signal: undefined } as never),
      ).toEqual({
        fine: true,
      })
  })
})
