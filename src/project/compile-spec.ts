/** One spec, from its file to compiled tools, and never twice for the same bytes. `generation.ts` calls it. */
import { createHash } from 'node:crypto'
import { type Compiled, compile } from '../compile.ts'
import type { Finding } from '../diagnostic.ts'
import type { ResolvedOptions, ResolvedSpec } from '../options.ts'
import type { Json } from '../runtime/contract.ts'
import { stableText } from '../runtime/json-text.ts'
import type { Selection } from '../select/selected.ts'
import type { Lock } from '../spec/lock.ts'
import { openSpec } from '../spec/open.ts'
import type { FileSources } from '../spec/sources.ts'

export interface CompileInput {
  sources: FileSources
  spec: ResolvedSpec
  options: ResolvedOptions
  lock: Lock | undefined
  /** Undefined when the choice has an error: then the document is opened, for its own errors. */
  selection: Selection | undefined
  namespace: string
}

export interface CompiledSpec {
  /** Undefined when the document cannot be opened. */
  compiled: Compiled | undefined
  /** Of the document and of the compiler. */
  findings: Finding[]
  /** Every file that was asked for, root-relative, with its sum; undefined when it is missing. */
  files: ReadonlyMap<string, string | undefined>
}

/** What was compiled last, by key. */
export type CompileCache = Map<string, { identity: string; result: CompiledSpec }>

/** Everything that decides the result is in the identity, or in the files. */
export function compileSpec(cache: CompileCache, input: CompileInput): CompiledSpec {
  const { sources, spec } = input
  const identity = identityOf(input)
  const known = cache.get(spec.key)
  if (known?.identity === identity && [...known.result.files].every(([f, sum]) => sumOf(sources, f) === sum))
    return known.result
  const result = compileAnew(input)
  cache.set(spec.key, { identity, result })
  return result
}

function identityOf({ spec, options, lock, selection, namespace }: CompileInput): string {
  const { targets, budget, conventions, maps, enumLimit, nameRule } = options
  const decisive = {
    ...{
      spec,
      selection: selection ?? null,
      namespace,
      targets,
      budget,
      conventions,
      maps,
      enumLimit,
      nameRule,
    },
    lock: [...(lock?.files ?? [])],
  }
  // Plain JSON: `resolveOptions` and the parsers made every part of it.
  return createHash('sha256')
    .update(stableText(decisive as unknown as Json))
    .digest('hex')
}

function sumOf(sources: FileSources, file: string): string | undefined {
  sources.read(file)
  return sources.files.get(file)
}

function compileAnew({ sources, spec, options, lock, selection, namespace }: CompileInput): CompiledSpec {
  const findings: Finding[] = []
  const asked = new Set<string>()
  const watched: FileSources = {
    ...sources,
    read(file) {
      asked.add(file)
      return sources.read(file)
    },
  }
  const report = (finding: Finding) => void findings.push(finding)
  const opened = openSpec({ sources: watched, spec, lock }, report)
  const { targets, budget, conventions, maps, enumLimit, nameRule } = options
  const compiled =
    opened &&
    selection &&
    compile(opened, { targets, budget, conventions, maps, enumLimit, nameRule, namespace, selection })
  const files = new Map([...asked].map(file => [file, sources.files.get(file)]))
  return { compiled, findings: [...findings, ...(compiled?.findings ?? [])], files }
}
