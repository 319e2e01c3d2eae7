/** `mockConnection`: everything of a real call but the network. */
import { describe, expect, it, vi } from 'vitest'
import type { InputSchema } from '../../src/runtime/contract.ts'
import { isToolError, mockConnection, type ToolCall } from '../../src/runtime/index.ts'
import { ordersCreate, ordersGet, spec, tool } from './tools.ts'

const secured = (...security: string[][]) => tool({ request: { security } })
/** A mock whose `shop_x` answers with the value. */
const answering = (handler: () => unknown) => mockConnection(spec, { shop_x: handler }).call(tool(), {})

describe('a handler', () => {
  it('gets valid arguments and the call, with the request as it would be sent', async () => {
    const handler = vi.fn((_: object, call: ToolCall) => ({ from: call.context }))
    const mock = mockConnection(spec, { shop_orders_create: handler })
    const args = { item: 'é', count: 2 }
    expect(await mock.call(ordersCreate, args, { callId: 'c1', context: 'ann' })).toEqual({ from: 'ann' })
    expect(handler).toHaveBeenCalledWith(args, {
      tool: 'shop_orders_create',
      effect: 'write',
      method: 'POST',
      path: '/orders',
      callId: 'c1',
      context: 'ann',
      arguments: args,
      request: {
        method: 'POST',
        url: 'https://mock.invalid/orders',
        headers: { accept: 'application/json, */*', 'content-type': 'application/json' },
        body: '{"item":"é","count":2}',
      },
    })
  })

  it('is asked only what a server would be asked', async () => {
    const handler = vi.fn(() => ({ fine: true }))
    const mock = mockConnection(spec, { shop_orders_get: handler })
    for (const args of [{}, { id: 5 }, { id: '..' }, { id: 'a', admin: true }, 'text'])
      expect(await mock.call(ordersGet, args as never)).toMatchObject({ error: 'invalid_arguments' })
    expect(handler).not.toHaveBeenCalled()
    expect(await mock.call(ordersGet, { id: 'a' })).toEqual({ fine: true })
  })

  it('gets the arguments of a declaration decoded', async () => {
    const declaration = { name: 'shop_x', description: '' }
    const encoding = [{ pointer: '/filter', as: 'json-text' as const }]
    const filter: InputSchema = { type: 'object' }
    const t = tool({ declarations: { gemini: { declaration, encoding } }, properties: { filter } })
    const mock = mockConnection(spec, { shop_x: args => args })
    expect(await mock.call(t, { filter: '{"a":1}' }, { from: 'gemini' })).toEqual({ filter: { a: 1 } })
  })

  it('of another name is not found, an inherited one neither', async () => {
    const mock = mockConnection(spec, { shop_orders_get: () => ({}) })
    for (const name of ['shop_x', 'toString', 'constructor', '__proto__'])
      expect(await mock.call(tool({ name }), {})).toEqual({
        error: 'http_error',
        message: 'http error',
        status: 501,
        body: { message: 'no handler' },
        sent: true,
      })
  })
})

describe('what a handler answers is read like a response', () => {
  it.each<[string, () => unknown, object]>([
    ['an object', () => ({ a: 1 }), { a: 1 }],
    ['later', async () => ({ a: 1 }), { a: 1 }],
    ['a list', () => [1, 2], { result: [1, 2] }],
    ['null', () => null, { result: null }],
    ['nothing', () => undefined, { ok: true, status: 204 }],
    [
      'an error of its own',
      () => ({ error: 'declined', message: '' }),
      { result: { error: 'declined', message: '' } },
    ],
    [
      'a response',
      () => Response.json({ why: 'no' }, { status: 409 }),
      { error: 'http_error', message: 'http error', status: 409, body: { why: 'no' }, sent: true },
    ],
    [
      'a limit',
      () => new Response(null, { status: 429, headers: { 'retry-after': '7' } }),
      { error: 'rate_limited', message: 'rate limited', status: 429, retryAfterSeconds: 7, sent: true },
    ],
    [
      'a redirect',
      () => Response.redirect('https://other.invalid'),
      { error: 'redirect_blocked', message: 'redirect blocked', status: 302, sent: true },
    ],
    ['no JSON', () => ({ n: 1n }), { error: 'network_error', message: 'network error', sent: true }],
    [
      'a throw',
      () => {
        throw new Error('hunter2')
      },
      { error: 'network_error', message: 'network error', sent: true },
    ],
    [
      'a rejection',
      () => Promise.reject(new Error('hunter2')),
      { error: 'network_error', message: 'network error', sent: true },
    ],
  ])('%s', async (_, handler, expected) => {
    const answer = await answering(handler)
    expect(answer).toEqual(expected)
    expect(isToolError(answer)).toBe('error' in expected)
  })

  it('picked, cut, and once: a mock tries nothing again', async () => {
    const handler = vi.fn(() => Response.json({}, { status: 503 }))
    expect(await answering(handler)).toMatchObject({ error: 'http_error', status: 503 })
    expect(handler).toHaveBeenCalledTimes(1)
    const t = tool({ response: { pick: { items: true }, maxItems: 1 } })
    const mock = mockConnection(spec, { shop_x: () => ({ items: [1, 2], more: 1 }) })
    expect(await mock.call(t, {})).toEqual({
      result: { items: [1] },
      truncated: [{ path: 'items', kept: 1, total: 2 }],
    })
  })

  it('of a write that breaks: the outcome is unknown, as it would be', async () => {
    const mock = mockConnection(spec, {
      shop_orders_create: () => {
        throw new Error('x')
      },
    })
    expect(await mock.call(ordersCreate, { item: 'a' })).toMatchObject({
      error: 'network_error',
      message: expect.stringMatching(/outcome is unknown.*do not repeat/),
    })
  })
})

describe('a mock has all that a tool asks for', () => {
  it('credentials, servers, parameters, confirmations', async () => {
    const supplied = tool({
      name: 'shop_supplied',
      operation: { id: null, method: 'GET', path: '/{tenant}/x' },
      request: {
        server: 'upload',
        supplied: [{ in: 'path', name: 'tenant', style: 'simple', explode: false, parameter: 'tenant' }],
      },
    })
    const tools = [
      ...(['bearer', 'header', 'query', 'cookie', 'oauth'] as const).map(name => secured([name])),
      supplied,
      { ...ordersCreate, confirm: true },
    ]
    const mock = mockConnection(spec, {
      shop_x: () => ({ fine: true }),
      shop_supplied: () => ({ fine: true }),
      shop_orders_create: () => ({ fine: true }),
    })
    const bound = mock.bind(tools)
    expect(bound).toHaveLength(tools.length)
    for (const { tool, call } of bound)
      expect(await call(tool.name === 'shop_orders_create' ? { item: 'a' } : {})).toEqual({ fine: true })
    expect(await mock.plan(supplied, {})).toMatchObject({ url: 'https://mock.invalid/REDACTED/x' })
  })

  it('and its own spec: a tool of another one throws', async () => {
    const other = tool({ spec: 'billing' as 'shop' })
    await expect(mockConnection(spec, {}).call(other, {})).rejects.toThrow(TypeError)
  })

  it('calls at once are not mixed up', async () => {
    const mock = mockConnection(spec, {
      shop_orders_get: async ({ id }) => {
        await new Promise(resolve => setTimeout(resolve, Number(id) % 3))
        return { id }
      },
    })
    const ids = Array.from({ length: 50 }, (_, i) => String(i))
    expect(await Promise.all(ids.map(id => mock.call(ordersGet, { id })))).toEqual(ids.map(id => ({ id })))
  })
})
