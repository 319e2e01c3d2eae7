/** Conditions: if/then/else, dependentSchemas and their older form, in terms of anyOf and not. For `bind/schema/keywords/compose.ts`. */
import type { Location } from '../../../diagnostic.ts'
import type { JsonObject } from '../../../runtime/contract.ts'
import { type Draft, isNever, never, record } from '../../../schema/draft.ts'
import { child, isObject, lost, member, nameList, type SchemaContext } from '../context.ts'

/** What holds beside the schema itself, each on its own: "not this, or that". */
export function conditions(c: SchemaContext, value: JsonObject, at: Location): Draft[] {
  return [...whether(c, value, at), ...dependent(c, value, at)]
}

/** "When `premise` accepts the value, so does `conclusion`." */
function implies(premise: Draft, conclusion: Draft): Draft[] {
  const otherwise = negation(premise)
  if (Object.keys(otherwise).length === 0) return []
  return isNever(otherwise) ? [conclusion] : [{ anyOf: [otherwise, conclusion] }]
}

/** Nothing but what accepts everything is nothing, and anything but nothing is anything. */
export function negation({ at: _, description: __, notes: ___, lost: ____, ...inner }: Draft): Draft {
  if (isNever(inner)) return {}
  return Object.keys(inner).length === 0 ? never : { not: inner }
}

function whether(c: SchemaContext, value: JsonObject, at: Location): Draft[] {
  const premise = member(value, at, 'if')
  const [then, otherwise] = [member(value, at, 'then'), member(value, at, 'else')]
  // JSON Schema core, 10.2.2: alone, `if` says what it evaluates and no more; without it the other two say nothing.
  if (premise !== undefined && !then && !otherwise) return [{ evaluatesSome: ['properties', 'items'] }]
  if (premise === undefined)
    return [...(then ? ['then'] : []), ...(otherwise ? ['else'] : [])].map(key => ({
      ...lost(key, 'it says nothing without if'),
    }))
  return [
    ...(then ? implies(c.beside(premise), c.beside(then)) : []),
    ...(otherwise ? implies(negation(c.beside(premise)), c.beside(otherwise)) : []),
  ]
}

/** `dependentSchemas`, and `dependencies` of drafts 4 to 7, whose lists are what `dependentRequired` is now. */
function dependent(c: SchemaContext, value: JsonObject, at: Location): Draft[] {
  return ['dependentSchemas', 'dependencies'].flatMap(key => {
    const node = member(value, at, key)
    if (node === undefined) return []
    if (!isObject(node.value)) {
      c.problem(`${key} is no object`, `make ${key} an object of schemas`, node.at)
      return []
    }
    const lists: [string, string[]][] = []
    const schemas = Object.entries(node.value).flatMap(([name, v]) => {
      const about = { value: v, at: child(node.at, name) }
      if (key === 'dependentSchemas' || !Array.isArray(v))
        return implies({ type: ['object'], required: [name] }, c.beside(about))
      lists.push([name, nameList(c, about, key) ?? []])
      return []
    })
    return lists.length > 0 ? [...schemas, { dependentRequired: record(lists) }] : schemas
  })
}
