/** Changes one property deep inside a schema, through references. For `bind/directives.ts`. */
import { type Definitions, type Draft, isNever, own, record } from '../schema/draft.ts'
import { assume } from './assume.ts'
import { resolved } from './input.ts'

/**
 * The schema with one property changed or, for undefined, left out; undefined when there is no such property. With
 * `accepts`, the property is sent with a value that it tells of.
 */
export function edit(
  schema: Draft,
  definitions: Definitions,
  path: readonly string[],
  change: (property: Draft, required: boolean) => Draft | undefined,
  accepts?: (schema: Draft) => boolean,
): Draft | undefined {
  const [name, ...rest] = path
  const found = resolved(schema, definitions)
  const node = accepts ? assume(found, { path, accepts }, definitions) : found
  if (isNever(node)) return node
  const property = name === undefined ? undefined : own(node.properties, name)
  if (name === undefined || property === undefined) return undefined
  const isRequired = found.required?.includes(name) === true
  const changed =
    rest.length === 0 ? change(property, isRequired) : edit(property, definitions, rest, change, accepts)
  if (changed === undefined && rest.length > 0) return undefined
  if (accepts && changed && isNever(changed)) return changed
  const kept = Object.entries(node.properties ?? {}).flatMap(([k, v]) =>
    k !== name ? [[k, v] as const] : changed ? [[k, changed] as const] : [],
  )
  const { properties: _, required, ...others } = node
  const stillRequired = required?.filter(r => changed !== undefined || r !== name)
  return {
    ...others,
    ...(kept.length > 0 && { properties: record(kept) }),
    ...(stillRequired && stillRequired.length > 0 && { required: stillRequired }),
    // Nobody else may write it: not as a further property, nor as that of a branch.
    ...(changed === undefined &&
      node.additionalProperties !== false && { without: [...(node.without ?? []), name] }),
  }
}
