/** `type`, in every form, and what a schema without one speaks of. For `bind/schema/convert.ts`. */
import type { Location } from '../../diagnostic.ts'
import type { JsonObject, TypeName } from '../../runtime/contract.ts'
import { type Draft, own } from '../../schema/draft.ts'
import { typeNames } from '../../schema/types.ts'
import { child, type SchemaContext } from './context.ts'

const isTypeName = (v: unknown): v is TypeName => typeNames.some(n => n === v)

export function typesOf(c: SchemaContext, value: JsonObject, at: Location): readonly TypeName[] | undefined {
  const type = own(value, 'type')
  if (type === undefined) return undefined
  const list = Array.isArray(type) ? type : [type]
  const unknown = list.find(t => !isTypeName(t))
  if (unknown !== undefined || list.length === 0) {
    c.problem(
      `${JSON.stringify(unknown ?? type)} is no type`,
      `use one of ${typeNames.join(', ')}`,
      child(at, 'type'),
    )
    return undefined
  }
  const known = typeNames.filter(n => list.includes(n))
  return known.includes('number') ? known.filter(n => n !== 'integer') : known
}

const speaksOf: [TypeName, readonly string[]][] = [
  [
    'object',
    [
      ...['properties', 'required', 'additionalProperties', 'unevaluatedProperties', 'patternProperties'],
      ...['propertyNames', 'minProperties', 'maxProperties', 'dependentRequired', 'dependentSchemas'],
    ],
  ],
  ['array', ['items', 'prefixItems', 'unevaluatedItems', 'contains', 'minItems', 'maxItems', 'uniqueItems']],
  ['string', ['minLength', 'maxLength', 'pattern']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
]

/**
 * A schema without `type` whose keywords all speak of one type means that type. JSON Schema would also accept
 * every value of another type; 17,000 published schemas leave `type` out beside `properties`, none means that.
 */
export function inferred(
  value: JsonObject,
  type: readonly TypeName[] | undefined,
): Partial<Draft> | undefined {
  if (type !== undefined || Object.hasOwn(value, 'enum') || Object.hasOwn(value, 'const')) return undefined
  const meant = speaksOf.filter(([, keys]) => keys.some(k => Object.hasOwn(value, k))).map(([t]) => t)
  const [only] = meant
  return meant.length === 1 && only ? { type: [only] } : undefined
}
