/**
 * Writes that nobody approved, and calls of two people at once: what reaches the server from a naive tool, and from ours.
 * Seen in public: adk-js#536 (one stored token for two APIs), claude-code-action#1007.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ConnectOptions, connect, type ToolCall } from '../../../src/runtime/index.ts'
import { serve, type TestServer } from '../server.ts'
import { spec, tool } from '../tools.ts'
import { ours, outcome } from './attack.ts'
import { posted, type Values } from './naive.ts'

let server: TestServer
beforeAll(async () => {
  server = await serve()
})
afterAll(() => server.close())

const refund = tool({
  confirm: true,
  operation: { id: null, method: 'POST', path: '/x' },
  properties: { amount: { type: 'integer' } },
  request: {
    routes: [{ argument: 'amount', in: 'body', pointer: '/amount' }],
    media: { type: 'application/json', required: true },
    security: [['bearer']],
  },
})
const credentials = { bearer: 'token-of-ann' }

describe('a write', () => {
  /** A tool that asks in its description, and takes the model's word or anything that a hook says for a yes. */
  const naive = async (args: Values, hook?: () => unknown) => {
    const { confirmed, ...body } = args
    if (confirmed || !hook || (await hook())) return posted(server.url, body)
    return { error: 'declined' }
  }
  const failing = () => {
    throw new Error('no window')
  }

  it.each<[string, args: Values, hook: (() => unknown) | undefined, error: string]>([
    ['that the model just calls', { amount: 1 }, undefined, 'confirmation_required'],
    ['that the model says is confirmed', { amount: 1, confirmed: true }, () => false, 'invalid_arguments'],
    ['that a hook answers with a text', { amount: 1 }, () => 'no', 'declined'],
    ['that a hook answers with an object', { amount: 1 }, async () => ({ approved: false }), 'declined'],
  ])('%s is not sent', async (_, args, hook, error) => {
    const theirs = await outcome(server, () => naive(args, hook))
    expect(theirs.seen.map(request => [request.method, request.body])).toEqual([['POST', '{"amount":1}']])
    // What a hook returns is anybody's code: of another type than it should be.
    const options = { credentials, ...(hook && { confirm: hook as () => boolean }) }
    expect(await outcome(server, () => ours(server.url, refund, args, options))).toMatchObject({
      seen: [],
      value: { error },
    })
  })

  it('whose hook breaks is not sent, and the turn goes on', async () => {
    expect(await outcome(server, () => naive({ amount: 1 }, failing))).toMatchObject({
      thrown: new Error('no window'),
    })
    const mine = await outcome(server, () =>
      ours(server.url, refund, { amount: 1 }, { credentials, confirm: failing }),
    )
    expect(mine).toEqual({ seen: [], value: { error: 'declined', message: 'declined' } })
  })

  it('is sent once somebody said yes to what is sent (positive control)', async () => {
    const asked: ToolCall[] = []
    const confirm = (call: ToolCall) => asked.push(call) > 0
    const { seen, value } = await outcome(server, () =>
      ours(server.url, refund, { amount: 1 }, { credentials, confirm }),
    )
    expect([seen.length, value]).toEqual([1, { fine: true }])
    // The very request, without its credential.
    expect(asked[0]?.request).toEqual({
      method: seen[0]?.method,
      url: server.url + seen[0]?.url,
      headers: {
        accept: seen[0]?.headers.accept,
        'content-type': seen[0]?.headers['content-type'],
        authorization: 'Bearer REDACTED',
      },
      body: seen[0]?.body,
    })
    expect(seen[0]?.headers.authorization).toBe('Bearer token-of-ann')
  })

  it('cannot be changed between the yes and the request', async () => {
    const args: Values = { amount: 1 }
    const change = () => {
      args.amount = 1_000_000
      return true
    }
    const theirs = await outcome(server, () => change() && posted(server.url, args))
    expect(theirs.seen[0]?.body).toBe('{"amount":1000000}')
    args.amount = 1
    const spoil = (call: ToolCall) => {
      call.request.body = '{"amount":5}'
      return change()
    }
    const mine = await outcome(server, () =>
      ours(server.url, refund, args, { credentials, confirm: spoil, before: spoil }),
    )
    expect(mine.seen.map(request => request.body)).toEqual(['{"amount":1}'])
  })
})

describe('two people at once', () => {
  const read = tool({ request: { security: [['header']] } })
  const users = ['ann', 'bob'].map(name => `token-of-${name}`)
  const later = () => new Promise(resolve => setTimeout(resolve, 5))

  it('each have their own credential', async () => {
    let current = ''
    const naive = async (token: string) => {
      current = token
      await later()
      return fetch(`${server.url}/x`, { headers: { 'x-api-key': current } })
    }
    const keys = ({ seen }: { seen: TestServer['seen'] }) => seen.map(s => s.headers['x-api-key']).sort()
    expect(keys(await outcome(server, () => Promise.all(users.map(naive))))).toEqual([users[1], users[1]])

    const connection = connect(spec, {
      baseUrl: server.url,
      credentials: { header: context => later().then(() => context as string) },
    })
    const both = await outcome(server, () =>
      Promise.all(users.map(context => connection.call(read, {}, { context }))),
    )
    expect(keys(both)).toEqual(users)
  })

  it('each API has its own credential, though its scheme has the same type', async () => {
    const other = await serve()
    const store = new Map<string, string>()
    store.set('bearer', 'token-of-shop')
    store.set('bearer', 'token-of-other')
    const init = { headers: { authorization: `Bearer ${store.get('bearer')}` } }
    const theirs = await outcome(server, () => fetch(`${server.url}/x`, init))
    expect(theirs.seen[0]?.headers.authorization).toBe('Bearer token-of-other')

    const both = tool({ request: { security: [['bearer']] } })
    const at = (baseUrl: string, bearer: string, key: string) =>
      connect({ ...spec, key } as typeof spec, { baseUrl, credentials: { bearer } } satisfies ConnectOptions<
        typeof spec
      >)
    const shop = at(server.url, 'token-of-shop', 'shop')
    const second = at(other.url, 'token-of-other', 'other')
    await Promise.all([shop.call(both, {}), second.call({ ...both, spec: 'other' as 'shop' }, {})])
    expect(server.seen.at(-1)?.headers.authorization).toBe('Bearer token-of-shop')
    expect(other.seen.at(-1)?.headers.authorization).toBe('Bearer token-of-other')
    await expect(second.call(both, {})).rejects.toThrow(TypeError)
    await other.close()
  })
})
