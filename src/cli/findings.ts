/** Findings of commands as diagnostics, located in whatever has been read. For `cli/`. */
import { type Code, type Diagnostic, type Finding, toDiagnostic } from '../diagnostic.ts'
import type { Configuration } from '../project/configuration.ts'
import type { FileSources } from '../spec/sources.ts'

export const located = (
  findings: readonly Finding[],
  sources: FileSources,
  configuration: Configuration,
): Diagnostic[] => findings.map(f => toDiagnostic(f, at => sources.locate(at) ?? configuration.locate(at)))

/** What a build warns of is what a check is there to find. */
export const asErrors = (diagnostics: readonly Diagnostic[], ...codes: Code[]): Diagnostic[] =>
  diagnostics.map(d => (codes.includes(d.code) ? { ...d, severity: 'error' } : d))
