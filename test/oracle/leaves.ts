/** Random schemas without schemas in them; for `schemas.ts`. */
import fc from 'fast-check'
import type { Json, JsonObject } from '../../src/runtime/contract.ts'
import type { Dialect } from './components.ts'

/** An object with some of the keys. */
export const maybe = (model: Record<string, fc.Arbitrary<Json>>): fc.Arbitrary<JsonObject> =>
  fc.record(model, { requiredKeys: [] }).map(r => r as JsonObject)

const patterns = [
  '^[a-z]+$',
  '^ord_[a-z0-9]{4}$',
  '[0-9]{2,}',
  '^[\\w-.]*$',
  '^\\d{4}-\\d{2}$',
  '(a+)+$',
  '/^x$/',
  '(?i)abc',
  '^(?!-).*$',
]
const stringFormats = [
  'date',
  'date-time',
  'uuid',
  'uri',
  'email',
  'password',
  'Lovelace or concatenation',
  'int64',
]

export function strings(): fc.Arbitrary<JsonObject> {
  const free = maybe({
    default: fc.constantFrom<Json>('', 'a', 1),
    format: fc.constantFrom(...stringFormats),
  })
  return fc
    .oneof(
      { weight: 3, arbitrary: free },
      {
        weight: 2,
        arbitrary: fc
          .tuple(fc.nat({ max: 5 }), fc.nat({ max: 20 }))
          .chain(([min, more]) => maybe({ minLength: fc.constant(min), maxLength: fc.constant(min + more) })),
      },
      { weight: 1, arbitrary: fc.constantFrom(...patterns).map((pattern): JsonObject => ({ pattern })) },
      { weight: 2, arbitrary: enumOf(fc.constantFrom<Json>('a', 'b', 'a b', 'x&y', '', '08', 'é')) },
    )
    .map(s => ({ type: 'string', ...s }))
}

const enumOf = (members: fc.Arbitrary<Json>): fc.Arbitrary<JsonObject> =>
  fc
    .uniqueArray(members, { minLength: 1, maxLength: 4, selector: m => JSON.stringify(m) })
    .map(e => ({ enum: e }))

/** Enums that no type explains: mixed, of objects, of numbers under `type: string`. */
export const oddEnum: fc.Arbitrary<JsonObject> = fc.oneof(
  enumOf(fc.constantFrom<Json>('01', 9, '12', null, true, { override: true }, [1])),
  enumOf(fc.constantFrom<Json>(1, 2, 2.5)),
  enumOf(fc.constantFrom<Json>(true, false)).map(e => ({ type: 'boolean', ...e })),
  enumOf(fc.constantFrom<Json>(1, 2, 3)).map(e => ({ type: 'integer', ...e })),
  enumOf(fc.constantFrom<Json>('a', 1, 'b')).map(e => ({ type: 'string', ...e })),
)

export function numbers(dialect: Dialect): fc.Arbitrary<JsonObject> {
  const bounds = fc
    .record({
      min: fc.integer({ min: -9, max: 9 }),
      room: fc.integer({ min: 3, max: 99 }),
      open: fc.boolean(),
      which: fc.nat({ max: 3 }),
    })
    .map(({ min, room, open, which }): JsonObject => {
      const max = min + room
      const low: JsonObject = !open
        ? { minimum: min }
        : dialect === '3.0'
          ? { minimum: min, exclusiveMinimum: true }
          : { exclusiveMinimum: min }
      const high: JsonObject = !open
        ? { maximum: max }
        : dialect === '3.0'
          ? { maximum: max, exclusiveMaximum: true }
          : { exclusiveMaximum: max }
      return which === 0 ? {} : which === 1 ? low : which === 2 ? high : { ...low, ...high }
    })
  const more = maybe({ multipleOf: fc.constantFrom(1, 2, 0.5), default: fc.constantFrom<Json>(0, 5, '5') })
  const formats = fc.constantFrom('int32', 'int64', 'float', 'double', undefined, undefined)
  return fc
    .tuple(fc.constantFrom('integer', 'number'), bounds, more, formats)
    .map(([type, b, m, format]) => ({ type, ...b, ...m, ...(format !== undefined && { format }) }))
}
