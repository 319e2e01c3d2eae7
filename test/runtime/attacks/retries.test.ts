/**
 * Writes that are committed and not answered, and servers that say when to come back: how often a naive client repeats a
 * write, and how long it waits. Seen in public: keycloak#52978, composio#3654, svix#2401, urllib3#3743, whoop-mcp#17.
 */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { connect, type ToolError } from '../../../src/runtime/index.ts'
import { type Seen, serve, type TestServer } from '../server.ts'
import { spec, tool } from '../tools.ts'
import { persistent } from './naive.ts'

const closing: TestServer[] = []
afterEach(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  for (const server of closing.splice(0)) await server.close()
})

const read = tool()
const write = tool({ operation: { id: null, method: 'POST', path: '/x' } })
const keyed = { ...write, request: { ...write.request, idempotencyHeader: 'Idempotency-Key' } }
const retry = { attempts: 3, maxDelayMs: 5 }

/** A server that does what it is told, and loses its answer: by the socket, or behind a gateway. */
async function forgetful(lose: number | 'drop', answers = Number.POSITIVE_INFINITY) {
  const server = await serve((_, response, count) => {
    if (count >= answers) return response.end('{"done":true}')
    if (lose === 'drop') return response.destroy()
    response.statusCode = lose
    response.end('{}')
  })
  closing.push(server)
  return server
}
/** What a server did that remembers the keys it has seen. */
const effects = (seen: Seen[]) => new Set(seen.map(({ headers }, i) => headers['idempotency-key'] ?? i)).size

describe('a write that was committed, its answer lost', () => {
  it.each(['drop', 429, 500, 502, 503, 504] as const)('%s: is done once', async lose => {
    const naive = await forgetful(lose)
    expect(await persistent(`${naive.url}/x`, { method: 'POST' })).toEqual({ error: 'gave up' })
    expect(effects(naive.seen)).toBe(3)

    const server = await forgetful(lose)
    const answer = (await connect(spec, { baseUrl: server.url, retry }).call(write, {})) as ToolError
    expect(effects(server.seen)).toBe(1)
    expect(answer).toMatchObject({ sent: true })
    // A server that limits has done nothing; of the others nobody knows.
    expect(answer.message.includes('the outcome is unknown: check, do not repeat')).toBe(lose !== 429)
  })

  it.each(['drop', 503] as const)('%s: is tried again under one key, and done once', async lose => {
    const naive = await forgetful(lose, 3)
    // The usual slip: a key for every attempt.
    const headers = () => ({ 'idempotency-key': crypto.randomUUID() })
    for (let done = false; !done; )
      done = await fetch(`${naive.url}/x`, { method: 'POST', headers: headers() }).then(
        response => response.ok,
        () => false,
      )
    expect(effects(naive.seen)).toBe(3)

    const server = await forgetful(lose, 3)
    expect(await connect(spec, { baseUrl: server.url, retry }).call(keyed, {})).toEqual({ done: true })
    expect([server.seen.length, effects(server.seen)]).toEqual([3, 1])
  })

  it('a read is tried again (positive control)', async () => {
    const server = await forgetful('drop', 3)
    expect(await connect(spec, { baseUrl: server.url, retry }).call(read, {})).toEqual({ done: true })
    expect(server.seen).toHaveLength(3)
  })

  it('the key is no argument: a model cannot choose the one of another call', async () => {
    const server = await forgetful('drop', 1)
    const args = { 'Idempotency-Key': 'of-another-call' }
    await fetch(`${server.url}/x`, { method: 'POST', headers: args })
    expect(server.seen[0]?.headers['idempotency-key']).toBe('of-another-call')
    const connection = connect(spec, { baseUrl: server.url, retry })
    expect(await connection.call(keyed, args)).toMatchObject({ error: 'invalid_arguments' })
    await connection.call(keyed, {})
    expect(server.seen[1]?.headers['idempotency-key']).toMatch(/^[\da-f-]{36}$/)
  })
})

describe('Retry-After', () => {
  const now = Date.parse('2026-01-01T00:00:00Z')
  /** The waits between attempts, on a clock of our own, and what it came to. */
  async function waits(value: string | undefined, run: (url: string) => Promise<unknown>) {
    vi.useFakeTimers({ now })
    const times: number[] = []
    vi.stubGlobal('fetch', async () => {
      times.push(Date.now())
      return Response.json(
        { slow: 'down' },
        { status: 429, ...(value !== undefined && { headers: { 'retry-after': value } }) },
      )
    })
    const running = run('https://api.test')
    await vi.runAllTimersAsync()
    const answer = await running
    return { answer, waits: times.slice(1).map((time, i) => time - (times[i] ?? 0)) }
  }
  const limited = (more: object = {}) => ({
    error: 'rate_limited',
    message: 'rate limited',
    status: 429,
    body: { slow: 'down' },
    sent: true,
    ...more,
  })

  it.each<[value: string | undefined, naive: number[], mine: number[], told?: object]>([
    // Eleven days; more than a timer holds, which then fires at once; a date, which is no number.
    ['999999', [999_999_000, 999_999_000], [], { retryAfterSeconds: 999_999 }],
    ['9999999', [1, 1], [], { retryAfterSeconds: 9_999_999 }],
    [new Date(now + 86_400_000).toUTCString(), [0, 0], [], { retryAfterSeconds: 86_400 }],
    ['6', [6000, 6000], [], { retryAfterSeconds: 6 }],
    // No time to wait: a naive client hammers.
    ['-1', [0, 0], [400, 800]],
    ['abc', [0, 0], [400, 800]],
    ['1.5.2', [0, 0], [400, 800]],
    ['', [0, 0], [400, 800]],
    [undefined, [0, 0], [400, 800]],
    [new Date(now - 86_400_000).toUTCString(), [0, 0], [400, 800]],
    // Positive controls.
    ['2', [2000, 2000], [2000, 2000], { retryAfterSeconds: 2 }],
    [new Date(now + 2000).toUTCString(), [0, 0], [2000, 0], { retryAfterSeconds: 0 }],
  ])('%s', async (value, naive, mine, told) => {
    expect(await waits(value, url => persistent(url))).toEqual({ answer: { error: 'gave up' }, waits: naive })
    const connection = (baseUrl: string) => connect(spec, { baseUrl }).call(read, {})
    const result = await waits(value, connection)
    expect(result.waits).toEqual(mine)
    expect(result.answer).toEqual(limited(told))
  })
})
