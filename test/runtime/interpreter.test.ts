/** The interpreter: who it accepts against Ajv, and what it says to a model. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { InputSchema, Json } from '../../src/runtime/contract.ts'
import { check, checker } from '../../src/runtime/interpreter.ts'
import { ajvFor } from '../oracle/ajv.ts'

const accepts = (schema: InputSchema, value: Json) => check(schema, value).length === 0

/** Small values that meet and miss each other's bounds often. */
const scalar = fc.oneof(
  fc.constantFrom<Json>(
    null,
    true,
    false,
    0,
    1,
    -1,
    2,
    3,
    0.5,
    1.1,
    2.5,
    0.07,
    19.99,
    1e15,
    2 ** 53,
    -(2 ** 31),
    2 ** 31,
  ),
  fc.constantFrom<Json>(
    '',
    'a',
    'b',
    'ab',
    'abc',
    '😀',
    '😀😀',
    'é',
    '0',
    '-5',
    '007',
    '9223372036854775807',
    '9223372036854775808',
  ),
  fc.constantFrom<Json>(
    '2024-02-29',
    '2023-02-29',
    '2024-13-01',
    '2024-02-29T23:59:60Z',
    '2024-02-29t01:02:03+05:30',
  ),
  fc.constantFrom<Json>(
    '123e4567-e89b-12d3-a456-426614174000',
    'urn:uuid:123e4567-e89b-12d3-a456-426614174000',
    'x',
  ),
)
// Names like `toString` break Ajv's own comparison; ours are tested below.
const key = fc.constantFrom('a', 'b', 'c', '__proto__', 'then', 'a b')
const { value } = fc.letrec<{ value: Json }>(tie => ({
  value: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'v' },
    { weight: 4, arbitrary: scalar },
    { weight: 2, arbitrary: fc.array(tie('value'), { maxLength: 4, depthIdentifier: 'v' }) },
    {
      weight: 3,
      arbitrary: fc
        .uniqueArray(fc.tuple(key, tie('value')), {
          maxLength: 4,
          selector: ([k]) => k,
          depthIdentifier: 'v',
        })
        .map(entries => Object.fromEntries(entries)),
    },
  ),
}))

const typeName = fc.constantFrom('null', 'boolean', 'integer', 'number', 'string', 'array', 'object')
const small = fc.constantFrom(0, 1, 2, 3)
const number = fc.constantFrom(-1, 0, 1, 1.5, 2, 3)
const some = <T extends object>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record(model, { requiredKeys: [] })

const { schema } = fc.letrec<{ schema: InputSchema }>(tie => {
  const sub = tie('schema')
  const list = fc.array(sub, { minLength: 1, maxLength: 3 })
  // Ajv skips a property called `__proto__`; ours is tested below.
  const map = fc
    .uniqueArray(
      fc.tuple(
        key.filter(k => k !== '__proto__'),
        sub,
      ),
      { maxLength: 3, selector: ([k]) => k },
    )
    .map(Object.fromEntries)
  const names = fc.uniqueArray(key, { maxLength: 2 })
  const leaf = fc.oneof(
    some<InputSchema>({
      type: fc.oneof(typeName, fc.uniqueArray(typeName, { minLength: 1, maxLength: 3 })) as never,
    }),
    some<InputSchema>({ enum: fc.array(value, { minLength: 1, maxLength: 4 }) }),
    some<InputSchema>({ const: value }),
    some<InputSchema>({
      minimum: number,
      maximum: number,
      exclusiveMinimum: number,
      exclusiveMaximum: number,
    }),
    some<InputSchema>({ multipleOf: fc.constantFrom(1, 2, 0.01, 0.1, 0.5, 3) }),
    some<InputSchema>({
      minLength: small,
      maxLength: small,
      pattern: fc.constantFrom('^a', 'b$', '^\\p{L}+$', '^a\\-', '^.{2}$'),
    }),
    some<InputSchema>({
      format: fc.constantFrom('date', 'date-time', 'uuid', 'int32', 'int64', 'email', 'constructor'),
    }),
    fc.constant<InputSchema>({ type: ['integer', 'string'], format: 'int64' }),
    some<InputSchema>({ minItems: small, maxItems: small, uniqueItems: fc.boolean() }),
    some<InputSchema>({ minProperties: small, maxProperties: small }),
    fc.constantFrom<InputSchema>({ $ref: '#/$defs/a' }, { $ref: '#/$defs/b' }),
  )
  const parts = fc.oneof(
    some<InputSchema>({ prefixItems: list, items: fc.oneof(sub, fc.constant<false>(false)) }),
    some<InputSchema>({
      properties: map,
      required: names,
      additionalProperties: fc.oneof(sub, fc.boolean()),
    }),
    some<InputSchema>({
      dependentRequired: fc.dictionary(
        key.filter(k => k !== '__proto__'),
        names,
        { maxKeys: 2 },
      ),
    }),
    some<InputSchema>({ anyOf: list }),
    some<InputSchema>({ oneOf: list }),
    some<InputSchema>({ allOf: list }),
    some<InputSchema>({ not: sub }),
  )
  return {
    schema: fc.oneof(
      { maxDepth: 3 },
      leaf,
      parts,
      // Siblings, of `$ref` too, apply together.
      fc.tuple(leaf, leaf).map(([a, b]) => ({ ...a, ...b })),
      fc.tuple(leaf, parts, parts).map(([a, b, c]) => ({ ...a, ...b, ...c })),
    ),
  }
})
const defs: Record<string, InputSchema> = {
  a: {
    type: ['object', 'string'],
    properties: { a: { $ref: '#/$defs/a' } },
    additionalProperties: { $ref: '#/$defs/b' },
  },
  b: { anyOf: [{ type: 'integer' }, { type: 'array', items: { $ref: '#/$defs/b' } }, { $ref: '#/$defs/a' }] },
}

describe('check', () => {
  it('accepts exactly what Ajv accepts', { timeout: 120_000 }, () => {
    const seen = { accepted: 0, refused: 0 }
    fc.assert(
      fc.property(schema, fc.array(value, { minLength: 1, maxLength: 20 }), (s, values) => {
        const root: InputSchema = { ...s, $defs: defs }
        const ajv = ajvFor(root)
        for (const v of values) {
          const expected = ajv(v)
          seen[expected ? 'accepted' : 'refused']++
          expect([v, accepts(root, v)]).toEqual([v, expected])
        }
      }),
      { numRuns: 150 },
    )
    // Positive control: both verdicts are common.
    expect(Math.min(seen.accepted, seen.refused)).toBeGreaterThan(100)
  })

  it('reads formats as ajv-formats does in full mode', { timeout: 120_000 }, () => {
    const two = fc.constantFrom(
      '00',
      '01',
      '12',
      '23',
      '24',
      '28',
      '29',
      '30',
      '31',
      '32',
      '59',
      '60',
      '99',
      '1',
      'é',
    )
    const date = fc
      .tuple(fc.constantFrom('2023', '2024', '1900', '2000', '0000', '10000'), two, two)
      .map(p => p.join('-'))
    const zone = fc.oneof(
      fc.constantFrom('', 'z', 'Z', '+', '+05:', ' Z'),
      fc.tuple(fc.constantFrom('+', '-'), two, fc.constantFrom('', ':'), two).map(p => p.join('')),
      fc.tuple(fc.constantFrom('+', '-'), two).map(p => p.join('')),
    )
    const time = fc
      .tuple(
        fc.tuple(two, two, two).map(p => p.join(':')),
        fc.constantFrom('', '.5', '.123456789', '.'),
        zone,
      )
      .map(p => p.join(''))
    const dateTime = fc.tuple(date, fc.constantFrom('T', 't', ' ', '', 'TT', '\n'), time).map(p => p.join(''))
    const uuid = fc.oneof(
      fc.uuid(),
      fc.uuid().map(u => u.toUpperCase()),
      fc.uuid().map(u => `urn:uuid:${u}`),
      fc.uuid().map(u => u.slice(1)),
    )
    const int = fc.oneof(
      fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n }).map(String),
      fc.constantFrom('', '-', '-0', '+1', '1.0', '00'),
    )
    const text = fc.oneof(
      date,
      dateTime,
      uuid,
      int,
      fc.string(),
      fc.date({ noInvalidDate: true }).map(d => d.toISOString()),
    )
    const numbers = fc.oneof(
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.maxSafeInteger(),
    )
    for (const format of ['date', 'date-time', 'uuid', 'int32', 'int64']) {
      const ajv = ajvFor({ format })
      fc.assert(
        fc.property(fc.oneof<fc.Arbitrary<Json>[]>(text, numbers), v => {
          // A leap second is known in UTC only; where there is an offset Ajv does the arithmetic.
          fc.pre(!/:60(?!.*z$)/i.test(String(v)) && !/:99|(?:24|3\d|99):\d\d:/.test(String(v)))
          expect([v, accepts({ format }, v)]).toEqual([v, ajv(v)])
        }),
        { numRuns: 300 },
      )
    }
  })

  it.each<[InputSchema, Json, boolean]>([
    [{ format: 'date-time' }, '2016-12-31T23:59:60Z', true],
    [{ format: 'date-time' }, '2016-12-31T22:59:60Z', false],
    [{ format: 'date-time' }, '2024-02-29T24:00:00Z', false],
    [{ format: 'date' }, '2024-02-30', false],
    [{ format: 'date' }, '0001-13-13', false],
    [{ format: 'date' }, '+012345-01', false],
    [{ format: 'date' }, '-000001-01', false],
    // 19.99 / 0.01 and 0.07 / 0.01 are no integers in binary.
    [{ multipleOf: 0.01 }, 19.99, true],
    [{ multipleOf: 0.01 }, 0.07, true],
    [{ multipleOf: 0.01 }, 0.075, false],
    [{ multipleOf: 1e-7 }, 3e-7, true],
    [{ multipleOf: 1e-7 }, 3.5e-7, false],
    [{ multipleOf: 0.3 }, 1e21, false],
    [{ multipleOf: 3 }, 3e300, true],
    [{ multipleOf: 1e300 }, 5e-324, false],
    [{ multipleOf: 0.1 }, -0.3, true],
    [{ multipleOf: 0.1 }, 0, true],
    [{ minLength: 2 }, '😀', false],
    [{ maxLength: 1 }, '😀', true],
    [{ minLength: 2 }, '😀😀', true],
    [{ minLength: 3 }, '😀😀', false],
    [{ maxLength: 1 }, '😀😀', false],
    [{ minLength: 2, maxLength: 3 }, '😀a😀', true],
    [{ minLength: 4, maxLength: 9 }, '😀a😀', false],
    [{ pattern: '^\\p{L}$' }, 'é', true],
    // No Unicode expression, and read without the flag: `\-` outside a class.
    [{ pattern: '^a\\-b$' }, 'a-b', true],
    [{ pattern: '(' }, 'whatever', true],
    [{ $ref: '#/$defs/gone' }, 1, false],
    [{ type: ['integer', 'string'], format: 'int64', minimum: 0 }, '-5', false],
    [{ type: ['integer', 'string'], format: 'int64', exclusiveMaximum: 2 ** 53 }, '9007199254740992', false],
    [{ type: ['integer', 'string'], format: 'int64', multipleOf: 2 }, '9007199254740993', false],
    [{ type: ['integer', 'string'], format: 'int64', multipleOf: 2 }, '9007199254740994', true],
    [{ const: 1 }, 1.0, true],
    [{ enum: [{ a: 1, b: [2] }] }, { b: [2], a: 1 }, true],
    [
      { uniqueItems: true },
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      false,
    ],
    [{ uniqueItems: true }, [1, '1', true, 'true', null, 'null'], true],
  ])('%j accepts %j: %s', (s, v, expected) => {
    expect(accepts(s, v)).toBe(expected)
  })

  it('a name may be empty', () => {
    expect(accepts({ required: [''] }, {})).toBe(false)
    expect(accepts({ required: [''] }, { '': 1 })).toBe(true)
  })

  it('never sees inherited names', () => {
    const closed: InputSchema = {
      type: 'object',
      properties: { a: {} },
      required: ['toString'],
      additionalProperties: false,
    }
    expect(check(closed, { a: 1 })).toEqual([{ path: 'toString', expected: 'a value', got: 'nothing' }])
    const proto = JSON.parse('{"__proto__":{"admin":true}}')
    expect(check({ ...closed, required: [] }, proto)).toMatchObject([
      { path: '__proto__', got: 'an unknown name' },
    ])
    expect(
      accepts({ ...closed, properties: JSON.parse('{"__proto__":{"type":"object"}}'), required: [] }, proto),
    ).toBe(true)
  })
})

describe('the words', () => {
  const address: InputSchema = {
    type: 'object',
    properties: { zip: { type: 'string', minLength: 3 }, kind: { enum: ['home', 'work'] } },
    required: ['zip'],
    additionalProperties: false,
  }
  const root: InputSchema = {
    type: 'object',
    properties: {
      customer: { type: 'object', properties: { address: { type: 'array', items: address } } },
      pay: {
        oneOf: [
          {
            type: 'object',
            properties: { kind: { const: 'card' }, number: { type: 'string' } },
            required: ['kind', 'number'],
          },
          {
            type: 'object',
            properties: { kind: { const: 'iban' }, iban: { type: 'string' } },
            required: ['kind', 'iban'],
          },
        ],
      },
      count: { type: ['integer', 'null'] },
    },
  }

  it.each<[string, Json, { path: string; expected: string; got: string }[]]>([
    [
      'a deep path',
      { customer: { address: [{ zip: '1' }] } },
      [{ path: 'customer.address[0].zip', expected: 'minLength 3', got: '"1"' }],
    ],
    [
      'a missing one',
      { customer: { address: [{}] } },
      [
        {
          path: 'customer.address[0].zip',
          expected: '{"type":"string","minLength":3}',
          got: 'nothing',
        },
      ],
    ],
    [
      'an enum',
      { customer: { address: [{ zip: '123', kind: 'x' }] } },
      [{ path: 'customer.address[0].kind', expected: 'enum ["home","work"]', got: '"x"' }],
    ],
    [
      'an unknown name',
      { customer: { address: [{ zip: '123', zap: 1 }] } },
      [{ path: 'customer.address[0].zap', expected: '["zip","kind"]', got: 'an unknown name' }],
    ],
    [
      'JSON text',
      { customer: '{"address":[]}' },
      [
        {
          path: 'customer',
          expected: 'type "object"',
          got: 'JSON text "{\\"address\\":[]}"',
        },
      ],
    ],
    ['two types', { count: 'x' }, [{ path: 'count', expected: 'type ["integer","null"]', got: '"x"' }]],
    [
      'the closest branch',
      { pay: { kind: 'iban' } },
      [{ path: 'pay.iban', expected: '{"type":"string"}', got: 'nothing' }],
    ],
    ['no branch at all', { pay: 5 }, [{ path: 'pay', expected: 'type "object"', got: '5' }]],
  ])('%s', (_, v, expected) => {
    expect(check(root, v)).toEqual(expected)
  })

  it('a value that fits several forms', () => {
    const s: InputSchema = { oneOf: [{ type: 'integer' }, { type: 'number' }] }
    expect(check(s, 1)).toEqual([{ path: '', expected: 'one form only', got: '1' }])
  })

  it('a value that fits several forms, whatever a further form says of its parts', () => {
    const other: InputSchema = { items: { type: 'string' } }
    for (const oneOf of [
      [{}, { type: 'array' as const }, other],
      [other, {}, {}],
    ])
      expect(check({ oneOf }, [1])).toEqual([{ path: '', expected: 'one form only', got: '[1]' }])
  })

  it('are short, escaped and few, whatever the value', () => {
    const hostile = { [`k\n"${'k'.repeat(500)}`]: '\u0000\n'.repeat(500) }
    const problems = check({ additionalProperties: { type: 'integer' } }, hostile as never)
    for (const p of problems) {
      expect(p.path.length + p.expected.length + String(p.got).length).toBeLessThan(300)
      expect(p.path + p.got).not.toMatch(/[\n\0]/)
    }
    expect(check({ items: { type: 'string' } }, Array(1000).fill(1))).toHaveLength(20)
  })
})

describe('bounds of work', () => {
  const deep = (n: number): Json => {
    let v: Json = 1
    for (let i = 0; i < n; i++) v = { a: v }
    return v
  }

  it('ends a schema that leads to itself, and branches that double at every level', () => {
    expect(check({ $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/a' } } }, 1)).not.toEqual([])
    const twice: InputSchema = {
      $ref: '#/$defs/n',
      $defs: {
        n: {
          allOf: [0, 0].map(minProperties => ({ minProperties, properties: { a: { $ref: '#/$defs/n' } } })),
        },
      },
    }
    expect(accepts(twice, deep(8))).toBe(true)
    expect(check(twice, deep(60))).not.toEqual([])
  })

  it('looks no further when a branch accepts or a part is wrong: forms may be nested deep', () => {
    const form = (op: string): InputSchema => ({
      type: 'object',
      properties: { op: { const: op }, of: { $ref: '#/$defs/n' } },
      required: ['op'],
    })
    const any: InputSchema = { $ref: '#/$defs/n', $defs: { n: { anyOf: ['and', 'or', 'not'].map(form) } } }
    const nested = (op: string): Json => {
      let v: Json = { op: 'not' }
      for (let i = 0; i < 40; i++) v = { op, of: v }
      return v
    }
    for (const op of ['and', 'or', 'not']) expect(accepts(any, nested(op)), op).toBe(true)
    expect(accepts(any, { op: 'and', of: { op: 'xor' } })).toBe(false)
  })

  it('looks at no part that nothing speaks of', () => {
    const wide: Json = Object.fromEntries(Array.from({ length: 90_000 }, (_, i) => [`k${i}`, 1]))
    const long: Json = Array(90_000).fill(1)
    const five = (schema: InputSchema): InputSchema => ({ allOf: [...Array(5).fill(schema), {}] })
    for (const schema of [{ properties: {} }, { prefixItems: [] }, { items: {} }, { prefixItems: [{}] }])
      expect(accepts(five(schema), wide), JSON.stringify(schema)).toBe(true)
    for (const schema of [{ properties: {} }, { prefixItems: [] }, { additionalProperties: false as const }])
      expect(accepts(five(schema), long), JSON.stringify(schema)).toBe(true)
    // What is looked at counts.
    expect(accepts(five({ properties: { a: {} } }), wide)).toBe(false)
    expect(accepts(five({ items: {} }), long)).toBe(false)
  })

  it('says of a long list what is wrong with its end', () => {
    const list: Json[] = Array(120_000).fill(1)
    expect(check({ items: { type: 'integer' } }, [...list, 'x'])).toEqual([
      { path: '[120000]', expected: 'type "integer"', got: '"x"' },
    ])
  })

  it('counts the parts that no schema describes', () => {
    const $defs: Record<string, InputSchema> = { d9: { properties: { a: {} } } }
    for (let i = 8; i >= 0; i--)
      $defs[`d${i}`] = { allOf: [{ $ref: `#/$defs/d${i + 1}` }, { $ref: `#/$defs/d${i + 1}` }] }
    const wide = (n: number) => Object.fromEntries(Array.from({ length: n }, (_, i) => [`k${i}`, 1]))
    expect(accepts({ $ref: '#/$defs/d0', $defs }, wide(9))).toBe(true)
    expect(accepts({ $ref: '#/$defs/d0', $defs }, wide(900))).toBe(false)
  })

  it('checks a value of a schema that is deeper than the stack, each time', () => {
    let part: InputSchema = { type: 'string' }
    for (let i = 0; i < 20_000; i++) part = { properties: { a: part } }
    const root: InputSchema = { properties: { deep: part, n: { type: 'integer' } } }
    const tool = checker(root)
    for (let i = 0; i < 2; i++) {
      expect(tool(root, { deep: { a: {} }, n: 1 })).toEqual([])
      expect(tool(root, { n: 'x' })).toEqual([{ path: 'n', expected: 'type "integer"', got: '"x"' }])
    }
    for (let i = 0; i < 2; i++) expect(() => tool(root, { n: 1, deep: deep(20_000) })).toThrow(RangeError)
    expect(tool(root, { n: 'x' })).toHaveLength(1)
  })

  it('ends on a value of any depth', () => {
    const any: InputSchema = {
      $ref: '#/$defs/n',
      $defs: { n: { additionalProperties: { $ref: '#/$defs/n' } } },
    }
    expect(accepts(any, deep(100))).toBe(true)
    expect(check(any, deep(100_000))).toEqual([
      { path: '', expected: 'something simpler', got: 'too much to check' },
    ])
  })
})

describe('words', () => {
  /** A list of members that counts how often it is written. */
  const counted = () => {
    const members = { written: 0 }
    const toJSON = () => {
      members.written++
      return ['a']
    }
    return { members, schema: { enum: Object.assign(['a'], { toJSON }) } }
  }
  it('are made for what is answered only: not for every item that no branch takes', () => {
    const { members, schema } = counted()
    const items: InputSchema = { anyOf: [schema, { type: 'number', maximum: 0 }] }
    const problems = check({ type: 'array', items }, new Array(5000).fill(1))
    expect(problems).toHaveLength(20)
    expect(problems[0]).toEqual({ path: '[0]', expected: 'enum ["a"] or maximum 0', got: '1' })
    expect(members.written).toBe(20)
  })
})
