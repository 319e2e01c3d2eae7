/** The plugin, once for all hosts: hooks → questions to the project. The entry files hand it out. */
import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { createUnplugin, type UnpluginBuildContext } from 'unplugin'
import { type Diagnostic, type Finding, renderDiagnostic } from '../diagnostic.ts'
import { moduleText, toolModuleText } from '../emit/module.ts'
import { suggestion } from '../json/nearest.ts'
import type { Options } from '../options.ts'
import { createProject, type Host, type Outcome } from '../project/project.ts'
import { fails } from '../project/severity.ts'
import { createBuild, createBuilds, restart } from './builds.ts'
import { type Chunk, leftOver } from './externals.ts'
import { fail, failAgain, type Listener, type Reporter, reporterOf, warn } from './fail.ts'
import { isFirstTier, isRollupLike } from './hosts.ts'
import { idFilter, importFilter, moduleId, parseId, parseSpecifier, type ToolModule } from './id.ts'
import { importerFile } from './importer.ts'
import { buildOf, createLinker, isGraph, isParts, partsFilter } from './parts.ts'
import { type DevServer, reloadModules, viteConfig } from './vite.ts'
import { watchFiles } from './watch.ts'
import { adaptWebpack, buildAlways, followCompiler, joinCompiler, queryOf } from './webpack.ts'

const name = 'openapi-tools'

interface State {
  /** An error was reported in this build. */
  failed: boolean
  /** Vite's, while there is one. */
  server?: DevServer
  /** Vite is at work for one. */
  serving: boolean
  /** What was refused in this build, or could not be written, as text. */
  refused: Set<string>
  /** Whose warnings were told. */
  told: WeakSet<Outcome>
  toldProject: boolean
}

export const unplugin = createUnplugin<Options | undefined, false>((inline, { framework }) => {
  const host: Host = { root: process.cwd(), watching: false }
  const project = createProject(inline, host)
  const state: State = { ...begun(), told: new WeakSet(), serving: false }
  const linker = createLinker(project, framework === 'webpack' ? queryOf : undefined)
  const builds = createBuilds()

  // Vite's dev server takes a watched file for an import, and fails when it does not exist.
  const watchable = (files: string[]) => (state.server ? files.filter(f => existsSync(f)) : files)
  const listener = async (context: Reporter): Promise<Listener> => ({
    ...{ framework, context },
    root: await project.root(),
  })
  const refuse = async (context: Reporter, errors: readonly Diagnostic[]) => {
    state.failed = true
    const texts = errors.map(renderDiagnostic)
    // A dev server answers each request by itself.
    const again = !state.server && texts.every(text => state.refused.has(text))
    for (const text of texts) state.refused.add(text)
    const tellThem = again ? failAgain : fail
    tellThem(await listener(context), errors)
  }
  /** Every warning once, however many modules and environments load the spec. */
  const tell = async (context: Reporter, outcome: Outcome) => {
    const warnings = state.told.has(outcome) ? [] : outcome.diagnostics
    state.told.add(outcome)
    const general = state.toldProject ? [] : await project.warnings()
    state.toldProject = true
    warn(await listener(context), [...warnings, ...general])
  }
  const write = async (context: Reporter) => {
    const { diagnostics } = await project.write()
    // A dev server asks for every module that it loads: a person is told once.
    const fresh = diagnostics.filter(d => fails(d) || !state.refused.has(renderDiagnostic(d)))
    const errors = fresh.filter(fails)
    const warnings = fresh.filter(d => !fails(d))
    for (const warning of warnings) state.refused.add(renderDiagnostic(warning))
    warn(await listener(context), warnings)
    if (errors.length > 0) await refuse(context, errors)
  }

  /** Nobody steps through a module that is data, or a list of names: its map is empty. */
  const mapped = (code: string) =>
    isRollupLike(framework) ? { code, map: { version: 3, mappings: '', names: [], sources: [] } } : code
  const transform = {
    filter: { id: partsFilter },
    async handler(this: UnpluginBuildContext & Reporter, text: string, id: string) {
      if (!isParts(id)) return null
      buildAlways(this)
      const code = await linker.link(text, builds.get(this) ?? createBuild())
      return code === undefined ? null : mapped(code)
    },
  }
  /** Of Rollup, which takes from an earlier build what was made of a file, unless it is told. */
  const shouldTransformCachedModule = ({ id }: { id: string }) => isParts(id) || null

  return {
    name,
    enforce: 'pre',

    async buildStart() {
      // Rollup and its relatives say here whether they watch; unplugin's type leaves their `meta` out.
      const { meta } = this as UnpluginBuildContext & { meta?: { watchMode?: boolean } }
      // A dev server that bundles says there that it does not.
      if (meta?.watchMode !== undefined) host.watching = meta.watchMode || state.serving
      Object.assign(state, begun())
      project.refresh()
      // So that an editor knows the tools before anything is requested.
      if (state.server) await write(reporterOf(this))
    },

    async watchChange(file, { event }) {
      if (!(await project.concerns(file))) return
      project.refresh()
      if (event === 'create' && state.server) await reloadModules(state.server)
    },

    resolveId: {
      filter: { id: importFilter },
      async handler(specifier, importer) {
        const own = parseId(specifier)
        if (own !== undefined) return moduleId(framework, own)
        const from = importerFile(framework, host.root, importer)
        const wanted = parseSpecifier(specifier)
        const folder = from === undefined ? host.root : dirname(from)
        const spec = 'file' in wanted.spec ? { file: resolve(folder, wanted.spec.file) } : wanted.spec
        const referred = await project.refer(spec, from)
        // Farm takes watched files for a module that is loaded only.
        if (framework !== 'farm') watchFiles(this, specifier, watchable(referred.watch))
        if ('ref' in referred) return moduleId(framework, { ...wanted, spec: referred.ref })
        await refuse(this, referred.diagnostics)
        return specifier
      },
    },

    load: {
      filter: { id: idFilter },
      async handler(id) {
        const wanted = parseId(id)
        if (wanted === undefined) return null
        builds.get(this)?.modules.add(id)
        const outcome = await project.outcome(wanted.spec)
        watchFiles(this, id, watchable(outcome.watch))
        const text = textOf(outcome, wanted)
        if (typeof text !== 'string') {
          await refuse(this, text ? await project.judge(text) : outcome.diagnostics.filter(fails))
          return 'export {}'
        }
        await tell(this, outcome)
        if (state.server) await write(this)
        return mapped(text)
      },
    },

    // The others hand every file over, or keep what they were given when the configuration has changed.
    ...(isFirstTier(framework) && framework !== 'esbuild' && { transform }),

    async buildEnd(...[error]: unknown[]) {
      // esbuild tells its errors in `onEnd` only, see below.
      if (framework === 'esbuild' || error !== undefined) return
      // Rollup and its relatives tell the error of each build; a dev server does not end with one.
      if (state.failed && (!isRollupLike(framework) || state.server)) return
      const native = this.getNativeBuildContext?.()
      const failed = native && 'compilation' in native && (native.compilation?.errors.length ?? 0) > 0
      if (failed) return
      // A dev server gives nothing of its modules away, and links nothing.
      const build = builds.get(this) ?? (isGraph(this) && !host.watching ? buildOf(this) : createBuild())
      const missed = await linker.missed(build)
      if (missed.length > 0) fail(await listener(reporterOf(this)), missed)
      else await write(reporterOf(this))
    },

    rollup: { generateBundle, shouldTransformCachedModule },
    rolldown: {
      options({ cwd }) {
        if (cwd !== undefined) host.root = cwd
      },
      generateBundle,
    },
    vite: {
      config: viteConfig,
      configResolved({ root, command }) {
        state.serving = command === 'serve'
        Object.assign(host, { root, watching: state.serving })
        // A build may follow with the same plugin.
        if (!state.serving) delete state.server
      },
      configureServer(server) {
        state.server = server
      },
      generateBundle,
    },
    // esbuild does not say that it watches, so each of its builds is judged as a build.
    esbuild: {
      onResolveFilter: importFilter,
      onLoadFilter: idFilter,
      config({ absWorkingDir }) {
        if (absWorkingDir !== undefined) host.root = absWorkingDir
      },
      setup(build) {
        const { plugins = [] } = build.initialOptions
        const own = createBuild(() => plugins.filter(p => p.name === name).length === 1)
        builds.set(build, own)
        build.onStart(() => restart(own))
        // unplugin would take every file that is called so from the app's other plugins and loaders.
        build.onLoad({ filter: partsFilter, namespace: 'file' }, ({ path }) => linker.load(path, own))
        build.onEnd(async ({ errors }) => {
          const diagnostics = errors.length > 0 ? [] : await linker.missed(own)
          if (errors.length + diagnostics.length === 0)
            diagnostics.push(...(await project.write()).diagnostics)
          return { errors: diagnostics.map(d => ({ text: renderDiagnostic(d) })) }
        })
      },
    },
    webpack(compiler) {
      joinCompiler(compiler, builds)
      followCompiler(compiler, host)
      adaptWebpack(compiler, inline)
    },
    rspack(compiler) {
      joinCompiler(compiler, builds)
      followCompiler(compiler, host)
    },
    farm: {
      configResolved({ root, compilation }: { root?: string; compilation?: { mode?: string } }) {
        if (root !== undefined) host.root = root
        host.watching = compilation?.mode === 'development'
      },
    },
  }

  async function generateBundle(this: Reporter, _: unknown, bundle: Record<string, Chunk>): Promise<void> {
    for (const finding of leftOver(bundle)) warn(await listener(this), await project.judge(finding))
  }
})

const begun = () => ({ failed: false, refused: new Set<string>(), toldProject: false })

/** The module's text; a finding when the export is not there; undefined when the outcome has errors. */
function textOf({ compiled }: Outcome, { exportName }: ToolModule): string | Finding | undefined {
  if (compiled === undefined) return undefined
  if (exportName === undefined) return moduleText(compiled)
  const tool = compiled.tools.find(t => t.exportName === exportName)
  if (tool !== undefined) return toolModuleText(tool)
  return {
    code: 'import-unknown',
    message: `The spec ${JSON.stringify(compiled.info.key)} has no tool that is exported as ${JSON.stringify(exportName)}`,
    fix: `Correct the import: ${suggestion(
      exportName,
      compiled.tools.map(t => t.exportName),
    )}`,
  }
}
