/** Checks values against exact schemas by walking both: no code generation, bounded work. */
import type { InputSchema, Json } from './contract.ts'
import type { Problem } from './errors.ts'
import { add, type Finding, findings, type Rule } from './finding.ts'
import { testsOf } from './keywords.ts'
import { isObject, own, owns } from './object.ts'
import { negation, ofItems, requiredBy, target, union } from './parts.ts'
import type { Schema } from './subschemas.ts'
import { found, type Place, pathOf, quote as wanted } from './words.ts'

/**
 * The problems of a JSON value, at most twenty; none when the schema accepts it. The value must be plain JSON
 * (see `plain`). Throws a RangeError when it runs out of steps or of stack: a verdict on a part would be wrong
 * under `not` and `oneOf`.
 */
export type Check = (schema: InputSchema, value: Json) => Problem[]

/** For callers that have no answer to throw. */
export const check = (schema: InputSchema, value: Json, root = schema): Problem[] => {
  try {
    return checker(root)(schema, value)
  } catch {
    return [{ path: '', expected: 'something simpler', got: 'too much to check' }]
  }
}

/** For schemas below one root. What it has learnt of a schema it keeps, so they must not change. */
export const checker = (root: InputSchema): Check => {
  let steps = 0
  const known = new Map<Schema, Rule>()

  /** All rules of a schema as one. They are made when a value gets there: a schema may be deep, or lead to itself. */
  const ruleOf = (schema: InputSchema): Rule => {
    const found = known.get(schema)
    if (found) return found
    // Most begin with their type: where one kind of test is called, engines see through the call.
    const [first, ...tests] = testsOf(schema)
    let rules: Rule[] | undefined
    const all: Rule = (value, place, out) => {
      if (steps-- < 0) throw new RangeError()
      if (first?.[0](value)) return add(out, place, first[1], value)
      for (const test of tests) if (test[0](value)) return add(out, place, test[1], value)
      rules ??= rulesOf(schema)
      let broken: unknown
      // One fault is enough, but for those who want to know.
      for (const rule of rules) if (out || !broken) broken = rule(value, place, out) || broken
      return broken
    }
    known.set(schema, all)
    return all
  }

  const rulesOf = (schema: InputSchema): Rule[] => {
    const rules: Rule[] = []
    const {
      $ref,
      required = [],
      dependentRequired,
      properties = {},
      prefixItems = [],
      anyOf,
      oneOf,
      not,
    } = schema
    if (required.length || dependentRequired)
      rules.push((value, place, out) => {
        let broken: unknown
        if (isObject(value))
          for (const name of dependentRequired ? requiredBy(value, required, dependentRequired) : required)
            if (!owns(value, name)) {
              const declared = own(properties, name)
              broken = add(
                out,
                [name, place],
                () => (declared ? wanted(declared) : 'a value'),
                value,
                'nothing',
              )
            }
        return broken
      })
    const ofParts = (parts: Schema) => (typeof parts === 'object' ? ruleOf(parts) : parts)
    const [items, others] = [ofParts(schema.items), ofParts(schema.additionalProperties)]
    const declared = new Map<string | number, Rule>(
      [...prefixItems.entries(), ...Object.entries(properties)].map(([key, part]) => [key, ruleOf(part)]),
    )
    const ofPart = (part: Json, key: string | number, place: Place, out?: Finding[]): unknown => {
      const isName = typeof key === 'string'
      const rule = declared.get(key) ?? (isName ? others : items)
      const at: Place = out && [key, place]
      if (typeof rule === 'function') return rule(part, at, out)
      // It is looked at too.
      steps--
      const expected = () => (Object.keys(properties)[0] ? wanted(Object.keys(properties)) : 'nothing')
      // An item too many has no name.
      return rule === false && add(out, at, expected, part, isName ? 'an unknown name' : undefined)
    }
    if ((items ?? prefixItems[0]) !== undefined) rules.push(ofItems(ofPart))
    if ((others ?? Object.keys(properties)[0]) !== undefined)
      rules.push((value, place, out) => {
        let broken: unknown
        if (isObject(value))
          // One fault is enough, but for those who want to know.
          for (const key in value)
            if (owns(value, key) && (out || !broken))
              broken = ofPart(value[key] as Json, key, place, out) || broken
        return broken
      })
    for (const each of schema.allOf ?? []) rules.push(ruleOf(each))
    if ($ref !== undefined) rules.push(ruleOf(target($ref, root)))
    if (anyOf) rules.push(union(anyOf, ruleOf, 1))
    if (oneOf) rules.push(union(oneOf, ruleOf, 2))
    if (not) rules.push(negation(not, ruleOf))
    return rules
  }

  return (schema, value) => {
    // To find out, and as many to say why.
    steps = 400_000
    const rule = ruleOf(schema)
    return rule(value) ? findings(rule, value, undefined).slice(0, 20).map(problemOf) : []
  }
}

const problemOf = ([place, expected, value, instead]: Finding): Problem => ({
  path: pathOf(place),
  expected: expected(),
  got: instead ?? found(value),
})
