/** `openapi-tools init`: what it finds, what it writes, that the result works, and that nothing is overwritten. */
import { load } from 'js-yaml'
import { describe, expect, it } from 'vitest'
import { keysOf } from '../../src/cli/keys.ts'
import { type Folder, folder } from '../support/folder.ts'
import { answer, cli } from './cli.ts'
import { ordersText } from './project.ts'

const paths = (text: string, id = 'listThings') =>
  `openapi: 3.1.0\ninfo: { title: T, version: '1' }\npaths:\n  /things:\n    get: { operationId: ${id}, summary: ${text}, responses: { 200: { description: ok } } }\n`
const upload =
  '    post: { operationId: upload, summary: Upload., requestBody: { required: true, content: { text/csv: {} } } }\n'
const things = paths('List things.') + upload
const stored = (at: Folder) => JSON.parse(at.read('openapi-tools.lock.json')).files

describe('init', () => {
  it('writes configuration, side files and lock for every document, and says what is next', async () => {
    const at = folder({
      'package.json': '{}',
      'specs/orders.yaml': ordersText,
      'specs/things.yaml': things,
      'node_modules/x/openapi.yaml': things,
      '.hidden/openapi.yaml': things,
      'dist/openapi.json': '{ "openapi": "3.1.0" }',
      'src/openapi.json': '{ "dependencies": { "openapi": "3.1.0" } }',
      'notes.yaml': 'title: openapi\n',
    })
    const { code, stdout, stderr } = await cli(at, ['init'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('orders  specs/orders.yaml  3 operations, 2 selected, 0 refused')
    expect(stdout).toContain('things  specs/things.yaml  2 operations, 0 selected, 1 refused')
    expect(stdout).toContain('choose operations in specs/things.tools.yaml')
    expect(JSON.parse(at.read('openapi-tools.config.json'))).toEqual({
      $schema: './node_modules/unplugin-openapi-tools/schemas/configuration.json',
      specs: { orders: './specs/orders.yaml', things: './specs/things.yaml' },
    })
    expect(Object.keys(stored(at))).toEqual(['specs/orders.yaml', 'specs/things.yaml'])
    // The document selects by itself: a side file would take that over.
    expect(Object.keys(at.snapshot())).not.toContain('specs/orders.tools.yaml')
    expect(
      at.read('specs/things.tools.yaml'),
    ).toBe(`# yaml-language-server: $schema=../node_modules/unplugin-openapi-tools/schemas/side-file.json
# What agents may do with things.yaml. Take "# " away from a line to offer its operation;
# between the braces stands what is said of it, such as { name: orders_get, confirm: true }.
version: 1
operations:
  # listThings: {} # GET /things: List things.
  # As they are, these cannot be tools; "openapi-tools list --refused" says why:
  # upload: {} # POST /things: Upload.
`)
  })

  it('leaves a project in which one choice is enough', async () => {
    const at = folder({ 'package.json': '{}', 'specs/things.yaml': things })
    await cli(at, ['init'])
    expect((await cli(at, ['check'])).stderr).toContain('error selection-empty')
    const side = at.read('specs/things.tools.yaml')
    at.write({ 'specs/things.tools.yaml': side.replace('# listThings', 'listThings') })
    const { specs } = await answer(at, ['list', '--selected'])
    expect(specs).toMatchObject([{ operations: [{ tool: 'things_list_things' }] }])
    expect(await cli(at, ['types'])).toMatchObject({ code: 0, stderr: '' })
  })

  it('writes TypeScript where there is TypeScript', async () => {
    const at = folder({ 'tsconfig.json': '{}', 'specs/git-hub.yaml': things, 'specs/a b.yaml': things })
    expect((await answer(at, ['init'])).written).toContain('openapi-tools.config.ts')
    expect(at.read('openapi-tools.config.ts')).toBe(`import { defineConfig } from 'unplugin-openapi-tools'

export default defineConfig({
  specs: {
    'a-b': './specs/a b.yaml',
    'git-hub': './specs/git-hub.yaml',
  },
})
`)
  })

  it.each([
    ['configuration', { 'openapi-tools.config.mjs': 'export default {}' }],
    ['broken configuration', { 'openapi-tools.config.json': '{' }],
  ])('writes nothing beside a %s', async (_, files: Record<string, string>) => {
    const at = folder({ 'package.json': '{}', 'things.yaml': things, ...files })
    const before = at.snapshot()
    expect(await cli(at, ['init'])).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('is there already'),
    })
    expect(at.snapshot()).toEqual(before)
  })

  it('keeps a side file and the other entries of a lock', async () => {
    const lock = JSON.stringify({ lockfileVersion: 1, files: { 'other.txt': { sha256: 'ab'.repeat(32) } } })
    const side = '# mine\nversion: 1\noperations: { listThings: }\n'
    const at = folder({
      'package.json': '{}',
      'things.yaml': things,
      'other.txt': '',
      'things.tools.yml': side,
      'openapi-tools.lock.json': lock,
    })
    const { code, written } = await answer(at, ['init'])
    expect({ code, written }).toEqual({
      code: 0,
      written: ['openapi-tools.config.json', 'openapi-tools.lock.json'],
    })
    expect(at.read('things.tools.yml')).toBe(side)
    expect(Object.keys(stored(at))).toEqual(['other.txt', 'things.yaml'])
  })

  it('writes nothing when the lock cannot be read', async () => {
    const at = folder({
      'package.json': '{}',
      'things.yaml': things,
      'openapi-tools.lock.json': '<<<<<<< ours\n',
    })
    const before = at.snapshot()
    expect(await cli(at, ['init'])).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('lock-unreadable'),
    })
    expect(at.snapshot()).toEqual(before)
  })

  it('names the command that converts Swagger 2.0, and needs a document', async () => {
    const at = folder({ 'package.json': '{}', 'old.json': '{ "swagger": "2.0" }', 'things.yaml': things })
    const { code, stderr } = await cli(at, ['init'])
    expect(code).toBe(0)
    expect(stderr).toContain('npx swagger2openapi --outfile old.openapi.json old.json')
    expect(await cli(folder({ 'package.json': '{}' }), ['init'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('There is no OpenAPI document below this folder'),
    })
  })

  it('writes candidates that YAML reads as what they are, whatever their names', async () => {
    const ids = [
      'a: b',
      '# c',
      'yes',
      '1',
      'GET /x',
      "it's",
      '"q"',
      '- d',
      '{e}',
      'f\ng',
      '__proto__',
      '\u202eh',
      '?',
      '!i',
      '*j',
      '&k',
      ' l ',
    ]
    const operations = ids.map(
      (id, i) => `"/p${i}": { "get": { "operationId": ${JSON.stringify(id)}, "summary": "S\\n{{" } }`,
    )
    const text = `{ "openapi": "3.1.0", "info": { "title": "T", "version": "1" }, "paths": { ${operations.join(',')} } }`
    const at = folder({ 'package.json': '{}', 'x.json': text })
    expect((await cli(at, ['init'])).code).toBe(0)
    const side = at.read('x.tools.yaml')
    expect(side).not.toContain('\u202e')
    const chosen = side.split('\n').map(line => (line.includes(': {} # GET') ? line.replace('# ', '') : line))
    const { operations: entries } = load(chosen.join('\n')) as { operations: object }
    expect(Object.keys(entries).sort()).toEqual([...ids].sort())
  })
})

describe('keys', () => {
  it.each([
    [['specs/orders.yaml'], ['orders']],
    [
      ['a/openapi.json', 'b/openapi.json', 'openapi.yaml'],
      ['a', 'b', 'openapi'],
    ],
    [['GitHubAPI.v3.json'], ['git-hub-api-v3']],
    [
      ['x/orders.yaml', 'y/orders.yaml', 'orders.json'],
      ['orders', 'y-orders', 'orders-2'],
    ],
    [
      ['3scale.json', '_.json', 'ü.json'],
      ['api-3scale', 'api', 'api-2'],
    ],
  ])('of %j are %j', (files, keys) => {
    expect([...keysOf(files).keys()]).toEqual(keys)
    expect(keys.every(k => /^[a-z][a-z0-9-]*$/.test(k))).toBe(true)
  })

  it('leave alone what is taken', () => {
    expect([...keysOf(['orders.yaml'], ['orders', 'orders-2']).keys()]).toEqual(['orders-3'])
  })
})
