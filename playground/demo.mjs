/**
 * `npm run demo`: bundles the agent with Vite and with esbuild, and runs a conversation through each bundle.
 * With GEMINI_API_KEY set it talks to Gemini, else to a scripted model on localhost.
 */
import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { resolve } from 'node:path'
import { build as esbuild } from 'esbuild'
import { build as vite } from 'vite'

// Vite and the plugin take the folder they are started in for the project.
process.chdir(import.meta.dirname)
link('node_modules/unplugin-openapi-tools', '..')
await vite({ logLevel: 'warn' })
const { bundle } = await import('./esbuild.config.mjs')
await bundle()
// The demo itself is TypeScript, which Node 20 does not run.
await esbuild({
  absWorkingDir: import.meta.dirname,
  entryPoints: ['./demo.ts'],
  outfile: 'dist/demo.js',
  bundle: true,
  platform: 'node',
  format: 'esm',
  packages: 'external',
})
const { run } = await import('./dist/demo.js')
await run('Vite', await import('./dist/vite/agent.js'))
await run('esbuild', await import('./dist/esbuild/agent.js'))

/** What `npm install` makes of a dependency in a folder; everything else is found in the folder above. */
function link(path, folder) {
  mkdirSync(resolve(path, '..'), { recursive: true })
  rmSync(path, { force: true })
  symlinkSync(resolve(folder), path, 'junction')
}
