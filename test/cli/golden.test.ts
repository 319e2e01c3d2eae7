/** `openapi-tools golden`: what it says changed, that an update is all or nothing, and what it never accepts in passing. */
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Folder } from '../support/folder.ts'
import { answer, cli } from './cli.ts'
import { ordersText, project } from './project.ts'

const get = 'openapi-tools.golden/orders/orders_get.json'
const refund = 'openapi-tools.golden/orders/orders_refund_create.json'
const both = [get, refund]

/** Reviewed: every golden file is what is built. */
async function reviewed(files: Record<string, string> = {}, options: Record<string, unknown> = {}) {
  const at = project(files, options)
  expect(await cli(at, ['golden', '--update'])).toMatchObject({ code: 0, stderr: '' })
  return at
}

/** As if the file had been written by a build before: with another text. */
const edit = (at: Folder, file: string, ...edits: [string, string][]) => {
  const old = at.read(file)
  const text = edits.reduce((t, [from, to]) => t.replace(from, to), old)
  expect(text).not.toBe(old)
  at.write({ [file]: text })
}

interface Row {
  rule: string
  tool: string
  safety: boolean
  fingerprint: string
}
const rows = (found: Record<string, unknown>) => found.changes as Row[]

describe('golden', () => {
  it('says what is new, writes it, and then has nothing to say', async () => {
    const at = project()
    const asked = await answer(at, ['golden'])
    expect(asked).toMatchObject({ code: 1, written: [], reevaluate: ['orders_get', 'orders_refund_create'] })
    expect(rows(asked).map(r => r.rule)).toEqual(['tool-added', 'tool-added'])
    expect(Object.keys(at.snapshot())).not.toContain(get)
    expect(await answer(at, ['golden', '--update'])).toMatchObject({ code: 0, written: both, removed: [] })
    expect(Object.keys(at.snapshot())).toEqual(expect.arrayContaining(both))
    const before = at.snapshot()
    for (const words of [['golden'], ['golden', '--update']])
      expect(await cli(at, words)).toEqual({
        code: 0,
        stdout: 'The golden files are what is built.\n',
        stderr: '',
      })
    expect(at.snapshot()).toEqual(before)
    expect(await cli(at, ['types'])).toMatchObject({ code: 0 })
    expect(await cli(at, ['check'])).toMatchObject({ code: 0, stderr: '' })
  })

  it('classifies what changed, and accepts it when it is not about safety', async () => {
    const at = await reviewed()
    edit(at, get, ['Fetch a single order', 'Retch a single order'])
    const { code, stdout, stderr } = await cli(at, ['golden'])
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
    expect(stdout).toContain('behavioural  orders_get: the text reads')
    expect(stdout).toContain('to evaluate again: orders_get')
    expect(stdout).toContain(`changed  ${get}`)
    expect(stdout).toContain('Accept with: openapi-tools golden --update')
    expect(await cli(at, ['golden', '--update'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('The golden files are written.'),
    })
    expect(await cli(at, ['golden'])).toMatchObject({ code: 0 })
  })

  it('removes the file of a tool that is gone, and knows a renamed one', async () => {
    const at = await reviewed()
    at.write({ 'specs/orders.tools.yaml': 'version: 1\noperations: { getOrder: { name: orders_fetch } }\n' })
    const found = await answer(at, ['golden', '--update'])
    expect(
      rows(found)
        .map(r => `${r.rule} ${r.tool}`)
        .sort(),
    ).toEqual(['tool-removed orders_refund_create', 'tool-renamed orders_fetch'])
    expect(found).toMatchObject({
      code: 0,
      removed: both,
      written: ['openapi-tools.golden/orders/orders_fetch.json'],
    })
    expect(Object.keys(at.snapshot()).filter(f => f.startsWith('openapi-tools.golden'))).toEqual([
      'openapi-tools.golden/orders/orders_fetch.json',
    ])
  })

  it('knows the files of a spec that is gone, in check too, and leaves those of an imported one alone', async () => {
    const at = await reviewed({ 'specs/other.yaml': ordersText })
    expect((await cli(at, ['pin', 'specs/other.yaml'])).code).toBe(0)
    const text = at.read(get)
    const [imported, mine, folder] = ['other/a.json', 'src/mine.json', 'openapi-tools.golden']
    at.write({ [`${folder}/${imported}`]: text, [`${folder}/${mine}`]: '{ "format": 1 }' })
    expect(await cli(at, ['golden'])).toMatchObject({ code: 0 })
    // The same file under another key, and with it another folder.
    at.write({ 'openapi-tools.config.json': '{ "specs": { "shop": "specs/orders.yaml" } }' })
    const { stderr } = await cli(at, ['check'])
    expect(stderr).toContain(`warning golden-orphan: ${get} belongs to no spec: none has the key "orders"`)
    expect(stderr).not.toMatch(/golden-orphan: \S*(?:other|src)/)
    const found = await answer(at, ['golden', '--update'])
    expect(found).toMatchObject({ code: 0, removed: both })
    expect(rows(found).filter(r => r.rule === 'tool-removed')).toHaveLength(2)
    const left = Object.keys(at.snapshot()).filter(f => f.startsWith(folder))
    expect(left).toEqual(
      expect.arrayContaining([
        `${folder}/${imported}`,
        `${folder}/${mine}`,
        `${folder}/shop/orders_get.json`,
      ]),
    )
    expect(left.filter(f => f.includes('/orders/'))).toEqual([])
    // When nothing can import it any more, it is gone too.
    rmSync(at.at('specs/other.yaml'))
    expect((await cli(at, ['pin'])).code).toBe(0)
    expect(await answer(at, ['golden', '--update'])).toMatchObject({ removed: [`${folder}/${imported}`] })
  })

  it('takes nothing for gone that another configuration could own', async () => {
    const at = await reviewed({ 'specs/other.yaml': ordersText })
    const theirs = 'openapi-tools.golden/theirs/a.json'
    at.write({ [theirs]: at.read(get) })
    const strays = async () =>
      [(await cli(at, ['check'])).stderr, (await cli(at, ['golden'])).stdout].join('\n')
    expect(await strays()).toContain(theirs)
    // A document that is pinned and not configured may be theirs, under whatever key.
    expect((await cli(at, ['pin', 'specs/other.yaml'])).code).toBe(0)
    expect(await strays()).not.toContain(theirs)
    expect((await cli(at, ['golden', '--update'])).code).toBe(0)
    expect(Object.keys(at.snapshot())).toContain(theirs)
    rmSync(at.at('openapi-tools.lock.json'))
    expect(await strays()).not.toContain(theirs)
  })

  it('replaces what only looks different, and says that nothing changed', async () => {
    const at = await reviewed()
    at.write({ [get]: at.read(get).replaceAll('\n', '\r\n') })
    const found = await answer(at, ['golden', '--update'])
    expect(found).toMatchObject({ code: 0, changes: [], class: 'none', written: [get] })
    expect(at.read(get)).not.toContain('\r')
  })
})

describe('safety', () => {
  const lowered = (at: Folder) => {
    edit(at, get, ['"effect": "read"', '"effect": "write"'], ['"confirm": false', '"confirm": true'])
    edit(at, refund, ['Pay money back', 'Give money back'])
  }

  it('stops the whole update, until each row is accepted by its fingerprint', async () => {
    const at = await reviewed()
    lowered(at)
    const before = at.snapshot()
    const stopped = await answer(at, ['golden', '--update'])
    expect(stopped).toMatchObject({ code: 1, written: [] })
    expect(await cli(at, ['golden', '--update'])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('Nothing is written.'),
    })
    const [first = '', second = ''] = rows(stopped)
      .filter(r => r.safety)
      .map(r => r.fingerprint)
    expect(rows(stopped).filter(r => r.safety)).toHaveLength(2)
    expect(
      (stopped.diagnostics as { code: string; fix: string }[]).map(d => [d.code, d.fix.includes('--accept')]),
    ).toEqual([
      ['safety-unaccepted', true],
      ['safety-unaccepted', true],
    ])
    expect(await cli(at, ['golden', '--update', '--accept', first])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`--accept ${second}`),
    })
    expect(at.snapshot()).toEqual(before)
    expect(await answer(at, ['golden', '--update', '--accept', first, '--accept', second])).toMatchObject({
      code: 0,
      written: both,
    })
    expect((await cli(at, ['golden'])).code).toBe(0)
  })

  it('takes no fingerprint that nothing has, and none without an update', async () => {
    const at = await reviewed()
    expect(await cli(at, ['golden', '--update', '--accept', 'ab'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('has the fingerprint "ab". Nothing has to be.'),
    })
    expect(await cli(at, ['golden', '--accept', 'ab'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--accept goes with --update'),
    })
    lowered(at)
    expect(await cli(at, ['golden', '--update', '--accept', 'ab'])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/There is [0-9a-f]{16}, [0-9a-f]{16}\./),
    })
    expect(await cli(project({}, { golden: false }), ['golden'])).toMatchObject({ code: 2 })
  })
})

describe('a stored file that cannot be read', () => {
  it.each([
    [
      'has conflict markers',
      (text: string) => `<<<<<<< ours\n${text}=======\n${text}>>>>>>> theirs\n`,
      'conflict markers',
    ],
    ['is half written', (text: string) => text.slice(0, 300), 'written by half'],
    ['has an older format', (text: string) => text.replace('"format": 1', '"format": 0'), 'old format 0'],
    ['has a later format', (text: string) => text.replace('"format": 1', '"format": 2'), 'has format 2'],
    [
      'was edited by hand',
      (text: string) => text.replace('"confirm": false', '"confirm": "no"'),
      '"confirm" is missing or of another type',
    ],
    ['is empty', () => '', 'is empty'],
  ])('is not taken for reviewed: it %s', async (_, spoil, message) => {
    const at = await reviewed()
    at.write({ [get]: spoil(at.read(get)) })
    const before = at.snapshot()
    const shown = await cli(at, ['golden'])
    expect(shown).toMatchObject({ code: 1, stdout: expect.stringContaining(message) })
    const { code, unread, diagnostics } = await answer(at, ['golden', '--update'])
    expect({ code, diagnostics }).toMatchObject({
      code: 1,
      diagnostics: [{ code: 'safety-unaccepted', file: get }],
    })
    expect(at.snapshot()).toEqual(before)
    const [{ fingerprint } = { fingerprint: '' }] = unread as { fingerprint: string }[]
    expect((await cli(at, ['golden', '--update', '--accept', fingerprint])).code).toBe(0)
    expect((await cli(at, ['golden'])).code).toBe(0)
  })

  it('is left alone when it is no text', async () => {
    const at = await reviewed()
    writeFileSync(at.at(get), Buffer.from([0xff, 0xfe]))
    expect(await cli(at, ['golden', '--update'])).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('golden-unreadable'),
    })
  })
})

describe('an update', () => {
  it('writes nothing while a spec has an error: its tools are not gone', async () => {
    const at = await reviewed()
    rmSync(at.at(refund))
    at.write({ 'specs/orders.yaml': `${at.read('specs/orders.yaml')}# more\n` })
    const before = at.snapshot()
    expect(await cli(at, ['golden', '--update'])).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('spec-changed'),
    })
    expect(at.snapshot()).toEqual(before)
  })

  it('leaves every file to the process that writes one of them', async () => {
    const at = await reviewed()
    for (const file of both) edit(at, file, ['"format": 1', '"format":  1'])
    at.write({ 'openapi-tools.golden/orders/.orders_refund_create.json.writing': '' })
    const before = at.snapshot()
    expect(await cli(at, ['golden', '--update'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('write-conflict'),
    })
    expect(at.snapshot()).toEqual(before)
  })

  it.each(['ORDERS_GET.json', 'orders_get.JSON'])('knows a golden file in another case: %s', async name => {
    const at = project()
    await cli(at, ['golden', '--update'])
    renameSync(
      at.at('openapi-tools.golden/orders/orders_get.json'),
      at.at(`openapi-tools.golden/orders/${name}`),
    )
    const found = await answer(at, ['check'])
    expect(found.diagnostics).toMatchObject([
      { code: 'golden-changed', message: expect.stringContaining('only the name of the file differs') },
      { code: 'types-stale' },
    ])
    expect(await answer(at, ['golden', '--update'])).toMatchObject({
      changes: [],
      written: ['openapi-tools.golden/orders/orders_get.json'],
      removed: [`openapi-tools.golden/orders/${name}`],
    })
  })
})
