/** The schema of what `response.pick` leaves of a value (`runtime/pick.ts`). For `result-type.ts`. */
import type { InputSchema } from '../runtime/contract.ts'
import { record } from '../schema/draft.ts'
import { definitionName } from './schema-type.ts'

type Definitions = Readonly<Record<string, InputSchema>>

const deepest = 40

/** `pick` as in a directive: `id`, `customer.name`, `items[].sku`; every array is looked into. */
export const picked = (schema: InputSchema, $defs: Definitions, pick: readonly string[]): InputSchema =>
  keep(
    schema,
    $defs,
    pick.map(path => path.split(/[.[\]]+/).filter(Boolean)),
    0,
  )

function keep(
  schema: InputSchema,
  $defs: Definitions,
  paths: readonly string[][],
  depth: number,
): InputSchema {
  if (depth > deepest) return {}
  const inner = (s: InputSchema, p = paths) => keep(s, $defs, p, depth + 1)
  const { $ref, properties, required, items, prefixItems, additionalProperties, ...rest } = schema
  const parts = [
    ...(schema.allOf ?? []).map(s => inner(s)),
    ...($ref === undefined ? [] : [inner($defs[definitionName($ref)] ?? {})]),
  ]
  return {
    ...rest,
    ...objectOf(schema, paths, inner),
    ...(items !== undefined && { items: items === false ? false : inner(items) }),
    ...(prefixItems && { prefixItems: prefixItems.map(s => inner(s)) }),
    ...(parts.length > 0 && { allOf: parts }),
    ...(rest.anyOf && { anyOf: rest.anyOf.map(s => inner(s)) }),
    ...(rest.oneOf && { oneOf: rest.oneOf.map(s => inner(s)) }),
  }
}

/** The properties that a path names: whole where it ends, and further picked where it goes on. */
function objectOf(
  { properties = {}, required = [], additionalProperties }: InputSchema,
  paths: readonly string[][],
  inner: (s: InputSchema, paths: string[][]) => InputSchema,
): Pick<InputSchema, 'properties' | 'required'> {
  const kept = [...new Set(paths.flatMap(([head]) => head ?? []))].flatMap(
    (name): [string, InputSchema][] => {
      const further = typeof additionalProperties === 'object' ? additionalProperties : undefined
      const schema = Object.hasOwn(properties, name) ? properties[name] : further
      if (schema === undefined) return []
      const tails = paths.filter(([head]) => head === name).map(path => path.slice(1))
      return [[name, tails.some(t => t.length === 0) ? schema : inner(schema, tails)]]
    },
  )
  if (kept.length === 0) return {}
  const names = required.filter(name => kept.some(([k]) => k === name))
  return { properties: record(kept), ...(names.length > 0 && { required: names }) }
}
