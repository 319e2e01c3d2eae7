/** What the rules of a schema say of a value. For the interpreter and `applicators.ts`. */
import type { Json } from './contract.ts'
import type { Place } from './words.ts'

/**
 * What is wrong somewhere. Most branches of a union refuse, most items too, and nobody reads why: words wait until they
 * are asked for.
 */
export type Finding = [place: Place, expected: () => string, got: Json, instead?: string | undefined]

/** Whether a value breaks it. What is wrong is added to `out`, if somebody wants to know: most values are right. */
export type Rule = (value: Json, place?: Place, out?: Finding[]) => unknown

/** True, and a finding for those who want to know. */
export const add = (
  out: Finding[] | undefined,
  place: Place,
  expected: () => string,
  got: Json,
  instead?: string,
): unknown => out?.push([place, expected, got, instead]) ?? true

export const findings = (rule: Rule, value: Json, place: Place): Finding[] => {
  const out: Finding[] = []
  rule(value, place, out)
  return out
}
