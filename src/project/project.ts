/**
 * One project: its configuration, every spec that was asked for, and the files that are written for it.
 * The plugin is its user.
 */
import { resolve, sep } from 'node:path'
import type { CompiledTool } from '../compile.ts'
import type { Diagnostic, Finding } from '../diagnostic.ts'
import { bothLinks, type Links } from '../emit/linked.ts'
import { rootRelative } from '../options/paths.ts'
import type { CompileCache } from './compile-spec.ts'
import { loadConfiguration } from './configuration.ts'
import type { SpecRef } from './configured.ts'
import { readText, writeGenerated } from './files.ts'
import { createGeneration, type Generation, type Outcome } from './generation.ts'
import { fails } from './severity.ts'
import { generatedTypes, staleTypes } from './types.ts'

export type { Outcome, SpecRef }

/** What the host knows; it may learn it after the project was made. */
export interface Host {
  /** Absolute folder that the host works in. */
  root: string
  /** A person is at work: a dev server, or a build that watches. */
  watching: boolean
}

/** The files to watch are absolute. */
export type Referred = { watch: string[] } & ({ ref: SpecRef } | { diagnostics: Diagnostic[] })

export interface Written {
  /** Root-relative. */
  files: string[]
  /** Why the rest could not be written; a person at work is warned. */
  diagnostics: Diagnostic[]
}

export interface Project {
  /** Asks the disk again for everything. What has the same bytes is neither parsed nor compiled again. */
  refresh(): void
  /** Whether a file has a part in anything that was asked for. */
  concerns(file: string): Promise<boolean>
  /** Absolute. */
  root(): Promise<string>
  /** What an import means; its file, and the importer's, are absolute. */
  refer(wanted: SpecRef, importer: string | undefined): Promise<Referred>
  outcome(ref: SpecRef): Promise<Outcome>
  /** What the run time of a bundle is linked for; undefined while somebody is at work. */
  links(): Promise<Links | undefined>
  /** Errors for specs of a bundle, or single tools of them, that need more of the run time than it has. */
  unlinked(
    links: Links | undefined,
    modules: readonly { spec: SpecRef; exportName?: string }[],
  ): Promise<Diagnostic[]>
  /** Warnings about no single spec. */
  warnings(): Promise<Diagnostic[]>
  /** Writes what this kind of build may write, and nothing when anything has an error. */
  write(): Promise<Written>
  /** A finding of the host, as a diagnostic. */
  judge(finding: Finding): Promise<Diagnostic[]>
}

/** `inline` is the configuration that the host was given, if any. */
export function createProject(inline: unknown, host: Host, env: NodeJS.ProcessEnv = process.env): Project {
  const cache: CompileCache = new Map()
  const ci = !['', '0', 'false', undefined].includes(env.CI)
  const begin = async (previous?: Generation): Promise<Generation> =>
    createGeneration({
      configuration: await loadConfiguration(inline, host.root),
      ...{ watching: host.watching, ci, cache, previous: previous?.sources },
    })
  // Begun at the first question, when the host knows its root.
  const state: { now?: Promise<Generation>; last?: Generation } = {}
  const current = (): Promise<Generation> => {
    state.now ??= begin(state.last).then(generation => {
      state.last = generation
      return generation
    })
    return state.now
  }

  return {
    refresh() {
      delete state.now
    },
    async concerns(file) {
      const generation = await current()
      const path = resolve(file).replaceAll(sep, '/')
      return [generation, ...generation.asked()].some(({ watch }) => watch.includes(path))
    },
    root: async () => (await current()).root,
    async refer(wanted, importer) {
      const { configured, root, judge, watch } = await current()
      const found = configured.refer('key' in wanted ? wanted : { file: rootRelative(root, wanted.file) })
      if ('ref' in found) return { ...found, watch }
      const at = importer && { at: { file: rootRelative(root, importer), pointer: '' } }
      return { diagnostics: judge(found.findings.map(f => ({ ...f, ...at }))), watch }
    },
    outcome: async ref => (await current()).outcome(ref),
    judge: async finding => (await current()).judge([finding]),
    async links() {
      const { configured, mode, peek } = await current()
      const { options } = configured
      if (mode === 'watch') return undefined
      // Without a spec in the configuration, nobody knows what will be asked for.
      if (options?.runtime !== 'linked' || options.specs.size === 0) return 'all'
      // What has an error is in no bundle.
      const tools = [...options.specs.keys()].flatMap(key => peek({ key }).compiled?.tools ?? [])
      return tools.map(({ tool }) => tool.needs ?? 'all').reduce<Links>(bothLinks, 0)
    },
    async unlinked(links, modules) {
      if (typeof links !== 'number') return []
      const { peek, judge } = await current()
      const missing = modules.flatMap(
        ({ spec, exportName }) =>
          peek(spec).compiled?.tools.find(
            tool =>
              [undefined, tool.exportName].includes(exportName) &&
              bothLinks(links, tool.tool.needs ?? 'all') !== links,
          ) ?? [],
      )
      return judge([...new Set(missing)].map(unlinked))
    },
    async warnings() {
      const generation = await current()
      const types = generatedTypes(generation)
      const { file, broken } = types
      if (file === undefined) return []
      const [key] = broken
      if (key !== undefined)
        return generation.judge([
          {
            ...{ code: 'types-stale', at: { file, pointer: '' } },
            message: `${file} is not written, and no golden either: the spec ${JSON.stringify(key)} has errors`,
            fix: 'Correct them; an import of it shows them',
          },
        ])
      if (generation.mode !== 'ci' || types.upToDate()) return []
      return generation.judge(staleTypes(generation.root, types))
    },
    async write() {
      const generation = await current()
      const { root, mode } = generation
      const types = generatedTypes(generation)
      const nothing = { files: [], diagnostics: [] }
      if (mode === 'ci' || types.broken.length > 0) return nothing
      const outcomes = generation.asked()
      if (outcomes.some(o => o.diagnostics.some(fails))) return nothing
      const wanted = new Map(mode === 'build' ? outcomes.flatMap(o => [...o.unreviewed]) : [])
      if (!types.upToDate()) for (const [path, text] of types.files()) wanted.set(path, text)
      const changed = [...wanted].filter(([path, wantedText]) => readText(resolve(root, path)) !== wantedText)
      const { written, problem } = writeGenerated(root, new Map(changed))
      return { files: written, diagnostics: problem ? generation.judge([problem]) : [] }
    },
  }
}

const unlinked = ({ tool, source }: CompiledTool): Finding => ({
  code: 'import-unlinked',
  message: `The run time of this bundle is linked for the specs of the configuration, and ${tool.name} needs more of it`,
  fix: "Add its spec to `specs`, or set runtime: 'whole'",
  at: source,
})
