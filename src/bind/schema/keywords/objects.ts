/** Objects and maps. `readOnly` is marked here and taken out by `finish.ts`, after every merge. For `bind/schema/convert.ts`. */
import type { Location } from '../../../diagnostic.ts'
import type { JsonObject } from '../../../runtime/contract.ts'
import { type Draft, isNever, record } from '../../../schema/draft.ts'
import { child, count, isObject, member, nameList, type SchemaContext } from '../context.ts'
import { freeNames } from './free-names.ts'

export function objects(c: SchemaContext, value: JsonObject, at: Location): Partial<Draft> {
  const minProperties = count(c, value, at, 'minProperties')
  const maxProperties = count(c, value, at, 'maxProperties')
  return freeNames(c, value, at, {
    ...properties(c, value, at),
    ...required(c, value, at),
    ...additional(c, value, at),
    ...dependent(c, value, at),
    ...(minProperties && { minProperties }),
    ...(maxProperties !== undefined && { maxProperties }),
  })
}

function properties(c: SchemaContext, value: JsonObject, at: Location): Partial<Draft> {
  const node = member(value, at, 'properties')
  if (node === undefined) return {}
  if (!isObject(node.value)) {
    c.problem('properties is no object', 'make properties an object of schemas', node.at)
    return {}
  }
  const entries = Object.entries(node.value).map(
    ([name, v]) => [name, c.convert({ value: v, at: child(node.at, name) })] as const,
  )
  return entries.length > 0 ? { properties: record(entries) } : {}
}

function required(c: SchemaContext, value: JsonObject, at: Location): Partial<Draft> {
  const node = member(value, at, 'required')
  // A boolean `required` on a schema is draft 3; it says nothing in OpenAPI, where it is often left by mistake.
  if (node === undefined) return {}
  if (typeof node.value === 'boolean')
    return {
      lost: [{ keyword: 'required', reason: 'a boolean says nothing on a schema', enforcedBy: 'none' }],
    }
  const list = nameList(c, node, 'required')
  return list && list.length > 0 ? { required: list } : {}
}

function additional(c: SchemaContext, value: JsonObject, at: Location): Partial<Draft> {
  const node = member(value, at, 'additionalProperties')
  if (node === undefined) return {}
  if (typeof node.value === 'boolean') return { additionalProperties: node.value }
  const schema = c.convert(node)
  if (isNever(schema)) return { additionalProperties: false }
  // `{}` accepts what `true` accepts.
  return { additionalProperties: Object.keys(schema).every(key => key === 'at') ? true : schema }
}

function dependent(c: SchemaContext, value: JsonObject, at: Location): Partial<Draft> {
  const node = member(value, at, 'dependentRequired')
  if (node === undefined) return {}
  if (!isObject(node.value)) {
    c.problem('dependentRequired is no object', 'make dependentRequired an object of lists of names', node.at)
    return {}
  }
  const entries = Object.entries(node.value).flatMap(([name, v]) => {
    const list = nameList(c, { value: v, at: child(node.at, name) }, 'dependentRequired')
    return list ? [[name, list] as const] : []
  })
  return entries.length > 0 ? { dependentRequired: record(entries) } : {}
}
