/** Bundles the agent for Node with Vite. */
import openapiTools from 'unplugin-openapi-tools/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [openapiTools()],
  build: { ssr: 'agent.ts', outDir: 'dist/vite', minify: false },
})
