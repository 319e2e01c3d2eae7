/** Arrays, lists with fixed places, and their sizes. For `bind/schema/convert.ts`. */
import type { Location } from '../../../diagnostic.ts'
import type { JsonObject } from '../../../runtime/contract.ts'
import { type Draft, isNever } from '../../../schema/draft.ts'
import {
  combine,
  count,
  items as itemsOf,
  member,
  type SchemaContext,
  typed,
  unenforced,
} from '../context.ts'

export function arrays(c: SchemaContext, value: JsonObject, at: Location): Partial<Draft> {
  const minItems = count(c, value, at, 'minItems')
  const maxItems = count(c, value, at, 'maxItems')
  const uniqueItems = typed(c, value, at, 'uniqueItems', 'boolean')
  return {
    ...places(c, value, at),
    ...contains(c, value, at),
    ...(minItems && { minItems }),
    ...(maxItems !== undefined && { maxItems }),
    ...(uniqueItems && { uniqueItems }),
  }
}

/** "Some item is one" as "not every item is none". How many, nothing counts. */
function contains(c: SchemaContext, value: JsonObject, at: Location): Partial<Draft> | undefined {
  const node = member(value, at, 'contains')
  if (node === undefined) return undefined
  const least = count(c, value, at, 'minContains') ?? 1
  const most = count(c, value, at, 'maxContains')
  const { at: _, ...item } = c.convert(node)
  const isAny = Object.keys(item).length === 0
  return combine(
    { evaluatesSome: ['items'] },
    least > 0
      ? { not: { type: ['array'], items: isAny ? false : isNever(item) ? {} : { not: item } } }
      : undefined,
    least > 1 ? unenforced('minContains', 'items that match are not counted') : undefined,
    most !== undefined ? unenforced('maxContains', 'items that match are not counted') : undefined,
  )
}

function places(c: SchemaContext, value: JsonObject, at: Location): Partial<Draft> {
  const items = member(value, at, 'items')
  // Up to draft 2019-09 a list of schemas under `items` was what `prefixItems` is now.
  const listKey = Array.isArray(items?.value) ? 'items' : 'prefixItems'
  const prefix = itemsOf(c, value, at, listKey)?.map(node => c.convert(node))
  const further = listKey === 'items' ? member(value, at, 'additionalItems') : items
  const rest = further && c.convert(further)
  return {
    ...(prefix && prefix.length > 0 && { prefixItems: prefix }),
    ...(rest && { items: isNever(rest) ? (false as const) : rest }),
  }
}
