/** Canonical argument values → wire values: property names as the API spells them, int64 as digits. */
import type { InputSchema, Json } from './contract.ts'
import { int64Digits } from './formats.ts'
import { check, resolve } from './interpreter.ts'
import type { Wire } from './json-text.ts'
import { isObject, own } from './object.ts'

/** Top-level names stay: routes know where each argument goes. The value must be accepted by the schema. */
export function toWire(root: InputSchema, value: Json, names: Record<string, string> = {}): Wire {
  /** Every schema that applies at a place: behind `$ref`, in `allOf`, and in the branches that accept the value. */
  const applied = (schemas: InputSchema[], value: Json): InputSchema[] =>
    schemas.flatMap(schema => [
      schema,
      ...applied(
        [
          ...(schema.$ref === undefined ? [] : [resolve(schema, root)]),
          ...(schema.allOf ?? []),
          ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].filter(
            branch => !check(branch, value, root).length,
          ),
        ],
        value,
      ),
    ])

  const convert = (schemas: InputSchema[], value: Json, top: boolean): Wire => {
    const here = applied(schemas, value)
    if (Array.isArray(value))
      return value.map((item, i) =>
        convert(
          here.flatMap(s => s.prefixItems?.[i] ?? (s.items || [])),
          item,
          false,
        ),
      )
    if (isObject(value))
      return Object.fromEntries(
        Object.entries(value).map(([name, item]) => {
          const declared = here.flatMap(s => own(s.properties, name) ?? [])
          const others = here.flatMap(({ additionalProperties: other }) =>
            typeof other === 'object' ? other : [],
          )
          return declared.length
            ? [(!top && own(names, name)) || name, convert(declared, item, false)]
            : [name, convert(others, item, false)]
        }),
      )
    // Where a branch also takes plain text, digits are text.
    if (here.some(s => s.type === 'string')) return value
    return here.map(s => int64Digits(s, value)).find(digits => digits !== undefined) ?? value
  }
  return convert([root], value, true)
}
