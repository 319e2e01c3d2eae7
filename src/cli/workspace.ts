/** The configured project as commands see it: the same configuration as the plugin's. For `cli/`. */
import type { ResolvedOptions } from '../options.ts'
import type { CompileCache } from '../project/compile-spec.ts'
import { type Configuration, loadConfiguration } from '../project/configuration.ts'
import { type Configured, configure } from '../project/configured.ts'
import { createGeneration, type Generation } from '../project/generation.ts'
import { createSources, type FileSources } from '../spec/sources.ts'
import { located } from './findings.ts'
import type { Session } from './session.ts'

export interface Workspace {
  readonly configuration: Configuration
  readonly configured: Configured
  readonly options: ResolvedOptions
  /** Absolute. */
  readonly root: string
  /** Of every configured spec. */
  readonly keys: readonly string[]
  /** What CI would compile; the golden files are looked at too when `reviewed`. */
  generation(what: 'reviewed' | 'unreviewed'): Generation
}

/** The project of a folder, or the exit code when it has no configuration that can be used. */
export async function openWorkspace(session: Session): Promise<Workspace | number> {
  const configuration = await loadConfiguration(undefined, session.cwd)
  const configured = configure(configuration, true)
  const { options, findings } = configured
  if (findings.length > 0) {
    const diagnostics = located(findings, createSources({ root: configuration.folder }), configuration)
    return session.close({ diagnostics, json: {}, text: '' })
  }
  if (options === undefined)
    return session.usage('There is no configuration here. Write one with: openapi-tools init')
  // What one generation has parsed and compiled, the next one need not.
  const cache: CompileCache = new Map()
  const last: { sources?: FileSources } = {}
  return {
    ...{ configuration, configured, options, root: options.root, keys: [...options.specs.keys()] },
    generation(what) {
      // A configuration without findings is an object.
      const raw = {
        ...(configuration.raw as object),
        ci: true,
        ...(what === 'unreviewed' && { golden: false }),
      }
      const generation = createGeneration({
        configuration: { ...configuration, raw },
        ...{ watching: false, ci: true, cache, previous: last.sources },
      })
      last.sources = generation.sources
      return generation
    },
  }
}
