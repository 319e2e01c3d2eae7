/** When a request may be sent again, and what ends one: time, the caller. What servers break is in attacks/network.test.ts. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type ConnectOptions, connect, type ToolError } from '../../src/runtime/index.ts'
import { retryAfter } from '../../src/runtime/send.ts'
import { chaos } from './chaos.ts'
import { serve } from './server.ts'
import { spec, tool } from './tools.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const close of closing.splice(0)) await close()
})
const up = async (...args: Parameters<typeof serve>) => {
  const server = await serve(...args)
  closing.push(server.close)
  return server
}
const raw = async (...args: Parameters<typeof chaos>) => {
  const server = await chaos(...args)
  closing.push(server.close)
  return server
}

const read = tool()
const write = tool({ effect: 'write', operation: { id: null, method: 'POST', path: '/x' } })
const keyed = { ...write, request: { ...write.request, idempotencyHeader: 'Idempotency-Key' } }
const quick = { retry: { attempts: 3, maxDelayMs: 1 } }
const shop = (url: string, options: Partial<ConnectOptions<typeof spec>> = {}) =>
  connect(spec, { baseUrl: url, ...quick, ...options })
const unknown = /outcome is unknown.*do not repeat/

describe('connections that break', () => {
  it('are tried again for a read', async () => {
    const server = await raw((socket, count) => {
      if (count < 3) socket.destroy()
      else socket.end('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 7\r\n\r\n{"n":1}')
    })
    expect(await shop(server.url).call(read, {})).toEqual({ n: 1 })
    expect(server.hits()).toBe(3)
  })

  it('end after the last attempt', async () => {
    const server = await raw(socket => socket.destroy())
    expect(await shop(server.url).call(read, {})).toEqual({
      error: 'network_error',
      message: 'network error',
      sent: true,
    })
    expect(server.hits()).toBe(3)
    expect(await shop(server.url, { retry: { attempts: 1 } }).call(read, {})).toMatchObject({
      error: 'network_error',
    })
    expect(server.hits()).toBe(4)
  })

  it('are tried again for a write with a declared idempotency header, with the same key', async () => {
    const server = await up((_, response, count) =>
      count < 3 ? response.destroy() : response.end('{"n":1}'),
    )
    expect(await shop(server.url).call(keyed, {})).toEqual({ n: 1 })
    const keys = server.seen.map(s => s.headers['idempotency-key'])
    expect(keys).toHaveLength(3)
    expect(new Set(keys).size).toBe(1)
    expect(keys[0]).toMatch(/^[\da-f-]{36}$/)
    await shop(server.url).call(keyed, {}, { idempotencyKey: 'mine-1' })
    expect(server.seen.at(-1)?.headers['idempotency-key']).toBe('mine-1')
    await shop(server.url).call(keyed, {})
    expect(server.seen.at(-1)?.headers['idempotency-key']).not.toBe(keys[0])
  })

  it('name no host and no cause', async () => {
    const server = await raw(socket => socket.destroy())
    for (const url of [server.url, 'http://127.0.0.1:1', 'https://host-that-is-not.invalid'])
      expect(JSON.stringify(await shop(url, { retry: { attempts: 1 } }).call(read, {}))).not.toMatch(
        /127|invalid|ECONN|fetch/,
      )
  })
})

describe('statuses that pass', () => {
  it.each([429, 502, 503, 504])('%i: a read is sent again, a write is not', async status => {
    const server = await up((_, response, count) => {
      response.statusCode = count < 3 ? status : 200
      response.end('{"n":1}')
    })
    expect(await shop(server.url).call(read, {})).toEqual({ n: 1 })
    expect(server.seen).toHaveLength(3)
    const again = await up((_, response) => {
      response.statusCode = status
      response.end('{}')
    })
    const answer = (await shop(again.url).call(write, {})) as ToolError
    expect(again.seen).toHaveLength(1)
    expect(answer).toMatchObject({
      error: status === 429 ? 'rate_limited' : 'http_error',
      status,
      sent: true,
    })
    if (status === 429) expect(answer.message).not.toMatch(unknown)
    else expect(answer.message).toMatch(unknown)
  })

  it.each([400, 404, 409, 500, 501])('%i is final', async status => {
    const server = await up((_, response) => {
      response.statusCode = status
      response.end('{"why":"because"}')
    })
    expect(await shop(server.url).call(read, {})).toEqual({
      error: 'http_error',
      message: 'http error',
      status,
      body: { why: 'because' },
      sent: true,
    })
    expect(server.seen).toHaveLength(1)
    expect(((await shop(server.url).call(write, {})) as ToolError).message.match(unknown) === null).toBe(
      status < 500,
    )
  })
})

describe('Retry-After', () => {
  it('is read as seconds and as a date', () => {
    const of = (value: string) => retryAfter(new Headers({ 'retry-after': value }))
    vi.useFakeTimers({ now: new Date('2026-01-01T00:00:00Z') })
    expect([of('0'), of('7'), of('Thu, 01 Jan 2026 00:01:30 GMT')]).toEqual([0, 7, 90])
    expect([of('Wed, 31 Dec 2025 23:00:00 GMT'), of('soon'), of('-5'), retryAfter(new Headers())]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })

  it('is waited for on the clock, growing without it, and never past the deadline', async () => {
    vi.useFakeTimers()
    const times: number[] = []
    const fetch = async () => {
      times.push(Date.now())
      return new Response('{}', { status: 503, headers: times.length === 1 ? { 'retry-after': '2' } : {} })
    }
    const begun = Date.now()
    const answer = connect(spec, { baseUrl: 'https://api.test', fetch, retry: { attempts: 4 } }).call(
      read,
      {},
    )
    await vi.runAllTimersAsync()
    expect(await answer).toMatchObject({ error: 'http_error', status: 503 })
    expect(times.map(t => t - begun)).toEqual([0, 2000, 2800, 4400])
    times.length = 0
    const short = connect(spec, { baseUrl: 'https://api.test', fetch, timeoutMs: 1000 }).call(read, {})
    await vi.runAllTimersAsync()
    expect(await short).toMatchObject({ error: 'http_error', status: 503 })
    expect(times).toHaveLength(1)
  })
})

describe('time', () => {
  it('ends a server that never answers', async () => {
    const server = await raw(() => {})
    expect(await shop(server.url, { timeoutMs: 50 }).call(read, {})).toEqual({
      error: 'timeout',
      message: 'timeout',
      sent: true,
    })
    expect(await shop(server.url, { timeoutMs: 50 }).call(write, {})).toMatchObject({
      error: 'timeout',
      message: expect.stringMatching(unknown),
      sent: true,
    })
    expect(server.hits()).toBe(2)
  })

  it('ends a body that drips; the status is known, so a success stays one', async () => {
    const drip = (status: string) =>
      raw(socket => {
        socket.write(`HTTP/1.1 ${status}\r\ncontent-type: application/json\r\n\r\n{"a":"`)
        const timer = setInterval(() => socket.write('x'), 5)
        socket.on('close', () => clearInterval(timer))
      })
    const ok = await drip('200 OK')
    expect(await shop(ok.url, { timeoutMs: 60 }).call(write, {})).toMatchObject({
      ok: true,
      status: 200,
      unread: { contentType: 'application/json', reason: 'timeout' },
    })
    const bad = await drip('500 Oops')
    expect(await shop(bad.url, { timeoutMs: 60 }).call(read, {})).toMatchObject({
      error: 'http_error',
      status: 500,
    })
  })

  it('runs from sending: hooks may take longer', async () => {
    const server = await up()
    const slow = { before: () => new Promise<void>(r => setTimeout(r, 80)) }
    expect(await shop(server.url, { ...slow, timeoutMs: 60 }).call(read, {})).toEqual({ fine: true })
  })

  it('has no overflow: a huge limit is a long one', async () => {
    const server = await up((_, response) => setTimeout(() => response.end('{"n":1}'), 30))
    for (const timeoutMs of [2 ** 31, Number.MAX_SAFE_INTEGER, Number.POSITIVE_INFINITY])
      expect(await shop(server.url, { timeoutMs }).call(read, {})).toEqual({ n: 1 })
  })

  it('ends a fetch that does not listen to signals', async () => {
    const deaf = () => new Promise<Response>(() => {})
    expect(await shop('https://api.test', { fetch: deaf, timeoutMs: 20 }).call(read, {})).toMatchObject({
      error: 'timeout',
    })
    const body = async () =>
      new Response(new ReadableStream({ pull: () => new Promise(() => {}) }), {
        headers: { 'content-type': 'application/json' },
      })
    expect(await shop('https://api.test', { fetch: body, timeoutMs: 20 }).call(read, {})).toMatchObject({
      ok: true,
      unread: { reason: 'timeout' },
    })
  })
})

describe('a caller that stops', () => {
  it('before, in a hook, while sending, while waiting, while reading', async () => {
    const fetch = vi.fn(async () => Response.json({}))
    expect(await shop('https://api.test', { fetch }).call(read, {}, { signal: AbortSignal.abort() })).toEqual(
      { error: 'aborted', message: 'aborted' },
    )
    expect(fetch).not.toHaveBeenCalled()

    const during = (options: Partial<ConnectOptions<typeof spec>>, url = 'https://api.test') => {
      const controller = new AbortController()
      setTimeout(() => controller.abort(), 30)
      return shop(url, options).call({ ...write, confirm: true }, {}, { signal: controller.signal })
    }
    const never = () => new Promise<never>(() => {})
    expect(await during({ fetch, before: never })).toEqual({ error: 'aborted', message: 'aborted' })
    expect(await during({ fetch, confirm: never })).toEqual({ error: 'aborted', message: 'aborted' })
    const silent = await raw(() => {})
    const sending = await during({ confirm: () => true }, silent.url)
    expect(sending).toMatchObject({ error: 'aborted', sent: true, message: expect.stringMatching(unknown) })

    const controller = new AbortController()
    setTimeout(() => controller.abort(), 30)
    const busy = async () => new Response('{}', { status: 503 })
    expect(
      await shop('https://api.test', { fetch: busy, retry: { maxDelayMs: 60_000 } }).call(
        read,
        {},
        { signal: controller.signal },
      ),
    ).toMatchObject({ error: 'aborted', sent: true })

    const endless = await raw(socket =>
      socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n{"a":'),
    )
    const reading = new AbortController()
    setTimeout(() => reading.abort(), 30)
    expect(await shop(endless.url).call(read, {}, { signal: reading.signal })).toMatchObject({
      error: 'aborted',
      sent: true,
    })
  })

  it('leaves no listener on its signal', async () => {
    const { signal } = new AbortController()
    const add = vi.spyOn(signal, 'addEventListener')
    const remove = vi.spyOn(signal, 'removeEventListener')
    const server = await up()
    await shop(server.url).call(read, {}, { signal })
    await shop(server.url).call(read, { no: 1 } as never, { signal })
    expect(add).toHaveBeenCalledTimes(2)
    expect(new Set(remove.mock.calls.map(c => c[1]))).toEqual(new Set(add.mock.calls.map(c => c[1])))
  })
})

describe('methods', () => {
  it.each(['GET', 'HEAD', 'PUT', 'POST', 'PATCH', 'DELETE'] as const)(
    '%s goes out as it is',
    async method => {
      const server = await up()
      const t = tool({ operation: { id: null, method, path: '/x' } })
      expect(await shop(server.url).call(t, {})).toEqual(
        method === 'HEAD' ? { ok: true, status: 200 } : { fine: true },
      )
      expect(server.seen[0]).toMatchObject({ method, body: '' })
    },
  )
})
