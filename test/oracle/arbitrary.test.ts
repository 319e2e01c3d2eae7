/** The makers of values: what they make is valid, varied and bounded, and they say so when they cannot. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { InputSchema, Json, JsonObject } from '../../src/runtime/contract.ts'
import { ajvFor, valid } from './arbitrary.ts'
import { near } from './near.ts'

const sample = (schema: InputSchema, n = 200) => fc.sample(valid(schema), { numRuns: n, seed: 7 })
const object = (properties: Record<string, InputSchema>, more: InputSchema = {}): InputSchema => ({
  type: 'object',
  properties,
  additionalProperties: false,
  ...more,
})

const schemas: Record<string, InputSchema> = {
  empty: object({}),
  anything: {},
  scalars: object({
    b: { type: 'boolean' },
    i: { type: 'integer', minimum: -3, exclusiveMaximum: 4 },
    n: { type: 'number', exclusiveMinimum: 0, maximum: 1 },
    cents: { type: 'number', multipleOf: 0.01, minimum: 0, maximum: 100 },
    even: { type: 'integer', multipleOf: 2 },
    small: { type: 'integer', format: 'int32' },
    id: { type: ['integer', 'string'], format: 'int64' },
    s: { type: 'string', minLength: 2, maxLength: 3 },
    word: { type: 'string', pattern: '^ord_[a-z0-9]{4}$' },
    part: { type: 'string', pattern: '[A-Z]{2}', maxLength: 4, minLength: 3 },
    look: { type: 'string', pattern: '^(?=.*\\d).+$' },
    day: { type: 'string', format: 'date' },
    at: { type: 'string', format: 'date-time' },
    uuid: { type: 'string', format: 'uuid' },
    other: { type: 'string', format: 'lovelace' },
    e: { enum: ['a', 1, null, { k: [1] }] },
    c: { const: { a: [1, 'x'] } },
  }),
  arrays: object({
    list: {
      type: 'array',
      items: { type: 'integer', minimum: 0, maximum: 3 },
      minItems: 1,
      maxItems: 3,
      uniqueItems: true,
    },
    tuple: {
      type: 'array',
      prefixItems: [{ type: 'string' }, { type: 'integer' }],
      items: false,
      minItems: 2,
    },
    open: { type: 'array' },
  }),
  maps: object({
    map: { type: 'object', additionalProperties: { type: 'integer' }, minProperties: 1, maxProperties: 3 },
    free: { type: 'object' },
    mixed: {
      type: 'object',
      properties: { a: { type: 'string' } },
      required: ['a'],
      additionalProperties: { type: 'array' },
    },
  }),
  dependent: object(
    { a: { type: 'string' }, b: { type: 'string' }, c: { type: 'string' } },
    { dependentRequired: { a: ['b'], b: ['c'] } },
  ),
  unions: object({
    any: { anyOf: [{ type: 'string', maxLength: 2 }, { type: 'integer' }, { type: 'null' }] },
    one: {
      oneOf: [
        { type: 'object', properties: { kind: { const: 'a' }, x: { type: 'integer' } }, required: ['kind'] },
        { type: 'object', properties: { kind: { const: 'b' } }, required: ['kind'] },
      ],
    },
    overlap: {
      oneOf: [
        { type: 'integer', multipleOf: 2 },
        { type: 'integer', multipleOf: 3 },
      ],
    },
    some: {
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'string' } },
      anyOf: [{ required: ['a'] }, { required: ['b'] }],
    },
    both: {
      allOf: [
        { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
        { properties: { a: { maxLength: 1 } } },
      ],
    },
    not: { type: 'integer', minimum: 0, maximum: 3, not: { enum: [1, 2] } },
  }),
  recursive: object(
    { tree: { $ref: '#/$defs/tree' }, expr: { $ref: '#/$defs/expr', description: 'sibling' } },
    {
      required: ['tree', 'expr'],
      $defs: {
        tree: {
          type: 'object',
          properties: { v: { type: 'integer' }, kids: { type: 'array', items: { $ref: '#/$defs/tree' } } },
        },
        expr: {
          oneOf: [
            {
              type: 'object',
              properties: { not: { $ref: '#/$defs/expr' } },
              required: ['not'],
              additionalProperties: false,
            },
            { type: 'string', minLength: 1 },
          ],
        },
      },
    },
  ),
}

const depth = (v: Json): number =>
  typeof v === 'object' && v !== null ? 1 + Math.max(0, ...Object.values(v).map(depth)) : 0

describe('valid', () => {
  it.each(Object.entries(schemas))(
    '%s: every value is accepted by a validator compiled anew',
    (_, schema) => {
      const accepts = ajvFor(schema)
      expect(sample(schema).filter(v => !accepts(JSON.parse(JSON.stringify(v))))).toEqual([])
    },
  )

  it('shows every optional property, and leaves it out', () => {
    const all = sample(schemas.scalars ?? {}) as JsonObject[]
    for (const key of Object.keys(schemas.scalars?.properties ?? {})) {
      const present = all.filter(v => Object.hasOwn(v, key)).length
      expect([key, present > 0 && present < all.length]).toEqual([key, true])
    }
  })

  it('takes every branch and every member', () => {
    const unions = sample(schemas.unions ?? {}) as JsonObject[]
    const any = new Set(unions.flatMap(v => ('any' in v ? [v.any === null ? 'null' : typeof v.any] : [])))
    expect(any).toEqual(new Set(['string', 'number', 'null']))
    const kinds = new Set(unions.flatMap(v => (v.one === undefined ? [] : [(v.one as JsonObject).kind])))
    expect(kinds).toEqual(new Set(['a', 'b']))
    const members = sample(schemas.scalars ?? {}).flatMap(v => (v as JsonObject).e ?? [])
    expect(new Set(members.map(m => JSON.stringify(m)))).toEqual(new Set(['"a"', '1', '{"k":[1]}']))
  })

  it('ends in recursion', () => {
    const depths = sample(schemas.recursive ?? {}).map(depth)
    expect(Math.max(...depths)).toBeGreaterThan(3)
    expect(Math.max(...depths)).toBeLessThan(14)
  })

  it('makes keys that hurt', () => {
    const keys = sample(schemas.maps ?? {}).flatMap(v =>
      Object.keys(((v as JsonObject).map as JsonObject) ?? {}),
    )
    expect(keys).toContain('__proto__')
    expect(keys).toContain('')
  })

  it('shrinks', () => {
    const outcome = fc.check(
      fc.property(valid(schemas.scalars ?? {}), v => !Object.hasOwn(v as JsonObject, 'i')),
      { seed: 1 },
    )
    expect(Object.keys(outcome.counterexample?.[0] as JsonObject)).toEqual(['i'])
  })

  it('says which schema has no value', () => {
    expect(() => sample({ type: 'integer', minimum: 2, maximum: 1 }, 1)).toThrow('no value found for')
    expect(() => sample(object({ a: { not: {} } }, { required: ['a'] }), 1)).toThrow('no value found for')
  })
})

describe('near', () => {
  it.each(Object.entries(schemas).filter(([name]) => name !== 'anything'))(
    '%s: accepted and refused, both',
    (_, schema) => {
      const accepts = ajvFor(schema)
      const verdicts = fc.sample(near(schema), { numRuns: 300, seed: 7 }).map(v => accepts(v))
      expect(new Set(verdicts)).toEqual(new Set([true, false]))
    },
  )
})

describe('ajvFor', () => {
  it.each<[string, InputSchema, Json[], Json[]]>([
    ['date', { type: 'string', format: 'date' }, ['2024-02-29'], ['2023-02-29', '24-01-01', '2024-1-1']],
    [
      'date-time',
      { type: 'string', format: 'date-time' },
      ['2024-01-31T10:00:00Z', '2024-01-31t10:00:00.5+02:00'],
      ['2024-01-31', '2024-01-31T25:00:00Z'],
    ],
    [
      'uuid',
      { type: 'string', format: 'uuid' },
      ['3d0ca315-aff9-4fc2-be61-3b76b9a2d798'],
      ['3d0ca315aff94fc2be613b76b9a2d798'],
    ],
    ['int32', { type: 'integer', format: 'int32' }, [0, -2147483648, 2147483647], [2147483648, 1.5]],
    [
      'int64',
      { type: ['integer', 'string'], format: 'int64' },
      [1, '9223372036854775807', '-1', '0'],
      [2 ** 53, '9223372036854775808', '01', '1.0', '', '+1'],
    ],
    ['unknown', { format: 'email' }, ['x', 1], []],
    ['code points', { type: 'string', maxLength: 1 }, ['𝒳', 'é'], ['ab']],
    ['no Unicode expression', { type: 'string', pattern: '^[\\w-.]+\\@$' }, ['a-.@'], ['a']],
    ['1.0 is an integer', { type: 'integer' }, [1.0], [1.5, '1']],
  ])('%s', (_, schema, yes, no) => {
    const accepts = ajvFor(schema)
    expect(yes.filter(v => !accepts(v))).toEqual([])
    expect(no.filter(v => accepts(v))).toEqual([])
  })

  it('knows the keywords of the contract and no others', () => {
    // As a compiler with a fault would leave them behind; a property of that name is none.
    const odd = {
      properties: { if: {}, a: { items: { nullable: true } } },
      $defs: { x: { if: {} } },
    } as InputSchema
    expect(() => ajvFor(odd)).toThrow('not in the contract: /$defs/x/if, /properties/a/items/nullable')
  })
})
