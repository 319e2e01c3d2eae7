/** Documents → the golden files that they would have, compiled alike on both sides. For `diff.ts` and `add.ts`. */
import { type CompiledTool, compile, listOperations } from '../compile.ts'
import { type Diagnostic, type Finding, isError, toDiagnostic } from '../diagnostic.ts'
import { goldenText } from '../emit/golden.ts'
import { folderOf } from '../options/paths.ts'
import { type ResolvedOptions, type ResolvedSpec, resolveOptions } from '../options.ts'
import type { Configuration } from '../project/configuration.ts'
import type { Configured } from '../project/configured.ts'
import { chooseSelection, chosenNamespace } from '../project/selection.ts'
import type { JsonObject } from '../runtime/contract.ts'
import type { Selection } from '../select/selected.ts'
import { openSpec } from '../spec/open.ts'
import { createSources, type FileSources } from '../spec/sources.ts'
import type { Spec } from '../spec/spec.ts'
import { goldenOf } from './golden-changes.ts'

export interface Document {
  /** Root-relative. */
  file: string
  sources: FileSources
}

export interface ComparedTools {
  /** By the tool's name; undefined when the document cannot be read. */
  goldens: Map<string, JsonObject> | undefined
  diagnostics: Diagnostic[]
}

/** What a project says of its specs. */
export interface Project {
  configuration: Configuration
  configured: Configured
  root: string
}

/** How both documents are compiled. */
interface Terms {
  options: ResolvedOptions
  spec: ResolvedSpec
  namespace: string
  /** Undefined when each document selects by itself, or offers everything when neither does. */
  selection: Selection | undefined
  findings: Finding[]
}

/** The tools of versions of one document. `owner` is the configured spec whose selection and options they have. */
export function comparedTools(
  project: Project,
  owner: ResolvedSpec | undefined,
  documents: readonly Document[],
): ComparedTools[] {
  if (documents.length === 0) return []
  const terms = owner ? configuredTerms(project, owner) : defaultTerms(project, documents.at(-1)?.file ?? '')
  const opened = documents.map(document => ({ document, ...open(document, terms.spec) }))
  const marked = opened.some(o => o.spec && listOperations(o.spec).some(op => op.marked))
  return opened.map(({ document, spec, findings }) => {
    const tools = spec ? toolsOf(spec, terms, marked, findings) : undefined
    const goldens = tools?.map(t => [t.tool.name, goldenOf(t.tool.name, goldenText(t))] as const)
    return {
      goldens: goldens && new Map(goldens),
      diagnostics: [...terms.findings, ...findings].map(f => judged(f, spec !== undefined, document)),
    }
  })
}

/** What one version has and the other one has not: why a tool is on one side only. */
export function distinguishing(before: readonly Diagnostic[], after: readonly Diagnostic[]): Diagnostic[] {
  const identity = ({ code, message }: Diagnostic) => `${code} ${message}`
  const [olds, news] = [new Set(before.map(identity)), new Set(after.map(identity))]
  const both = (d: Diagnostic) => olds.has(identity(d)) && news.has(identity(d))
  return [...before, ...after].filter(d => !both(d))
}

function configuredTerms({ configuration, configured, root }: Project, spec: ResolvedSpec): Terms {
  const found = configured.spec({ key: spec.key })
  if ('findings' in found) throw new Error(`the spec ${spec.key} is not configured`)
  const chosen = chooseSelection(spec, createSources({ root }), configuration.file)
  return {
    ...{ options: found.options, spec, findings: chosen.findings },
    namespace: chosenNamespace(spec, configured, chosen),
    selection: chosen.selection?.place === 'spec' ? undefined : chosen.selection,
  }
}

/** As if the document were the only one of a configuration; nobody is to be stopped by names that nobody chose. */
function defaultTerms({ root, configured }: Project, file: string): Terms {
  const raw = { specs: { api: file }, nameRule: 'wide' }
  const options = resolveOptions(raw, { root, ci: false, file: '' }, () => {})
  const spec = options?.specs.get('api')
  if (options === undefined || spec === undefined) throw new Error(`${file} is no path of a spec`)
  return {
    options: configured.options ? { ...configured.options, specs: options.specs, nameRule: 'wide' } : options,
    ...{ spec, namespace: spec.namespace, selection: undefined, findings: [] },
  }
}

function open(
  { file, sources }: Document,
  spec: ResolvedSpec,
): { spec: Spec | undefined; findings: Finding[] } {
  const findings: Finding[] = []
  const { sha256: _, ...terms } = spec
  const own = { ...terms, file, refsRoot: file === spec.file ? spec.refsRoot : folderOf(file) }
  // Pins are asked for when tools are built, not while versions are compared.
  const report = (f: Finding) => {
    if (f.code !== 'spec-not-pinned') findings.push(f)
  }
  return { spec: openSpec({ sources, spec: own, lock: undefined }, report), findings }
}

function toolsOf(spec: Spec, terms: Terms, marked: boolean, findings: Finding[]): CompiledTool[] {
  const { options, namespace } = terms
  const selection = terms.selection ?? (marked ? { place: 'spec' as const } : everything(spec))
  const compiled = compile(spec, { ...options, namespace, selection })
  // An operation that only the other version has is what is compared.
  findings.push(...compiled.findings.filter(f => isError(f) && f.code !== 'selection-unmatched'))
  return compiled.tools
}

const everything = (spec: Spec): Selection => ({
  place: 'inline',
  operations: listOperations(spec).map(o => o.name),
  at: { file: spec.file, pointer: '' },
})

/** A tool that cannot be compiled is missing on its side; that the document cannot be read at all is an error. */
function judged(finding: Finding, isOpen: boolean, { sources }: Document): Diagnostic {
  const diagnostic = toDiagnostic(finding, at => sources.locate(at))
  return isOpen ? { ...diagnostic, severity: 'warning' } : diagnostic
}
