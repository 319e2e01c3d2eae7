/** `openapi-tools pin`: what it locks, what it warns of, and that nothing is written beside an error. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { type Folder, folder } from '../support/folder.ts'
import { answer, cli } from './cli.ts'

const sum = (text: string) => createHash('sha256').update(text).digest('hex')
const spec = (version: string, paths = '{}') =>
  `{ "openapi": "3.1.0", "info": { "title": "T", "version": "${version}" }, "paths": ${paths} }\n`
const withRef = `openapi: 3.1.0
info: { title: Orders, version: 2.0.0 }
paths:
  /a: { $ref: parts/a.yaml }
`
const part = 'get: { operationId: a, responses: { 200: { $ref: "b.json#/x" } } }\n'
const partOfPart = '{ "x": { "description": "ok" } }\n'
const orders = { 'specs/orders.yaml': withRef, 'specs/parts/a.yaml': part, 'specs/parts/b.json': partOfPart }
const lockOf = (at: Folder) => JSON.parse(at.read('openapi-tools.lock.json'))
const configuration = (specs: unknown) => ({ 'openapi-tools.config.json': JSON.stringify({ specs }) })

describe('pin', () => {
  it('locks a file with everything it references, and says what it did', async () => {
    const at = folder(orders)
    const { code, stdout, stderr } = await cli(at, ['pin', 'specs/orders.yaml'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toBe(
      [
        `added    specs/orders.yaml  2.0.0  sha256 ${sum(withRef)}`,
        `added    specs/parts/a.yaml  sha256 ${sum(part)}`,
        `added    specs/parts/b.json  sha256 ${sum(partOfPart)}`,
        'openapi-tools.lock.json written\n',
      ].join('\n'),
    )
    expect(lockOf(at)).toEqual({
      lockfileVersion: 1,
      files: {
        'specs/orders.yaml': { sha256: sum(withRef), version: '2.0.0' },
        'specs/parts/a.yaml': { sha256: sum(part) },
        'specs/parts/b.json': { sha256: sum(partOfPart) },
      },
    })
  })

  it('changes nothing the second time', async () => {
    const at = folder(orders)
    await cli(at, ['pin', 'specs/orders.yaml'])
    const before = at.snapshot()
    const { code, stdout } = await cli(at, ['pin', 'specs/orders.yaml'])
    expect(code).toBe(0)
    expect(stdout).toContain('openapi-tools.lock.json is up to date')
    expect(stdout).not.toContain('added')
    expect(at.snapshot()).toEqual(before)
  })

  it('takes every spec of the configuration, keeps what still exists, drops what does not', async () => {
    const at = folder({
      ...orders,
      'b.json': spec('1.0.0'),
      'c.json': spec('1.0.0'),
      'gone.json': spec('1.0.0'),
    })
    await cli(at, ['pin', 'c.json', 'gone.json', 'b.json'])
    at.write({
      ...configuration({ orders: 'specs/orders.yaml', b: { spec: 'b.json' } }),
      'b.json': spec('1.1.0'),
    })
    execFileSync('rm', [at.at('gone.json')])
    const { code, stdout } = await cli(at, ['pin', '--json'])
    expect(code).toBe(0)
    const answer = JSON.parse(stdout)
    expect(answer).toMatchObject({ lock: 'openapi-tools.lock.json', written: true, diagnostics: [] })
    expect(answer.files.map((f: { file: string; state: string }) => `${f.state} ${f.file}`)).toEqual([
      'changed b.json',
      'same c.json',
      'removed gone.json',
      'added specs/orders.yaml',
      'added specs/parts/a.yaml',
      'added specs/parts/b.json',
    ])
    expect(answer.files[0].before).toEqual({ sha256: sum(spec('1.0.0')), version: '1.0.0' })
    expect(Object.keys(lockOf(at).files)).not.toContain('gone.json')
  })

  it('reads paths from the folder it is called in, and writes them from the root', async () => {
    const at = folder({ ...orders, 'package.json': '{}', ...configuration({ orders: 'specs/orders.yaml' }) })
    const { code } = await cli(at, ['pin', '--cwd', 'specs', 'orders.yaml'])
    expect(code).toBe(0)
    expect(Object.keys(lockOf(at).files)).toContain('specs/orders.yaml')
  })

  it('pins one referenced file alone, as the message of a build says', async () => {
    const at = folder(orders)
    await cli(at, ['pin', 'specs/orders.yaml'])
    at.write({ 'specs/parts/b.json': '{ "x": { "description": "new" } }\n' })
    const { code, stdout } = await cli(at, ['pin', 'specs/parts/b.json'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^same {5}specs\/orders.yaml[\s\S]*^changed {2}specs\/parts\/b.json/m)
  })

  it('needs no lock entry for a spec with a sum in the configuration, and does not accept another one', async () => {
    const text = spec('1.0.0')
    const at = folder({ 'b.json': text, ...configuration({ b: { spec: 'b.json', sha256: sum(text) } }) })
    expect((await cli(at, ['pin'])).code).toBe(0)
    expect(lockOf(at).files).toEqual({})
    at.write({ 'b.json': spec('1.0.1') })
    const { code, stderr } = await cli(at, ['pin'])
    expect(code).toBe(1)
    expect(stderr).toContain('error spec-changed')
    expect(stderr).toContain(sum(spec('1.0.1')))
  })

  it('warns about what JSON.parse decides in silence, with the place', async () => {
    const text = '{ "openapi": "3.1.0", "info": {},\n  "paths": {}, "x": 9007199254740993,\n  "paths": {} }\n'
    const at = folder({ 'b.json': text })
    const { code, stderr, stdout } = await cli(at, ['pin', 'b.json'])
    expect(code).toBe(0)
    expect(stderr).toContain(
      'warning duplicate-key: b.json has the key "paths" twice in one object\n  at b.json:3:3',
    )
    expect(stderr).toContain('warning imprecise-number: b.json has the number 9007199254740993')
    expect(stderr).toContain('at b.json:2:21')
    expect(stdout).toContain('added')
  })

  it.each([
    ['3.0.3', '/paths/~1a/get', `must have required property 'responses'`],
    ['3.1.0', '/paths/~1a/get/parameters/0', `must have required property 'in'`],
  ])('warns about what breaks the schema of OpenAPI %s', async (version, pointer, message) => {
    const operation =
      version === '3.0.3' ? '{}' : '{ parameters: [{ name: x }], responses: { 200: { description: ok } } }'
    const text = `openapi: ${version}\ninfo: { title: T, version: '1' }\npaths:\n  /a:\n    get: ${operation}\n`
    const at = folder({ 'a.yaml': text })
    const { code, diagnostics } = await answer(at, ['pin', 'a.yaml'])
    expect(code).toBe(0)
    expect(diagnostics).toContainEqual(
      expect.objectContaining({ code: 'spec-invalid', severity: 'warning', pointer, line: 5 }),
    )
    expect(JSON.stringify(diagnostics)).toContain(message)
    at.write({ 'a.yaml': text.replace(operation, '{ responses: { 200: { description: ok } } }') })
    expect((await answer(at, ['pin', 'a.yaml'])).diagnostics).toEqual([])
  })

  it('lists ten of many faults, and says what is wrong with a document that has no single one', async () => {
    const many = Array.from({ length: 30 }, (_, i) => `  /p${i}: { get: {} }`).join('\n')
    const info = `info: { title: T, version: '1' }`
    const at = folder({
      'many.yaml': `openapi: 3.0.3\n${info}\npaths:\n${many}\n`,
      'number.yaml': 'openapi: 3.0.3\ninfo: { title: T, version: 1 }\npaths: {}\n',
      'none.yaml': `openapi: 3.0.3\n${info}\n`,
      'later.yaml': `openapi: 3.2.0\n${info}\nnonsense: {}\n`,
    })
    const said = async (file: string) => (await cli(at, ['pin', file])).stderr
    expect((await said('many.yaml')).match(/warning spec-invalid/g)).toHaveLength(10)
    expect(await said('many.yaml')).toContain('(and 20 more)')
    expect(await said('number.yaml')).toContain('version number must be a string')
    expect(await said('none.yaml')).toContain('it has no paths')
    expect(await said('later.yaml')).toBe('')
  })

  it('fetches nothing, whatever a document refers to', async () => {
    const requests: string[] = []
    const server = createServer((request, response) => {
      requests.push(request.url ?? '')
      response.end('{}')
    })
    await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
    const { port } = server.address() as AddressInfo
    const ref = `http://127.0.0.1:${port}/a.yaml`
    const at = folder({ 'a.yaml': withRef.replace('parts/a.yaml', ref) })
    const { code, stderr } = await cli(at, ['pin', 'a.yaml'])
    expect({ code, requests }).toEqual({ code: 0, requests: [] })
    expect(stderr).toContain('warning ref-remote')
    await fetch(ref)
    server.close()
    expect(requests).toEqual(['/a.yaml'])
  })

  it('silences warnings that the configuration silences', async () => {
    const at = folder({
      ...configuration({ b: 'b.json' }),
      'b.json': '{ "openapi": "3.1.0", "info": { "title": "T", "version": "1" }, "paths": {}, "paths": {} }',
    })
    expect((await cli(at, ['pin'])).stderr).toContain('duplicate-key')
    const specs = { b: 'b.json' }
    at.write({ 'openapi-tools.config.json': JSON.stringify({ specs, silence: ['duplicate-key'] }) })
    expect((await cli(at, ['pin'])).stderr).toBe('')
  })

  it('warns about a reference that leads nowhere: perhaps nobody selects it', async () => {
    const at = folder({ 'a.yaml': withRef })
    const { code, stderr } = await cli(at, ['pin', 'a.yaml'])
    expect(code).toBe(0)
    expect(stderr).toContain('warning ref-unresolved')
    expect(stderr).toContain('at a.yaml:4:3')
  })

  it.each([
    ['missing', {}, 'error spec-not-found'],
    ['broken', { 'a.json': '{' }, 'error spec-unreadable'],
    ['no part of a document', { 'a.json': '"const a = 1"' }, 'error spec-unreadable'],
    ['Swagger 2.0', { 'a.json': '{ "swagger": "2.0" }' }, 'error spec-version'],
    [
      'beside a broken lock',
      { 'a.json': spec('1'), 'openapi-tools.lock.json': '{' },
      'error lock-unreadable',
    ],
    [
      'under a broken configuration',
      { 'a.json': spec('1'), 'openapi-tools.config.json': '{ "spec": 1 }' },
      'error option-unknown',
    ],
  ])('writes nothing for a file that is %s', async (_, files: Record<string, string>, message) => {
    const at = folder(files)
    const before = at.snapshot()
    const { code, stdout, stderr } = await cli(at, ['pin', 'a.json'])
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain(message)
    expect(at.snapshot()).toEqual(before)
    const answer = JSON.parse((await cli(at, ['pin', 'a.json', '--json'])).stdout)
    expect(answer).toMatchObject({ written: false, files: [], diagnostics: expect.any(Array) })
    expect(answer.diagnostics[0]).toMatchObject({ severity: 'error', code: message.split(' ')[1] })
  })
})

describe('the lock', () => {
  const text = spec('1')
  const locked = (more = '') =>
    `{\n  "lockfileVersion": 1,\n  "files": {\n    "a.json": {\n      "sha256": "${sum(text)}"\n    }${more}\n  }\n}\n`

  it.each([
    [
      'half written',
      locked().slice(0, 60),
      'error lock-unreadable: openapi-tools.lock.json is not valid JSON',
    ],
    ['with conflict markers', `<<<<<<< ours\n${locked()}=======\n>>>>>>> theirs\n`, 'conflict markers'],
    ['of an older format', locked().replace('Version": 1', 'Version": 0'), 'lockfileVersion "0", not 1'],
    ['of a later format', locked().replace('Version": 1', 'Version": 2'), 'lockfileVersion "2", not 1'],
    ['edited by hand', locked().replace(sum(text), 'abc'), 'has no sha256 of 64 hexadecimal digits'],
  ])('%s is refused and left as it is', async (_, lock, message) => {
    const at = folder({ 'a.json': text, 'openapi-tools.lock.json': lock })
    const { code, stdout, stderr } = await cli(at, ['pin', 'a.json'])
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain(message)
    expect(stderr).toContain('fix: ')
    expect(at.read('openapi-tools.lock.json')).toBe(lock)
  })

  it('is left to the process that writes it', async () => {
    const at = folder({ 'a.json': text, '.openapi-tools.lock.json.writing': '{' })
    const before = at.snapshot()
    const { code, stdout, stderr } = await cli(at, ['pin', 'a.json'])
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain('error write-conflict: Another process is writing openapi-tools.lock.json')
    expect(stderr).toContain('delete .openapi-tools.lock.json.writing first')
    expect(at.snapshot()).toEqual(before)
  })
})
