/** Bounds of numbers in both dialects, and `multipleOf`. For `bind/schema/convert.ts`. */
import type { Location } from '../../../diagnostic.ts'
import type { JsonObject } from '../../../runtime/contract.ts'
import type { Draft } from '../../../schema/draft.ts'
import { combine, lost, type SchemaContext, typed } from '../context.ts'

export function numbers(c: SchemaContext, value: JsonObject, at: Location): Partial<Draft> {
  const minimum = typed(c, value, at, 'minimum', 'number')
  const maximum = typed(c, value, at, 'maximum', 'number')
  const multipleOf = typed(c, value, at, 'multipleOf', 'number')
  if (multipleOf !== undefined && multipleOf <= 0)
    c.problem('multipleOf is not above 0', 'give a positive number, or remove multipleOf', at)
  return combine(
    bound(c, value, at, 'minimum', 'exclusiveMinimum', minimum),
    bound(c, value, at, 'maximum', 'exclusiveMaximum', maximum),
    multipleOf !== undefined && multipleOf > 0 ? { multipleOf } : undefined,
  )
}

/** `exclusiveX: true` beside a bound (3.0, draft 4) or a number of its own (3.1, 2020-12). */
function bound(
  c: SchemaContext,
  value: JsonObject,
  at: Location,
  key: 'minimum' | 'maximum',
  exclusiveKey: 'exclusiveMinimum' | 'exclusiveMaximum',
  limit: number | undefined,
): Partial<Draft> {
  const exclusive = Object.hasOwn(value, exclusiveKey) ? value[exclusiveKey] : undefined
  const inclusive = limit === undefined ? {} : { [key]: limit }
  if (exclusive === undefined || exclusive === false) return inclusive
  if (exclusive === true) {
    if (limit !== undefined) return { [exclusiveKey]: limit }
    return lost(exclusiveKey, `${exclusiveKey}: true says nothing without ${key}`)
  }
  if (typeof exclusive === 'number') return { ...inclusive, [exclusiveKey]: exclusive }
  c.problem(`${exclusiveKey} is neither a number nor a boolean`, `write ${exclusiveKey} as a number`, at)
  return inclusive
}
