/** `openapi-tools check`: green when everything is as committed, and every kind of finding at once when not. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createProject } from '../../src/project/project.ts'
import type { Folder } from '../support/folder.ts'
import { answer, cli } from './cli.ts'
import { ordersText, project } from './project.ts'

/** What a build outside CI writes. */
async function built(at: Folder): Promise<Folder> {
  const plugin = createProject(undefined, { root: at.path, watching: false }, {})
  await plugin.outcome({ key: 'orders' })
  await plugin.write()
  return at
}

const codes = (found: Record<string, unknown>) =>
  (found.diagnostics as { code: string; severity: string }[]).map(d => `${d.severity} ${d.code}`)

const golden = 'openapi-tools.golden/orders/orders_get.json'
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

describe('check', () => {
  it('is green after a build, and writes nothing', async () => {
    const at = await built(project())
    const before = at.snapshot()
    expect(await cli(at, ['check'])).toEqual({
      code: 0,
      stdout: '1 spec, 2 tools: pinned, reviewed, and typed as they are\n',
      stderr: '',
    })
    expect(await answer(at, ['check'])).toEqual({
      code: 0,
      specs: [{ key: 'orders', tools: ['orders_get', 'orders_refund_create'] }],
      diagnostics: [],
    })
    expect(at.snapshot()).toEqual(before)
  })

  it.each<[string, (at: Folder) => void, string[]]>([
    [
      'a changed spec',
      at => at.write({ 'specs/orders.yaml': `${ordersText}# more\n` }),
      ['error spec-changed'],
    ],
    ['a missing lock', at => rmSync(at.at('openapi-tools.lock.json')), ['error spec-not-pinned']],
    ['a missing golden file', at => rmSync(at.at(golden)), ['error golden-missing']],
    [
      'another golden file',
      at => at.write({ [golden]: at.read(golden).replace('"read"', '"write"') }),
      ['error golden-changed'],
    ],
    [
      'a golden file too many',
      at => at.write({ 'openapi-tools.golden/orders/x.json': at.read(golden) }),
      ['warning golden-orphan'],
    ],
    ['missing types', at => rmSync(at.at('openapi-tools.d.ts')), ['error types-stale']],
    ['edited types', at => at.write({ 'openapi-tools.d.ts': 'x' }), ['error types-stale']],
  ])('finds %s', async (_, edit, expected) => {
    const at = await built(project())
    edit(at)
    const before = at.snapshot()
    const found = await answer(at, ['check'])
    expect({ code: found.code, codes: codes(found) }).toEqual({
      code: expected.some(c => c.startsWith('error')) ? 1 : 0,
      codes: expected,
    })
    expect(at.snapshot()).toEqual(before)
  })

  it('finds everything of every spec at once, each thing once', async () => {
    const doubtful = `{ "openapi": "3.0.3", "info": { "title": "T", "version": "1" }, "paths": {
      "/a": { "get": { "operationId": "a", "summary": "A.", "x-agent-tool": true, "parameters": [{ "$ref": "#/nowhere" }] } },
      "/b": { "get": { "responses": { "200": { "description": "ok" } } } }, "/b": {} } }\n`
    const at = await built(
      project(
        {
          'b.json': doubtful,
          'openapi-tools.lock.json': JSON.stringify({
            lockfileVersion: 1,
            files: Object.fromEntries([
              ['specs/orders.yaml', { sha256: sha256(ordersText) }],
              ['b.json', { sha256: sha256(doubtful) }],
            ]),
          }),
        },
        { specs: { orders: 'specs/orders.yaml', b: 'b.json' } },
      ),
    )
    expect(codes(await answer(at, ['check']))).toEqual([
      'error golden-missing',
      'error ref-unresolved',
      'warning spec-invalid',
      'warning duplicate-key',
    ])
  })

  it('warns of nothing that is silenced, and needs no golden folder or types that are off', async () => {
    const document =
      '{ "openapi": "3.1.0", "info": { "title": "T", "version": "1" }, "paths": {}, "paths": { "/a": { "get": { "summary": "A.", "x-agent-tool": true } } } }'
    const files = { 'specs/orders.yaml': document }
    const off = { golden: false, dts: false }
    expect(codes(await answer(project(files, off), ['check']))).toEqual(['error spec-unreadable'])
    const json = { specs: { orders: 'specs/orders.json' }, ...off }
    const lock = JSON.stringify({
      lockfileVersion: 1,
      files: { 'specs/orders.json': { sha256: sha256(document) } },
    })
    const at = (more: object) =>
      project({ 'specs/orders.json': document, 'openapi-tools.lock.json': lock }, { ...json, ...more })
    expect(codes(await answer(at({}), ['check']))).toEqual(['warning duplicate-key'])
    expect(codes(await answer(at({ silence: ['duplicate-key'] }), ['check']))).toEqual([])
  })
})

/** What a merge leaves: both sides, between markers that git writes. */
const conflict = (text: string) => `<<<<<<< HEAD\n${text}=======\n${text}>>>>>>> other\n`
const half = (text: string) => text.slice(0, Math.floor(text.length / 2))
const lockFile = 'openapi-tools.lock.json'
const goldenFile = 'openapi-tools.golden/orders/orders_get.json'
const sideFile = 'specs/orders.tools.yaml'
const markers = 'conflict markers'

describe('a file that nobody could have meant', () => {
  it.each([
    [lockFile, conflict, 'lock-unreadable', markers],
    [lockFile, half, 'lock-unreadable', 'is not valid JSON'],
    [goldenFile, conflict, 'golden-unreadable', `merge ${markers}, the first in line 1`],
    [goldenFile, half, 'golden-unreadable', 'written by half'],
    [sideFile, conflict, 'spec-unreadable', `it has ${markers} of a merge\n  at ${sideFile}:1:1`],
    [
      sideFile,
      (text: string) => text.replace('  getOrder: {}\n', conflict('  getOrder: {}\n')),
      'spec-unreadable',
      `it has ${markers} of a merge\n  at ${sideFile}:3:1`,
    ],
    [sideFile, (text: string) => text.replace('{}', '{'), 'spec-unreadable', 'cannot be read'],
    [sideFile, (text: string) => text.replace('version: 1', 'version: 2'), 'directive-invalid', 'not 2'],
    ['openapi-tools.config.json', conflict, 'configuration-unreadable', `it has ${markers} of a merge`],
    ['openapi-tools.config.json', half, 'configuration-unreadable', 'a string without an end'],
    ['specs/orders.yaml', conflict, 'spec-unreadable', `it has ${markers} of a merge`],
  ])('%s (%#) is told by its code, and no command writes beside it', async (file, spoil, code, message) => {
    const at = project({ [sideFile]: 'version: 1\noperations:\n  getOrder: {}\n' })
    for (const words of [['pin'], ['golden', '--update'], ['types'], ['check']])
      expect(await cli(at, words)).toMatchObject({ code: 0, stderr: '' })
    const text = at.read(file)
    at.write({ [file]: spoil(text) })
    expect(at.read(file)).not.toBe(text)
    const before = at.snapshot()
    const checked = await cli(at, ['check'])
    expect(checked).toMatchObject({ code: 1, stdout: '' })
    expect(checked.stderr).toContain(`error ${code}: `)
    expect(checked.stderr).toContain(message)
    // `pin` asks only for what it pins, and `golden --update` for a word about what it would replace.
    for (const words of [['golden', '--update'], ['types'], ['pin']]) await cli(at, words)
    expect(at.snapshot()).toEqual(before)
    at.write({ [file]: text })
    expect(await cli(at, ['check'])).toMatchObject({ code: 0, stderr: '' })
  })
})

describe('a changed spec', () => {
  const git = (at: Folder, ...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...words], {
      cwd: at.path,
      stdio: 'pipe',
    })
  const message = async (at: Folder) => (await cli(at, ['check'])).stderr
  const edited = ordersText.replace('Fetch a single order', 'Look up one order')

  it('is told with what changed, when git has the pinned file', async () => {
    const at = await built(project())
    git(at, 'init', '-q')
    at.write({ 'specs/orders.yaml': edited })
    expect(await message(at)).not.toContain('what changed since')
    at.write({ 'specs/orders.yaml': ordersText })
    git(at, 'add', '-A')
    at.write({ 'specs/orders.yaml': edited })
    // From the index, from a commit, from an older commit.
    expect(await message(at)).toMatch(
      /what changed since:\n@@[\s\S]*\n- .*Fetch a single order[\s\S]*\n\+ .*Look up one order/,
    )
    git(at, 'commit', '-qam', 'edited')
    at.write({ 'specs/orders.yaml': `${edited}# once more\n` })
    git(at, 'commit', '-qam', 'again')
    expect(await message(at)).not.toContain('what changed since')
    // It was never committed, only indexed.
    at.write({ 'specs/orders.yaml': ordersText })
    git(at, 'commit', '-qam', 'back')
    at.write({ 'specs/orders.yaml': edited })
    git(at, 'commit', '-qam', 'edited')
    expect(await message(at)).toContain('what changed since')
    expect(await message(at)).toContain(sha256(edited))
    expect(await message(at)).toContain('npx openapi-tools pin specs/orders.yaml')
  })

  it('says once that only line endings differ', async () => {
    const at = await built(project())
    git(at, 'init', '-q')
    git(at, 'add', '-A')
    at.write({ 'specs/orders.yaml': ordersText.replaceAll('\n', '\r\n') })
    expect(await message(at)).toContain('differs from the pinned one in its line endings only')
    expect(await message(at)).not.toContain('what changed since')
  })

  it('is short and harmless, whatever was changed', async () => {
    const at = await built(project())
    git(at, 'init', '-q')
    git(at, 'add', '-A')
    const long = `# \u001b[2J${'x'.repeat(5000)}\n`
    at.write({ 'specs/orders.yaml': `${long.repeat(100)}${ordersText}` })
    const text = await message(at)
    expect(text).not.toContain('\u001b')
    expect(text).toContain('more')
    expect(text.length).toBeLessThan(8000)
  })
})
