/**
 * `unevaluatedProperties` and `unevaluatedItems`: what is left over once everything beside them is put together. Where
 * branches may or may not match, what is left over depends on the value, and nothing checks that. For `bind/schema/convert.ts`.
 */
import type { Location } from '../../../diagnostic.ts'
import type { JsonObject } from '../../../runtime/contract.ts'
import { type Draft, isNever } from '../../../schema/draft.ts'
import { combine, member, type SchemaContext, unenforced } from '../context.ts'

/** `d` is all that the schema says otherwise, its references and allOf merged. */
export function unevaluated(c: SchemaContext, value: JsonObject, at: Location, d: Draft): Draft {
  const depends = Boolean(d.anyOf || d.oneOf || d.allOf || d.ref !== undefined)
  const some = (what: 'properties' | 'items') => depends || d.evaluatesSome?.includes(what) === true
  const properties = leftOver(c, value, at, 'unevaluatedProperties', some('properties'))
  const items = leftOver(c, value, at, 'unevaluatedItems', some('items'))
  if (properties === undefined && items === undefined) return d
  // What is said of further ones has evaluated them all (JSON Schema core, 11.2 and 11.3).
  return combine(
    d,
    properties && d.additionalProperties === undefined && !d.everyProperty
      ? properties('additionalProperties')
      : undefined,
    items && d.items === undefined ? items('items') : undefined,
  )
}

function leftOver(
  c: SchemaContext,
  value: JsonObject,
  at: Location,
  keyword: string,
  depends: boolean,
): ((as: 'additionalProperties' | 'items') => Partial<Draft>) | undefined {
  const node = member(value, at, keyword)
  if (node === undefined) return undefined
  const schema = c.convert(node)
  return as =>
    depends
      ? unenforced(keyword, 'what is left over depends on which branches match, and is not checked')
      : { [as]: isNever(schema) ? false : schema }
}
