/** Schemas made to be hard: every keyword may stand beside every other, as hand-written documents have it now and then. */
import fc from 'fast-check'
import type { Json, JsonObject } from '../../src/runtime/contract.ts'
import { componentNames, type Dialect, ref } from './components.ts'
import { maybe, numbers, oddEnum, strings } from './leaves.ts'

const names = fc.constantFrom('a', 'b', 'c', 'kind', 'a/b', '2nd')

/** Keywords of objects, with or without `type`. */
const objectParts = (inner: fc.Arbitrary<Json>): fc.Arbitrary<JsonObject> =>
  fc
    .record(
      {
        type: fc.constantFrom('object', 'object', 'object', undefined),
        properties: fc.dictionary(names, inner, { maxKeys: 3 }),
        required: fc.uniqueArray(names, { maxLength: 2 }),
        additionalProperties: fc.oneof(fc.boolean(), inner),
        minProperties: fc.nat({ max: 2 }),
        maxProperties: fc.integer({ min: 2, max: 4 }),
      },
      { requiredKeys: [] },
    )
    .map(clean)

const arrayParts = (dialect: Dialect, inner: fc.Arbitrary<Json>): fc.Arbitrary<JsonObject> =>
  fc
    .record(
      {
        items: fc.oneof({ weight: 5, arbitrary: inner }, { weight: 1, arbitrary: fc.constant<Json>(false) }),
        ...(dialect === '3.1' && { prefixItems: fc.array(inner, { minLength: 1, maxLength: 2 }) }),
        minItems: fc.nat({ max: 2 }),
        maxItems: fc.integer({ min: 2, max: 3 }),
        uniqueItems: fc.boolean(),
      },
      { requiredKeys: ['items'] },
    )
    .map(s => clean({ type: 'array', ...s }))

const composites = (inner: fc.Arbitrary<Json>): fc.Arbitrary<JsonObject> => {
  const branches = fc.array(inner, { minLength: 1, maxLength: 3 })
  return fc
    .record(
      {
        allOf: branches,
        anyOf: branches,
        oneOf: branches,
        not: fc.constantFrom<Json>(
          { type: 'string' },
          { enum: ['a', 1] },
          { required: ['a'] },
          { type: 'integer', format: 'int64' },
        ),
      },
      { requiredKeys: [] },
    )
    .filter(s => Object.keys(s).length > 0)
    .map(clean)
}

/** What holds when something else does, beside an object or a list. */
const conditions = (inner: fc.Arbitrary<Json>): fc.Arbitrary<JsonObject> => {
  const side = fc.oneof(
    objectParts(inner),
    fc.constantFrom<Json>(false, { required: ['b'] }, { required: ['z'] }),
  )
  return fc
    .oneof(
      fc.tuple(
        objectParts(inner),
        fc
          .tuple(side, side, side)
          .map(parts =>
            Object.fromEntries(['if', 'then', 'else'].map((key, i): [string, Json] => [key, parts[i] ?? {}])),
          ),
      ),
      fc.tuple(
        objectParts(inner),
        fc.record({ dependentSchemas: fc.dictionary(names, side, { minKeys: 1, maxKeys: 2 }) }),
      ),
      fc.tuple(
        objectParts(inner),
        fc.record({
          propertyNames: fc.record({ enum: fc.uniqueArray(names, { minLength: 1, maxLength: 4 }) }),
        }),
      ),
      fc.tuple(
        arrayParts('3.1', inner),
        fc.record(
          { contains: inner, minContains: fc.nat({ max: 2 }), maxContains: fc.constant(2) },
          { requiredKeys: ['contains'] },
        ),
      ),
    )
    .map(([a, b]): JsonObject => clean({ ...a, ...b }))
}

/** A Schema Object over `schemaComponents` of the same dialect. Many have no value, and some are refused. */
export function hardSchema(dialect: Dialect, maxDepth = 3): fc.Arbitrary<Json> {
  const scalar = fc.oneof(strings(), numbers(dialect), oddEnum, fc.constant<JsonObject>({ type: 'boolean' }))
  const { schema } = fc.letrec<{ schema: Json }>(tie => {
    const inner = tie('schema')
    return {
      schema: fc
        .tuple(
          fc.oneof(
            { maxDepth },
            { weight: 4, arbitrary: scalar },
            { weight: 2, arbitrary: fc.constantFrom(...componentNames).map(ref) },
            { weight: 5, arbitrary: objectParts(inner) },
            { weight: 3, arbitrary: arrayParts(dialect, inner) },
            { weight: 4, arbitrary: composites(inner) },
            {
              weight: 2,
              arbitrary: fc
                .tuple(objectParts(inner), composites(inner))
                .map(([a, b]): JsonObject => ({ ...a, ...b })),
            },
            {
              weight: 1,
              arbitrary: fc
                .tuple(fc.constantFrom(...componentNames).map(ref), objectParts(inner))
                .map(([a, b]): JsonObject => ({ ...a, ...b })),
            },
            {
              weight: 1,
              arbitrary: fc.tuple(scalar, composites(scalar)).map(([a, b]): JsonObject => ({ ...a, ...b })),
            },
            { weight: 1, arbitrary: fc.constantFrom<Json>({}, { type: 'object' }, { type: 'array' }) },
            ...(dialect === '3.1'
              ? [
                  { weight: 2, arbitrary: conditions(inner) },
                  {
                    weight: 2,
                    arbitrary: fc
                      .tuple(
                        fc.subarray(['string', 'integer', 'boolean', 'array', 'object', 'null', 'number'], {
                          minLength: 1,
                          maxLength: 3,
                        }),
                        fc.oneof(scalar, objectParts(inner), arrayParts(dialect, inner)),
                      )
                      .map(([type, s]): JsonObject => ({ ...s, type })),
                  },
                ]
              : []),
          ),
          maybe({
            nullable: fc.boolean(),
            readOnly: fc.constantFrom(false, false, false, true),
            description: fc.constant('Text.'),
          }),
          fc.nat({ max: 3 }),
        )
        .map(([s, more, n]): Json => (n === 0 && isObject(s) ? { ...s, ...more } : s)),
    }
  })
  return schema
}

const isObject = (v: Json): v is JsonObject => typeof v === 'object' && v !== null && !Array.isArray(v)
const clean = (s: { [key: string]: Json | undefined }): JsonObject =>
  Object.fromEntries(
    Object.entries(s).flatMap(([k, v]): [string, Json][] => (v === undefined ? [] : [[k, v]])),
  )
