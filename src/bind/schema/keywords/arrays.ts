/** Arrays, lists with fixed places, and their sizes. For `bind/schema/convert.ts`. */
import type { Location } from '../../../diagnostic.ts'
import type { JsonObject } from '../../../runtime/contract.ts'
import { type Draft, isNever } from '../../../schema/draft.ts'
import { count, items as itemsOf, member, type SchemaContext, typed } from '../context.ts'

export function arrays(c: SchemaContext, value: JsonObject, at: Location): Partial<Draft> {
  const minItems = count(c, value, at, 'minItems')
  const maxItems = count(c, value, at, 'maxItems')
  const uniqueItems = typed(c, value, at, 'uniqueItems', 'boolean')
  return {
    ...places(c, value, at),
    ...(minItems && { minItems }),
    ...(maxItems !== undefined && { maxItems }),
    ...(uniqueItems && { uniqueItems }),
  }
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
