/** What `npm run build` must fill: tsc writes one file per source file, so every entry needs its source. */
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const { exports, bin } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  exports: Record<string, string>
  bin: Record<string, string>
}
const built = [...Object.values(exports), ...Object.values(bin)].filter(path => path.startsWith('./dist/'))
const source = (path: string) => path.replace('./dist/', 'src/').replace(/\.js$/, '.ts')

describe('package.json', () => {
  it('names files that the build writes', () => {
    expect(built.length).toBeGreaterThan(10)
    expect(built.filter(path => !existsSync(source(path)))).toEqual([])
  })

  it('exports the configuration helper from its root, and a plugin function from every host', async () => {
    expect(Object.keys(await import('../src/index.ts'))).toEqual(['defineConfig'])
    for (const host of ['vite', 'rollup', 'rolldown', 'esbuild', 'webpack', 'rspack', 'farm', 'bun']) {
      expect(exports[`./${host}`]).toBe(`./dist/${host}.js`)
      const entry = await import(`../src/${host}.ts`)
      expect(Object.keys(entry).sort()).toEqual(['default', 'module.exports'])
      expect(entry.default).toBeTypeOf('function')
      // What `require()` gives.
      expect(entry['module.exports']).toBe(entry.default)
    }
  })
})
