/** What the rows of the exact schema explain elsewhere: at an argument, above it, below it. For `review/tool/`. */
import { tokens } from '../../json/pointer.ts'
import type { Json, JsonObject } from '../../runtime/contract.ts'
import { own } from '../../schema/draft.ts'
import { isObject, listOf, objectOf } from '../json.ts'
import type { Keyword, SchemaRow } from './walk.ts'

export interface Trace {
  /** Rows about the argument itself. */
  self: SchemaRow[]
  /** Rows about what it is a part of. */
  above: SchemaRow[]
  /** Rows about its own parts. */
  below: SchemaRow[]
  /** Texts that the exact schemas have for it. */
  texts: string[]
  /** Its schemas are not the same text: where no row says why, their keys stand in another order. */
  isRewritten: boolean
}

/** After one of these a declaration, an encoding or a loss can be another one altogether. */
const reshaping: readonly Keyword[] = [
  ...['presence', 'type', 'null', 'anyOf', 'oneOf', 'forms', 'enum', 'const', 'allOf', 'not'],
  ...['items', 'prefixItems', 'additionalProperties'],
]
export const reshapes = (row: SchemaRow): boolean => reshaping.includes(row.keyword)

/** Finds, for an argument's path, the rows about every schema that speaks of it, through references and unions. */
export function tracer(
  rows: readonly SchemaRow[],
  oldRoot: JsonObject,
  newRoot: JsonObject,
): (path: string) => Trace {
  const marked = new Map<JsonObject, SchemaRow[]>()
  for (const row of rows)
    for (const part of new Set([...row.olds, ...row.news]))
      marked.set(part, [...(marked.get(part) ?? []), row])
  const rowsOf = (schemas: Iterable<JsonObject>) => [
    ...new Set([...schemas].flatMap(s => marked.get(s) ?? [])),
  ]
  // What is said of a name that its object does not declare marks the object: a branch may declare it.
  const undeclared = rows.filter(row => row.keyword === 'required')
  const known = new Map<string, Trace>()
  return path => {
    const found = known.get(path) ?? trace(path)
    known.set(path, found)
    return found
  }

  function trace(path: string): Trace {
    const both = [levels(oldRoot, path), levels(newRoot, path)]
    const self = both.flatMap(l => [...(l.at(-1) ?? [])])
    const above = both.flatMap(l => l.slice(0, -1).flatMap(s => [...s]))
    const parts = [...reach(both[0]?.at(-1) ?? [], oldRoot), ...reach(both[1]?.at(-1) ?? [], newRoot)]
    return {
      self: [...new Set([...rowsOf(self), ...undeclared.filter(row => row.path === path)])],
      above: rowsOf(above),
      below: rowsOf(parts),
      isRewritten:
        JSON.stringify([...(both[0]?.at(-1) ?? [])]) !== JSON.stringify([...(both[1]?.at(-1) ?? [])]),
      texts: self.flatMap(s => (typeof s.description === 'string' ? [s.description] : [])),
    }
  }
}

/** The schemas that speak of each step of a path, the root first; a definition's path starts with `/$defs`. */
function levels(root: JsonObject, path: string): Set<JsonObject>[] {
  const [first, second, ...rest] = tokens(path)
  const isDefinition = first === '$defs' && second !== undefined
  const start = isDefinition ? own(objectOf(own(root, '$defs')), second) : root
  const steps = isDefinition ? rest : tokens(path)
  const found = [together(isObject(start) ? [start] : [], root)]
  for (const step of steps)
    found.push(
      together(
        [...(found.at(-1) ?? [])].flatMap(s => next(s, step)),
        root,
      ),
    )
  return found
}

/** With what references and branches add about the same value. */
function together(schemas: readonly JsonObject[], root: JsonObject): Set<JsonObject> {
  const found = new Set(schemas)
  for (const schema of found) {
    for (const key of ['anyOf', 'oneOf', 'allOf'])
      for (const branch of listOf(own(schema, key))) if (isObject(branch)) found.add(branch)
    const ref = own(schema, '$ref')
    const target =
      typeof ref === 'string' && ref.startsWith('#/$defs/')
        ? own(objectOf(own(root, '$defs')), ref.slice('#/$defs/'.length))
        : undefined
    if (isObject(target)) found.add(target)
  }
  return found
}

function next(schema: JsonObject, step: string): JsonObject[] {
  const property = own(objectOf(own(schema, 'properties')), step)
  if (isObject(property)) return [property]
  const further = [
    own(schema, 'items'),
    own(schema, 'additionalProperties'),
    ...listOf(own(schema, 'prefixItems')),
  ]
  return step === '*' ? further.filter(isObject) : []
}

/** Everything below, the schemas themselves left out. */
function reach(schemas: Iterable<JsonObject>, root: JsonObject): Set<JsonObject> {
  const start = new Set(schemas)
  const found = new Set<JsonObject>()
  const queue = [...start].flatMap(children)
  for (let schema = queue.pop(); schema !== undefined; schema = queue.pop()) {
    if (found.has(schema)) continue
    found.add(schema)
    queue.push(...children(schema), ...together([schema], root))
  }
  return found
}

const children = (schema: JsonObject): JsonObject[] =>
  [
    ...Object.values(objectOf(own(schema, 'properties'))),
    own(schema, 'items') as Json,
    own(schema, 'additionalProperties') as Json,
    ...listOf(own(schema, 'prefixItems')),
  ].filter(isObject)
