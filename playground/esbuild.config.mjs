/** Bundles the agent for Node with esbuild; `demo.mjs` calls it. */
import { build } from 'esbuild'
import openapiTools from 'unplugin-openapi-tools/esbuild'

export const bundle = () =>
  build({
    absWorkingDir: import.meta.dirname,
    entryPoints: ['./agent.ts'],
    outfile: 'dist/esbuild/agent.js',
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['@google/genai'],
    plugins: [openapiTools()],
  })
