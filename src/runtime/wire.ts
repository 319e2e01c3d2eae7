/** Canonical argument values → wire values: property names as the API spells them, int64 as digits. */
import type { InputSchema, Json, JsonObject } from './contract.ts'
import { int64 } from './formats.ts'
import { always, check } from './interpreter.ts'
import type { Wire, WireObject } from './json-text.ts'
import { mapParts, own } from './object.ts'

/** Top-level names stay: routes know where each argument goes. The schema must accept the value. */
export function toWire(root: InputSchema, value: JsonObject, names?: Record<string, string>): WireObject {
  // Most tools need none of this.
  if (!names && !/"int64"/.test(JSON.stringify(root))) return value
  const convert = (schemas: InputSchema[], value: Json, top?: boolean): Wire => {
    /** Every schema that applies here: behind `$ref`, in `allOf`, and the branches that accept the value. */
    const applied = (schema: InputSchema): InputSchema[] => [
      schema,
      ...[
        ...always(schema, root),
        ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].filter(s => !check(s, value, root).length),
      ].flatMap(applied),
    ]
    const here = schemas.flatMap(applied)
    const declared = (key: string | number) =>
      here.flatMap(s => (typeof key === 'number' ? s.prefixItems?.[key] : own(s.properties, key)) ?? [])
    const others = here.flatMap(s => [s.items, s.additionalProperties].filter(t => typeof t === 'object'))
    return typeof value === 'string'
      ? (((here.some(s => s.format === 'int64') || undefined) && int64(value)) ?? value)
      : mapParts<Wire>(
          value,
          // The parts of the value are JSON as it is.
          (part, key) => convert(declared(key).length ? declared(key) : others, part as Json),
          name => (!top && declared(name).length && own(names, name)) || name,
        )
  }
  // An object stays an object.
  return convert([root], value, true) as WireObject
}
