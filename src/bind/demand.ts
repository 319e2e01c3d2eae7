/**
 * A declared value inside an object makes that object part of every request: what the object asks for besides is then
 * asked of the model. For `bind/directives.ts`, once every value has left the schema.
 */
import { type Definitions, type Draft, own, record } from '../schema/draft.ts'
import { faultOf } from './declared-value.ts'
import { type Input, resolved } from './input.ts'
import type { Said } from './match.ts'

export function demand(input: Input, said: readonly Said[], definitions: Definitions): Input {
  const sent = said.filter(s => s.below.length > 0 && s.directive.value !== undefined)
  if (input.place.in !== 'body' || sent.length === 0) return input
  const schema = sent.reduce((d, s) => within(d, s.below, definitions), input.schema)
  return { ...input, schema, required: input.required || asks(schema, definitions) }
}

/** The objects on the way to a value, each required where it would not be valid without what the model gives. */
function within(schema: Draft, [name = '', ...rest]: readonly string[], definitions: Definitions): Draft {
  const node = resolved(schema, definitions)
  const property = own(node.properties, name)
  if (rest.length === 0 || property === undefined) return schema
  const inner = within(property, rest, definitions)
  const required = node.required?.includes(name) || !asks(inner, definitions) ? [] : [name]
  return {
    ...node,
    properties: record(
      Object.entries(node.properties ?? {}).map(([k, v]) => [k, k === name ? inner : v] as const),
    ),
    ...(required.length > 0 && { required: [...(node.required ?? []), ...required] }),
  }
}

const asks = (schema: Draft, definitions: Definitions): boolean =>
  faultOf(schema, {}, definitions) !== undefined
