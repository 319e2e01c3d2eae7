/** The project layer: the table of who writes what when, cell by cell, and what is read and compiled only once. */
import { rmSync } from 'node:fs'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createProject, type Project } from '../src/project/project.ts'
import { app, lock, options, ordersText, sha256 } from './plugin/app.ts'
import { type Folder, folder } from './support/folder.ts'

// Counts, and changes nothing.
const counts = vi.hoisted(() => ({ parsed: [] as string[], compiled: 0 }))
vi.mock('../src/spec/parse.ts', async original => {
  const real = await original<typeof import('../src/spec/parse.ts')>()
  const parseBytes: typeof real.parseBytes = (bytes, file) => {
    counts.parsed.push(file)
    return real.parseBytes(bytes, file)
  }
  return { ...real, parseBytes }
})
vi.mock('../src/compile.ts', async original => {
  const real = await original<typeof import('../src/compile.ts')>()
  const compile: typeof real.compile = (...args) => {
    counts.compiled++
    return real.compile(...args)
  }
  return { ...real, compile }
})
beforeEach(() => Object.assign(counts, { parsed: [], compiled: 0 }))

const open = (at: Folder, inline?: unknown, watching = false, env: NodeJS.ProcessEnv = {}): Project =>
  createProject(inline, { root: at.path, watching }, env)
const orders = { key: 'orders' }
const codes = async (project: Project, ref: Parameters<Project['outcome']>[0] = orders) =>
  (await project.outcome(ref)).diagnostics.map(d => `${d.severity} ${d.code}`)
const names = async (project: Project) =>
  (await project.outcome(orders)).compiled?.tools.map(t => t.tool.name)
const golden = 'openapi-tools.golden/orders/orders_get.json'

describe('configuration', () => {
  it.each([
    [
      'ts',
      'const x: string = "./specs/orders.yaml"\nexport default { specs: { orders: x } } satisfies object',
    ],
    ['js', 'export default { specs: { orders: "./specs/orders.yaml" } }'],
    ['mjs', 'export default { specs: { orders: "./specs/orders.yaml" } }'],
    ['json', '{ "specs": { "orders": "./specs/orders.yaml" } }'],
  ])('is read from openapi-tools.config.%s', async (ext, text) => {
    const at = app({ [`openapi-tools.config.${ext}`]: text })
    expect(await names(open(at))).toEqual(['orders_get', 'orders_refund_create'])
  })

  it('stands beside package.json, wherever the host works below', async () => {
    const at = app({ 'openapi-tools.config.json': '{ "specs": { "orders": "specs/orders.yaml" } }' })
    const project = createProject(undefined, { root: at.at('src'), watching: false }, {})
    expect(await names(project)).toEqual(['orders_get', 'orders_refund_create'])
    expect(await project.root()).toBe(at.path)
  })

  it('may import other files, and is read again after a refresh', async () => {
    const at = app({
      'specs.ts': 'export const specs: object = {}',
      'openapi-tools.config.ts': 'import { specs } from "./specs.ts"\nexport default { specs }',
    })
    const project = open(at)
    expect(await codes(project)).toEqual(['error option-invalid'])
    at.write({ 'specs.ts': 'export const specs: object = { orders: "specs/orders.yaml" }' })
    project.refresh()
    expect(await names(project)).toHaveLength(2)
  })

  it('says what to install when it imports a package that is not there', async () => {
    const at = app({ 'openapi-tools.config.ts': 'import "unplugin-nowhere"\nexport default {}' })
    const [diagnostic] = (await open(at).outcome(orders)).diagnostics
    expect(diagnostic).toMatchObject({
      code: 'configuration-unreadable',
      fix: 'Install unplugin-nowhere, or correct the import',
    })
  })

  it.each([
    ['two files', { 'openapi-tools.config.js': '', 'openapi-tools.config.ts': '' }, undefined],
    ['a file and options', { 'openapi-tools.config.js': '' }, options],
  ])('is refused when there are two: %s', async (_, files: Record<string, string>, inline) => {
    expect(await codes(open(app(files), inline))).toEqual(['error two-configurations'])
  })

  it.each([
    ['ts', 'export default {\n  specs: {,\n}', 'openapi-tools.config.ts:2:11'],
    ['js', 'throw new Error("no luck")', 'no luck'],
    ['json', '{ "specs": ', 'the text ends too early'],
  ])('that cannot be loaded says why (%s)', async (ext, text, reason) => {
    const at = app({ [`openapi-tools.config.${ext}`]: text })
    const { diagnostics, watch } = await open(at).outcome(orders)
    expect(diagnostics.map(d => d.code)).toEqual(['configuration-unreadable'])
    expect(diagnostics[0]?.message).toContain(reason)
    expect(diagnostics[0]?.message).not.toContain(at.path)
    expect(watch).toContain(at.at(`openapi-tools.config.${ext}`))
  })

  it('is located when it is JSON', async () => {
    const at = app({
      'openapi-tools.config.json': '{ "specs": { "orders": "specs/orders.yaml" },\n  "dst": false }',
    })
    const [diagnostic] = (await open(at).outcome(orders)).diagnostics
    expect(diagnostic).toMatchObject({ code: 'option-unknown', position: { line: 2, column: 3 } })
  })
})

describe('selection', () => {
  const sideFile = 'version: 1\noperations: { listOrders: { name: orders_list } }\n'

  it.each(['yaml', 'yml', 'json'])('comes from the side file beside the spec (.%s)', async ext => {
    const text = '{ "version": 1, "operations": { "listOrders": { "name": "orders_list" } } }'
    expect(await names(open(app({ [`specs/orders.tools.${ext}`]: text }), options))).toEqual(['orders_list'])
  })

  it('comes from the side file that is named, or from the options', async () => {
    const at = app({ 'a.yaml': sideFile })
    const spec = './specs/orders.yaml'
    expect(await names(open(at, { specs: { orders: { spec, tools: 'a.yaml' } } }))).toEqual(['orders_list'])
    expect(await names(open(at, { specs: { orders: { spec, operations: ['listOrders'] } } }))).toEqual([
      'orders_list_orders',
    ])
  })

  it.each([
    ['two side files', { 'specs/orders.tools.yml': sideFile, 'specs/orders.tools.yaml': sideFile }, {}],
    ['a side file and options', { 'specs/orders.tools.yml': sideFile }, { operations: ['listOrders'] }],
  ])('from two places is refused: %s', async (_, files: Record<string, string>, more) => {
    const specs = { orders: { spec: './specs/orders.yaml', ...more } }
    expect(await codes(open(app(files), { specs }))).toEqual(['error selection-twice'])
  })

  it('in a side file that does not exist, or cannot be read, is refused with the place', async () => {
    const specs = { orders: { spec: './specs/orders.yaml', tools: 'a.yaml' } }
    expect(await codes(open(app(), { specs }))).toEqual(['error option-invalid'])
    const [diagnostic] = (await open(app({ 'a.yaml': 'version: 1\nx: [' }), { specs }).outcome(orders))
      .diagnostics
    expect(diagnostic).toMatchObject({ code: 'spec-unreadable', position: { line: 2 } })
  })

  it('may carry a namespace, which the configuration overrides and no other spec may have', async () => {
    const text = 'version: 1\nnamespace: shop\noperations: { listOrders: null }\n'
    const at = app({ 'specs/orders.tools.yaml': text })
    expect(await names(open(at, options))).toEqual(['shop_list_orders'])
    const spec = 'specs/orders.yaml'
    expect(await names(open(at, { specs: { orders: { spec, namespace: 'x' } } }))).toEqual(['x_list_orders'])
    const shop = { spec: 'specs/shop.yaml' }
    expect(await codes(open(at, { specs: { orders: { spec }, shop } }))).toEqual(['error option-invalid'])
  })
})

describe('what is done twice', () => {
  it('is nothing, when nothing changed', async () => {
    const at = app()
    const project = open(at, options)
    const first = await Promise.all([project.outcome(orders), project.outcome(orders)])
    expect(first[0]).toBe(first[1])
    await project.write()
    project.refresh()
    await project.outcome(orders)
    expect(counts).toEqual({ parsed: ['specs/orders.yaml'], compiled: 1 })
  })

  it('is compiling, when the side file changed, and not parsing the spec', async () => {
    const side = (name: string) => `version: 1\noperations: { listOrders: { name: ${name} } }\n`
    const at = app({ 'specs/orders.tools.yaml': side('a') })
    const project = open(at, options)
    expect(await names(project)).toEqual(['a'])
    at.write({ 'specs/orders.tools.yaml': side('b') })
    project.refresh()
    expect(await names(project)).toEqual(['b'])
    expect(counts.parsed.filter(f => f === 'specs/orders.yaml')).toHaveLength(1)
    expect(counts.compiled).toBe(2)
  })

  it('is everything of a spec whose bytes changed, and nothing of the others', async () => {
    const at = app({ 'specs/other.yaml': ordersText })
    const both = { ...options, specs: { ...options.specs, other: 'specs/other.yaml' } }
    const project = open(at, both, true)
    await Promise.all([project.outcome(orders), project.outcome({ key: 'other' })])
    // Two files with the same bytes are parsed once.
    expect(counts).toEqual({ parsed: ['specs/orders.yaml'], compiled: 2 })
    at.write({ 'specs/orders.yaml': ordersText.replace('Fetch a single order', 'Look up an order') })
    project.refresh()
    const [changed] = await Promise.all([project.outcome(orders), project.outcome({ key: 'other' })])
    expect(counts).toEqual({ parsed: ['specs/orders.yaml', 'specs/orders.yaml'], compiled: 3 })
    expect(changed.compiled?.tools[0]?.tool.declarations.gemini?.declaration.description).toMatch(/^Look up/)
  })

  it('is compiling, when a referenced file changed', async () => {
    const spec = `openapi: 3.1.0\ninfo: { title: T, version: '1' }\npaths: { /a: { $ref: a.yaml } }\n`
    const part = (text: string) => `get: { operationId: a, x-agent-tool: true, description: ${text} }\n`
    const files = { 'orders.yaml': spec, 'a.yaml': part('one') }
    const at = folder({ ...files, 'openapi-tools.lock.json': lock(files) })
    const project = open(at, { specs: { orders: 'orders.yaml' } }, true)
    const text = async () =>
      (await project.outcome(orders)).compiled?.tools[0]?.tool.declarations.gemini?.declaration.description
    expect(await text()).toBe('one')
    expect((await project.outcome(orders)).watch).toContain(at.at('a.yaml'))
    at.write({ 'a.yaml': part('two') })
    project.refresh()
    expect(await text()).toBe('two')
    expect(counts.parsed).toEqual(['orders.yaml', 'a.yaml', 'a.yaml'])
  })

  it('is reading the lock', async () => {
    const at = app()
    rmSync(at.at('openapi-tools.lock.json'))
    const project = open(at, options)
    expect(await codes(project)).toEqual(['error spec-not-pinned'])
    at.write({ 'openapi-tools.lock.json': lock({ 'specs/orders.yaml': ordersText }) })
    project.refresh()
    expect(await codes(project)).toEqual([])
    expect(counts.parsed).toEqual(['specs/orders.yaml'])
  })

  it('is asked for by a change of a file that matters, and by no other', async () => {
    const at = app()
    const project = open(at, options)
    await project.outcome(orders)
    const concerned = [
      'specs/orders.yaml',
      'openapi-tools.lock.json',
      'openapi-tools.config.ts',
      'specs/orders.tools.yml',
      golden,
    ]
    for (const file of concerned) expect(await project.concerns(at.at(file))).toBe(true)
    for (const file of ['src/main.js', 'openapi-tools.d.ts'])
      expect(await project.concerns(at.at(file))).toBe(false)
  })
})

describe('who writes what, when', () => {
  type Mode = [watching: boolean, env: NodeJS.ProcessEnv]
  const modes: Record<'watch' | 'build' | 'ci', Mode> = {
    watch: [true, {}],
    build: [false, {}],
    ci: [false, { CI: 'true' }],
  }
  const changed = ordersText.replace('Fetch a single order', 'Look up an order')

  /** The orders app as a build has left it, then changed. */
  async function built(files: Record<string, string | null>): Promise<Folder> {
    const at = app()
    const project = open(at, { specs: options.specs })
    await project.outcome(orders)
    await project.write()
    for (const [file, text] of Object.entries(files)) {
      if (text === null) rmSync(at.at(file))
      else at.write({ [file]: text })
    }
    return at
  }

  it.each([
    [
      'lock entry missing',
      { 'openapi-tools.lock.json': null },
      'warning spec-not-pinned',
      'error spec-not-pinned',
      'error spec-not-pinned',
    ],
    [
      'bytes differ',
      { 'specs/orders.yaml': ordersText.replace('Page', 'Walk') },
      'warning spec-changed',
      'error spec-changed',
      'error spec-changed',
    ],
    [
      'golden missing',
      { [golden]: null },
      'warning golden-missing',
      `wrote ${golden}`,
      'error golden-missing',
    ],
    [
      'golden differs',
      { 'specs/orders.yaml': changed, 'openapi-tools.lock.json': lock({ 'specs/orders.yaml': changed }) },
      'warning golden-changed, wrote openapi-tools.d.ts',
      'error golden-changed',
      'error golden-changed',
    ],
    [
      'types stale',
      { 'openapi-tools.d.ts': '// old\n' },
      'wrote openapi-tools.d.ts',
      'wrote openapi-tools.d.ts',
      'warning types-stale',
    ],
    [
      'types missing',
      { 'openapi-tools.d.ts': null },
      'wrote openapi-tools.d.ts',
      'wrote openapi-tools.d.ts',
      'warning types-stale',
    ],
    ['nothing', {}, '', '', ''],
  ])('%s', async (_, files: Record<string, string | null>, watch, build, ci) => {
    const cells = { watch, build, ci }
    for (const mode of ['watch', 'build', 'ci'] as const) {
      const expected = cells[mode]
      const at = await built(files)
      // The map goes with the types, and says where they come from.
      const map = 'openapi-tools.d.ts.map'
      const before = at.snapshot([map])
      const project = open(at, { specs: options.specs }, ...modes[mode])
      const { diagnostics, compiled } = await project.outcome(orders)
      const general = compiled === undefined ? [] : await project.warnings()
      const said = [...diagnostics, ...general].map(d => `${d.severity} ${d.code}`)
      const wrote = (await project.write()).files.filter(f => f !== map).map(f => `wrote ${f}`)
      expect(`${mode}: ${[...said, ...wrote].join(', ')}`).toBe(`${mode}: ${expected}`)
      expect(compiled === undefined).toBe(expected.startsWith('error'))
      if (wrote.length === 0) expect(at.snapshot([map])).toEqual(before)
      expect(Object.keys(at.snapshot()).filter(f => f.endsWith('.tmp'))).toEqual([])
    }
  })

  it('is not asked again while nothing changed: the types are made once', async () => {
    const at = await built({})
    const before = at.snapshot()
    expect(JSON.parse(at.read('openapi-tools.d.ts.map'))).toMatchObject({
      x_types: sha256(at.read('openapi-tools.d.ts')),
    })
    const again = open(at, options)
    await again.outcome(orders)
    expect((await again.write()).files).toEqual([])
    // Whatever decides them is a reason to make them anew.
    for (const edit of [
      { 'openapi-tools.d.ts': `${at.read('openapi-tools.d.ts')} ` },
      { 'openapi-tools.d.ts.map': '{' },
      { 'openapi-tools.d.ts.map': '{}' },
    ] as Record<string, string>[]) {
      at.write(edit)
      const next = open(at, options)
      await next.outcome(orders)
      expect((await next.write()).files).toEqual(Object.keys(edit))
      expect(at.snapshot()).toEqual(before)
    }
    const other = open(at, { ...options, maps: 'entries' })
    await other.outcome(orders)
    expect((await other.write()).files).toEqual(['openapi-tools.d.ts.map'])
  })

  it('shows the difference line by line', async () => {
    const at = await built({
      'specs/orders.yaml': changed,
      'openapi-tools.lock.json': lock({ 'specs/orders.yaml': changed }),
    })
    const [diagnostic] = (await open(at, options).outcome(orders)).diagnostics
    expect(diagnostic?.message).toMatch(/^- .*Fetch a single order when.*\n\+ .*Look up an order when/m)
  })

  it('writes what it has compared: the next build has nothing to say, in CI too', async () => {
    const at = await built({})
    const project = open(at, { specs: options.specs }, ...modes.ci)
    expect(await codes(project)).toEqual([])
    expect(await project.warnings()).toEqual([])
    expect(at.read('openapi-tools.d.ts')).toContain('declare module "openapi-tools:orders" {')
    expect(JSON.parse(at.read(golden))).toMatchObject({ format: 1, tool: 'orders_get' })
  })

  it('turns off what is turned off', async () => {
    const at = app()
    const before = at.snapshot()
    const project = open(at, { ...options, golden: false, dts: false })
    expect(await codes(project)).toEqual([])
    expect((await project.write()).files).toEqual([])
    expect(at.snapshot()).toEqual(before)
  })

  it('writes nothing at all when one spec has an error, and warns that the types are old', async () => {
    const at = app({ 'specs/other.yaml': 'openapi: 3.1.0\n' })
    const before = at.snapshot()
    const project = open(at, { ...options, specs: { ...options.specs, other: 'specs/other.yaml' } })
    expect(await codes(project)).toEqual([])
    expect(await project.warnings()).toMatchObject([
      { severity: 'warning', code: 'types-stale', message: expect.stringContaining('"other" has errors') },
    ])
    expect((await project.write()).files).toEqual([])
    expect(at.snapshot()).toEqual(before)
  })

  it('tells goldens of no tool, and files that are no text', async () => {
    const at = await built({ 'openapi-tools.golden/orders/old.json': '{}' })
    expect(await codes(open(at, options))).toEqual(['warning golden-orphan'])
    expect(await codes(open(at, { ...options, silence: ['golden-orphan'] }))).toEqual([])
    const { writeFileSync } = await import('node:fs')
    writeFileSync(at.at(golden), Buffer.from([0xff, 0xfe]))
    expect(await codes(open(at, options))).toEqual(['error golden-unreadable', 'warning golden-orphan'])
  })

  it.each([
    ['true', 'error'],
    ['1', 'error'],
    ['false', 'none'],
    ['0', 'none'],
    ['', 'none'],
  ])('takes CI=%s as it is meant', async (CI, expected) => {
    const outcome = await codes(open(app(), { specs: options.specs }, false, { CI }))
    expect(outcome).toEqual(expected === 'error' ? ['error golden-missing'] : [])
    expect(await codes(open(app(), { ...options, ci: false }, false, { CI }))).toEqual([])
  })
})

describe('imports', () => {
  const refer = async (project: Project, wanted: Parameters<Project['refer']>[0]) => {
    const found = await project.refer(wanted, undefined)
    return 'ref' in found ? found.ref : found.diagnostics.map(d => d.code)
  }

  it('by path mean the configured spec, or the file by its name', async () => {
    const at = app()
    const project = open(at, {
      ...options,
      specs: { ...options.specs, again: 'specs/b.yaml', other: 'specs/b.yaml' },
    })
    expect(await refer(project, { file: at.at('specs/orders.yaml') })).toEqual({ key: 'orders' })
    expect(await refer(project, { file: at.at('specs/new.yaml') })).toEqual({ file: 'specs/new.yaml' })
    expect(await refer(project, { file: at.at('specs/b.yaml') })).toEqual(['import-ambiguous'])
    expect(await refer(project, { file: at.at('specs/New.yaml') })).toEqual(['import-ambiguous'])
    expect(await refer(project, { key: 'nope' })).toEqual(['import-unknown'])
  })

  it('of two files that would have one key are refused, whichever comes second', async () => {
    const at = app({ 'a/new.yaml': ordersText, 'b/new.yaml': ordersText })
    const project = open(at, options, true)
    expect((await project.outcome({ file: 'a/new.yaml' })).compiled?.info).toMatchObject({
      key: 'new',
      sha256: sha256(ordersText),
    })
    expect(await codes(project, { file: 'b/new.yaml' })).toEqual(['error import-ambiguous'])
    expect(await codes(project, { file: 'x/orders.yaml' })).toEqual(['error import-ambiguous'])
  })

  it('need no configuration', async () => {
    const at = app()
    const project = open(at)
    const ref = await refer(project, { file: at.at('specs/orders.yaml') })
    expect(ref).toEqual({ file: 'specs/orders.yaml' })
    expect(await codes(project, { file: 'specs/orders.yaml' })).toEqual([])
    expect((await project.write()).files).toContain(golden)
  })
})
