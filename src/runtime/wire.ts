/** Canonical argument values → wire values: property names as the API spells them, int64 as digits. */
import type { InputSchema, Json, JsonObject, Tool } from './contract.ts'
import { int64 } from './formats.ts'
import { type Check, schemaOf, target } from './interpreter.ts'
import type { Wire, WireObject } from './json-text.ts'
import { mapParts, own } from './object.ts'

/** Top-level names stay: routes know where each argument goes. The schema must accept the value. */
export const toWire = (
  { inputSchema, request: { names } }: Tool,
  value: JsonObject,
  check: Check,
): WireObject => {
  // Most tools need none of this.
  if (!names) return value
  const convert = (schemas: (InputSchema | boolean | undefined)[], value: Json, renames = names): Wire => {
    /** Every schema that applies here: behind `$ref`, in `allOf`, and the branches that accept the value. */
    const applied = (schema: InputSchema | boolean | undefined): InputSchema[] =>
      typeof schema !== 'object'
        ? []
        : [
            schema,
            ...[...(schema.allOf ?? []), target(schema, inputSchema)].flatMap(applied),
            ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
              .filter(s => !check(s, value).length)
              .flatMap(applied),
          ]
    const here = schemas.flatMap(applied)
    return typeof value === 'string'
      ? ((here.some(s => s.format === 'int64') ? int64(value) : value) ?? value)
      : mapParts<Wire>(
          value,
          // The parts of the value are JSON as it is.
          (part, key) =>
            convert(
              here.map(s => schemaOf(s, key)),
              part as Json,
            ),
          name => (here.some(s => own(s.properties, name)) && own(renames, name)) || name,
        )
  }
  // An object stays an object.
  return convert([inputSchema], value, {}) as WireObject
}
