/** `openapi-tools add`: what is fetched, what is stored and where, what it shows, and all that is never stored. */
import { describe, expect, it } from 'vitest'
import { withSpec } from '../../src/cli/edit-configuration.ts'
import { folder } from '../support/folder.ts'
import { answer, cli } from './cli.ts'
import { ordersText, project } from './project.ts'

type Answers = Record<string, () => Response>
const page = '<!doctype html><title>Not here</title>'
const reply =
  (body: BodyInit | null, status = 200, headers: Record<string, string> = {}) =>
  () =>
    new Response(body, { status, headers })
const to = (location: string) => reply(null, 302, { location })

/** A network with these addresses, which counts. */
function network(answers: Answers) {
  const asked: string[] = []
  const fetch = (async (url: URL | RequestInfo, init?: RequestInit) => {
    asked.push(String(url))
    // Redirects are ours to judge, and nobody's credentials go along.
    expect(init).toMatchObject({ redirect: 'manual', credentials: 'omit' })
    const found = answers[String(url)]
    if (found) return found()
    throw Object.assign(new TypeError('fetch failed'), {
      cause: Object.assign(new Error(), { code: 'ENOTFOUND' }),
    })
  }) as typeof globalThis.fetch
  return { asked, fetch }
}

const url = 'https://api.orders.example/openapi.yaml'
const reworded = ordersText.replace('Fetch a single order', 'Look up one order')
const things = `openapi: 3.1.0\r\ninfo: { title: Things, version: '1' }\r\npaths:\r\n  /things:\r\n    get: { operationId: listThings, summary: List., responses: { 200: { description: ok } } }\r\n`
const configuration = '{\n\t"specs": {\n\t\t"orders": "specs/orders.yaml" // not JSON\n\t}\n}\n'.replace(
  ' // not JSON',
  '',
)
const rules = (found: Record<string, unknown>) =>
  (found.changes as { rule: string; tool: string }[]).map(c => `${c.rule} ${c.tool}`)

describe('add', () => {
  it('stores the very bytes, pins and configures them, and offers the operations to choose from', async () => {
    const at = project({ 'openapi-tools.config.json': configuration })
    const { asked, fetch } = network({ 'https://things.example/v1/openapi.yaml': reply(things) })
    const { code, stdout, stderr } = await cli(at, ['add', 'https://things.example/v1/openapi.yaml'], {
      fetch,
    })
    expect({ code, stderr, asked }).toEqual({
      code: 0,
      stderr: '',
      asked: ['https://things.example/v1/openapi.yaml'],
    })
    expect(stdout).toMatch(/^added {4}specs\/things\.yaml {2}1 {2}sha256 [0-9a-f]{64}\n/)
    expect(at.read('specs/things.yaml')).toBe(things)
    expect(at.read('openapi-tools.config.json')).toBe(
      '{\n\t"specs": {\n\t\t"orders": "specs/orders.yaml",\n\t\t"things": "./specs/things.yaml"\n\t}\n}\n',
    )
    expect(at.read('specs/things.tools.yaml')).toContain('# listThings: {} # GET /things: List.')
    expect(Object.keys(JSON.parse(at.read('openapi-tools.lock.json')).files)).toEqual([
      'specs/orders.yaml',
      'specs/things.yaml',
    ])
    expect((await answer(at, ['list', 'things'])).specs).toMatchObject([
      { operations: [{ name: 'listThings' }] },
    ])
  })

  it('puts another version in the place of the stored one, and shows what it changes', async () => {
    const at = project()
    const { fetch } = network({ [url]: reply(reworded) })
    const { code, stdout } = await cli(at, ['add', url, '--key', 'orders'], { fetch })
    expect(code).toBe(0)
    expect(stdout).toMatch(/^changed {2}specs\/orders\.yaml/)
    expect(stdout).toContain('behavioural  orders_get: the text reads')
    expect(at.read('specs/orders.yaml')).toBe(reworded)
    expect((await cli(at, ['pin'])).stdout).toContain('is up to date')
  })

  it('finds the spec again by its name, when it is the same API', async () => {
    const at = project()
    const { fetch } = network({ [url]: reply(reworded) })
    const found = await answer(at, ['add', url], { fetch })
    expect(found).toMatchObject({
      code: 0,
      key: 'orders',
      state: 'changed',
      written: ['specs/orders.yaml', 'openapi-tools.lock.json'],
    })
    expect(rules(found)).toEqual(['description-changed orders_get'])
    expect(await answer(at, ['add', url], { fetch })).toMatchObject({
      code: 0,
      state: 'same',
      written: [],
      changes: [],
    })
  })

  it('never takes another API for a version of the stored one', async () => {
    const at = project()
    const before = at.snapshot()
    const { fetch } = network({ [url]: reply(things) })
    const { code, stdout, stderr } = await cli(at, ['add', url], { fetch })
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain('The spec "orders" is "Orders API", and this is "Things"')
    expect(at.snapshot()).toEqual(before)
    expect((await answer(at, ['add', url, '--key', 'orders'], { fetch })).code).toBe(0)
    expect(at.read('specs/orders.yaml')).toBe(things)
    // What is offered of a spec that is there already is not ours to change.
    expect(Object.keys(at.snapshot())).not.toContain('specs/orders.tools.yaml')
  })

  it('takes a file from elsewhere, and one that is here already', async () => {
    const outside = folder({
      'api.json': '{ "openapi": "3.1.0", "info": { "title": "A", "version": "1" }, "paths": {} }',
    })
    const at = project({ 'docs/things.yml': things })
    const copied = await answer(at, ['add', outside.at('api.json'), '--key', 'a'])
    expect(copied).toMatchObject({ code: 0, key: 'a', file: 'specs/a.json', state: 'added' })
    expect(at.read('specs/a.json')).toBe(outside.read('api.json'))
    const kept = await answer(at, ['add', 'things.yml', '--cwd', 'docs'])
    expect(kept).toMatchObject({ code: 0, key: 'things', file: 'docs/things.yml', state: 'added' })
    expect(kept.written).not.toContain('docs/things.yml')
    expect(await answer(at, ['add', 'docs/things.yml'])).toMatchObject({
      code: 0,
      state: 'same',
      written: [],
    })
    expect(
      await answer(at, ['add', outside.at('api.json'), '--key', 'b', '--out', 'x/b.json']),
    ).toMatchObject({ file: 'x/b.json' })
  })

  it('writes the first configuration, and gives lines to paste into one that is code', async () => {
    const empty = folder({ 'package.json': '{}', 'tsconfig.json': '{}' })
    const { fetch } = network({ [url]: reply(ordersText) })
    expect((await answer(empty, ['add', url], { fetch })).written).toContain('openapi-tools.config.ts')
    expect(empty.read('openapi-tools.config.ts')).toContain(`orders: './specs/orders.yaml',`)
    // The document selects by itself.
    expect(Object.keys(empty.snapshot())).not.toContain('specs/orders.tools.yaml')
    const code = 'export default { specs: { other: "./specs/orders.yaml" } }\n'
    const at = folder({
      'package.json': '{}',
      'openapi-tools.config.mjs': code,
      'specs/orders.yaml': ordersText,
    })
    const { stdout } = await cli(at, ['add', 'https://api.orders.example/', '--key', 'git-hub'], {
      fetch: network({ 'https://api.orders.example/': reply(things) }).fetch,
    })
    expect(stdout).toContain(
      `Add to specs in openapi-tools.config.mjs:\n  'git-hub': './specs/git-hub.yaml',\n`,
    )
    expect(at.read('openapi-tools.config.mjs')).toBe(code)
    expect(at.read('specs/git-hub.yaml')).toBe(things)
  })

  it('shows redirects, and follows only https', async () => {
    const at = project()
    const steps = {
      'https://a.example/x?token=s3cret': to('/y'),
      'https://a.example/y': to('https://b.example/openapi.yaml'),
      'https://b.example/openapi.yaml': reply(reworded),
    }
    const { asked, fetch } = network(steps)
    const { code, stderr, stdout } = await cli(
      at,
      ['add', 'https://a.example/x?token=s3cret', '--key', 'orders'],
      { fetch },
    )
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr:
        'https://a.example/x?… leads to https://a.example/y\nhttps://a.example/y leads to https://b.example/openapi.yaml\n',
    })
    expect(asked).toEqual(Object.keys(steps))
    expect(stdout).not.toContain('s3cret')
  })
})

describe('what is never stored', () => {
  const endless = () =>
    new Response(new ReadableStream({ pull: c => c.enqueue(new Uint8Array(8 * 1024 * 1024)) }))
  it.each<[string, string, Answers, string]>([
    ['a page that is not there', url, { [url]: reply(page, 404) }, 'answers 404'],
    ['an error of the server', url, { [url]: reply(ordersText, 500) }, 'answers 500'],
    ['an empty answer', url, { [url]: reply(null, 204) }, 'answers 204'],
    ['a page', url, { [url]: reply(`\n${page}`) }, 'is a page, not an OpenAPI document'],
    ['Swagger 2.0', url, { [url]: reply('swagger: "2.0"\n') }, 'error spec-version'],
    ['another version', url, { [url]: reply('openapi: 4.0.0\n') }, 'error spec-version'],
    ['some JSON', url, { [url]: reply('{ "message": "Not found" }') }, 'error spec-'],
    ['some text', url, { [url]: reply('Not found') }, 'error spec-unreadable'],
    ['half a document', url, { [url]: reply('{ "openapi": "3.1.0", ') }, 'error spec-unreadable'],
    ['no text', url, { [url]: reply(new Uint8Array([0xff, 0xfe, 0, 0])) }, 'error spec-unreadable'],
    ['too much', url, { [url]: endless }, 'it has more than 67108864 bytes'],
    ['what cannot be reached', url, {}, 'cannot be fetched: ENOTFOUND'],
    ['what is not https', 'http://api.example/x.json', {}, 'is not https'],
    ['another scheme', 'ftp://api.example/x.json', {}, 'is not https'],
    ['what leads away from https', url, { [url]: to('http://api.example/') }, 'is not https'],
    ['what leads to a file', url, { [url]: to('file:///etc/passwd') }, 'is not https'],
    ['what leads in a circle', url, { [url]: to(url) }, 'leads on and on'],
    ['a user name', 'https://user:pass@api.example/', {}, 'has a user name'],
    ['no address', 'https://', {}, 'is no address'],
  ])('is %s', async (_, address, answers, message) => {
    const at = project()
    const before = at.snapshot()
    const { fetch, asked } = network(answers)
    const { code, stdout, stderr } = await cli(at, ['add', address, '--key', 'orders'], { fetch })
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain(message)
    expect(stderr).not.toContain('user:pass')
    expect(at.snapshot()).toEqual(before)
    expect(asked.length).toBeLessThanOrEqual(6)
  })

  it.each([
    [['nothing.yaml'], {}, '"nothing.yaml" is no file that can be read'],
    [['new.yaml', '--key', 'A'], {}, 'cannot be imported by its name'],
    [['new.yaml', '--key', 'orders', '--out', 'x.yaml'], {}, 'is stored in specs/orders.yaml'],
    [
      ['new.yaml', '--key', 'other', '--out', 'specs/orders.yaml'],
      {},
      'specs/orders.yaml is the spec "orders"',
    ],
    [['/tmp', '--key', 'other'], {}, 'is no file that can be read'],
    [
      ['new.yaml', '--key', 'other', '--out', 'taken.yaml'],
      { 'taken.yaml': 'x' },
      'taken.yaml is there already',
    ],
  ])('%j is wrong usage', async (words, files: Record<string, string>, message) => {
    const at = project({ 'new.yaml': things, ...files })
    const before = at.snapshot()
    const ran = await cli(at, ['add', ...words])
    expect(ran).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(message) })
    expect(at.snapshot()).toEqual(before)
  })

  it('is anything beside a broken configuration, a broken lock, or another process', async () => {
    const cases: [Record<string, string>, string][] = [
      [{ 'openapi-tools.config.json': '{' }, 'configuration-unreadable'],
      [{ 'openapi-tools.lock.json': '{' }, 'lock-unreadable'],
      [{ 'specs/.orders.yaml.writing': '' }, 'write-conflict'],
      [{ '.openapi-tools.lock.json.writing': '' }, 'write-conflict'],
    ]
    for (const [files, message] of cases) {
      const at = project({ 'new.yaml': reworded, ...files })
      const before = at.snapshot()
      const ran = await cli(at, ['add', 'new.yaml', '--key', 'orders'])
      expect(ran).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(message) })
      expect(at.snapshot()).toEqual(before)
    }
  })

  it('is told to be stored nowhere, and what to do with it', async () => {
    const swagger = '{ "swagger": "2.0" }'
    const fetched = { fetch: network({ [url]: reply(swagger) }).fetch }
    const fixes = async (words: string[]) => {
      const { diagnostics } = await answer(project({ 'old.json': swagger }), ['add', ...words], fetched)
      return (diagnostics as { fix: string }[]).map(d => d.fix)
    }
    const convert = 'Run "npx swagger2openapi --outfile'
    expect(await fixes([url, '--key', 'new'])).toEqual([
      expect.stringContaining(`Nothing is stored; save it as specs/new.json first. ${convert}`),
    ])
    expect(await fixes([url, '--key', 'orders'])).toEqual([
      expect.stringContaining(
        `Nothing is stored; specs/orders.yaml means what was added here, not the stored file. ${convert}`,
      ),
    ])
    expect(await fixes(['old.json', '--key', 'new', '--out', 'new.json'])).toEqual([
      expect.stringContaining(
        `Nothing is stored; new.json means what was added here: "old.json". ${convert}`,
      ),
    ])
    // There it is the file itself.
    expect(await fixes(['old.json'])).toEqual([expect.stringMatching(/^Run "npx/)])
  })

  it.each([
    ['ECONNREFUSED', 'ECONNREFUSED, nothing answers there'],
    ['UND_ERR_SOCKET', 'UND_ERR_SOCKET, the connection ended too early'],
    ['Z_DATA_ERROR', 'Z_DATA_ERROR, it is compressed and cannot be unpacked'],
    ['E_OTHER', 'E_OTHER\n'],
    [undefined, 'bad port'],
  ])('is told in words: %s', async (code, message) => {
    const cause = Object.assign(new Error('bad port'), code === undefined ? {} : { code })
    const fetch = () => Promise.reject(Object.assign(new TypeError('fetch failed'), { cause }))
    const ran = await cli(project(), ['add', url], { fetch })
    expect(ran.stderr).toContain(`cannot be fetched: ${message}`)
  })

  it('is a namespace that another spec has', async () => {
    const at = project(
      { 'new.yaml': things },
      { specs: { 'a-b': 'specs/orders.yaml', c: { spec: 'specs/c.yaml', namespace: 'x_y' } } },
    )
    const ran = await cli(at, ['add', 'new.yaml', '--key', 'x-y'])
    expect(ran).toMatchObject({ code: 1, stderr: expect.stringContaining('both have the namespace "x_y"') })
  })

  it('is a file that a document refers to: that is said', async () => {
    const at = project()
    const text = things.replace('/things:', '/things: { $ref: ../../etc/passwd }\n  /x:')
    const ran = await cli(at, ['add', url, '--key', 'things'], {
      fetch: network({ [url]: reply(text) }).fetch,
    })
    expect(ran.stderr).toContain('ref-outside')
  })
})

describe('withSpec', () => {
  it.each([
    ['{"specs":{"a":"x"}}', '{"specs":{"a":"x","k":"./f"}}'.replace('"k":', '"k": ')],
    ['{ "specs": { "a": "x" }, "dts": false }', '{ "specs": { "a": "x", "k": "./f" }, "dts": false }'],
    [
      '{\r\n  "specs": {\r\n    "a": { "spec": "x" }\r\n  }\r\n}\r\n',
      '{\r\n  "specs": {\r\n    "a": { "spec": "x" },\r\n    "k": "./f"\r\n  }\r\n}\r\n',
    ],
    ['\ufeff{ "specs": {} }', '\ufeff{ "specs": { "k": "./f" } }'],
    ['{\n  "dts": false\n}', '{\n  "dts": false,\n  "specs": { "k": "./f" }\n}'],
    ['{}', '{ "specs": { "k": "./f" } }'],
  ])('adds to %j', (text, expected) => {
    expect(withSpec(text, 'k', 'f')).toBe(expected)
    expect(JSON.parse(expected.replace('\ufeff', '')).specs).toMatchObject({ k: './f' })
  })

  it.each(['[]', '1', '{ "specs": [] }', '{ "specs": null }'])('has no place in %j', text => {
    expect(withSpec(text, 'k', 'f')).toBeUndefined()
  })
})
