/**
 * Bodies that other clients lose, change or let through: the bytes that arrive from a naive one, and from ours. Seen in
 * public: fastmcp#4924, fastapi_mcp#319, agentUniverse#861, punkpeye/fastmcp#351.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { InputSchema, Media, Route, Tool } from '../../../src/runtime/contract.ts'
import { serve, type TestServer } from '../server.ts'
import { tool } from '../tools.ts'
import { ours, outcome } from './attack.ts'
import { assigned, posted, type Values } from './naive.ts'

let server: TestServer
beforeAll(async () => {
  server = await serve()
})
afterAll(() => server.close())

describe('a body', () => {
  afterEach(() => {
    // What a naive half left behind.
    for (const key of ['admin', 'x']) delete (Object.prototype as Values)[key]
  })
  const at = (argument: string, pointer: string): Route => ({ argument, in: 'body', pointer })
  const json: Media = { type: 'application/json', required: true }
  const body = (names: Record<string, InputSchema>, media = json, more: Partial<Tool['request']> = {}) =>
    tool({
      operation: { id: null, method: 'POST', path: '/x' },
      properties: names,
      request: { routes: Object.keys(names).map(name => at(name, `/${name}`)), media, ...more },
    })
  const whole = (media = json) => body({ body: {} }, media, { routes: [at('body', '')] })
  const sent = async (act: () => unknown) => {
    const { seen, value, thrown } = await outcome(server, act)
    return seen[0]?.body ?? String(thrown ?? (value as { error?: unknown }).error)
  }

  it.each<[string, args: Values, naive: (a: Values) => unknown, damage: string, Tool<'shop'>, mine: string]>([
    ['of text is JSON', { body: 'hi' }, a => a.body, 'hi', whole(), '"hi"'],
    [
      'keeps what stands beside an argument that is called body',
      { subject: 'a', body: 'b' },
      a => a.body ?? a,
      'b',
      body({ subject: {}, body: {} }),
      '{"subject":"a","body":"b"}',
    ],
    [
      'keeps null that clears',
      { a: null },
      a => Object.fromEntries(Object.entries(a).filter(([, v]) => v !== null)),
      '{}',
      body({ a: { type: ['string', 'null'] } }),
      '{"a":null}',
    ],
    [
      'leaves out what is absent',
      { a: 1 },
      a => ({ a: a.a, b: a.b ?? null }),
      '{"a":1,"b":null}',
      body({ a: {}, b: {} }),
      '{"a":1}',
    ],
    [
      'keeps false, 0 and empty texts',
      { a: false, b: 0, c: '' },
      a => Object.fromEntries(Object.entries(a).filter(([, v]) => v)),
      '{}',
      body({ a: {}, b: {}, c: {} }),
      '{"a":false,"b":0,"c":""}',
    ],
    [
      'keeps the digits of an int64',
      { id: '9007199254740993' },
      a => ({ id: Number(a.id) }),
      '{"id":9007199254740992}',
      body({ id: { type: ['integer', 'string'], format: 'int64' } }, json, { names: {} }),
      '{"id":9007199254740993}',
    ],
    [
      'has the key __proto__ like any other',
      { body: JSON.parse('{"__proto__":{"admin":true},"then":1}') },
      a => ({ ...Object.assign({}, a.body) }),
      '{"then":1}',
      whole(),
      '{"__proto__":{"admin":true},"then":1}',
    ],
    ['is {} where it is required', {}, a => a.body ?? '', '', whole(), '{}'],
    [
      'has no numbers that are none',
      { body: [Number.NaN] },
      a => a.body,
      '[null]',
      whole(),
      'invalid_arguments',
    ],
    [
      'has no lost values',
      { body: { at: new Map([[1, 2]]) } },
      a => a.body,
      '{"at":{}}',
      whole(),
      'invalid_arguments',
    ],
    [
      'throws for no bigint',
      { body: [1n] },
      a => a.body,
      'TypeError: Do not know how to serialize a BigInt',
      whole(),
      'invalid_arguments',
    ],
  ])('%s', async (_, args, naive, damage, t, mine) => {
    expect(await sent(() => posted(server.url, naive(args)))).toBe(damage)
    expect(await sent(() => ours(server.url, t, args))).toBe(mine)
  })

  it('that goes to a place `__proto__` changes no other object', async () => {
    const pointer = ['__proto__', 'x']
    const naive: Values = {}
    assigned(naive, pointer, 1)
    expect(({} as Values).x).toBe(1)
    delete (Object.prototype as Values).x
    const t = body({ x: {} }, json, { routes: [at('x', '/__proto__/x')] })
    expect(await sent(() => ours(server.url, t, { x: 1 }))).toBe('{"__proto__":{"x":1}}')
    expect(({} as Values).x).toBeUndefined()
  })

  it('that is a form adds no field, and has no name of a type', async () => {
    const form: Media = { type: 'application/x-www-form-urlencoded', required: true }
    const type = { 'content-type': form.type }
    const args = { 'a&admin': 'b&c=d' }
    const naive = Object.entries(args).map(([k, v]) => `${k}=${v}`)
    expect(await sent(() => posted(server.url, naive.join('&'), type))).toBe('a&admin=b&c=d')
    expect(await sent(() => ours(server.url, whole(form), { body: args }))).toBe('a%26admin=b%26c%3Dd')
    const nested = { body: { meta: { k: 'v' } } }
    const text = `${new URLSearchParams(nested.body as never)}`
    expect(await sent(() => posted(server.url, text, type))).toBe('meta=%5Bobject+Object%5D')
    expect(await sent(() => ours(server.url, whole(form), nested))).toBe('invalid_arguments')
    expect(await sent(() => ours(server.url, whole({ ...form, nestedForm: 'brackets' }), nested))).toBe(
      'meta%5Bk%5D=v',
    )
  })
})
