/**
 * Redirects to another origin: what a client that follows shows it, and that ours shows it nothing. Seen in public:
 * smithersai#800, corsair#1614, oryxos#231.
 */
import { afterEach, describe, expect, it } from 'vitest'
import { connect } from '../../../src/runtime/index.ts'
import { type Seen, serve, type TestServer } from '../server.ts'
import { spec, tool } from '../tools.ts'
import { call } from './naive.ts'

const closing: TestServer[] = []
afterEach(async () => {
  for (const server of closing.splice(0)) await server.close()
})
/** A server that sends everybody on to the second one, with the query it got. */
async function pair(status: number, to = (second: string, query: string) => `${second}/steal${query}`) {
  const second = await serve()
  const first = await serve((request, response) => {
    const query = request.url.replace(/^[^?]*/, '')
    response.writeHead(status, { location: to(second.url, query) })
    response.end('{"moved":true}')
  })
  closing.push(first, second)
  return { first, second }
}

const secret = 'canary-123456'
const operation = { id: null, method: 'POST', path: '/x' } as const
const write = tool({
  operation,
  properties: { note: { type: 'string' } },
  request: {
    routes: [{ argument: 'note', in: 'body', pointer: '/note' }],
    media: { type: 'application/json', required: true },
    security: [['header', 'query', 'cookie', 'bearer']],
  },
})
const read = tool({ request: { security: write.request.security } })
const credentials = { header: secret, query: secret, cookie: secret, bearer: secret }
const shop = (baseUrl: string) => connect(spec, { baseUrl, credentials, headers: { 'X-Team': secret } })
const headers = {
  'x-api-key': secret,
  'x-team': secret,
  cookie: `session=${secret}`,
  authorization: `Bearer ${secret}`,
  'content-type': 'application/json',
}
const init = { method: 'POST', headers, body: '{"note":"private"}' }

/** What of a request is nobody else's. */
const stolen = ({ method, url, headers, body }: Seen) => ({
  method,
  query: url.includes(secret),
  headers: ['x-api-key', 'x-team', 'cookie', 'authorization'].filter(name =>
    `${headers[name]}`.includes(secret),
  ),
  body,
})

describe('a redirect to another origin', () => {
  it.each([
    [300, undefined, ''],
    [301, 'GET', ''],
    [302, 'GET', ''],
    [303, 'GET', ''],
    [304, undefined, ''],
    [305, undefined, ''],
    [307, 'POST', init.body],
    [308, 'POST', init.body],
  ])('%i', async (status, method, body) => {
    const naive = await pair(status)
    await call(`${naive.first.url}/x?api_key=${secret}`, init)
    // The platform takes `authorization` and `cookie` away, and nothing else.
    expect(naive.second.seen.map(stolen)).toEqual(
      method ? [{ method, query: true, headers: ['x-api-key', 'x-team'], body }] : [],
    )

    const { first, second } = await pair(status)
    const answers = [
      await shop(first.url).call(write, { note: 'private' }),
      await shop(first.url).call(read, {}),
    ]
    expect(answers).toMatchObject(
      status === 304
        ? [
            { ok: true, status },
            { ok: true, status },
          ]
        : [
            {
              error: 'redirect_blocked',
              status,
              sent: true,
              message: expect.stringMatching(/outcome is unknown/),
            },
            { error: 'redirect_blocked', status, sent: true },
          ],
    )
    expect(second.seen).toEqual([])
    // Everything went to the first one, once: the redirect is no reason to try again.
    expect(first.seen.map(stolen)).toEqual([
      {
        method: 'POST',
        query: true,
        headers: ['x-api-key', 'x-team', 'cookie', 'authorization'],
        body: init.body,
      },
      { method: 'GET', query: true, headers: ['x-api-key', 'x-team', 'cookie', 'authorization'], body: '' },
    ])
    // Where it led is what a hostile server wrote.
    expect(JSON.stringify(answers)).not.toMatch(/steal|127\.0\.0\.1|canary/)
  })

  it.each<[string, (second: string) => string]>([
    ['the same server', () => '/other'],
    ['a user in it', second => second.replace('//', '//me@')],
    ['two slashes', second => second.slice('http:'.length)],
    ['a file', () => 'file:///etc/passwd'],
    ['data', () => 'data:application/json,{"a":1}'],
    ['itself', () => '/x'],
    ['nothing', () => ''],
  ])('to %s is none to follow', async (_, to) => {
    const { first, second } = await pair(302, to)
    expect(await shop(first.url).call(read, {})).toMatchObject({ error: 'redirect_blocked', status: 302 })
    expect([first.seen.length, second.seen.length]).toEqual([1, 0])
  })

  it('is what a browser shows of one', async () => {
    const opaque = async () =>
      Object.defineProperties(new Response(null), { status: { value: 0 }, type: { value: 'opaqueredirect' } })
    const connection = connect(spec, { baseUrl: 'https://api.test', fetch: opaque })
    expect(await connection.call(tool(), {})).toMatchObject({ error: 'redirect_blocked', status: 0 })
  })

  it('a fetch of one’s own is told not to follow', async () => {
    const { first, second } = await pair(302)
    const asked: (string | undefined)[] = []
    const fetch = (url: string, options: RequestInit) => {
      asked.push(options.redirect)
      return globalThis.fetch(url, options)
    }
    const connection = connect(spec, { baseUrl: first.url, credentials, fetch })
    expect(await connection.call(read, {})).toMatchObject({ error: 'redirect_blocked' })
    expect([asked, second.seen]).toEqual([['manual'], []])
  })
})
