/** `openapi-tools types` and `emit`: the files, that they say what a bundler would get, and `--check`. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { resolve } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { moduleText } from '../../src/emit/module.ts'
import { createProject } from '../../src/project/project.ts'
import type { Folder } from '../support/folder.ts'
import { answer, cli } from './cli.ts'
import { ordersText, project } from './project.ts'

const two = { specs: { orders: 'specs/orders.yaml', 'git-hub': 'specs/orders.yaml' } }
const link = (at: Folder) => {
  mkdirSync(at.at('node_modules'))
  symlinkSync(resolve('.'), at.at('node_modules/unplugin-openapi-tools'), 'dir')
}

describe('types', () => {
  it('writes what a build writes, and then has nothing to do', async () => {
    const at = project()
    expect(await answer(at, ['types', '--check'])).toMatchObject({
      code: 1,
      written: [],
      diagnostics: [{ code: 'types-stale', severity: 'error', file: 'openapi-tools.d.ts' }],
    })
    expect(Object.keys(at.snapshot())).not.toContain('openapi-tools.d.ts')
    expect(await cli(at, ['types'])).toEqual({ code: 0, stdout: 'openapi-tools.d.ts written\n', stderr: '' })
    const written = at.read('openapi-tools.d.ts')
    expect(await cli(at, ['types'])).toMatchObject({ stdout: 'openapi-tools.d.ts is up to date\n' })
    expect(await cli(at, ['types', '--check'])).toMatchObject({ code: 0, stderr: '' })

    at.write({ 'openapi-tools.d.ts': 'stale' })
    const build = createProject(undefined, { root: at.path, watching: false }, {})
    await build.outcome({ key: 'orders' })
    await build.write()
    expect(at.read('openapi-tools.d.ts')).toBe(written)
  })

  it('needs no golden file', async () => {
    const at = project({ 'openapi-tools.golden/orders/orders_get.json': '{}' })
    expect(await cli(at, ['types'])).toMatchObject({ code: 0, stderr: '' })
  })

  it.each([
    ['a spec has an error', { 'specs/orders.yaml': 'x' }, {}, 1, 'spec-unreadable'],
    [
      'a spec is not pinned',
      { 'openapi-tools.lock.json': '{ "lockfileVersion": 1, "files": {} }' },
      {},
      1,
      'spec-not-pinned',
    ],
    ['types are off', {}, { dts: false }, 2, 'dts is false'],
  ])('writes nothing when %s', async (_, files: Record<string, string>, options, code, message) => {
    const at = project(files, options)
    const before = at.snapshot()
    const ran = await cli(at, ['types'])
    expect(ran).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(message) })
    expect(at.snapshot()).toEqual(before)
  })
})

describe('emit', () => {
  it('writes a module of every spec and one of every tool, with types', async () => {
    const at = project({}, { specs: two.specs, dts: false })
    const { code, written, removed } = await answer(at, ['emit', '--out', 'src/tools'])
    expect({ code, removed }).toEqual({ code: 0, removed: [] })
    const files = ['orders.d.ts.map', 'git-hub.d.ts.map'].concat(
      ['.js', '.d.ts'].flatMap(ext => [
        `orders${ext}`,
        `orders/ordersGet${ext}`,
        `orders/ordersRefundCreate${ext}`,
        `git-hub${ext}`,
        `git-hub/ordersGet${ext}`,
        `git-hub/ordersRefundCreate${ext}`,
      ]),
    )
    expect((written as string[]).toSorted()).toEqual(files.map(f => `src/tools/${f}`).sort())
  })

  it('writes the bytes that a bundler gets, which run, and types that hold', async () => {
    const at = project()
    link(at)
    await cli(at, ['emit', '--out', 'tools'])
    const { compiled } = await createProject(undefined, { root: at.path, watching: false }, {}).outcome({
      key: 'orders',
    })
    expect(compiled && at.read('tools/orders.js')).toBe(compiled && moduleText(compiled))
    at.write({
      'main.ts': `
        import { connect } from 'unplugin-openapi-tools/runtime'
        import { ordersGet, ordersRefundCreate, spec, tools } from './tools/orders.js'
        import one, { ordersGet as same } from './tools/orders/ordersGet.js'
        const name: 'orders_get' = one.name
        const bound = connect(spec, { baseUrl: 'https://x.example', credentials: { bearerAuth: 't' } }).bind([ordersGet, ordersRefundCreate])
        process.stdout.write(JSON.stringify([name, same === one, tools.length, bound.map(b => b.tool.name)]))
      `,
    })
    const program = ts.createProgram([at.at('main.ts')], {
      strict: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      types: ['node'],
      typeRoots: [resolve('node_modules/@types')],
    })
    const messages = ts
      .getPreEmitDiagnostics(program)
      .map(d => ts.flattenDiagnosticMessageText(d.messageText, ' '))
    expect(messages).toEqual([])
    program.emit()
    expect(JSON.parse(execFileSync(process.execPath, [at.at('main.js')], { encoding: 'utf8' }))).toEqual([
      'orders_get',
      true,
      2,
      ['orders_get', 'orders_refund_create'],
    ])
  })

  it('removes modules of tools that are gone, and no other file', async () => {
    const at = project()
    await cli(at, ['emit', '--out', 'tools'])
    at.write({
      'tools/mine.js': 'export {}',
      'tools/mine.d.ts.map': '{ "sources": [] }',
      'tools/orders/mine.js': '',
      'specs/orders.tools.yaml': 'version: 1\noperations: { getOrder: }\n',
    })
    const stale = await answer(at, ['emit', '--out', 'tools', '--check'])
    expect(stale).toMatchObject({
      code: 1,
      written: [],
      removed: [],
      diagnostics: [{ code: 'modules-stale' }],
    })
    const { removed } = await answer(at, ['emit', '--out', 'tools'])
    expect(removed).toEqual(['js', 'd.ts'].flatMap(e => [`tools/orders/ordersRefundCreate.${e}`]).sort())
    expect(Object.keys(at.snapshot())).toEqual(
      expect.arrayContaining(['tools/mine.js', 'tools/mine.d.ts.map', 'tools/orders/mine.js']),
    )
    expect(await cli(at, ['emit', '--out', 'tools', '--check'])).toMatchObject({
      code: 0,
      stdout: 'tools is up to date\n',
    })
  })

  it('takes its folder from where it is called, also outside of the root', async () => {
    const at = project({
      'app/package.json': '{}',
      'app/openapi-tools.config.json': JSON.stringify({
        specs: { orders: '../specs/orders.yaml' },
        lock: '../openapi-tools.lock.json',
      }),
      'app/deep/x': '',
      'openapi-tools.lock.json': '{}',
    })
    expect((await cli(at, ['pin', '--cwd', 'app'])).code).toBe(1)
    at.write({ 'openapi-tools.lock.json': '{ "lockfileVersion": 1, "files": {} }' })
    expect((await cli(at, ['pin', '--cwd', 'app'])).code).toBe(0)
    const { written } = await answer(at, ['emit', '--cwd', 'app/deep', '--out', '../../out'])
    expect((written as string[])[0]).toBe('../out/orders.js')
    expect(at.read('out/orders.js')).toContain('orders_get')
  })

  it.each([
    [
      'an error in the document',
      { 'specs/orders.yaml': ordersText.replace('openapi: 3.1.0', 'openapi: 4.0.0') },
      'spec-version',
    ],
    ['another process', { 'tools/.orders.js.writing': '' }, 'write-conflict'],
    ['a file in the place of the folder', { tools: '' }, 'write-failed'],
  ])('writes nothing beside %s', async (_, files: Record<string, string>, message) => {
    const at = project(files)
    const before = at.snapshot()
    const ran = await cli(at, ['emit', '--out', 'tools'])
    expect(ran).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(message) })
    expect(at.snapshot()).toEqual(before)
  })

  it('needs a folder', async () => {
    expect(await cli(project(), ['emit'])).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining("'--out <dir>'"),
    })
  })
})
