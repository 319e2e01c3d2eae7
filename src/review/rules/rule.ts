/** The shape of a rule, and short ways to write one. For `review/rules.ts` and the tables it joins. */
import type { ChangeClass } from '../change.ts'

export interface Rule {
  class: ChangeClass
  /** A golden is not updated over it unless somebody names its fingerprint. */
  safety?: true
  /** What is compared. */
  about: string
  /** `{name}`, `{old}`, `{new}`, `{keyword}` and `{targets}` are filled in. */
  sentence: string
  /** The rules of the same change the other way round; its own id where both ways are one rule. */
  opposite: readonly string[]
}

const rule =
  (kind: ChangeClass) =>
  (about: string, sentence: string, ...opposite: string[]): Rule => ({
    class: kind,
    about,
    sentence,
    opposite,
  })

export const breaking = rule('breaking')
export const behavioural = rule('behavioural')
export const compatible = rule('compatible')
export const none = rule('none')

export const safety = (r: Rule): Rule => ({ ...r, safety: true })
