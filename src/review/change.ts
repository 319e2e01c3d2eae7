/** What a comparison of golden files says: the shape of one change, and choices among changes. Pure; anyone may call it. */
import type { Json } from '../runtime/contract.ts'

/**
 * - `breaking`: a call that was valid is refused, goes elsewhere or means something else; or less is guarded
 * - `behavioural`: old calls mean the same, but what the model reads, what is sent or what comes back differs
 * - `compatible`: more is accepted than before
 * - `none`: nothing that a model reads, that is sent or that comes back differs
 */
export type ChangeClass = 'breaking' | 'behavioural' | 'compatible' | 'none'

export const changeClasses: readonly ChangeClass[] = ['breaking', 'behavioural', 'compatible', 'none']

export interface Change {
  /** An id of the table in `rules.ts`. */
  rule: string
  class: ChangeClass
  /** Needs somebody's word of its own: less is asked, or more is shown, than before. */
  safety: boolean
  /** The tool's name now; of a removed tool, the one it had. */
  tool: string
  /** JSON pointer into the golden file: the new one, or the old one where the new has nothing there. */
  pointer: string
  /** Undefined where there was nothing. */
  old: Json | undefined
  /** Undefined where there is nothing. */
  new: Json | undefined
  sentence: string
  /** The same for the same change of the same tool, whatever else changed beside it. */
  fingerprint: string
}

/** At least as serious as the class given. */
export const atLeast = (changes: readonly Change[], least: ChangeClass): Change[] =>
  changes.filter(c => changeClasses.indexOf(c.class) <= changeClasses.indexOf(least))

/** What each needs to be accepted by its fingerprint. */
export const safetyRows = (changes: readonly Change[]): Change[] => changes.filter(c => c.safety)

/** Tools that a model may choose or call in another way than before, by name; a removed tool has nothing to evaluate. */
export const toReevaluate = (changes: readonly Change[]): string[] =>
  [
    ...new Set(
      atLeast(changes, 'behavioural')
        .filter(c => c.rule !== 'tool-removed')
        .map(c => c.tool),
    ),
  ].sort()

/** The worst class there is; `none` for no changes at all. */
export const worst = (changes: readonly Change[]): ChangeClass =>
  changeClasses.find(c => changes.some(change => change.class === c)) ?? 'none'
