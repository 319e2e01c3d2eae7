/** Canonical argument values → wire values: property names as the API spells them, int64 as digits. */
import type { InputSchema, Json, JsonObject } from './contract.ts'
import { int64 } from './formats.ts'
import type { Check } from './interpreter.ts'
import type { Wire, WireObject } from './json-text.ts'
import { type Keyed, mapParts, own } from './object.ts'
import { type Schema, schemaOf, target } from './subschemas.ts'

/** Top-level names stay: routes know where each argument goes. The schema must accept the value. */
export const toWire = (
  inputSchema: InputSchema,
  names: Keyed<string>,
  value: JsonObject,
  check: Check,
): WireObject => {
  const convert = (schemas: Schema[], value: Json, renames = names): Wire => {
    /** Every schema that applies here: behind `$ref`, in `allOf`, and the branches that accept the value. */
    const applied = (schema: Schema): InputSchema[] =>
      typeof schema !== 'object'
        ? []
        : [
            schema,
            ...(schema.allOf ?? []).flatMap(applied),
            ...(schema.$ref === undefined ? [] : applied(target(schema.$ref, inputSchema))),
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
