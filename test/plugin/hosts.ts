/** Builds one app with each host, and runs what comes out in a folder that has neither spec nor package. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { rspack } from '@rspack/core'
import { build as esbuild } from 'esbuild'
import { rolldown } from 'rolldown'
import { rollup } from 'rollup'
import { build as vite } from 'vite'
import webpack from 'webpack'
import esbuildPlugin from '../../src/esbuild.ts'
import type { Options } from '../../src/options.ts'
import rolldownPlugin from '../../src/rolldown.ts'
import rollupPlugin from '../../src/rollup.ts'
import rspackPlugin from '../../src/rspack.ts'
import vitePlugin from '../../src/vite.ts'
import webpackPlugin from '../../src/webpack.ts'
import { type Folder, folder } from '../support/folder.ts'

export interface Built {
  /** Where the output stands. */
  out: Folder
  /** What the host would print: empty when the build succeeds. */
  errors: string
  warnings: string[]
}

export interface App {
  folder: Folder
  /** Absent when the app has a configuration file. */
  options?: Options
  minify?: boolean
  /** Instead of the source: the plugin of the package that is installed in the app. Each host has its own type. */
  plugin?: (options: Options | undefined) => never
}

type Host = (app: App, out: string, warnings: string[]) => Promise<unknown>

const entry = 'src/main.js'
const fileName = 'main.mjs'

// Rollup has no root of its own; its users start it in the project.
const rooted = ({ folder, options }: App): Options | undefined => options && { root: folder.path, ...options }

const hosts = {
  async rollup(app, dir, warnings) {
    const bundle = await rollup({
      input: app.folder.at(entry),
      plugins: [(app.plugin ?? rollupPlugin)(rooted(app))],
      onwarn: w => void warnings.push(w.message),
    })
    return bundle.write({ dir, format: 'es', entryFileNames: fileName })
  },

  async rolldown(app, dir, warnings) {
    const bundle = await rolldown({
      cwd: app.folder.path,
      input: entry,
      plugins: [(app.plugin ?? rolldownPlugin)(app.options)],
      onwarn: w => void warnings.push(w.message ?? ''),
    })
    return bundle.write({ dir, format: 'es', entryFileNames: fileName, minify: app.minify ?? false })
  },

  async vite(app, dir, warnings) {
    const warn = (message: string) => void warnings.push(message)
    return vite({
      root: app.folder.path,
      configFile: false,
      logLevel: 'warn',
      customLogger: {
        ...{ info() {}, clearScreen() {}, hasWarned: false, hasErrorLogged: () => false, error() {} },
        ...{ warn, warnOnce: warn },
      },
      plugins: [(app.plugin ?? vitePlugin)(app.options)],
      build: {
        ...{ outDir: dir, emptyOutDir: true, modulePreload: false, minify: app.minify ?? false },
        rollupOptions: { input: app.folder.at(entry), output: { entryFileNames: fileName } },
      },
    })
  },

  async esbuild(app, dir, warnings) {
    const result = await esbuild({
      absWorkingDir: app.folder.path,
      entryPoints: [entry],
      ...{ bundle: true, format: 'esm', outfile: join(dir, fileName), logLevel: 'silent' },
      minify: app.minify ?? false,
      plugins: [(app.plugin ?? esbuildPlugin)(app.options)],
    })
    warnings.push(...result.warnings.map(w => w.text))
  },

  webpack: (app, path, warnings) =>
    new Promise((done, fail) => {
      webpack(
        {
          context: app.folder.path,
          ...{ mode: 'production', target: 'node', entry: `./${entry}`, experiments: { outputModule: true } },
          output: { path, filename: fileName, module: true },
          optimization: { minimize: app.minify ?? false },
          plugins: [(app.plugin ?? webpackPlugin)(app.options)],
        },
        (error, stats) => finish(error, stats, warnings, done, fail),
      )
    }),

  rspack: (app, path, warnings) =>
    new Promise((done, fail) => {
      rspack(
        {
          context: app.folder.path,
          ...{ mode: 'production', target: 'node', entry: `./${entry}` },
          output: { path, filename: fileName, module: true },
          optimization: { minimize: app.minify ?? false },
          plugins: [(app.plugin ?? rspackPlugin)(app.options)],
        },
        (error, stats) => finish(error, stats, warnings, done, fail),
      )
    }),
} satisfies Record<string, Host>

export type HostName = keyof typeof hosts
export const hostNames = Object.keys(hosts) as HostName[] // the keys of a literal

export async function build(host: HostName, app: App): Promise<Built> {
  const out = folder()
  const warnings: string[] = []
  const errors = await hosts[host](app, out.path, warnings).then(
    () => '',
    (error: unknown) => shown(error),
  )
  return { out, errors, warnings }
}

/** What the bundle prints as JSON, run by Node in the folder of the output. */
export async function run({ out, errors }: Built): Promise<unknown> {
  if (errors !== '') throw new Error(errors)
  const { stdout } = await promisify(execFile)(process.execPath, [fileName], { cwd: out.path })
  return JSON.parse(stdout)
}

interface Stats {
  toJson(options: { all: false; errors: true; warnings: true }): {
    errors?: { message: string }[] | undefined
    warnings?: { message: string }[] | undefined
  }
}

function finish(
  error: Error | null,
  stats: Stats | undefined,
  warnings: string[],
  done: (value: unknown) => void,
  fail: (error: Error) => void,
) {
  const said = stats?.toJson({ all: false, errors: true, warnings: true })
  warnings.push(...(said?.warnings ?? []).map(w => w.message))
  const errors = said?.errors ?? []
  if (error !== null || errors.length > 0) fail(error ?? new Error(errors.map(e => e.message).join('\n')))
  else done(undefined)
}

/** Everything a host prints of an error: each puts place and frame elsewhere. */
function shown(error: unknown): string {
  const { message, loc, frame, errors } = error as {
    message: string
    loc?: { file: string; line: number; column: number }
    frame?: string
    errors?: { location: { file: string; line: number; column: number } | null }[]
  }
  const places = [loc, ...(errors ?? []).map(e => e.location)].flatMap(l =>
    l ? [`${l.file}:${l.line}:${l.column + 1}`] : [],
  )
  return [message, ...places, frame ?? ''].join('\n')
}
