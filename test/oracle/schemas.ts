/** Random OpenAPI schemas in the shapes that real documents have, for property tests of the compiler. */
import fc from 'fast-check'
import type { Json, JsonObject } from '../../src/runtime/contract.ts'
import { componentNames, type Dialect, orNull, ref, schemaComponents } from './components.ts'
import { maybe, numbers, oddEnum, strings } from './leaves.ts'

export { type Dialect, schemaComponents }

/** Names as real documents have them: plain, odd, and some that are dangerous in JavaScript. */
export const propertyName: fc.Arbitrary<string> = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('a', 'b', 'c', 'name', 'kind', 'id', 'createdAt', 'snake_case') },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      'page.size',
      'filter[x]',
      '$top',
      '@odata.type',
      'a/b',
      'a~b',
      'DateSent<',
      '2nd',
      'a b',
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '__proto__',
      'constructor',
      'toString',
      'then',
      'properties',
      '$ref',
      'body',
      'é',
    ),
  },
)

const common = (dialect: Dialect) =>
  maybe({
    description: fc.constantFrom(
      'Short.',
      'See [docs](https://example.com/a "t").',
      '<b>bold</b> */ `code`',
      '',
    ),
    deprecated: fc.boolean(),
    ...(dialect === '3.0'
      ? { example: fc.constantFrom<Json>('x', 1, null), title: fc.constant('Title') }
      : { examples: fc.constant<Json>(['x', 1]), title: fc.constant('Title') }),
  })

const direction = fc.oneof(
  { weight: 10, arbitrary: fc.constant<JsonObject>({}) },
  { weight: 1, arbitrary: fc.constant<JsonObject>({ readOnly: true }) },
  { weight: 1, arbitrary: fc.constant<JsonObject>({ writeOnly: true }) },
)

function objects(inner: fc.Arbitrary<Json>): fc.Arbitrary<JsonObject> {
  const additional = fc.oneof(
    { weight: 5, arbitrary: fc.constant<JsonObject>({}) },
    {
      weight: 1,
      arbitrary: fc.constantFrom<JsonObject>(
        { additionalProperties: true },
        { additionalProperties: false },
        { additionalProperties: {} },
      ),
    },
  )
  const withProperties = fc
    .record({
      properties: fc.uniqueArray(fc.tuple(propertyName, inner, direction), {
        minLength: 1,
        maxLength: 4,
        selector: ([k]) => k,
      }),
      required: fc.array(fc.nat({ max: 4 }), { maxLength: 3 }),
      additional,
      typed: fc.integer({ min: 0, max: 5 }),
    })
    .map(({ properties, required, additional: extra, typed }): JsonObject => {
      const keys = properties.map(([k]) => k)
      // Index 4 is past every list: a name that `properties` does not have.
      const list = [...new Set(required.map(i => keys[i] ?? (i === 4 ? 'undeclared' : (keys[0] ?? ''))))]
      return {
        ...(typed > 0 && { type: 'object' }),
        properties: Object.fromEntries(properties.map(([k, s, d]) => [k, isObject(s) ? { ...s, ...d } : s])),
        ...(list.length > 0 && { required: list }),
        ...extra,
      }
    })
  const maps = inner.map((s): JsonObject => ({ type: 'object', additionalProperties: s }))
  const free = maybe({ minProperties: fc.constant(1), maxProperties: fc.constant(4) }).map(s => ({
    type: 'object',
    ...s,
  }))
  return fc.oneof(
    { weight: 6, arbitrary: withProperties },
    { weight: 2, arbitrary: maps },
    { weight: 1, arbitrary: free },
  )
}

const arrays = (inner: fc.Arbitrary<Json>): fc.Arbitrary<JsonObject> =>
  fc
    .tuple(
      inner,
      maybe({
        minItems: fc.nat({ max: 2 }),
        maxItems: fc.integer({ min: 2, max: 5 }),
        uniqueItems: fc.boolean(),
      }),
    )
    .map(([items, more]) => ({ type: 'array', items, ...more }))

function composed(inner: fc.Arbitrary<Json>, object: fc.Arbitrary<JsonObject>): fc.Arbitrary<JsonObject> {
  const branches = fc.array(inner, { minLength: 1, maxLength: 3 })
  return fc.oneof(
    branches.map((oneOf): JsonObject => ({ oneOf })),
    branches.map((anyOf): JsonObject => ({ anyOf })),
    // Objects mostly agree with one another; scalars of two types never do.
    fc
      .array(fc.oneof(object, fc.constantFrom(ref('Named'), ref('Extended'), ref('Account'))), {
        minLength: 1,
        maxLength: 3,
      })
      .map((allOf): JsonObject => ({ allOf })),
    fc.tuple(object, object).map(([s, branch]): JsonObject => ({ ...s, allOf: [branch] })),
    fc.constant<JsonObject>({
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'integer' } },
      anyOf: [{ required: ['a'] }, { required: ['b'] }],
    }),
    fc.constant<JsonObject>({ ...(schemaComponents('3.0').Animal as JsonObject) }),
  )
}

function references(dialect: Dialect): fc.Arbitrary<JsonObject> {
  const plain = fc.constantFrom(...componentNames).map(ref)
  // In 3.0 a reference's neighbours say nothing; in 3.1 they apply too.
  const neighbours = fc.constantFrom<JsonObject>(
    { description: 'Here' },
    dialect === '3.0' ? { nullable: true } : { minLength: 2 },
    { maxLength: 2 },
    { readOnly: true },
    { default: 'a' },
  )
  return fc.oneof(
    { weight: 5, arbitrary: plain },
    { weight: 1, arbitrary: fc.tuple(plain, neighbours).map(([r, n]) => ({ ...r, ...n })) },
    { weight: 1, arbitrary: plain.map((r): JsonObject => ({ allOf: [r], description: 'Wrapped' })) },
    {
      weight: 1,
      arbitrary: fc.constant<JsonObject>({ $ref: '#/components/schemas/Money/properties/currency' }),
    },
  )
}

/** A Schema Object. Its references go to `schemaComponents` of the same dialect. Most have a valid value. */
export function openapiSchema(dialect: Dialect, maxDepth = 3): fc.Arbitrary<Json> {
  const { schema } = fc.letrec<{ schema: Json; object: JsonObject }>(tie => ({
    object: objects(tie('schema')),
    schema: fc
      .tuple(
        fc.oneof(
          { maxDepth, withCrossShrink: true },
          { weight: 5, arbitrary: strings() },
          { weight: 3, arbitrary: numbers(dialect) },
          { weight: 2, arbitrary: fc.constant<JsonObject>({ type: 'boolean' }) },
          { weight: 1, arbitrary: oddEnum },
          {
            weight: 1,
            arbitrary: fc.constantFrom<JsonObject>(
              {},
              { type: 'object' },
              { type: 'array' },
              { description: 'Anything' },
            ),
          },
          { weight: 4, arbitrary: references(dialect) },
          { weight: 6, arbitrary: tie('object') },
          { weight: 3, arbitrary: arrays(tie('schema')) },
          { weight: 3, arbitrary: composed(tie('schema'), tie('object')) },
          ...(dialect === '3.1' ? [{ weight: 1, arbitrary: only31 }] : []),
        ),
        common(dialect),
        fc.nat({ max: 9 }),
      )
      .map(([s, more, n]): Json => {
        const all = '$ref' in s ? s : { ...s, ...more }
        return n === 0 && !('$ref' in s) ? orNull(dialect, all) : all
      }),
  }))
  return schema
}

/** What 3.0 cannot say. */
const only31: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.constantFrom<Json>('x', 1, true, null, { a: 1 }).map((v): JsonObject => ({ const: v })),
  fc.constantFrom<JsonObject>(
    { type: ['string', 'integer'] },
    { type: 'null' },
    { type: ['object', 'null'], properties: { a: { type: 'string' } } },
  ),
  fc.constant<JsonObject>({ anyOf: [ref('Word'), { type: 'null' }] }),
  fc.constant<JsonObject>({ oneOf: [{ const: 'a', title: 'First' }, { const: 'b' }] }),
)

const isObject = (v: Json): v is JsonObject => typeof v === 'object' && v !== null && !Array.isArray(v)
