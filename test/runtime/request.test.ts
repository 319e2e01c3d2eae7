/** From arguments to the bytes that a server sees: bodies, names, paths, and what is refused on the way. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { InputSchema, Json, JsonObject, Media, Route, Tool } from '../../src/runtime/contract.ts'
import { connect } from '../../src/runtime/index.ts'
import { serve, type TestServer } from './server.ts'
import { spec, tool } from './tools.ts'

let server: TestServer
beforeAll(async () => {
  server = await serve()
})
afterAll(() => server.close())

const shop = () => connect(spec, { baseUrl: server.url })
/** What the server saw of the call, or the error. */
async function sent(t: Tool<'shop'>, args: unknown) {
  const before = server.seen.length
  const answer = await shop().call(t, args as JsonObject)
  return server.seen.length > before ? server.seen.at(-1) : answer
}

const path = (argument: string): Route => ({
  argument,
  in: 'path',
  name: argument,
  style: 'simple',
  explode: false,
})
const body = (argument: string, pointer = `/${argument}`): Route => ({ argument, in: 'body', pointer })
const json: Media = { type: 'application/json', required: false }
const post = (
  properties: Record<string, InputSchema>,
  routes: Route[],
  media: Media,
  request: Partial<Tool['request']> = {},
) =>
  tool({
    operation: { id: null, method: 'POST', path: '/x' },
    properties,
    request: { routes, media, ...request },
  })

describe('JSON bodies', () => {
  const t = post(
    {
      name: { type: ['string', 'null'] },
      city: { type: 'string' },
      id: { type: ['integer', 'string'], format: 'int64' },
    },
    [body('name', '/customer/full~1name'), body('city', '/customer/address/city'), body('id')],
    json,
    { names: {} },
  )

  it('are put together from pointers of wire names', async () => {
    const seen = await sent(t, { name: 'Ann', city: 'Ulm', id: 5 })
    expect(seen).toMatchObject({ body: '{"customer":{"full/name":"Ann","address":{"city":"Ulm"}},"id":5}' })
  })

  it('carry null where the schema does, and int64 digits as digits', async () => {
    expect(await sent(t, { name: null, id: '9007199254740993' })).toMatchObject({
      body: '{"customer":{"full/name":null},"id":9007199254740993}',
    })
    expect(await sent(t, { id: '-9223372036854775808' })).toMatchObject({
      body: '{"id":-9223372036854775808}',
    })
    expect(await sent(t, { id: '0' })).toMatchObject({ body: '{"id":0}' })
    expect(await sent(t, { id: '9223372036854775808' })).toMatchObject({ error: 'invalid_arguments' })
    expect(await sent(t, { id: '007' })).toMatchObject({ error: 'invalid_arguments' })
    expect(await sent(t, { id: 2 ** 53 })).toMatchObject({ error: 'invalid_arguments' })
  })

  it('are left out with their type when nothing feeds an optional one, and are {} when required', async () => {
    const none = await sent(t, {})
    expect(none).toMatchObject({ method: 'POST', body: '' })
    expect((none as { headers: object }).headers).not.toHaveProperty('content-type')
    const required = post({ a: {} }, [body('a')], { type: 'application/json; charset=utf-8', required: true })
    expect(await sent(required, {})).toMatchObject({
      body: '{}',
      headers: { 'content-type': 'application/json; charset=utf-8' },
    })
  })

  it.each<[string, InputSchema, Json, string]>([
    ['a list', { type: 'array' }, [1, 'a'], '[1,"a"]'],
    ['a string', { type: 'string' }, 'hello', '"hello"'],
    ['null', { type: ['null', 'object'] }, null, 'null'],
    ['false', { type: 'boolean' }, false, 'false'],
    [
      'an object with hard keys',
      {},
      JSON.parse('{"__proto__":{"a":1},"constructor":2,"then":3,"\\u2028":4}'),
      '{"__proto__":{"a":1},"constructor":2,"then":3,"\u2028":4}',
    ],
  ])('can be %s as one argument', async (_, schema, value, expected) => {
    const whole = post({ body: schema }, [body('body', '')], { ...json, required: true })
    expect(
      await sent({ ...whole, inputSchema: { ...whole.inputSchema, required: ['body'] } }, { body: value }),
    ).toMatchObject({ body: expected })
  })

  it('keep fixed values, and text around what the model writes', async () => {
    const fixed = post(
      { q: { type: 'string' } },
      [{ ...body('q'), prefix: 'a ', suffix: ' z' }],
      { ...json, required: true },
      {
        fixed: [
          { in: 'body', pointer: '/meta/__proto__/x', value: [1] },
          { in: 'query', name: 'v', style: 'form', explode: true, value: '1&2' },
        ],
        query: 'beta=true',
      },
    )
    expect(await sent(fixed, { q: 'm' })).toMatchObject({
      url: '/x?beta=true&v=1%262',
      body: '{"q":"a m z","meta":{"__proto__":{"x":[1]}}}',
    })
    expect(({} as { x?: unknown }).x).toBeUndefined()
  })

  it('are the JSON that was given, for any JSON', async () => {
    const any = post({ body: {} }, [body('body', '')], { ...json, required: true })
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async value => {
        const given = JSON.parse(JSON.stringify(value))
        fc.pre(given !== null)
        const planned = await shop().plan(any, { body: given })
        expect(JSON.parse((planned as { body: string }).body)).toEqual(given)
      }),
    )
  })
})

describe('wire names', () => {
  const names = { page_size: 'page.size', _id: '@id' }
  const node: InputSchema = {
    type: 'object',
    properties: {
      page_size: { type: 'integer' },
      next: { $ref: '#/$defs/node' },
      map: { type: 'object', additionalProperties: { $ref: '#/$defs/node' } },
    },
  }
  const t = post({ body: { $ref: '#/$defs/node' } }, [body('body', '')], json, { names })
  const recursive = { ...t, inputSchema: { ...t.inputSchema, $defs: { node } } }

  it('replace declared properties at every depth, never the keys of a map', async () => {
    const value = { page_size: 1, next: { page_size: 2, _id: 'free' }, map: { page_size: { page_size: 3 } } }
    expect(await sent(recursive, { body: value })).toMatchObject({
      body: '{"page.size":1,"next":{"page.size":2,"_id":"free"},"map":{"page_size":{"page.size":3}}}',
    })
  })

  it('follow the branch that accepts the value', async () => {
    const a: InputSchema = {
      type: 'object',
      properties: { kind: { const: 'a' }, _id: { type: 'string' } },
      required: ['kind'],
    }
    const b: InputSchema = { type: 'object', properties: { kind: { const: 'b' } }, required: ['kind'] }
    for (const keyword of ['anyOf', 'oneOf'] as const) {
      const union = post({ body: { allOf: [{ [keyword]: [a, b] }] } }, [body('body', '')], json, { names })
      expect(await sent(union, { body: { kind: 'a', _id: 'x' } })).toMatchObject({
        body: '{"kind":"a","@id":"x"}',
      })
      expect(await sent(union, { body: { kind: 'b', _id: 'x' } })).toMatchObject({
        body: '{"kind":"b","_id":"x"}',
      })
    }
  })

  it('reach tuples and items, and digits go with them', async () => {
    const id: InputSchema = { type: ['integer', 'string'], format: 'int64' }
    const item: InputSchema = { type: 'object', properties: { _id: id } }
    const t = post({ list: { type: 'array', prefixItems: [id], items: item } }, [body('list')], json, {
      names,
    })
    expect(await sent(t, { list: ['9007199254740993', { _id: '1' }] })).toMatchObject({
      body: '{"list":[9007199254740993,{"@id":1}]}',
    })
  })

  it('leave top-level arguments to their routes, and plain text alone', async () => {
    const t = post({ page_size: { type: 'string' } }, [body('page_size', '/page_size')], json, { names })
    expect(await sent(t, { page_size: '123' })).toMatchObject({ body: '{"page_size":"123"}' })
  })
})

describe('form bodies', () => {
  const form = (media: Partial<Media>) =>
    post({ body: { type: 'object' } }, [body('body', '')], {
      type: 'application/x-www-form-urlencoded',
      required: false,
      ...media,
    })
  const pairs = async (media: Partial<Media>, value: JsonObject) => {
    const seen = await sent(form(media), { body: value })
    return [...new URLSearchParams((seen as { body: string }).body)].map(([k, v]) => `${k}=${v}`)
  }

  it('are flat by default: lists repeat, null is left out', async () => {
    expect(await pairs({}, { a: 'x y&z=+', b: [1, 2], c: null, d: false, 'e&': 'é' })).toEqual([
      'a=x y&z=+',
      'b=1',
      'b=2',
      'd=false',
      'e&=é',
    ])
    expect(await sent(form({}), { body: { a: 1 } })).toMatchObject({
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  })

  it('refuse what nests where nothing says how', async () => {
    for (const value of [{ a: { b: 1 } }, { a: [{ b: 1 }] }, { a: [[1]] }])
      expect(await sent(form({}), { body: value })).toMatchObject({ error: 'invalid_arguments' })
  })

  it('follow the encoding of each field', async () => {
    const media: Partial<Media> = {
      form: {
        csv: { style: 'form', explode: false },
        deep: { style: 'deepObject', explode: true, deepArrays: 'brackets' },
        text: { style: 'form', explode: true, media: 'application/json' },
      },
    }
    expect(await pairs(media, { csv: ['a', 'b'], deep: { k: ['x', 'y'] }, text: { a: [1] } })).toEqual([
      'csv=a,b',
      'deep[k][]=x',
      'deep[k][]=y',
      'text={"a":[1]}',
    ])
  })

  it('nest with brackets by convention, lists of objects by number', async () => {
    const value = {
      meta: { a: 'b', deep: { c: [1, 2] } },
      items: [{ price: 'x' }, { price: 'y' }],
      tags: ['s', 't'],
    }
    expect(await pairs({ nestedForm: 'brackets' }, value)).toEqual([
      'meta[a]=b',
      'meta[deep][c][0]=1',
      'meta[deep][c][1]=2',
      'items[0][price]=x',
      'items[1][price]=y',
      'tags=s',
      'tags=t',
    ])
    expect(await sent(form({}), { body: { items: [{ price: 1 }] } })).toMatchObject({
      error: 'invalid_arguments',
      details: [{ path: 'items' }],
    })
  })

  it('read back as what was given, for any flat object', async () => {
    const value = fc
      .dictionary(fc.string(), fc.string())
      .filter(o => !/\p{Surrogate}/u.test(JSON.stringify(o)))
    await fc.assert(
      fc.asyncProperty(value, async given => {
        const planned = await shop().plan(form({}), { body: given })
        expect(Object.fromEntries(new URLSearchParams((planned as { body: string }).body))).toEqual({
          ...given,
        })
      }),
    )
  })
})

describe('paths (values as an attack: attacks/paths.test.ts)', () => {
  const one = (template: string) =>
    tool({
      operation: { id: null, method: 'GET', path: template },
      properties: { a: { type: 'string' }, b: { type: 'string' } },
      required: ['a'],
      request: { routes: [path('a'), path('b')] },
    })

  it('hold several placeholders in a segment, one placeholder twice, and odd text', async () => {
    expect(await sent(one('/{a}-{b}.zip'), { a: 'x', b: 'y' })).toMatchObject({ url: '/x-y.zip' })
    expect(await sent(one('/{a}/%C3%A9{a}/%20'), { a: 'x' })).toMatchObject({ url: '/x/%C3%A9x/%20' })
    // The build encodes what is no placeholder; a template that nobody encoded is not sent as something else.
    expect(await sent(one('/{a}/é|'), { a: 'x' })).toMatchObject({ error: 'invalid_arguments' })
    expect(await sent(one('/{a}{b}'), { a: '{b}', b: '$&' })).toMatchObject({ url: '/%7Bb%7D%24%26' })
  })

  it('keep styles: label and matrix', async () => {
    const route = (style: 'label' | 'matrix'): Route => ({
      argument: 'a',
      in: 'path',
      name: 'a',
      style,
      explode: true,
    })
    const styled = (style: 'label' | 'matrix') =>
      tool({
        operation: { id: null, method: 'GET', path: '/x{a}/y' },
        properties: { a: {} },
        request: { routes: [route(style)] },
      })
    expect(await sent(styled('label'), { a: ['b', 'c'] })).toMatchObject({ url: '/x.b.c/y' })
    expect(await sent(styled('matrix'), { a: ['b', 'c'] })).toMatchObject({ url: '/x;a=b;a=c/y' })
  })

  it('never leave their origin, whatever is written', async () => {
    const t = one('/v/{a}/{b}')
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), fc.string(), async (a, b) => {
        const planned = await shop().plan(t, { a, b })
        if ('error' in planned) return
        const url = new URL(planned.url)
        expect(url.origin).toBe(server.url)
        const [, v, first = '', second = '', ...more] = url.pathname.split('/')
        expect([v, decodeURIComponent(first), decodeURIComponent(second), more]).toEqual(['v', a, b, []])
      }),
    )
  })

  it('are added to the path of the base URL', async () => {
    const t = tool({ operation: { id: null, method: 'GET', path: '/x' } })
    for (const [base, url] of [
      ['/v1/', '/v1/x'],
      ['/v1', '/v1/x'],
      ['', '/x'],
      ['/', '/x'],
      ['/a%20b//', '/a%20b/x'],
    ]) {
      await connect(spec, { baseUrl: server.url + base }).call(t, {})
      expect(server.seen.at(-1)?.url).toBe(url)
    }
    const evil = tool({ operation: { id: null, method: 'GET', path: '//evil.test/x' } })
    expect(await sent(evil, {})).toMatchObject({ url: '//evil.test/x' })
  })
})

describe('queries, headers, cookies', () => {
  const t = tool({
    properties: { q: {}, h: { type: ['string', 'null'] }, c: {}, d: {} },
    request: {
      routes: [
        { argument: 'q', in: 'query', name: 'q', style: 'form', explode: true },
        { argument: 'h', in: 'header', name: 'X-Thing', style: 'simple', explode: false },
        { argument: 'c', in: 'cookie', name: 'c', style: 'form', explode: true },
        { argument: 'd', in: 'cookie', name: 'd', style: 'form', explode: true },
      ],
    },
  })

  it('send what is there', async () => {
    expect(await sent(t, { q: [1, 2], h: 'é', c: 'a b', d: 0 })).toMatchObject({
      url: '/x?q=1&q=2',
      headers: { 'x-thing': 'é', cookie: 'c=a%20b; d=0' },
    })
  })

  it('leave out what is not', async () => {
    const seen = await sent(t, { q: [], h: null, c: undefined })
    expect(seen).toMatchObject({ url: '/x' })
    expect((seen as { headers: object }).headers).not.toHaveProperty('x-thing')
    expect((seen as { headers: object }).headers).not.toHaveProperty('cookie')
  })

  it('refuse a header injection before anything is sent', async () => {
    for (const h of ['a\r\nX-Evil: 1', 'a\nb', 'a\0', '日本', ' a'])
      expect(await sent(t, { h })).toMatchObject({ error: 'invalid_arguments', details: [{ path: 'h' }] })
  })
})

describe('arguments', () => {
  const t = post(
    { a: { type: 'string' }, n: { type: ['string', 'null'] }, o: { type: 'object' } },
    [body('a'), body('n'), body('o')],
    json,
  )

  it('count null as absent only where it cannot be meant', async () => {
    expect(await sent(t, { a: null, n: null })).toMatchObject({ body: '{"n":null}' })
    const required = { ...t, inputSchema: { ...t.inputSchema, required: ['a'] } }
    expect(await sent(required, { a: null })).toMatchObject({
      error: 'invalid_arguments',
      details: [{ path: 'a', expected: 'type "string"', got: 'null' }],
    })
    expect(await sent(t, { unknown: null })).toMatchObject({ error: 'invalid_arguments' })
  })

  it('may be missing altogether, and never change', async () => {
    const args = Object.freeze({ a: 'x', o: Object.freeze({ k: 1 }) })
    expect(await sent(t, args)).toMatchObject({ body: '{"a":"x","o":{"k":1}}' })
    expect(await sent(t, undefined)).toMatchObject({ body: '' })
    expect(await sent(t, null)).toMatchObject({ body: '' })
  })

  const cycle: Record<string, unknown> = {}
  cycle.self = cycle
  let nested: unknown = 1
  for (let i = 0; i < 100_000; i++) nested = [nested]
  let levels: unknown = 1
  for (let i = 0; i < 3000; i++) levels = { a: levels }
  it.each<[string, unknown]>([
    ['a string', '{"a":"x"}'],
    ['a list', ['x']],
    ['a cycle', { o: cycle }],
    ['a bigint', { o: { k: 1n } }],
    ['NaN', { o: { k: Number.NaN } }],
    ['Infinity', { o: { k: Number.POSITIVE_INFINITY } }],
    ['a Map', { o: new Map([['k', 1]]) }],
    ['a function', { o: { k: () => 1 } }],
    ['a symbol', { o: { k: Symbol('k') } }],
    ['a list 100,000 deep', { o: { k: nested } }],
    ['megabytes', { a: 'x'.repeat(1_000_000) }],
  ])('are refused when they are %s', async (_, args) => {
    expect(await sent(t, args)).toMatchObject({ error: 'invalid_arguments' })
  })

  it('of 3,000 levels are sent or refused, never thrown', async () => {
    expect(['invalid_arguments', undefined]).toContain(
      ((await sent(t, { o: levels })) as { error?: string }).error,
    )
  })

  it('that were JSON text are named as such', async () => {
    expect(await sent(t, { o: '{"k":1}' })).toMatchObject({
      details: [{ path: 'o', expected: 'type "object"', got: 'JSON text "{\\"k\\":1}"' }],
    })
  })
})
