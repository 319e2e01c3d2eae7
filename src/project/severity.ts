/** Who may go on with which finding: the table of what a build, a dev server and CI do. `project/` and `cli/` call it. */

import type { Location } from '../diagnostic.ts'
import {
  type Code,
  type Diagnostic,
  type Finding,
  type Position,
  rules,
  toDiagnostic,
} from '../diagnostic.ts'

/** `watch` is a dev server too. */
export type Mode = 'watch' | 'build' | 'ci'

/** What waits for a person: a build stops at it, and a person at work is told. */
const awaitsReview: readonly Code[] = ['spec-not-pinned', 'spec-changed', 'golden-missing', 'golden-changed']
/** Generated types are for an editor: what is served does not need them. */
const onlyTold: readonly Code[] = [...awaitsReview, 'write-failed']

/** Findings as diagnostics, without the warnings that are silenced; errors first. */
export function judge(
  findings: readonly Finding[],
  mode: Mode,
  silence: readonly Code[],
  locate: (at: Location) => Position | undefined,
): Diagnostic[] {
  const diagnostics = findings
    .filter(({ code }) => rules[code].severity === 'error' || !silence.includes(code))
    .map(finding => {
      const diagnostic = toDiagnostic(finding, locate)
      return mode === 'watch' && onlyTold.includes(finding.code)
        ? { ...diagnostic, severity: 'warning' as const }
        : diagnostic
    })
  return [...diagnostics.filter(fails), ...diagnostics.filter(d => !fails(d))]
}

export const fails = (diagnostic: Diagnostic): boolean => diagnostic.severity === 'error'
