/** What is asked for, what a plan shows and what is sent are one thing: nothing vanishes, nothing is read as another. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { InputSchema, JsonObject, ParameterPlace, Tool } from '../../src/runtime/contract.ts'
import type { ConnectOptions } from '../../src/runtime/index.ts'
import { connect } from '../../src/runtime/index.ts'
import { serve, type TestServer } from './server.ts'
import { spec, tool } from './tools.ts'

let server: TestServer
beforeAll(async () => {
  server = await serve()
})
afterAll(() => server.close())
const shop = () => connect(spec, { baseUrl: server.url })

const post = (properties: Record<string, InputSchema>, request: Parameters<typeof tool>[0] & object) =>
  tool({ operation: { id: null, method: 'POST', path: '/x' }, properties, ...request })

describe('characters that nobody sees', () => {
  const t = post(
    { q: { type: 'string' }, a: {} },
    {
      request: {
        routes: [
          { argument: 'q', in: 'query', name: 'q', style: 'form', explode: true },
          { argument: 'a', in: 'body', pointer: '/a' },
        ],
        media: { type: 'application/json', required: false },
      },
    },
  )
  const hidden = ['\u202e', '\u2066', '\u061c', '\u{e0041}', '\u{e007f}']

  it('are shown in a plan as they are sent: escaped, and the same JSON', async () => {
    for (const char of hidden) {
      const value = `a${char}b é 🙂`
      const plan = await shop().plan(t, { q: value, a: { [value]: [value] } })
      await shop().call(t, { q: value, a: { [value]: [value] } })
      const sent = server.seen.at(-1)
      expect(plan).toMatchObject({ body: sent?.body, url: `${server.url}${sent?.url}` })
      expect(sent?.body).toMatch(/^[^\p{Bidi_C}\u{e0000}-\u{e007f}]+$/u)
      expect(JSON.parse(sent?.body ?? '')).toEqual({ a: { [value]: [value] } })
      // What a person sees is not escaped.
      expect(sent?.body).toContain('b é 🙂')
    }
  })
})

describe('a required parameter', () => {
  const at = (place: Partial<ParameterPlace>, required: boolean): Tool<'shop'> =>
    tool({
      properties: { p: {} },
      ...(required && { required: ['p'] }),
      request: {
        routes: [{ argument: 'p', in: 'query', name: 'p', style: 'form', explode: true, ...place } as never],
      },
    })
  const places: Partial<ParameterPlace>[] = [
    {},
    { explode: false },
    { style: 'deepObject' },
    { in: 'header', style: 'simple', explode: false },
    { in: 'cookie', explode: false },
  ]

  it.each(places)(
    'at %j that would be left out is refused; one that is not required is left out',
    async place => {
      for (const p of [[], {}, null]) {
        const answer = await shop().call(at(place, true), { p } as JsonObject)
        expect(answer).toMatchObject({
          error: 'invalid_arguments',
          details: [{ path: 'p', expected: 'no empty value' }],
        })
        expect(await shop().call(at(place, false), { p } as JsonObject)).toEqual({ fine: true })
      }
    },
  )

  it('that is empty, false or 0 is sent', async () => {
    for (const [p, url] of [
      ['', '/x?p='],
      [false, '/x?p=false'],
      [0, '/x?p=0'],
      [[''], '/x?p='],
    ] as const) {
      // The lists of the table are `readonly` only for the type.
      await shop().call(at({}, true), { p } as unknown as JsonObject)
      expect(server.seen.at(-1)?.url).toBe(url)
    }
  })
})

describe('a free name of a form with nested values', () => {
  const form = (nested: boolean) =>
    post(
      { data: { type: 'object' } },
      {
        request: {
          routes: [{ argument: 'data', in: 'body', pointer: '' }],
          media: {
            type: 'application/x-www-form-urlencoded',
            required: true,
            ...(nested && { nestedForm: 'brackets' as const }),
          },
        },
      },
    )

  it('must not read as one of them', async () => {
    for (const name of ['a[b]', 'a[', ']', '[0]'])
      expect(await shop().call(form(true), { data: { a: { b: 1 }, [name]: 2 } })).toMatchObject({
        error: 'invalid_arguments',
        details: [{ path: `data.${name}`, expected: 'names without [ and ]' }],
      })
    await shop().call(form(true), { data: { a: { b: 1 }, c: 2 } })
    expect(server.seen.at(-1)?.body).toBe('a%5Bb%5D=1&c=2')
    // Where nothing nests, a bracket is a character.
    await shop().call(form(false), { data: { 'a[b]': 2 } })
    expect(server.seen.at(-1)?.body).toBe('a%5Bb%5D=2')
  })

  it('is told from a declared one, whose brackets are the API’s', async () => {
    const declared = post(
      { expand: { type: 'array' } },
      {
        request: {
          routes: [{ argument: 'expand', in: 'body', pointer: '/expand[]' }],
          media: { type: 'application/x-www-form-urlencoded', required: true, nestedForm: 'brackets' },
        },
      },
    )
    await shop().call(declared, { expand: ['a', 'b'] })
    expect(server.seen.at(-1)?.body).toBe('expand%5B%5D=a&expand%5B%5D=b')
  })
})

describe('a header of the connection', () => {
  const make = (headers: ConnectOptions['headers']) => () =>
    connect(spec, { baseUrl: 'https://api.test', ...(headers && { headers }) })

  it.each([
    'x y',
    '',
    'a:b',
    'a\n',
    'é',
    'Content-Length',
    'transfer-encoding',
    'Connection',
    'keep-alive',
    'TE',
  ])('%j cannot be sent, which connect says', name => {
    expect(make({ [name]: 'hunter2' })).toThrow(TypeError)
    expect(make({ [name]: 'hunter2' })).not.toThrow('hunter2')
  })

  it('with another name is taken (positive control)', () => {
    for (const name of ['Accept', 'X-Team', 'Content-Language', 'Trailer-Park', 'Upgrade-Insecure-Requests'])
      expect(make({ [name]: 'x' })).not.toThrow()
  })
})

describe('words for a place that takes nothing', () => {
  it('name no list of names that there are not', async () => {
    const none = tool({ properties: {} })
    expect(await shop().call(none, { a: 1 } as never)).toMatchObject({
      details: [{ path: 'a', expected: 'nothing', got: 'an unknown name' }],
    })
    const pair = tool({ properties: { p: { type: 'array', prefixItems: [{}], items: false } } })
    expect(await shop().call(pair, { p: [1, 2] } as never)).toMatchObject({
      details: [{ path: 'p[1]', expected: 'nothing', got: '2' }],
    })
  })
})
