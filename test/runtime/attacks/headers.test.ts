/**
 * Header and cookie values as an attack, and headers that no argument may fill. What a naive client does is shown on
 * the bytes that a server gets. Seen in public: openclaude#1477, defc#22, opencode#35192.
 */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Json, JsonObject, Route } from '../../../src/runtime/contract.ts'
import { connect } from '../../../src/runtime/index.ts'
import { compiledOf, theTool } from '../../support/compile.ts'
import { type Seen, serve, type TestServer } from '../server.ts'
import { spec, tool } from '../tools.ts'
import { ours, outcome } from './attack.ts'
import { byHand, params } from './naive.ts'

let server: TestServer
beforeAll(async () => {
  server = await serve()
})
afterAll(() => server.close())

const place = (argument: string, where: 'header' | 'cookie', name: string): Route =>
  where === 'header'
    ? { argument, in: 'header', name, style: 'simple', explode: false }
    : { argument, in: 'cookie', name, style: 'form', explode: true }
const withHeader = tool({
  properties: { h: {} },
  request: { routes: [place('h', 'header', 'X-Note')] },
})

/** What a server makes of the bytes: the headers of the first request, and which request comes next. */
const shown = ([first, second]: readonly Seen[]) => ({ ...first?.headers, next: second?.url })

describe('a header value', () => {
  it.each<[string, value: unknown, naive: JsonObject | { next: undefined }, mine?: string]>([
    ['adds a header with CR LF', 'a\r\nX-Admin: 1', { 'x-note': 'a', 'x-admin': '1' }],
    ['adds a cookie with CR LF', 'a\r\nCookie: sid=1', { cookie: 'sid=1' }],
    ['smuggles a second request', 'a\r\n\r\nDELETE /all HTTP/1.1\r\nHost: h\r\nX: ', { next: '/all' }],
    ['ends the line with letters that lose their high byte', 'a\u560d\u560aX-Admin: 1', { 'x-admin': '1' }],
    ['is other text past latin-1', '日本', { 'x-note': 'å,' }],
    ['loses the space around it', ' a\t', { 'x-note': 'a' }],
    ['adds an item to a list', ['a,b', 'c'], { 'x-note': 'a,b,c' }],
    ['spoils the request with NUL', 'a\0b', { next: undefined }],
    ['spoils the request with LF', 'a\nX-Admin: 1', { next: undefined }],
    ['is the name of a type', { a: 1 }, { 'x-note': '[object Object]' }, 'a,1'],
    // Positive controls.
    ['is latin-1', 'é', { 'x-note': 'é' }, 'é'],
    ['holds quotes, commas, spaces', '"a", or b=c; d', { 'x-note': '"a", or b=c; d' }, '"a", or b=c; d'],
    ['is a list', ['a', 'b'], { 'x-note': 'a,b' }, 'a,b'],
  ])('%s', async (_, h, damage, mine) => {
    const naive = await outcome(server, () => byHand(server.url, { 'x-note': `${h}` }))
    expect(shown(naive.seen)).toMatchObject(damage)
    const { seen, value } = await outcome(server, () => ours(server.url, withHeader, { h }))
    if (mine) expect(seen[0]?.headers['x-note']).toBe(mine)
    else expect([seen, value]).toMatchObject([[], { error: 'invalid_arguments', details: [{ path: 'h' }] }])
  })
})

describe('a cookie value', () => {
  const t = tool({
    properties: { c: { type: 'string' } },
    request: { routes: [place('c', 'cookie', 'theme')], security: [['cookie']] },
  })
  const credentials = { cookie: 'mine' }

  it.each([
    ['a; session=other', 'theme=a%3B%20session%3Dother; session=mine'],
    ['a, session=other', 'theme=a%2C%20session%3Dother; session=mine'],
    ['a\r\nX-Admin: 1', 'theme=a%0D%0AX-Admin%3A%201; session=mine'],
  ])('%j is one cookie', async (c, cookie) => {
    const naive = await outcome(server, () => byHand(server.url, { Cookie: `theme=${c}; session=mine` }))
    expect(naive.seen[0]?.headers).toSatisfy(
      (headers: JsonObject) =>
        'x-admin' in headers || /^theme=a[;,] session=other; session=mine$/.test(String(headers.cookie)),
    )
    const mine = await outcome(server, () => ours(server.url, t, { c }, { credentials }))
    expect(mine.seen[0]?.headers).toMatchObject({ cookie })
    expect(mine.seen[0]?.headers).not.toHaveProperty('x-admin')
  })
})

/** An operation of a document that wants the parameter, and with it whatever the document declares. */
const compiled = (parameter: JsonObject, schemes: JsonObject = {}) =>
  compiledOf(
    {
      paths: {
        '/x': {
          post: {
            operationId: 'x',
            summary: 'Does it.',
            parameters: [{ ...parameter, schema: { type: 'string' } }],
            requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
            security: [Object.fromEntries(Object.keys(schemes).map(name => [name, []]))],
            responses: {},
          },
        },
      },
      components: { securitySchemes: schemes },
    },
    { x: {} },
  )

describe('a parameter that is no model’s business', () => {
  const body = 'GET /smuggled HTTP/1.1\r\nHost: h\r\n\r\n'
  it.each<[name: string, value: string, naive: JsonObject | { next: undefined }]>([
    ['Authorization', 'Bearer of-the-model', { authorization: 'Bearer of-the-model' }],
    ['Cookie', 'sid=of-the-model', { cookie: 'sid=of-the-model' }],
    ['Host', 'evil.test', { host: 'evil.test' }],
    ['Accept', 'text/html', { accept: 'text/html' }],
    ['Content-Type', 'text/html', { 'content-type': 'text/html' }],
    // The body becomes the next request.
    ['Content-Length', '0', { next: '/smuggled' }],
    ['Transfer-Encoding', 'identity', { next: undefined }],
    ['Connection', 'upgrade', { connection: 'upgrade' }],
    ['TE', 'trailers', { te: 'trailers' }],
    ['Upgrade', 'h2c', { upgrade: 'h2c' }],
  ])('header %s', async (name, value, damage) => {
    const naive = await outcome(server, () =>
      byHand(
        server.url,
        { 'content-length': String(body.length), [name.toLowerCase()]: value },
        'POST',
        body,
      ),
    )
    expect(shown(naive.seen)).toMatchObject(damage)
    const made = compiled({ in: 'header', name })
    const { tool } = theTool(made)
    const argument = name.replaceAll('-', '_')
    expect(Object.keys(tool.inputSchema.properties)).toEqual(['body'])
    expect(JSON.stringify(tool.declarations)).not.toContain(name)
    const api = connect(made.info, { baseUrl: server.url })
    for (const args of [{ [name]: value }, { [argument]: value }]) {
      const mine = await outcome(server, () => api.call(tool, args, { confirmed: true }))
      expect(mine).toMatchObject({ seen: [], value: { error: 'invalid_arguments' } })
    }
  })

  it.each<
    [scheme: JsonObject, read: (seen: { url: string; headers: JsonObject }) => Json | undefined, string]
  >([
    [{ type: 'apiKey', in: 'header', name: 'X-Api-Key' }, s => s.headers['x-api-key'], 'ours-1234'],
    [{ type: 'apiKey', in: 'query', name: 'api_key' }, s => s.url, '/x?api_key=ours-1234'],
    [{ type: 'apiKey', in: 'cookie', name: 'sid' }, s => s.headers.cookie, 'sid=ours-1234'],
  ])('what a scheme supplies: %j', async (scheme, read, expected) => {
    const made = compiled({ in: scheme.in as string, name: scheme.name as string }, { key: scheme })
    const { tool } = theTool(made)
    expect(JSON.stringify(tool.declarations)).not.toContain(scheme.name)
    const name = String(scheme.name)
    const args = { [name]: 'of-the-model' }
    // Arguments after credentials: the model's own key is sent.
    const merged = { [name]: 'ours-1234', ...args }
    const cookie = `${name}=${merged[name]}`
    const naive = await outcome(server, () =>
      scheme.in === 'query'
        ? params(server.url, merged)
        : byHand(server.url, scheme.in === 'cookie' ? { cookie } : merged),
    )
    expect(read(naive.seen[0] as never)).toMatch(/of-the-model$/)
    const api = connect(made.info, { baseUrl: server.url, credentials: { key: 'ours-1234' } } as never)
    const refused = await outcome(server, () => api.call(tool, args, { confirmed: true }))
    expect(refused).toMatchObject({ seen: [], value: { error: 'invalid_arguments' } })
    const sent = await outcome(server, () => api.call(tool, {}, { confirmed: true }))
    expect(read(sent.seen[0] as never)).toBe(expected)
  })
})

describe('a header that a platform drops', () => {
  /** Of the request headers that browsers keep for themselves, those that a tool or a connection may want to send. */
  const forbidden = 'cookie host user-agent origin referer date via proxy-authorization'.split(' ')
  /** What a browser does with them: it drops them, and says nothing. */
  class BrowserRequest extends Request {
    constructor(url: string, init: RequestInit = {}) {
      const headers = new Headers(init.headers)
      for (const name of forbidden) headers.delete(name)
      super(url, { ...init, headers })
    }
  }
  /** A browser's fetch. */
  const fetch = vi.fn(async (url: string, init: RequestInit) =>
    Response.json({ got: [...new BrowserRequest(url, init).headers.keys()] }),
  )

  it.each(forbidden)('%s: nothing is sent without it', async name => {
    vi.stubGlobal('Request', BrowserRequest)
    try {
      const init = { headers: { [name]: 'x', 'x-other': 'y' } }
      // Half of the request arrives, and the server answers as to somebody else.
      expect(await (await fetch('https://api.test', init)).json()).toEqual({ got: ['x-other'] })
      fetch.mockClear()
      const answer = await ours('https://api.test', tool(), {}, { fetch, headers: init.headers })
      expect(answer).toMatchObject({ error: 'no_credential' })
      const signed = await ours('https://api.test', tool(), {}, { fetch, sign: () => init.headers })
      expect(signed).toMatchObject({ error: 'no_credential' })
      expect(fetch).not.toHaveBeenCalled()
      expect(await ours('https://api.test', tool(), {}, { fetch, headers: { 'x-other': 'y' } })).toEqual({
        got: ['accept', 'x-other'],
      })
    } finally {
      vi.unstubAllGlobals()
    }
  })

  it('is found for a credential and for an argument', async () => {
    vi.stubGlobal('Request', BrowserRequest)
    try {
      const t = (more: Partial<Parameters<typeof tool>[0]>) => tool(more)
      const secured = t({ request: { security: [['cookie']] } })
      const asked = t({ properties: { c: {} }, request: { routes: [place('c', 'cookie', 'theme')] } })
      fetch.mockClear()
      const options = { fetch, credentials: { cookie: 'abcd' } }
      expect(await ours('https://api.test', secured, {}, options)).toMatchObject({ error: 'no_credential' })
      expect(await ours('https://api.test', asked, { c: 'dark' }, options)).toMatchObject({
        error: 'no_credential',
      })
      expect(fetch).not.toHaveBeenCalled()
      expect(await ours('https://api.test', asked, {}, options)).toEqual({ got: ['accept'] })
    } finally {
      vi.unstubAllGlobals()
    }
    const credentials = { cookie: 'abcd' }
    const here = await outcome(server, () =>
      connect(spec, { baseUrl: server.url, credentials }).call(
        tool({ request: { security: [['cookie']] } }),
        {},
      ),
    )
    expect(here.seen[0]?.headers.cookie).toBe('session=abcd')
  })
})
