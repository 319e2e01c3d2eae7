/** The connection from end to end against a server that keeps the bytes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect, isToolError } from '../../src/runtime/index.ts'
import { serve, type TestServer } from './server.ts'
import { ordersCreate, ordersGet, spec } from './tools.ts'

let server: TestServer
beforeAll(async () => {
  server = await serve()
})
afterAll(() => server.close())

describe('a call', () => {
  it('sends what the arguments say and returns the object as it is', async () => {
    const shop = connect(spec, { baseUrl: `${server.url}/v1/` })
    expect(await shop.call(ordersGet, { id: 'a/b', expand: ['x', 'y'] })).toEqual({ fine: true })
    expect(server.seen.at(-1)).toMatchObject({
      method: 'GET',
      url: '/v1/orders/a%2Fb?expand=x&expand=y',
      body: '',
    })
    await shop.call(ordersCreate, { item: 'é', count: 2 })
    expect(server.seen.at(-1)).toMatchObject({
      method: 'POST',
      url: '/v1/orders',
      body: '{"item":"é","count":2}',
    })
    expect(server.seen.at(-1)?.headers['content-type']).toBe('application/json')
  })

  it('answers with an error and sends nothing when an argument is wrong', async () => {
    const shop = connect(spec, { baseUrl: server.url })
    const before = server.seen.length
    const answer = await shop.call(ordersGet, { id: 5, limit: 1 })
    expect(answer).toMatchObject({
      error: 'invalid_arguments',
      details: [
        { path: 'id', expected: 'string', got: 'number 5' },
        { path: 'limit', expected: 'one of "id", "expand"', got: 'an unknown name' },
      ],
    })
    expect(isToolError(answer)).toBe(true)
    expect(server.seen.length).toBe(before)
  })
})
