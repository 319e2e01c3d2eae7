/** Conditions: if/then/else, dependentSchemas and their older form, in terms of anyOf and not. For `bind/schema/keywords/compose.ts`. */
import type { Location } from '../../../diagnostic.ts'
import type { JsonObject } from '../../../runtime/contract.ts'
import { type Draft, record } from '../../../schema/draft.ts'
import { child, isObject, lost, member, nameList, type SchemaContext } from '../context.ts'

/** What holds beside the schema itself, each on its own: "not this, or that". */
export function conditions(c: SchemaContext, value: JsonObject, at: Location): Draft[] {
  return [...whether(c, value, at), ...dependent(c, value, at)]
}

/** "When `premise` accepts the value, so does `conclusion`." */
const implies = (premise: Draft, conclusion: Draft): Draft => ({ anyOf: [{ not: premise }, conclusion] })

function whether(c: SchemaContext, value: JsonObject, at: Location): Draft[] {
  const premise = member(value, at, 'if')
  const [then, otherwise] = [member(value, at, 'then'), member(value, at, 'else')]
  // JSON Schema core, 10.2.2: without `if` the other two say nothing, and alone it says nothing.
  if (premise === undefined)
    return [...(then ? ['then'] : []), ...(otherwise ? ['else'] : [])].map(key => ({
      ...lost(key, 'it says nothing without if'),
    }))
  return [
    ...(then ? [implies(c.here(premise), c.here(then))] : []),
    ...(otherwise ? [implies({ not: c.here(premise) }, c.here(otherwise))] : []),
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
    return Object.entries(node.value).map(([name, v]): Draft => {
      const about = { value: v, at: child(node.at, name) }
      if (key === 'dependencies' && Array.isArray(v))
        return { dependentRequired: record([[name, nameList(c, about, key) ?? []]]) }
      return implies({ type: ['object'], required: [name] }, c.here(about))
    })
  })
}
