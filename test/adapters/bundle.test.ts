/** Every adapter as an application ships it: small, and without any framework. */
import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'

/** What each adapter is for; helpers beside it, for histories and turns, are paid by who imports them. */
const entries = {
  genai: 'geminiTools',
  adk: 'adkTools',
  'ai-sdk': 'aiTools',
  mcp: 'mcpTools',
  openai: 'chatTools',
  anthropic: 'anthropicTools',
}
const limit = 1536

async function bundle(entry: string) {
  const { outputFiles, metafile } = await build({
    stdin: { contents: entry, resolveDir: 'src/runtime/adapters', loader: 'ts' },
    bundle: true,
    minify: true,
    platform: 'browser',
    format: 'esm',
    write: false,
    metafile: true,
    // Nothing may be left outside.
    packages: 'bundle',
    logLevel: 'silent',
  })
  return { text: outputFiles[0]?.text ?? '', inputs: Object.keys(metafile.inputs) }
}

describe.each(Object.entries(entries))('/%s', (name, main) => {
  it('is at most 1.5 kB', async () => {
    const { text } = await bundle(`export { ${main} } from './${name}.ts'`)
    expect(gzipSync(text, { level: 9 }).length).toBeLessThanOrEqual(limit)
    // Positive control: it is there.
    expect(text.length).toBeGreaterThan(500)
  })

  it('pulls in nothing but the run time', async () => {
    const { inputs } = await bundle(`export * from './${name}.ts'`)
    expect(inputs.filter(file => !file.startsWith('src/runtime/') && file !== '<stdin>')).toEqual([])
  })
})

it('sees a framework that is pulled in (positive control)', async () => {
  const { inputs } = await bundle(`import '@google/genai'; export * from './genai.ts'`)
  expect(inputs.some(file => file.includes('node_modules/@google/genai'))).toBe(true)
})

it('knows every entry', () => {
  const heads = readdirSync('src/runtime/adapters').filter(file =>
    /An entry point:/.test(readFileSync(`src/runtime/adapters/${file}`, 'utf8')),
  )
  expect(heads.sort()).toEqual(
    Object.keys(entries)
      .map(name => `${name}.ts`)
      .sort(),
  )
})
