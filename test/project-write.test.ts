/** Where nothing can be written: every build and command says so with a code, and nothing is lost or left behind. */
import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'vite'
import { describe, expect, it } from 'vitest'
import { createProject } from '../src/project/project.ts'
import vitePlugin from '../src/vite.ts'
import { cli } from './cli/cli.ts'
import { app, lock, options, ordersText } from './plugin/app.ts'
import { build, hostNames } from './plugin/hosts.ts'
import { type Folder, folder } from './support/folder.ts'
import { withoutWriting } from './support/read-only.ts'

const key = { key: 'orders' }
const project = (at: Folder, watching: boolean) => createProject(options, { root: at.path, watching }, {})
const configuration = { 'openapi-tools.config.json': JSON.stringify(options) }
const names = (at: Folder) => readdirSync(at.path, { recursive: true, encoding: 'utf8' }).sort()

async function written(at: Folder, watching = false) {
  const open = project(at, watching)
  expect((await open.outcome(key)).diagnostics.map(d => d.code)).toEqual(watching ? ['golden-missing'] : [])
  return open.write()
}
const said = async (at: Folder, watching = false) => {
  const { files, diagnostics } = await written(at, watching)
  return { files, said: diagnostics.map(d => `${d.severity} ${d.code}: ${d.message}`) }
}

describe('the read-only folder of these tests', () => {
  it('really is one, and only for a time', async () => {
    const at = folder({ 'a.txt': 'a' })
    for (const file of ['a.txt', 'b.txt'])
      await expect(withoutWriting(at, async () => writeFileSync(at.at(file), 'b'))).rejects.toThrow('EACCES')
    writeFileSync(at.at('a.txt'), 'c')
    expect(at.snapshot()).toEqual({ 'a.txt': 'c' })
  })
})

describe('a linked run time', () => {
  it.each(['whole', 'linked'] as const)(
    'asks for no other spec to be written, or to be right: %s',
    async runtime => {
      for (const other of [ordersText, 'openapi: 3.1.0\n']) {
        const at = app({
          'specs/other.yaml': other,
          'openapi-tools.lock.json': lock({ 'specs/orders.yaml': ordersText, 'specs/other.yaml': other }),
        })
        const specs = { ...options.specs, other: './specs/other.yaml' }
        const open = createProject(
          { ...options, specs, runtime, dts: false },
          { root: at.path, watching: false },
          {},
        )
        await open.outcome(key)
        const links = await open.links()
        expect(links).toEqual(runtime === 'whole' ? 'all' : expect.any(Number))
        expect(await open.unlinked(links, [{ spec: key }])).toEqual([])
        expect((await open.write()).files.sort()).toEqual([
          'openapi-tools.golden/orders/orders_get.json',
          'openapi-tools.golden/orders/orders_refund_create.json',
        ])
      }
    },
  )
})

describe('a build that cannot write', () => {
  it('says so: an error of a build, a warning for a person at work', async () => {
    const at = app()
    const before = names(at)
    await withoutWriting(at, async () => {
      expect(await said(at)).toEqual({
        files: [],
        said: [
          'error write-failed: openapi-tools.golden/orders/orders_get.json cannot be written: the system says EACCES',
        ],
      })
      expect(await said(at, true)).toEqual({
        files: [],
        said: ['warning write-failed: openapi-tools.d.ts cannot be written: the system says EACCES'],
      })
    })
    expect(names(at)).toEqual(before)
    // Positive control: the same build in a folder that can be written.
    expect((await written(at)).files).toContain('openapi-tools.d.ts')
  })

  it('has nothing to say when everything is there already', async () => {
    const at = app()
    await written(at)
    const before = at.snapshot()
    await withoutWriting(at, async () => expect(await said(at)).toEqual({ files: [], said: [] }))
    expect(at.snapshot()).toEqual(before)
  })

  it('names the file that is in the way, and leaves no part of one behind', async () => {
    const inTheWay: [string, (at: Folder) => void, string][] = [
      ['openapi-tools.golden', at => at.write({ 'openapi-tools.golden': 'mine' }), 'ENOTDIR'],
      ['openapi-tools.d.ts', at => mkdirSync(at.at('openapi-tools.d.ts/x'), { recursive: true }), 'EISDIR'],
    ]
    for (const [file, put, code] of inTheWay) {
      const at = app()
      put(at)
      const { said: [line = ''] = [] } = await said(at)
      expect(line).toMatch(
        new RegExp(`^error write-failed: ${file}.* cannot be written: the system says ${code}$`),
      )
      expect(names(at).filter(f => /\.(?:tmp|writing)$/.test(f))).toEqual([])
    }
  })

  it.each(hostNames)('is told by %s, as an error of the build', async host => {
    const at = app({ 'openapi-tools.golden': 'mine' })
    const { errors } = await build(host, { folder: at, options })
    expect(errors).toMatch(
      /error write-failed: openapi-tools\.golden\/orders\/orders_get\.json cannot be written/,
    )
    expect(at.read('openapi-tools.golden')).toBe('mine')
    // Positive control.
    rmSync(at.at('openapi-tools.golden'))
    expect((await build(host, { folder: at, options })).errors).toBe('')
    expect(names(at)).toContain('openapi-tools.golden/orders/orders_get.json')
  })
})

describe('a dev server that cannot write', () => {
  it('serves the tools all the same, and warns once', async () => {
    const at = app()
    mkdirSync(at.at('openapi-tools.d.ts/x'), { recursive: true })
    const said: string[] = []
    const say = (message: string) => void said.push(message)
    const server = await createServer({
      root: at.path,
      configFile: false,
      server: { middlewareMode: true, ws: false },
      appType: 'custom',
      customLogger: {
        ...{ info() {}, clearScreen() {}, hasWarned: false, hasErrorLogged: () => false },
        ...{ error: say, warn: say, warnOnce: say },
      },
      plugins: [vitePlugin(options)],
    })
    try {
      // Every request asks for the tools, and so for the types.
      for (const name of ['one', 'two']) {
        at.write({ [`src/${name}.js`]: `export { tools } from 'openapi-tools:orders'\n` })
        const { tools } = await server.ssrLoadModule(`/src/${name}.js`)
        expect(tools).toHaveLength(2)
      }
      await server.transformRequest('openapi-tools:orders')
    } finally {
      await server.close()
    }
    const about = said.filter(message => message.includes('write-failed'))
    expect(about).toHaveLength(1)
    expect(about[0]).toContain(
      'warning write-failed: openapi-tools.d.ts cannot be written: the system says EISDIR',
    )
  })
})

describe('a command that cannot write', () => {
  const commands: [string[], Record<string, string>][] = [
    [['pin'], { 'specs/orders.yaml': ordersText.replace('Page', 'Walk') }],
    [['golden', '--update'], {}],
    [['types'], {}],
    [['emit', '--out', 'tools'], {}],
    [['add', 'new.yaml', '--key', 'other', '--out', 'specs/other.yaml'], { 'new.yaml': ordersText }],
  ]
  it.each(commands)('%j', async (words, files) => {
    const at = app({ ...configuration, ...files })
    const before = names(at)
    const texts = at.snapshot()
    const failed = await withoutWriting(at, () => cli(at, words))
    expect(failed.code).toBe(1)
    expect(failed.stdout).not.toMatch(/written(?!\.$)/m)
    expect(failed.stderr).toMatch(
      /error write-failed: \S+ cannot be written: the system says EACCES; nothing is written/,
    )
    expect([names(at), at.snapshot()]).toEqual([before, texts])
    expect(await cli(at, words)).toMatchObject({ code: 0 })
    expect(at.snapshot()).not.toEqual(texts)
  })

  it('add, where a folder stands in the place of the document', async () => {
    const at = app({ ...configuration, 'new.yaml': ordersText })
    rmSync(at.at('specs/orders.yaml'))
    mkdirSync(at.at('specs/orders.yaml'))
    const before = at.snapshot()
    expect(await cli(at, ['add', 'new.yaml', '--key', 'orders'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('error write-failed: specs/orders.yaml cannot be written'),
    })
    expect(at.snapshot()).toEqual(before)
  })

  it('init', async () => {
    const at = folder({ 'package.json': '{}', 'specs/orders.yaml': ordersText })
    const before = at.snapshot()
    const failed = await withoutWriting(at, () => cli(at, ['init']))
    expect(failed).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('error write-failed'),
    })
    expect(at.snapshot()).toEqual(before)
  })
})

describe('what is stored and cannot be read', () => {
  /** A link to itself is unreadable for root too. */
  const loop = (at: Folder, file: string) => symlinkSync(at.at(file), at.at(file))

  it('is a finding of a build, a check and an update: the folder of golden files', async () => {
    const at = app({ ...configuration, 'openapi-tools.golden/.gitkeep': '' })
    loop(at, 'openapi-tools.golden/orders')
    const message = 'openapi-tools.golden/orders cannot be read: the system says ELOOP'
    const { diagnostics } = await createProject(undefined, { root: at.path, watching: false }, {}).outcome(
      key,
    )
    expect(diagnostics.map(d => `${d.code}: ${d.message}`)).toEqual([`golden-unreadable: ${message}`])
    for (const words of [['check'], ['golden'], ['golden', '--update']])
      expect(await cli(at, words)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining(`error golden-unreadable: ${message}`),
      })
    const folder = 'openapi-tools.golden/orders'
    expect(await cli(at, ['diff', folder, folder])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('cannot be read: the system says ELOOP.'),
    })
  })

  it('is a finding: the lock', async () => {
    const at = app(configuration)
    const text = lock({ 'specs/orders.yaml': ordersText })
    rmSync(at.at('openapi-tools.lock.json'))
    loop(at, 'openapi-tools.lock.json')
    for (const words of [['check'], ['pin']])
      expect(await cli(at, words)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining(
          'error lock-unreadable: openapi-tools.lock.json cannot be read: the system says ELOOP',
        ),
      })
    rmSync(at.at('openapi-tools.lock.json'))
    at.write({ 'openapi-tools.lock.json': text })
    expect(await cli(at, ['pin'])).toMatchObject({ code: 0 })
  })
})
