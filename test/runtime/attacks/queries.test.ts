/**
 * Query values that other clients lose, change or let through, and arguments that are none: what arrives from a naive
 * client, and from ours. Seen in public: fastmcp#1004, fastmcp#1543, adk-python#6287, adk-python#7204, mcphub#1080.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Json, JsonObject, ParameterPlace, Tool } from '../../../src/runtime/contract.ts'
import { connect } from '../../../src/runtime/index.ts'
import { compiledOf, theTool } from '../../support/compile.ts'
import { serve, type TestServer } from '../server.ts'
import { tool } from '../tools.ts'
import { ours, outcome, targetOf } from './attack.ts'
import { byHand, glued, params, type Values } from './naive.ts'

let server: TestServer
beforeAll(async () => {
  server = await serve()
})
afterAll(() => server.close())

const asked = (
  place: Partial<ParameterPlace & { argument: string }>,
  more: Parameters<typeof tool>[0] = {},
) =>
  tool({
    properties: { q: {} },
    request: { routes: [{ argument: 'q', in: 'query', name: 'q', style: 'form', explode: true, ...place }] },
    ...more,
  })

describe('a query', () => {
  const flat = asked({ explode: false })
  const pipes = asked({ style: 'pipeDelimited', explode: false })
  const spaces = asked({ style: 'spaceDelimited', explode: false })
  const deep = asked({ style: 'deepObject' })
  const refused = 'invalid_arguments'

  it.each<[string, q: Json, client: typeof glued, naive: string, Tool<'shop'>, mine: string]>([
    ['a list is repeated', ['a', 'b'], glued, '/x?q=a,b', asked({}), '/x?q=a&q=b'],
    ['a list of one name has commas', ['a,b', 'c'], glued, '/x?q=a,b,c', flat, '/x?q=a%2Cb,c'],
    ['a value with the delimiter is no two', ['a|b', 'c'], glued, '/x?q=a|b,c', pipes, refused],
    ['nor with a space', ['a b', 'c'], params, '/x?q=a+b%2Cc', spaces, refused],
    ['pipes', ['a', 'b'], params, '/x?q=a%2Cb', pipes, '/x?q=a%7Cb'],
    ['a value adds no parameter', 'a&admin=1', glued, '/x?q=a&admin=1', asked({}), '/x?q=a%26admin%3D1'],
    ['a value ends no URL', 'a#b', glued, '/x?q=a', asked({}), '/x?q=a%23b'],
    ['a plus is a plus', 'a+b', glued, '/x?q=a+b', asked({}), '/x?q=a%2Bb'],
    [
      'reserved: still no parameter',
      'a&b=1',
      glued,
      '/x?q=a&b=1',
      asked({ allowReserved: true }),
      '/x?q=a%26b=1',
    ],
    ['an object is no type', { a: 1 }, params, '/x?q=%5Bobject+Object%5D', asked({}), '/x?a=1'],
    ['a deep one neither', { a: 1 }, params, '/x?q=%5Bobject+Object%5D', deep, '/x?q%5Ba%5D=1'],
    [
      'JSON is JSON',
      { a: 1 },
      params,
      '/x?q=%5Bobject+Object%5D',
      asked({ media: 'application/json' }),
      '/x?q=%7B%22a%22%3A1%7D',
    ],
    ['false is a value', false, params, '/x', asked({}), '/x?q=false'],
    ['0 is a value', 0, params, '/x', asked({}), '/x?q=0'],
    ['an empty text is a value', '', params, '/x', asked({}), '/x?q='],
    ['null is none', null, glued, '/x?q=null', asked({}), '/x'],
    ['an empty list is none', [], glued, '/x?q=', asked({}), '/x'],
    ['half a character is no text', 'a\ud800', params, '/x?q=a%EF%BF%BD', asked({}), refused],
    ['a name that leaves the brackets', { 'a]&b[': 1 }, glued, '/x?q=[object%20Object]', deep, refused],
  ])('%s', async (_, q, client, naive, t, mine) => {
    expect(await targetOf(server, () => client(server.url, { q }))).toBe(naive)
    expect(await targetOf(server, () => ours(server.url, t, { q }))).toBe(mine)
  })

  it('a name that the model chooses adds no parameter', async () => {
    const q = { 'a&admin': 'true', 'b=c': 1 }
    expect(await targetOf(server, () => glued(server.url, q))).toBe('/x?a&admin=true&b=c=1')
    expect(await targetOf(server, () => ours(server.url, asked({}), { q }))).toBe('/x?a%26admin=true&b%3Dc=1')
  })

  it('a name that the model chooses is not the one of a credential or of a fixed value', async () => {
    const free = { type: 'object', additionalProperties: { type: 'string' } }
    const get = {
      operationId: 'x',
      summary: 'Finds things.',
      security: [{ key: [] }],
      parameters: [
        { in: 'query', name: 'filter', schema: free },
        { in: 'query', name: 'tenant', schema: { type: 'string' } },
      ],
      responses: {},
    }
    const components = { securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'api_key' } } }
    const params = { 'query:tenant': { value: 'ours' } }
    const made = compiledOf({ paths: { '/x': { get } }, components }, { x: { params } })
    // The names are the document's, so they are not in the types.
    const options = { baseUrl: server.url, credentials: { key: 'ours-1234' } } as never
    const call = (filter: JsonObject) => connect(made.info, options).call(theTool(made).tool, { filter })
    const supplied = 'tenant=ours&api_key=ours-1234'
    for (const filter of [{ api_key: 'theirs' }, { tenant: 'theirs' }]) {
      const query = `${new URLSearchParams(filter)}`
      // A server takes the first of two, or the last, or both.
      expect(await targetOf(server, () => fetch(`${server.url}/x?${query}&${supplied}`))).toBe(
        `/x?${query}&${supplied}`,
      )
      expect(await targetOf(server, () => call(filter))).toBe(refused)
    }
    expect(await targetOf(server, () => call({ colour: 'red' }))).toBe(`/x?colour=red&${supplied}`)
  })

  it.each<[string, Values]>([
    ['past its bounds', { limit: 9999 }],
    ['of another type', { limit: '5; drop table' }],
    ['misspelt', { limt: 5 }],
    ['unknown', { limit: 5, admin: true }],
  ])('an argument that is %s makes no request', async (_, args) => {
    const t = asked(
      { name: 'limit', argument: 'limit' },
      { properties: { limit: { type: 'integer', maximum: 10 } } },
    )
    expect(await targetOf(server, () => params(server.url, args))).not.toBe('/x')
    expect(await targetOf(server, () => ours(server.url, t, args))).toBe(refused)
  })

  it('a value that is fixed stays, also where the model names it: a callback of its own, a tenant', async () => {
    const t = tool({
      request: {
        fixed: [{ in: 'query', name: 'callback', style: 'form', explode: true, value: 'https://ours.test' }],
      },
    })
    const args = { callback: 'http://169.254.169.254/' }
    const merged = Object.assign({ callback: 'https://ours.test' }, args)
    expect(await targetOf(server, () => params(server.url, merged))).toMatch(/169\.254/)
    expect(await targetOf(server, () => ours(server.url, t, args))).toBe(refused)
    expect(await targetOf(server, () => ours(server.url, t, {}))).toBe('/x?callback=https%3A%2F%2Fours.test')
  })

  it('leaves the arguments as they were: a key that is written into them is read by the model', async () => {
    const args = { q: 'a' }
    await params(server.url, Object.assign(args, { api_key: 'key-123456' }))
    expect(args).toEqual({ q: 'a', api_key: 'key-123456' })
    const t = asked({}, { request: { ...asked({}).request, security: [['query']] } })
    const frozen = Object.freeze({ q: 'a' })
    const { seen } = await outcome(server, () =>
      ours(server.url, t, frozen, { credentials: { query: 'key-123456' } }),
    )
    expect([seen[0]?.url, frozen]).toEqual(['/x?q=a&api_key=key-123456', { q: 'a' }])
  })
})

describe('a method', () => {
  it('is in capitals, which a document’s keys are not, and fetch leaves `patch` as it is', async () => {
    const naive = await outcome(server, () => byHand(server.url, {}, 'patch'))
    expect(naive.seen).toEqual([])
    const patch = { operationId: 'x', summary: 'Does it.', responses: {} }
    const made = compiledOf({ paths: { '/x': { patch } } }, { x: {} })
    const api = connect(made.info, { baseUrl: server.url })
    const { seen } = await outcome(server, () => api.call(theTool(made).tool, {}, { confirmed: true }))
    expect(seen[0]?.method).toBe('PATCH')
  })
})
