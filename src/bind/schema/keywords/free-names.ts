/** `propertyNames` and `patternProperties`: carried where plain properties say the same, else told. For `bind/schema/keywords/objects.ts`. */
import type { Location } from '../../../diagnostic.ts'
import type { JsonObject } from '../../../runtime/contract.ts'
import { type Draft, isNever, never, own } from '../../../schema/draft.ts'
import { merge } from '../../../schema/merge.ts'
import type { Node } from '../../../spec/spec.ts'
import { child, combine, isObject, lost, member, note, type SchemaContext, unenforced } from '../context.ts'

/** The object's own keywords together with what is said of names that it does not declare. */
export function freeNames(
  c: SchemaContext,
  value: JsonObject,
  at: Location,
  self: Partial<Draft>,
): Partial<Draft> {
  return propertyNames(c, value, at, patternProperties(c, value, at, self))
}

const saysNothing = ({ at: _, ...d }: Draft): boolean => Object.keys(d).length === 0

/** A list of names is kept as one until all branches are known. A name is a text anyway. */
function propertyNames(
  c: SchemaContext,
  value: JsonObject,
  at: Location,
  self: Partial<Draft>,
): Partial<Draft> {
  const node = member(value, at, 'propertyNames')
  if (node === undefined) return self
  const { at: _, description: __, notes: ___, type, ...rule } = c.convert(named(c, node))
  const isText = type === undefined || type.includes('string')
  if (Object.keys(rule).length === 0 && isText) return self
  const names = rule.enum?.filter(name => typeof name === 'string')
  if (names === undefined || Object.keys(rule).length > 1 || !isText)
    return combine(
      self,
      rule.pattern === undefined
        ? undefined
        : note(`Names of properties have the pattern ${rule.source ?? rule.pattern}`),
      unenforced('propertyNames', 'names of properties are not checked'),
    )
  return { ...self, onlyNames: [...new Set(names)] }
}

/** A list of names that has a name itself is read in place. */
function named(c: SchemaContext, node: Node): Node {
  if (!isObject(node.value) || own(node.value, '$ref') === undefined || Object.keys(node.value).length > 1)
    return node
  const target = c.follow(node)
  return target && isObject(target.value) && Array.isArray(own(target.value, 'enum')) ? target : node
}

/** Patterns that every name has, and those that every name has but an odd one. */
const everyName = ['', '^', '$', '.*', '^.*', '.*$']
const nearlyEveryName = ['^.*$', '.+', '^.+', '.+$', '^.+$']
const isOfEvery = (pattern: string): boolean => [...everyName, ...nearlyEveryName].includes(pattern)

function patternProperties(
  c: SchemaContext,
  value: JsonObject,
  at: Location,
  self: Partial<Draft>,
): Partial<Draft> {
  const node = member(value, at, 'patternProperties')
  if (node === undefined) return self
  if (!isObject(node.value)) {
    c.problem('patternProperties is no object', 'make patternProperties an object of schemas', node.at)
    return self
  }
  const entries = Object.entries(node.value).map(
    ([pattern, v]) => [pattern, c.convert({ value: v, at: child(node.at, pattern) })] as const,
  )
  const all = entries.filter(([pattern]) => isOfEvery(pattern))
  const some = entries.filter(([pattern]) => !isOfEvery(pattern))
  // What every name has leaves none over.
  const { additionalProperties, ...declared } = self
  const further = all.length > 0 ? undefined : additionalProperties
  const isOpen = further === undefined || further === true
  const whole = combine(
    all.length > 0
      ? { ...declared, everyProperty: all.map(([, s]) => s).reduce((a, b) => merge(a, b)) }
      : self,
    all.some(([pattern]) => nearlyEveryName.includes(pattern))
      ? lost('patternProperties', 'it speaks of every name: one that is empty or has line breaks too')
      : undefined,
    some.length > 0 ? { evaluatesSome: ['properties'] } : undefined,
  )
  if (some.every(([, schema]) => saysNothing(schema)) && isOpen) return whole
  return combine(
    whole,
    note(`Further properties by pattern: ${some.map(([pattern]) => pattern).join(' or ')}`),
    unenforced('patternProperties', 'which property has which pattern is not checked'),
    // A name may have any of the patterns, or none of them.
    {
      additionalProperties: isOpen
        ? true
        : union([...some.map(([, s]) => s), further === false ? never : further]),
    },
  )
}

function union(schemas: readonly Draft[]): Draft | boolean {
  const possible = schemas.filter(s => !isNever(s))
  const [only, ...others] = possible
  if (only === undefined) return false
  if (possible.some(saysNothing)) return true
  return others.length === 0 ? only : { anyOf: possible }
}
