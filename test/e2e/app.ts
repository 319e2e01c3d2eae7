/**
 * An app as a user has it: the built package installed, a configuration file, Vite's own command and a script for
 * esbuild. For `test/e2e/` only; it needs `npm run build`.
 */
import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Options } from '../../src/options.ts'
import { type Folder, folder } from '../support/folder.ts'

export const hosts = ['vite', 'esbuild'] as const
export type Host = (typeof hosts)[number]

/** Variables beside those of this process. */
export type Environment = Record<string, string>

export interface Ran {
  /** The exit code. */
  code: number
  stdout: string
  stderr: string
}

/** What an app imports of it, seen from `src/`. */
export const runtime = '../node_modules/unplugin-openapi-tools/dist/runtime/index.js'

/** With a format, which no tool of `fixtures/specs/orders.yaml` has. */
export const returnsText = `openapi: 3.1.0
info: { title: Returns, version: 1.0.0 }
paths:
  /returns:
    get:
      operationId: listReturns
      summary: List the returns.
      x-agent-tool: true
      parameters:
        - { name: since, in: query, schema: { type: string, format: date } }
      responses: { 200: { description: ok } }
`

/** The plugin of the package that is installed there. Each host has its own type of one. */
export async function pluginOf(host: string, made: Folder): Promise<(options: Options | undefined) => never> {
  const dist = made.at(`node_modules/unplugin-openapi-tools/dist/${host}.js`)
  return (await import(/* @vite-ignore */ pathToFileURL(dist).href)).default
}

/** A folder with the package in its `node_modules`, and `files`; `src/main.js` is its entry. `path` is where, if not in a new one. */
export function app(files: Record<string, string>, path?: string): Folder {
  const made = folder(
    {
      'package.json': '{ "private": true, "type": "module" }\n',
      'vite.config.js': viteConfig,
      'esbuild.js': esbuildScript,
      ...files,
    },
    path,
  )
  install(made)
  return made
}

/** Builds `out/<host>/main.mjs`, as its user would start it. */
export const build = (host: Host, { path }: Folder, env: Environment = {}): Promise<Ran> =>
  node(path, host === 'vite' ? [resolve('node_modules/vite/bin/vite.js'), 'build'] : ['esbuild.js'], '', env)

/** Every module that the last build put into the bundle. */
export const modules = (host: Host, made: Folder): string[] => JSON.parse(made.read(`out/${host}.json`))

export const bundle = (host: Host, made: Folder): string => made.read(`out/${host}/main.mjs`)

/** Runs the bundle by itself: it is the only file of its folder. Resolves to what it prints as JSON. */
export async function runAlone(host: Host, made: Folder, input: unknown = null): Promise<unknown> {
  const alone = folder({ 'main.mjs': bundle(host, made) })
  const ran = await node(alone.path, ['main.mjs'], JSON.stringify(input))
  if (ran.code !== 0) throw new Error(ran.stderr)
  return JSON.parse(ran.stdout)
}

/** Runs the words of a command that a message names. */
export function runCommand(made: Folder, words: string): Promise<Ran> {
  const [runner, bin, ...rest] = words.split(' ')
  if (runner !== 'npx' || bin !== 'openapi-tools') throw new Error(`not our command: ${words}`)
  return node(made.path, ['node_modules/unplugin-openapi-tools/dist/bin.js', ...rest])
}

/** Everything of the app but what is installed. */
export const snapshot = (made: Folder): Record<string, string> => made.snapshot(['node_modules'])

export function node(cwd: string, args: string[], input = '', more: Environment = {}): Promise<Ran> {
  // What Vitest sets would be read by Vite and Node.
  const { NODE_ENV: _, NODE_OPTIONS: __, VITEST: ___, ...env } = process.env
  return new Promise(done => {
    const options = { cwd, env: { ...env, CI: 'false', ...more }, maxBuffer: 2 ** 26 }
    const child = execFile(process.execPath, args, options, (error, stdout, stderr) => {
      const code = error === null ? 0 : Number(error.code ?? -1)
      done({ code, stdout, stderr })
    })
    child.stdin?.end(input)
  })
}

/** What `npm install` of the packed package leaves, with nothing of it but what `files` and `exports` give. */
function install(made: Folder): void {
  if (!existsSync('dist/bin.js'))
    throw new Error('There is no build of the package: run "npm run build" first')
  const { name, files, dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  for (const file of ['package.json', ...files])
    cpSync(file, made.at(`node_modules/${name}/${file}`), { recursive: true })
  // The bundlers are the app's own.
  for (const dependency of [...Object.keys(dependencies), 'vite', 'esbuild', 'typescript']) {
    const place = made.at(`node_modules/${dependency}`)
    mkdirSync(dirname(place), { recursive: true })
    symlinkSync(resolve('node_modules', dependency), place, 'junction')
  }
}

const viteConfig = `import { writeFileSync } from 'node:fs'
import openapiTools from 'unplugin-openapi-tools/vite'

const list = {
  name: 'list',
  writeBundle(_, bundle) {
    writeFileSync('out/vite.json', JSON.stringify(Object.values(bundle).flatMap(c => c.moduleIds ?? [])))
  },
}

export default {
  plugins: [openapiTools(), list],
  // So that the bundle needs no package.
  ssr: { noExternal: true },
  build: {
    ssr: 'src/main.js',
    outDir: 'out/vite',
    rollupOptions: { output: { entryFileNames: 'main.mjs' } },
  },
}
`

const esbuildScript = `import { writeFileSync } from 'node:fs'
import { build } from 'esbuild'
import openapiTools from 'unplugin-openapi-tools/esbuild'

const { metafile } = await build({
  entryPoints: ['src/main.js'],
  outfile: 'out/esbuild/main.mjs',
  bundle: true,
  format: 'esm',
  platform: 'node',
  metafile: true,
  loader: { '.yaml': 'text' },
  plugins: [openapiTools()],
})
writeFileSync('out/esbuild.json', JSON.stringify(Object.keys(metafile.inputs)))
`
