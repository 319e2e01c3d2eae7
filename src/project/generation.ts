/** What is known of a project between two refreshes: every question is answered once. `project.ts` makes it. */
import { resolve, sep } from 'node:path'
import type { Compiled } from '../compile.ts'
import type { Diagnostic, Finding } from '../diagnostic.ts'
import { join } from '../json/pointer.ts'
import type { ResolvedOptions, ResolvedSpec } from '../options.ts'
import { createSources, type FileSources } from '../spec/sources.ts'
import { withChange } from './changed.ts'
import { type CompileCache, compileSpec } from './compile-spec.ts'
import type { Configuration } from './configuration.ts'
import { type Configured, configure, type SpecRef } from './configured.ts'
import { readLockFile } from './lock-file.ts'
import { reviewSpec } from './review.ts'
import { chooseSelection, chosenNamespace } from './selection.ts'
import { fails, judge, type Mode } from './severity.ts'
import { suspects } from './suspects.ts'

export interface Outcome {
  /** Undefined when there is an error. */
  compiled: Compiled | undefined
  /** Errors first. */
  diagnostics: Diagnostic[]
  /** Absolute paths, with `/`: a change of one can change the outcome. */
  watch: string[]
  /** Golden files that are missing: root-relative path → text. */
  unreviewed: ReadonlyMap<string, string>
}

export interface Generation {
  /** Absolute. */
  readonly root: string
  readonly mode: Mode
  readonly configured: Configured
  readonly sources: FileSources
  /** Absolute paths that decide the configuration. */
  readonly watch: string[]
  outcome(ref: SpecRef): Outcome
  /** The same, of a spec that nobody may have asked for: its errors are nobody's either. */
  peek(ref: SpecRef): Outcome
  /** The outcomes of everything that was asked for. */
  asked(): Outcome[]
  /** Findings about no single spec. */
  judge(findings: readonly Finding[]): Diagnostic[]
}

export interface GenerationInput {
  configuration: Configuration
  watching: boolean
  /** Whether the environment says so. */
  ci: boolean
  cache: CompileCache
  previous: FileSources | undefined
}

export function createGeneration({
  configuration,
  watching,
  ci,
  cache,
  previous,
}: GenerationInput): Generation {
  const configured = configure(configuration, ci)
  const { options } = configured
  const root = options?.root ?? configuration.folder
  const sources = createSources({ root, previous })
  const mode: Mode = watching ? 'watch' : (options?.ci ?? ci) ? 'ci' : 'build'
  const locate: FileSources['locate'] = at => sources.locate(at) ?? configuration.locate(at)
  const absolute = (files: string[]) => [...new Set(files.map(f => resolve(root, f).replaceAll(sep, '/')))]
  const known = new Map<string, Outcome>()
  const asked = new Set<Outcome>()
  const ask = (findings: readonly Finding[]) => judge(findings, mode, options?.silence ?? [], locate)

  const answer = (ref: SpecRef): Outcome => {
    const found = configured.spec(ref)
    return 'findings' in found ? outcome(found.findings, []) : build(found.options, found.spec)
  }

  const outcome = (findings: readonly Finding[], files: string[], compiled?: Compiled): Outcome => {
    const diagnostics = ask(findings)
    return {
      compiled: diagnostics.some(fails) ? undefined : compiled,
      diagnostics,
      watch: absolute([...configuration.watch, ...files]),
      unreviewed: new Map(),
    }
  }

  const build = (options: ResolvedOptions, spec: ResolvedSpec): Outcome => {
    const { lock, findings } = readLockFile(options.lock, sources)
    const chosen = chooseSelection(spec, sources, configuration.file)
    const namespace = namespaceOf(spec)
    const { compiled, ...read } = compileSpec(cache, {
      ...{ sources, spec, options, lock, namespace, selection: chosen.selection },
    })
    // A lock that cannot be read pins nothing; to say that of every file would bury why.
    const pinless =
      findings.length > 0 ? read.findings.filter(f => f.code !== 'spec-not-pinned') : read.findings
    const pinned = (file: string) =>
      (file === spec.file ? spec.sha256 : undefined) ?? lock?.files.get(file)?.sha256
    // Somebody who is at work knows what they have just changed.
    const told = mode === 'watch' ? pinless : pinless.map(f => withChange(f, root, pinned))
    findings.push(...chosen.findings, ...told, ...sharedNamespace(options, spec, namespace))
    // Told while somebody is at work.
    if (mode === 'watch' && compiled) findings.push(...suspects(compiled))
    const files = [options.lock, ...chosen.files, ...read.files.keys()]
    // What has an error is not what a person would review.
    if (compiled === undefined || options.golden === false || ask(findings).some(fails))
      return outcome(findings, files, compiled)
    const review = reviewSpec(root, options.golden, compiled)
    // A build outside CI writes what is missing; that is no finding.
    const open = review.findings.filter(f => f.code !== 'golden-missing' || mode !== 'build')
    return {
      ...outcome([...findings, ...open], [...files, ...review.files], compiled),
      unreviewed: review.missing,
    }
  }

  const namespaceOf = (spec: ResolvedSpec): string => {
    const chosen = chooseSelection(spec, sources, configuration.file)
    return chosenNamespace(spec, configured, chosen)
  }

  /** Side files may give two specs one namespace; the configuration alone is checked where it is read. */
  const sharedNamespace = (options: ResolvedOptions, spec: ResolvedSpec, namespace: string): Finding[] => {
    const others = [...options.specs.values()].filter(s => s.key !== spec.key && namespaceOf(s) === namespace)
    return others.slice(0, 1).map(other => ({
      code: 'option-invalid',
      message: `The specs ${JSON.stringify(spec.key)} and ${JSON.stringify(other.key)} both have the namespace ${JSON.stringify(namespace)}`,
      fix: 'Give one of them a namespace of its own',
      at: { file: configuration.file, pointer: join('', 'specs', spec.key) },
    }))
  }

  const peek = (ref: SpecRef): Outcome => {
    const id = 'key' in ref ? ref.key : `@${ref.file}`
    const found = known.get(id) ?? answer(ref)
    known.set(id, found)
    return found
  }

  return {
    ...{ root, mode, configured, sources, judge: ask, peek },
    watch: absolute(configuration.watch),
    outcome(ref) {
      const found = peek(ref)
      asked.add(found)
      return found
    },
    asked: () => [...asked],
  }
}
