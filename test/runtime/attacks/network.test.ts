/**
 * Servers that break HTTP. A naive client hangs, takes a success for a failure, repeats its host and cause to the model,
 * or reads what is none of its answer. Ours says what is known: the status if there was one, else that the outcome is
 * unknown. Seen in public: undici GHSA-g9mf-h72j-4rw9.
 */
import type { Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { connect, isToolError } from '../../../src/runtime/index.ts'
import { answerOf, chaos, forever, ok } from '../chaos.ts'
import { spec, tool } from '../tools.ts'
import { call } from './naive.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})
const up = async (respond: (socket: Socket, count: number) => void) => {
  const server = await chaos(respond)
  closing.push(server.close)
  return server
}

const read = tool()
const write = tool({ operation: { id: null, method: 'POST', path: '/x' } })
const shop = (baseUrl: string, timeoutMs = 20_000) =>
  connect(spec, { baseUrl, timeoutMs, maxResponseBytes: 100_000, retry: { attempts: 3, maxDelayMs: 1 } })

const success = { ok: true, status: 200 }
const unread = (reason: string) => ({ ...success, unread: { contentType: 'application/json', reason } })
const lost = { error: 'network_error', sent: true }
const late = { error: 'timeout', sent: true }
/** What a naive client tells of a call: the host and the cause, not that the server may have done it. */
const told = { error: expect.stringMatching(/^POST http:\/\/127\.0\.0\.1:\d+\/x: /) }
const waiting = 'still waiting'

type Respond = (socket: Socket) => unknown
const raw =
  (text: string | Buffer): Respond =>
  socket =>
    socket.end(text)
const start = (socket: Socket, text: string): Socket => {
  socket.write(text)
  return socket
}
const zipped = (body: Buffer | string, encoding: string): Respond =>
  raw(
    Buffer.concat([
      Buffer.from(
        `${ok}connection: close\r\ncontent-encoding: ${encoding}\r\ncontent-length: ${body.length}\r\n\r\n`,
      ),
      Buffer.from(body),
    ]),
  )
const status = (line: string, body = '') => raw(answerOf(body, `HTTP/1.1 ${line}\r\n`))
const bomb = gzipSync(Buffer.alloc(20_000_000, 32))
const bytes = (...values: number[]) => raw(Buffer.from(values))

/** No status: nobody knows what the server did. */
const silent: [string, Respond][] = [
  ['a reset', socket => socket.resetAndDestroy()],
  ['an end', socket => socket.end()],
  [
    'a reset amid the headers',
    socket => socket.write('HTTP/1.1 200 OK\r\ncontent-ty', () => socket.destroy()),
  ],
  ['a TLS alert', bytes(0x15, 3, 3, 0, 2, 2, 40)],
  ['half a TLS handshake', socket => socket.write(Buffer.from([0x16, 3, 3, 0x40, 0, 2, 0, 0]))],
  ['HTTP/2', bytes(0, 0, 18, 4, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 100)],
  ['SSH', raw('SSH-2.0-OpenSSH_9.2\r\n')],
  ['a body alone', raw('{"a":1}')],
  ['10,000 headers', raw(`${ok}${'x: 1\r\n'.repeat(10_000)}\r\n{}`)],
  ['headers without end', socket => forever(start(socket, ok), 'x: 1\r\n'.repeat(1000))],
  ['one header of a megabyte', raw(`${ok}x: ${'y'.repeat(1_000_000)}\r\n\r\n{}`)],
  ['a header with NUL', raw(`${ok}x: a\0b\r\n\r\n{}`)],
  ['two lengths', raw(`${ok}content-length: 7\r\ncontent-length: 2\r\n\r\n{"a":1}`)],
  ['a length and chunks', raw(`${ok}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`)],
  ['a length below zero', raw(`${ok}content-length: -5\r\n\r\n{}`)],
  ['six encodings, one in the other', zipped('x', Array(6).fill('gzip').join())],
  ['a switch of protocols that nobody asked for', status('101 Switching Protocols')],
]

describe('an answer without a status', () => {
  it.each(silent)('%s', async (_, respond) => {
    const server = await up(respond)
    expect(await call(`${server.url}/x`, { method: 'POST' })).toEqual(told)
    const answer = await shop(server.url).call(write, {})
    expect(answer).toEqual({ ...lost, message: expect.stringMatching(/outcome is unknown.*do not repeat/) })
    expect(server.hits()).toBe(2)
    // A read changes nothing: it is tried again.
    expect(await shop(server.url).call(read, {})).toEqual({ ...lost, message: 'network error' })
    expect(server.hits()).toBe(5)
  })

  it.each(silent)('%s, then a sane one: a read gets through (positive control)', async (_, respond) => {
    const server = await up((socket, count) =>
      count < 3 ? respond(socket) : socket.end(answerOf('{"n":1}')),
    )
    expect(await shop(server.url).call(read, {})).toEqual({ n: 1 })
    expect(server.hits()).toBe(3)
  })
})

describe('an answer with a status: a success stays one', () => {
  it.each<[string, Respond, naive: unknown, ours: object]>([
    [
      'a reset amid the body',
      s => s.write(`${ok}content-length: 99\r\n\r\n{"a":`, () => s.destroy()),
      told,
      unread('broken'),
    ],
    ['a length that is too long', raw(`${ok}content-length: 99\r\n\r\n{"a":1}`), told, unread('broken')],
    ['a length that is too short', raw(`${ok}content-length: 5\r\n\r\n{"a":1}`), told, unread('broken')],
    [
      'a chunk whose size is none',
      raw(`${ok}transfer-encoding: chunked\r\n\r\nZZ\r\n{}`),
      told,
      unread('broken'),
    ],
    [
      'a chunk past 2^64',
      raw(`${ok}transfer-encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\n{}`),
      told,
      unread('broken'),
    ],
    [
      'chunks without the last',
      raw(`${ok}transfer-encoding: chunked\r\n\r\n7\r\n{"a":1}\r\n`),
      told,
      unread('broken'),
    ],
    ['gzip that is none', zipped('hello', 'gzip'), told, unread('broken')],
    ['a page instead of JSON', raw(answerOf('<h1>Hi</h1>')), told, unread('broken')],
    ['nothing', raw(answerOf('')), told, success],
    ['204 with a body', status('204 No Content', '{"a":1}'), told, { ok: true, status: 204 }],
    ['205 with a body', status('205 Reset Content', '{"a":1}'), told, { ok: true, status: 205 }],
    ['304 with a body', status('304 Not Modified', '{"a":1}'), told, { ok: true, status: 304 }],
    // Positive controls.
    ['a length that is right', raw(answerOf('{"a":1}')), { a: 1 }, { a: 1 }],
    ['no length', raw(`${ok}\r\n{"a":1}`), { a: 1 }, { a: 1 }],
    [
      'chunks',
      raw(`${ok}transfer-encoding: chunked\r\n\r\n7;x=y\r\n{"a":1}\r\n0\r\nx: y\r\n\r\n`),
      { a: 1 },
      { a: 1 },
    ],
    ['gzip in gzip', zipped(gzipSync(gzipSync('{"a":1}')), 'gzip, gzip'), { a: 1 }, { a: 1 }],
    [
      'hints before it',
      raw(`${'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(9)}${answerOf('{"a":1}')}`),
      { a: 1 },
      { a: 1 },
    ],
  ])('%s', async (_, respond, naive, ours) => {
    const server = await up(respond)
    expect(await call(`${server.url}/x`, { method: 'POST' })).toEqual(naive)
    expect(await shop(server.url).call(write, {})).toMatchObject(ours)
    expect(server.hits()).toBe(2)
  })
})

it('a body after HEAD is none', async () => {
  const head = tool({ operation: { id: null, method: 'HEAD', path: '/x' } })
  const server = await up(raw(answerOf('{"a":1}')))
  expect(await call(`${server.url}/x`, { method: 'HEAD' })).toEqual({ error: expect.stringMatching(/JSON/) })
  expect(await shop(server.url).call(head, {})).toEqual(success)
})

describe('too much', () => {
  it.each([
    ['20 MB in 20 kB of gzip', bomb, 'gzip'],
    ['and that in gzip again', gzipSync(bomb), 'gzip, gzip'],
  ])('%s: what is counted is what comes out', async (_, body, encoding) => {
    const server = await up(zipped(body, encoding))
    expect(body.length).toBeLessThan(100_000)
    expect((await (await fetch(`${server.url}/x`)).text()).length).toBe(20_000_000)
    const answer = await shop(server.url).call(write, {})
    expect(answer).toMatchObject(unread('too-large'))
    expect(answer).toMatchObject({ unread: { bytes: expect.toSatisfy(n => n > 100_000 && n < 1_000_000) } })
  })

  it('chunks without end', async () => {
    const server = await up(s =>
      forever(start(s, `${ok}transfer-encoding: chunked\r\n\r\n`), `1000\r\n${'x'.repeat(4096)}\r\n`),
    )
    const mine = shop(server.url).call(write, {})
    const theirs = call(`${server.url}/x`)
    expect(await Promise.race([theirs, mine.then(() => waiting)])).toBe(waiting)
    expect(await mine).toMatchObject(unread('too-large'))
  })

  it('the cap is a cap, to the byte', async () => {
    const server = await up(raw(answerOf(`"${'x'.repeat(99_998)}"`)))
    const larger = await up(raw(answerOf(`"${'x'.repeat(99_999)}"`)))
    expect(await shop(server.url).call(read, {})).toMatchObject({ truncated: [{ path: '', total: 99_998 }] })
    expect(await shop(larger.url).call(read, {})).toMatchObject(unread('too-large'))
  })

  it('a page of an error is not read to its end either', async () => {
    const server = await up(s =>
      forever(start(s, 'HTTP/1.1 500 No\r\ncontent-type: text/html\r\n\r\n'), 'x'.repeat(4096)),
    )
    expect(await shop(server.url).call(read, {})).toEqual({
      error: 'http_error',
      message: 'http error',
      status: 500,
      sent: true,
    })
  })
})

describe('time', () => {
  it.each<[string, ms: number, Respond, object]>([
    ['nothing', 100, () => {}, late],
    ['a header, letter by letter', 100, s => forever(start(s, 'HTTP/1.1 200 OK\r\nx: '), 'x', 5), late],
    ['hints without end', 100, s => forever(s, 'HTTP/1.1 103 Early Hints\r\n\r\n', 5), late],
    // Long enough for the status to arrive on a busy machine.
    ['a body, letter by letter', 1_000, s => forever(start(s, `${ok}\r\n"`), 'x', 5), unread('timeout')],
  ])('%s ends with the clock', async (_, ms, respond, ours) => {
    const server = await up(respond)
    const mine = shop(server.url, ms).call(write, {})
    const theirs = call(`${server.url}/x`, { method: 'POST' })
    expect(await Promise.race([theirs, mine.then(() => waiting)])).toBe(waiting)
    const answer = await mine
    expect(answer).toMatchObject(ours)
    if (isToolError(answer)) expect(answer.message).toMatch(/outcome is unknown.*do not repeat/)
  })
})

describe('what comes after an answer', () => {
  it('is no part of the next one', async () => {
    const next = answerOf('{"of":"nobody"}')
    const server = await up((socket, count) =>
      socket.write(answerOf(`{"n":${count}}`) + (count < 3 ? next : '')),
    )
    for (const n of [1, 2, 3, 4]) expect(await shop(server.url).call(read, {})).toEqual({ n })
  })

  it.each(['200 OK', '302 Found', '401 No', '404 No', '500 No'])(
    '%s: its connection is let go',
    async line => {
      const head = `HTTP/1.1 ${line}\r\ntransfer-encoding: chunked\r\n\r\n`
      const server = await up(s => forever(start(s, head), `1000\r\n${'x'.repeat(4096)}\r\n`))
      await shop(server.url).call(write, {})
      await vi.waitFor(() => expect(server.closed()).toBeGreaterThan(0))
    },
  )
})
