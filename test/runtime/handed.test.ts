/** What a caller hands in that is no plain JSON: read as JSON.stringify reads it, or refused, and never a rejection. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { connect } from '../../src/runtime/index.ts'
import { plain } from '../../src/runtime/plain.ts'
import { spec, tool } from './tools.ts'

const shop = connect(spec, { baseUrl: 'https://api.test', fetch: async () => Response.json({ fine: true }) })
const list = tool({
  properties: { list: { type: 'array' } },
  request: { routes: [{ argument: 'list', in: 'query', name: 'list', style: 'form', explode: true }] },
  declarations: {
    gemini: {
      declaration: { name: 'shop_x', description: '' },
      encoding: [{ pointer: '/list', as: 'json-text' }],
    },
  },
})
const refused = { error: 'invalid_arguments', details: [{ path: '', expected: 'simpler JSON' }] }
const broken = {
  get list() {
    throw new Error('no')
  },
}

describe('what says by toJSON that it is nothing', () => {
  const nothing = { toJSON: () => undefined }
  it('is null in a list', async () => {
    expect(plain([nothing, undefined, 1])).toEqual([null, null, 1])
    expect(await shop.plan(list, { list: [nothing] })).toMatchObject({ error: 'invalid_arguments' })
  })
  it('and so is a hole', () => {
    expect(JSON.stringify(plain(Object.assign(new Array(2), { 1: 1 })))).toBe('[null,1]')
  })
  it('is absent in an object', () => {
    expect(plain({ a: nothing, b: 1 })).toEqual({ b: 1 })
  })
  it.each([undefined, null])('is no arguments: %s', async made => {
    expect(await shop.call(list, { toJSON: () => made } as never)).toEqual({ fine: true })
  })
})

describe('what throws when it is read', () => {
  const revoked = Proxy.revocable({}, {})
  revoked.revoke()
  it.each<[string, unknown]>([
    ['a getter', broken],
    ['a proxy', revoked.proxy],
  ])('%s is refused, whoever wrote the arguments', async (_, args) => {
    expect(await shop.call(list, args as never)).toMatchObject(refused)
    expect(await shop.call(list, args, { from: 'gemini' })).toMatchObject(refused)
    expect(await shop.plan(list, args, { from: 'gemini' })).toMatchObject(refused)
  })
  it('text of JSON is read (positive control)', async () => {
    expect(await shop.plan(list, { list: '[1,"a"]' }, { from: 'gemini' })).toMatchObject({
      url: 'https://api.test/x?list=1&list=a',
    })
  })
})

describe('a list', () => {
  it('is what its items are, whatever it says of itself', () => {
    const endless = Object.assign([1, 2], {
      *[Symbol.iterator]() {
        for (;;) yield 0
      },
    })
    expect(plain(endless)).toEqual([1, 2])
  })
  it.each([0, 1, 4])('has the length that it began with, when an item makes it %i long', length => {
    const made = () => {
      const list: unknown[] = [0, 0, 0]
      list[0] = {
        toJSON: () => {
          list.length = length
          return 'x'
        },
      }
      return list
    }
    expect(plain(made())).toStrictEqual(JSON.parse(JSON.stringify(made())))
  })
  it('has a length that is a number', () => {
    const text = new Proxy([], { get: (_, key) => (key === 'length' ? '0' : undefined) })
    expect(plain(text)).toStrictEqual([])
  })
})

it('every value is what JSON makes of it', () => {
  fc.assert(
    fc.property(fc.anything({ withNullPrototype: true, withSparseArray: true, withDate: true }), value => {
      let made: unknown
      try {
        made = plain({ value })
      } catch {
        return
      }
      expect(JSON.stringify(made)).toBe(JSON.stringify({ value }))
      expect(JSON.parse(JSON.stringify(made))).toEqual(JSON.parse(JSON.stringify({ value })))
    }),
    { numRuns: 2000 },
  )
})

it.each([-1, Number.NaN, -0.5, 5, 'me', null, undefined, Symbol('s')])(
  'a context is anything: %s',
  async context => {
    expect(await shop.call(list, {}, { context })).toEqual({ fine: true })
  },
)

describe('an argument with the name of a credential', () => {
  it.each(['query', 'cookie', 'header'] as const)('never goes beside it: %s', async where => {
    const name = { query: 'api_key', cookie: 'session', header: 'x-api-key' }[where]
    const style = where === 'header' ? 'simple' : 'form'
    const sent: [string, RequestInit][] = []
    const fetch = async (...request: [string, RequestInit]) => {
      sent.push(request)
      return Response.json({ fine: true })
    }
    const named = tool({
      properties: { mine: {}, other: {} },
      request: {
        routes: [
          { argument: 'mine', in: where, name, style, explode: false },
          { argument: 'other', in: where, name: 'other', style, explode: false },
        ],
        security: [[where]],
      },
    })
    const connection = connect(spec, { baseUrl: 'https://api.test', fetch, credentials: { [where]: 'ours' } })
    await expect(connection.call(named, { mine: 'theirs', other: 'kept' })).rejects.toThrow(
      /^shop_x sends the .* twice$/,
    )
    expect(sent).toEqual([])
    const [, other] = named.request.routes
    const kept = { ...named, request: { ...named.request, routes: other ? [other] : [] } }
    await connection.call(kept, { other: 'kept' })
    expect(JSON.stringify(sent)).toContain('ours')
    expect(JSON.stringify(sent)).toContain('kept')
  })
})

describe('an object', () => {
  it('shows hooks what is sent of it, and no symbol', async () => {
    const seen: unknown[] = []
    const watched = connect(spec, {
      baseUrl: 'https://api.test',
      fetch: async () => Response.json({ fine: true }),
      before: call => void seen.push(call.arguments),
    })
    const key = Symbol.for('nodejs.util.inspect.custom')
    const args = { list: [{ a: 1, [key]: () => 'b' }], [key]: () => 'c' }
    await watched.call(tool({ properties: { list: {} } }), args as never)
    expect(seen).toStrictEqual([{ list: [{ a: 1 }] }])
    // Positive control: a symbol makes a difference here.
    expect(seen).not.toStrictEqual([args])
  })
  it('is copied to its last part, `__proto__` too, and left as it was', () => {
    const input = Object.freeze(JSON.parse('{"__proto__":{"a":[{"b":1}]},"c":{"d":2},"e":"x"}'))
    const made = plain(input) as typeof input
    expect(JSON.stringify(made)).toBe(JSON.stringify(input))
    expect(Object.getPrototypeOf(made)).toBe(Object.prototype)
    expect(Object.keys(made)).toEqual(['__proto__', 'c', 'e'])
    const partOf = (value: object, key: string) => Object.getOwnPropertyDescriptor(value, key)?.value
    for (const key of ['__proto__', 'c']) expect(partOf(made, key)).not.toBe(partOf(input, key))
  })
  it('is not read when it has more properties than a text may have characters', () => {
    const read: unknown[] = []
    const wide = (names: number) =>
      new Proxy(Object.fromEntries(Array.from({ length: names }, (_, i) => [i, 1])), {
        get: (target, key) => {
          read.push(key)
          return Reflect.get(target, key)
        },
      })
    expect(() => plain(wide(2 ** 18))).toThrow(RangeError)
    // What its class is, it was asked.
    expect(read).toEqual(['toJSON', Symbol.toStringTag])
    // Positive control; and a property that is read is charged for once.
    expect(Object.keys(plain(wide(3000)) as object)).toHaveLength(3000)
    expect(read.length).toBeGreaterThan(3000)
    const list = Array.from({ length: 300 }, () =>
      Object.fromEntries(Array.from('abcdefghij', k => [k, '0123456789'])),
    )
    expect(plain(list)).toEqual(list)
  })
  it('has no part of a prototype that somebody extended', async () => {
    // biome-ignore lint/suspicious/noExplicitAny: a prototype takes anything
    const shared = Object.prototype as any
    shared.list = { a: 1 }
    shared.more = () => undefined
    try {
      expect(Object.keys(plain({ b: { c: 1 } }) as object)).toEqual(['b'])
      expect(await shop.plan(list, {})).toMatchObject({ url: 'https://api.test/x' })
      // Positive control.
      expect(await shop.plan(list, { list: [1] })).toMatchObject({ url: 'https://api.test/x?list=1' })
    } finally {
      delete shared.list
      delete shared.more
    }
  })
})
