/** `propertyNames` and `patternProperties`: carried where plain properties say the same, else told. For `bind/schema/keywords/objects.ts`. */
import type { Location } from '../../../diagnostic.ts'
import type { JsonObject } from '../../../runtime/contract.ts'
import { type Draft, isNever, never } from '../../../schema/draft.ts'
import { child, combine, isObject, member, note, type SchemaContext, unenforced } from '../context.ts'

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
  const { at: _, description: __, type, ...rule } = c.convert(node)
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

/** Patterns that every name has. */
const any = ['', '.*', '^.*$', '^.*', '.*$', '^']

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
  const further = self.additionalProperties
  const isOpen = further === undefined || further === true
  if (entries.every(([, schema]) => saysNothing(schema)) && isOpen) return self
  const [first, ...others] = entries
  if (first && others.length === 0 && any.includes(first[0]) && self.properties === undefined)
    return { ...self, additionalProperties: isNever(first[1]) ? false : first[1] }
  return combine(
    self,
    note(`Further properties by pattern: ${entries.map(([pattern]) => pattern).join(' or ')}`),
    unenforced('patternProperties', 'which property has which pattern is not checked'),
    // A name may have any of the patterns, or none of them.
    {
      additionalProperties: isOpen
        ? true
        : union([...entries.map(([, s]) => s), further === false ? never : further]),
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
