/**
 * The real bundle for the tests of frameworks: the tools of the orders API and the adapters, built by the plugin, and a
 * real orders server. What a test imports from here is what an application ships.
 */
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import type * as Adk from '../../../src/runtime/adapters/adk.ts'
import type * as AISDK from '../../../src/runtime/adapters/ai-sdk.ts'
import type * as Anthropic from '../../../src/runtime/adapters/anthropic.ts'
import type * as Genai from '../../../src/runtime/adapters/genai.ts'
import type * as Mcp from '../../../src/runtime/adapters/mcp.ts'
import type * as OpenAI from '../../../src/runtime/adapters/openai.ts'
import type { SpecInfo, Tool } from '../../../src/runtime/contract.ts'
import type * as Runtime from '../../../src/runtime/index.ts'

export interface App {
  orders: { spec: SpecInfo; tools: Tool[] }
  stock: { spec: SpecInfo; tools: Tool[] }
  runtime: typeof Runtime
  genai: typeof Genai
  adk: typeof Adk
  aiSdk: typeof AISDK
  mcp: typeof Mcp
  openai: typeof OpenAI
  anthropic: typeof Anthropic
}

const project = join(import.meta.dirname, '../../..')
const source = `
  export * as orders from 'openapi-tools:orders'
  export * as stock from 'openapi-tools:inventory'
  export * as runtime from '${project}/dist/runtime/index.js'
  export * as genai from '${project}/dist/runtime/adapters/genai.js'
  export * as adk from '${project}/dist/runtime/adapters/adk.js'
  export * as aiSdk from '${project}/dist/runtime/adapters/ai-sdk.js'
  export * as mcp from '${project}/dist/runtime/adapters/mcp.js'
  export * as openai from '${project}/dist/runtime/adapters/openai.js'
  export * as anthropic from '${project}/dist/runtime/adapters/anthropic.js'
`

/** A document of the fixtures with its sum. */
export const specOf = (file: string): { spec: string; sha256: string } => ({
  spec: `./${file}`,
  sha256: createHash('sha256')
    .update(readFileSync(join(project, 'fixtures/specs', file)))
    .digest('hex'),
})

/** Builds once per test file; nothing of the specs is left when it is imported. */
export const buildApp = async (): Promise<App> => await import(pathToFileURL(await bundleApp()).href)

/** The file of the bundle, for a process of its own. */
export async function bundleApp(): Promise<string> {
  const { default: openapiTools } = await import(`${project}/dist/esbuild.js`)
  const outfile = join(mkdtempSync(join(tmpdir(), 'frameworks-')), 'app.mjs')
  await build({
    stdin: { contents: source, resolveDir: project, loader: 'js' },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    plugins: [
      openapiTools({
        root: join(project, 'fixtures/specs'),
        specs: {
          orders: specOf('orders.yaml'),
          inventory: { ...specOf('inventory.json'), operations: ['items/search'] },
        },
        targets: ['gemini', 'gemini-json-schema', 'openai-strict'],
        golden: false,
        dts: false,
        ci: false,
      }),
    ],
  })
  return outfile
}
