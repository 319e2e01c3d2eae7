/**
 * Values of path parameters as an attack: each leads a naive client to another resource with the tool's credentials,
 * and no request of ours. Seen in public: adk-js#597, GHSA-vv7q-7jx5-f767, mcphub#1083, adk-python#6676,
 * semantic-kernel#14086, asap#344.
 */
import { posix } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Route } from '../../../src/runtime/contract.ts'
import { connect } from '../../../src/runtime/index.ts'
import { serve, type TestServer } from '../server.ts'
import { spec, tool } from '../tools.ts'
import { ours, targetOf } from './attack.ts'
import { encoded, spliced } from './naive.ts'

let server: TestServer
beforeAll(async () => {
  server = await serve()
})
afterAll(() => server.close())

const path = (argument: string): Route => ({
  argument,
  in: 'path',
  name: argument,
  style: 'simple',
  explode: false,
})
const at = (template: string) =>
  tool({
    operation: { id: null, method: 'GET', path: template },
    properties: { a: {}, b: {} },
    required: ['a'],
    request: { routes: [path('a'), path('b')] },
  })

/** The resource as a server finds it that decodes again, takes `\` for `/`, and cuts parameters off segments. */
function resource(target: string): string {
  const decoded = decodeURIComponent(target)
  if (decoded !== target) return resource(decoded)
  return posix.normalize(target.replaceAll('\\', '/').replace(/;[^/]*/g, ''))
}

type Client = typeof encoded
type Row = [value: unknown, client: Client, arrives: string, found: string]

describe('a value that leaves its place', () => {
  it.each<Row>([
    ['..', encoded, '/raw', '/raw'],
    ['.', encoded, '/files/raw', '/files/raw'],
    ['%2e', spliced, '/files/raw', '/files/raw'],
    ['%2e%2e', spliced, '/raw', '/raw'],
    ['%2E%2e', spliced, '/raw', '/raw'],
    ['%2e%2e', encoded, '/files/%252e%252e/raw', '/raw'],
    ['%252e%252e', spliced, '/files/%252e%252e/raw', '/raw'],
    ['%25252e%25252e', encoded, '/files/%2525252e%2525252e/raw', '/raw'],
    ['..%2f', spliced, '/files/..%2f/raw', '/raw'],
    ['..%2fadmin', spliced, '/files/..%2fadmin/raw', '/admin/raw'],
    ['../../admin/wipe?', spliced, '/admin/wipe?/raw', '/admin/wipe?/raw'],
    ['../../admin', encoded, '/files/..%2F..%2Fadmin/raw', '/admin/raw'],
    ['..\\', spliced, '//raw', '/raw'],
    ['..\\', encoded, '/files/..%5C/raw', '/raw'],
    ['..\\..\\admin', spliced, '/admin/raw', '/admin/raw'],
    ['..;', encoded, '/files/..%3B/raw', '/raw'],
    ['..;x=1', spliced, '/files/..;x=1/raw', '/raw'],
    ['./a', spliced, '/files/a/raw', '/files/a/raw'],
    ['a/..', spliced, '/files/raw', '/files/raw'],
    ['a/../b', encoded, '/files/a%2F..%2Fb/raw', '/files/b/raw'],
    ['a\\..\\b', encoded, '/files/a%5C..%5Cb/raw', '/files/b/raw'],
    ['\t..', spliced, '/raw', '/raw'],
    ['..\n', spliced, '/raw', '/raw'],
    ['', encoded, '/files//raw', '/files/raw'],
    ['a\0b', encoded, '/files/a%00b/raw', '/files/a\0b/raw'],
    ['%00', spliced, '/files/%00/raw', '/files/\0/raw'],
    ['%0a', spliced, '/files/%0a/raw', '/files/\n/raw'],
    ['x\x7f', encoded, '/files/x%7F/raw', '/files/x\x7f/raw'],
    // A value that is none.
    [null, encoded, '/files/null/raw', '/files/null/raw'],
    [{}, encoded, '/files/%5Bobject%20Object%5D/raw', '/files/[object Object]/raw'],
    [[], encoded, '/files//raw', '/files/raw'],
    [[''], encoded, '/files//raw', '/files/raw'],
    [[[]], encoded, '/files//raw', '/files/raw'],
    // Half a character has no UTF-8: it must not end the agent's turn either.
    ['\ud800', encoded, 'URIError', 'URIError'],
    ['a\udc00', encoded, 'URIError', 'URIError'],
  ])('%j', async (a, client, arrives, found) => {
    const naive = await targetOf(server, () => client(server.url, '/files/{a}/raw', { a }))
    expect([naive, resource(naive)]).toEqual([arrives, found])
    expect(await ours(server.url, at('/files/{a}/raw'), { a })).toMatchObject({
      error: 'invalid_arguments',
      details: [{ path: 'a' }],
    })
    expect(await targetOf(server, () => ours(server.url, at('/files/{a}/raw'), { a }))).toBe(
      'invalid_arguments',
    )
  })

  it('of two placeholders, each harmless alone', async () => {
    const both = { a: '.', b: '.' }
    expect(await targetOf(server, () => encoded(server.url, '/x/{a}{b}/y', both))).toBe('/y')
    expect(await targetOf(server, () => ours(server.url, at('/x/{a}{b}/y'), both))).toBe('invalid_arguments')
    expect(await targetOf(server, () => spliced(server.url, '/x/.{a}', { a: '%2e' }))).toBe('/')
    expect(await targetOf(server, () => ours(server.url, at('/x/.{a}'), { a: '%2e' }))).toBe(
      'invalid_arguments',
    )
    const dots = { a: '..', b: '..' }
    expect(await targetOf(server, () => encoded(server.url, '/v/w/{a}/{b}/x', dots))).toBe('/x')
    expect(await targetOf(server, () => ours(server.url, at('/v/w/{a}/{b}/x'), dots))).toBe(
      'invalid_arguments',
    )
  })

  it('a placeholder that nothing fills is no text of a path', async () => {
    for (const [template, args] of [
      ['/{a}/{b}', { a: 'x' }],
      ['/{a}/{gone}', { a: 'x' }],
      ['/{a}', {}],
    ] as const) {
      const naive = await targetOf(server, () => encoded(server.url, template, args))
      expect(naive).toMatch(/%7B\w+%7D/)
      expect(await targetOf(server, () => ours(server.url, at(template), args))).toBe('invalid_arguments')
    }
  })
})

describe('a value that a URL or `replace` reads as more than text', () => {
  it.each<[value: unknown, client: Client, naive: string, ours: string]>([
    ['a/b', spliced, '/files/a/b/raw', '/files/a%2Fb/raw'],
    ['a?x=1', spliced, '/files/a?x=1/raw', '/files/a%3Fx%3D1/raw'],
    ['#f', spliced, '/files/', '/files/%23f/raw'],
    ['$&', spliced, '/files/%7Ba%7D/raw', '/files/%24%26/raw'],
    ["$'", spliced, '/files//raw/raw', '/files/%24%27/raw'],
    ['$`', spliced, '/files//files//raw', '/files/%24%60/raw'],
    ['a;b', spliced, '/files/a;b/raw', '/files/a%3Bb/raw'],
    ['%41', spliced, '/files/%41/raw', '/files/%2541/raw'],
    ['a\tb', spliced, '/files/ab/raw', 'invalid_arguments'],
    ["(it's*!)", encoded, "/files/(it's*!)/raw", '/files/%28it%27s%2A%21%29/raw'],
    // Positive controls: what both send alike.
    ['a b', encoded, '/files/a%20b/raw', '/files/a%20b/raw'],
    ['v1.2', encoded, '/files/v1.2/raw', '/files/v1.2/raw'],
    ['...', encoded, '/files/.../raw', '/files/.../raw'],
    ['.hidden', encoded, '/files/.hidden/raw', '/files/.hidden/raw'],
    ['日本', encoded, '/files/%E6%97%A5%E6%9C%AC/raw', '/files/%E6%97%A5%E6%9C%AC/raw'],
    [false, encoded, '/files/false/raw', '/files/false/raw'],
    ['__proto__', encoded, '/files/__proto__/raw', '/files/__proto__/raw'],
  ])('%j', async (a, client, naive, expected) => {
    expect(await targetOf(server, () => client(server.url, '/files/{a}/raw', { a }))).toBe(naive)
    expect(await targetOf(server, () => ours(server.url, at('/files/{a}/raw'), { a }))).toBe(expected)
  })

  it('a value is never a placeholder itself', async () => {
    const args = { a: '{b}', b: 'x' }
    expect(await targetOf(server, () => spliced(server.url, '/{a}{b}', args))).toBe('/x%7Bb%7D')
    expect(await targetOf(server, () => ours(server.url, at('/{a}{b}'), args))).toBe('/%7Bb%7Dx')
  })
})

describe('where a request goes', () => {
  const get = (template: string) => tool({ operation: { id: null, method: 'GET', path: template } })

  it('is below the base URL, whose path is kept', async () => {
    const base = `${server.url}/v1/`
    expect(await targetOf(server, () => spliced(base, '/x', {}))).toBe('/x')
    expect(await targetOf(server, () => ours(base, get('/x'), {}))).toBe('/v1/x')
  })

  it('is the configured host: a path of the document is no host', async () => {
    const second = await serve()
    const template = `//${second.url.slice('http://'.length)}/steal`
    expect(await targetOf(second, () => spliced(server.url, template, {}))).toBe('/steal')
    expect(await targetOf(server, () => ours(server.url, get(template), {}))).toBe(template)
    expect(second.seen).toHaveLength(1)
    await second.close()
  })

  it('is the configured host: neither a server variable nor an argument of its name chooses one', async () => {
    const second = await serve()
    const host = second.url.slice('http://'.length)
    const filled = `http://{a}:1/`.replace('{a}', `${host}/?`)
    expect(await targetOf(second, () => encoded(filled, '{a}', { a: host }))).toMatch(/^\/\?:1/)
    expect(await targetOf(server, () => ours(server.url, at('/{a}'), { a: `${host}/?` }))).toBe(
      `/${encodeURIComponent(`${host}/?`)}`,
    )
    expect(second.seen).toHaveLength(1)
    await second.close()
  })

  it.each([
    ['a user', 'https://me:hunter2@api.test'],
    ['a query', 'https://api.test?key=hunter2'],
    ['plain http', 'http://api.test'],
  ])('is nowhere when the base URL has %s', async (_, baseUrl) => {
    const asked: string[] = []
    const fetch = async (url: string) => {
      asked.push(new Request(url).url)
      return Response.json({})
    }
    const naive = await fetch(`${baseUrl}/x`).then(
      () => asked.join(),
      thrown => String(thrown),
    )
    // It throws with the password in its message, keeps the key as a query of its own, or goes in the clear.
    expect(naive).toMatch(/me:hunter2@|\?key=hunter2\/x|^http:/)
    expect(() => connect(spec, { baseUrl, fetch })).toThrow(TypeError)
    expect(() => connect(spec, { baseUrl, fetch })).not.toThrow(/hunter2/)
  })
})
