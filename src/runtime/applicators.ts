/** What applies other schemas, where most schemas do not (JSON Schema core 10). The interpreter calls it. */
import type { InputSchema, Json } from './contract.ts'
import { add, type Finding, findings, type Rule } from './finding.ts'
import { type Place, quote } from './words.ts'

type RuleOf = (schema: InputSchema) => Rule

/** `anyOf` and `oneOf`: nothing when a branch accepts, and of `oneOf` no second one; else the problems of the closest branch. */
export const union = (schemas: InputSchema[], ruleOf: RuleOf, tooMany: number): Rule => {
  const rules = schemas.map(ruleOf)
  const types = schemas.flatMap(({ type }) => type ?? ['', '']).map(type => type.replace('integer', 'number'))
  // No value has two types: the first branch that accepts is the only one.
  if (new Set(types).size === types.length) tooMany = 1
  return (value, place, out) => {
    let fits = 0
    for (const rule of rules) if (!rule(value) && ++fits === tooMany) break
    if (fits === 1) return false
    if (out) {
      // Of two forms too many, none has anything to say.
      const refusals = fits ? [] : rules.map(rule => findings(rule, value, place))
      // A branch that refuses the value as a whole is not what was meant; of the others, the one with the least to say.
      const [inner] = refusals.filter(([first]) => first?.[0] !== place).sort((a, b) => a.length - b.length)
      const expected = () =>
        fits ? 'one form only' : [...new Set(refusals.map(([first]) => first?.[1]()))].join(' or ')
      for (const finding of inner ?? [[place, expected, value] as Finding]) out.push(finding)
    }
    return true
  }
}

export const negation =
  (not: InputSchema, ruleOf: RuleOf): Rule =>
  (value, place, out) =>
    !ruleOf(not)(value) &&
    add(out, place, () => (Object.keys(not)[0] ? `not ${quote(not)}` : 'nothing'), value)

/** `items` and `prefixItems`. */
export const ofItems =
  (ofItem: (item: Json, i: number, place: Place, out?: Finding[]) => unknown): Rule =>
  (value, place, out) => {
    let broken: unknown
    if (Array.isArray(value))
      // One fault is enough, but for those who want to know.
      for (let i = 0; i < value.length && (out || !broken); i++)
        // Its items are JSON as it is.
        broken = ofItem(value[i] as Json, i, place, out) || broken
    return broken
  }
