/** Specifiers and module ids: read back on every framework, the same module text everywhere. */
import { resolve } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unplugin } from '../../src/plugin/factory.ts'
import { idFilter, importFilter, moduleId, parseId, parseSpecifier } from '../../src/plugin/id.ts'
import { importerFile } from '../../src/plugin/importer.ts'
import { app, options } from './app.ts'

const frameworks = ['rollup', 'rolldown', 'vite', 'farm', 'esbuild', 'bun', 'webpack', 'rspack'] as const

describe('ids', () => {
  const key = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/)
  const folder = fc.stringMatching(/^(?:\.\.\/){0,3}(?:[a-z -]{1,5}(?:\.d)?\/){0,2}$/)
  const file = fc
    .tuple(folder, key, fc.constantFrom('yaml', 'yml', 'json'))
    .map(([f, k, ext]) => `${f}${k}.${ext}`)
  const spec = fc.oneof(
    key.map(k => ({ key: k })),
    file.map(f => ({ file: f })),
  )
  const exportName = fc.option(fc.stringMatching(/^[a-z][A-Za-z0-9]{0,8}$/), { nil: undefined })

  it.each(frameworks)('are read back, and stay what they are, on %s', framework => {
    fc.assert(
      fc.property(spec, exportName, (s, name) => {
        const module = name === undefined ? { spec: s } : { spec: s, exportName: name }
        const id = moduleId(framework, module)
        expect(parseId(id)).toEqual(module)
        expect(moduleId(framework, parseId(id) ?? module)).toBe(id)
        expect(id).toMatch(idFilter)
        expect(id).toMatch(importFilter)
        expect(id).toMatch(/\.js$/)
        expect(id).not.toMatch(/^\/|\.\.\//)
        // Farm, after a change.
        expect(parseId(`/some/root/${id}`)).toEqual(module)
      }),
    )
  })

  it('have a NUL only where the host knows what it means', () => {
    const ids = frameworks.map(f => moduleId(f, { spec: { key: 'orders' } }))
    expect(ids.slice(0, 4)).toEqual(Array(4).fill('\0openapi-tools:orders.js'))
    expect(ids.slice(4)).toEqual(Array(4).fill('openapi-tools-module:orders.js'))
  })

  it('are nobody else’s', () => {
    for (const id of ['orders', '/src/openapi-tools/x.js', 'openapi-tool:x', '\0other', '~openapi-tools.js'])
      expect([parseId(id), importFilter.test(id)]).toEqual([undefined, false])
  })
})

describe('specifiers', () => {
  it.each([
    ['openapi-tools:orders', { spec: { key: 'orders' } }],
    ['~openapi-tools/orders', { spec: { key: 'orders' } }],
    ['openapi-tools:orders/ordersGet', { spec: { key: 'orders' }, exportName: 'ordersGet' }],
    ['openapi-tools:./orders.yaml', { spec: { file: './orders.yaml' } }],
    ['openapi-tools:../a/b.json/get', { spec: { file: '../a/b.json' }, exportName: 'get' }],
    ['openapi-tools:orders?x=1#y', { spec: { key: 'orders' } }],
    ['openapi-tools:specs/orders.yaml', { spec: { key: 'specs/orders.yaml' } }],
    ['openapi-tools:./orders.txt', { spec: { key: './orders.txt' } }],
    ['openapi-tools:', { spec: { key: '' } }],
  ])('%s', (text, expected) => {
    expect(parseSpecifier(text)).toEqual(expected)
  })
})

describe('importers', () => {
  it('are files, however a host writes them', () => {
    const here = resolve('src/index.ts')
    expect(importerFile('vite', '/app', `${here}?html-proxy&index=0.js`)).toBe(here)
    expect(importerFile('rollup', '/app', `file://${here}`)).toBe(here)
    expect(importerFile('esbuild', '/app', '')).toBeUndefined()
    expect(importerFile('rollup', '/app', undefined)).toBeUndefined()
    expect(importerFile('rollup', '/app', '\0other:module')).toBeUndefined()
    expect(importerFile('farm', '/app', here)).toBe(here)
    expect(importerFile('farm', '/app', resolve('no/such.ts'))).toBe('/app/no/such.ts')
  })
})

describe('the text of a module', () => {
  it('is the same on every host, Farm and Bun too', async () => {
    const { path } = app()
    const texts = await Promise.all(
      frameworks.map(async framework => {
        // The hosts' own objects in `meta` are not read before a compiler exists.
        const meta = { framework, versions: {} } as Parameters<typeof unplugin.raw>[1]
        const plugin = unplugin.raw({ ...options, root: path }, meta)
        if (typeof plugin.load !== 'object') throw new Error('no load hook')
        const context = { addWatchFile() {}, error: fail, warn: fail }
        // The hook uses no more of its host.
        const loaded = await Reflect.apply(plugin.load.handler, context, [
          moduleId(framework, { spec: { key: 'orders' } }),
        ])
        return typeof loaded === 'string' ? loaded : loaded.code
      }),
    )
    expect(texts[0]).toContain('export const ordersGet = {')
    expect(new Set(texts).size).toBe(1)
  })
})

function fail(message: unknown): never {
  throw new Error(JSON.stringify(message))
}
