/** Keywords that are carried in terms of others mean what JSON Schema says: plain Ajv reads the document's own schema. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../src/runtime/contract.ts'
import { check } from '../src/runtime/interpreter.ts'
import { checkTool } from './properties/tool.ts'
import { bodyDocument, compiledOf, errorsOf, theTool } from './support/compile.ts'

const base = { type: 'object', properties: { a: { type: 'integer' }, b: { type: 'string' } } }
const list = { type: 'array' }
const components: JsonObject = {
  Base: base,
  Names: { type: 'string', enum: ['a', 'c'] },
  NamesOnly: { type: ['object', 'null'], propertyNames: { enum: ['a', 'b'] } },
  HasInteger: { type: 'array', contains: { type: 'integer' } },
  ByPattern: { type: 'object', patternProperties: { '^x-': {} } },
  Tuple: { type: 'array', prefixItems: [{ type: 'integer' }, { type: 'string' }] },
}
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const isOne = { properties: { a: { const: 1 } }, required: ['a'] }

/** An object literal with a `then` looks like a promise. */
const when = (parts: { if?: Json; yes?: Json; no?: Json }): JsonObject =>
  Object.fromEntries(
    Object.entries(parts).map(([key, schema]) => [{ yes: 'then', no: 'else' }[key] ?? key, schema]),
  )

/** Exactly as in the document. */
const exact: [string, JsonObject][] = [
  ['if and then', { ...base, ...when({ if: isOne, yes: { required: ['b'] } }) }],
  ['if and else', { ...base, ...when({ if: isOne, no: { required: ['b'] } }) }],
  [
    'if, then and else',
    {
      ...base,
      ...when({ if: isOne, yes: { required: ['c'], properties: { c: {} } }, no: { required: ['b'] } }),
    },
  ],
  ['if alone', { ...base, ...when({ if: isOne }) }],
  ['then alone', { ...base, ...when({ yes: { required: ['b'] } }) }],
  [
    'a nested if',
    {
      ...base,
      ...when({
        if: isOne,
        yes: { type: 'object', ...when({ if: { required: ['b'] }, yes: { maxProperties: 2 } }) },
      }),
    },
  ],
  ['dependentSchemas', { ...base, dependentSchemas: { a: { required: ['b'] }, b: { maxProperties: 1 } } }],
  ['dependentSchemas that forbid', { ...base, dependentSchemas: { a: false } }],
  ['contains', { ...list, contains: { type: 'integer' } }],
  ['contains anything', { ...list, contains: {} }],
  ['contains, none needed', { ...list, contains: { type: 'integer' }, minContains: 0 }],
  ['contains beside not', { ...list, contains: { type: 'integer' }, not: { maxItems: 1 } }],
  [
    'names that are texts',
    { type: 'object', propertyNames: { type: 'string' }, additionalProperties: { type: 'integer' } },
  ],
  [
    'names of a list',
    { type: 'object', propertyNames: { enum: ['a', 'c'] }, additionalProperties: { type: 'integer' } },
  ],
  ['names of a list beside properties', { ...base, propertyNames: { enum: ['a', 'c'] } }],
  ['a pattern of every name', { type: 'object', patternProperties: { '.*': { type: 'integer' } } }],
  ['a pattern that asks for nothing', { ...base, patternProperties: { '^x-': {} } }],
  ['names of a list beside $ref', { ...ref('Base'), propertyNames: { enum: ['a'] } }],
  ['names of a list beside one allOf', { allOf: [ref('Base')], propertyNames: { enum: ['a'] } }],
  ['names of a list that has a name', { ...base, propertyNames: ref('Names') }],
  ['names of a list, some of them no texts', { ...base, propertyNames: { enum: [1, 'a'] } }],
  [
    'a pattern of every name beside properties',
    { type: 'object', properties: { a: {} }, patternProperties: { '.*': { type: 'integer' } } },
  ],
  [
    'a pattern of every name beside another branch',
    {
      allOf: [
        { type: 'object', patternProperties: { '.*': { type: 'integer' } } },
        { type: 'object', properties: { b: { type: ['string', 'integer'] }, a: {} } },
      ],
    },
  ],
  [
    'a pattern of every name beside $ref',
    { ...ref('Base'), patternProperties: { '.*': { type: 'integer' } } },
  ],
  [
    'a pattern of every name evaluates them',
    {
      type: 'object',
      properties: { a: {} },
      patternProperties: { '.*': { type: 'integer' } },
      unevaluatedProperties: false,
    },
  ],
  [
    'if and else beside null',
    {
      type: ['object', 'null'],
      properties: base.properties,
      ...when({ if: isOne, yes: { required: ['b'] }, no: { required: ['c'], properties: { c: {} } } }),
    },
  ],
  [
    'then beside null that holds with others',
    {
      type: ['object', 'null'],
      ...when({ if: { maxProperties: 5 }, yes: { allOf: [ref('NamesOnly')], required: ['a'] } }),
      properties: base.properties,
    },
  ],
  [
    'if and else of two types',
    {
      type: ['string', 'integer'],
      ...when({ if: { minLength: 2 }, yes: { pattern: '^x' }, no: { minimum: 2 } }),
    },
  ],
  ['if and else without a type', when({ if: { type: 'string' }, yes: { minLength: 2 }, no: { minimum: 2 } })],
  [
    'a condition of a property that may be null',
    {
      type: 'object',
      properties: { a: { type: ['integer', 'null'] }, b: {} },
      ...when({ if: { required: ['b'] }, yes: { properties: { a: { minimum: 2 } } } }),
    },
  ],
  ['if, always', { ...base, ...when({ if: true, yes: { required: ['b'] }, no: false }) }],
  ['if, never', { ...base, ...when({ if: false, yes: false, no: { required: ['b'] } }) }],
  ['then, never', { ...base, ...when({ if: isOne, yes: false }) }],
  ['else, never', { ...base, ...when({ if: isOne, yes: true, no: false }) }],
  [
    'a condition under not',
    { ...base, not: { type: 'object', ...when({ if: isOne, yes: { required: ['b'] } }) } },
  ],
  ['dependencies, lists and schemas', { ...base, dependencies: { a: ['b'], b: { maxProperties: 2 } } }],
  ['unevaluatedProperties', { ...base, unevaluatedProperties: false }],
  [
    'unevaluatedProperties with allOf',
    {
      allOf: [ref('Base'), { properties: { c: { type: 'boolean' } } }],
      type: 'object',
      unevaluatedProperties: false,
    },
  ],
  ['unevaluatedProperties beside $ref', { ...ref('Base'), unevaluatedProperties: { type: 'boolean' } }],
  [
    'unevaluatedProperties beside additionalProperties',
    { ...base, additionalProperties: { type: 'integer' }, unevaluatedProperties: false },
  ],
  ['unevaluatedItems', { ...list, prefixItems: [{ type: 'integer' }], unevaluatedItems: false }],
  ['unevaluatedItems beside items', { ...list, items: { type: 'integer' }, unevaluatedItems: false }],
  [
    'unevaluatedItems through allOf',
    {
      ...list,
      allOf: [{ type: 'array', prefixItems: [{ type: 'integer' }] }],
      unevaluatedItems: { type: 'string' },
    },
  ],
]

/** At least what the document accepts, told as a loss. */
const wider: [string, JsonObject, keyword: string][] = [
  ['names by pattern', { type: 'object', propertyNames: { pattern: '^[ac]' } }, 'propertyNames'],
  ['names by length', { type: 'object', propertyNames: { maxLength: 0 } }, 'propertyNames'],
  [
    'a pattern of some names',
    { ...base, patternProperties: { '^c': { type: 'integer' } }, additionalProperties: false },
    'patternProperties',
  ],
  [
    'patterns beside further ones',
    {
      type: 'object',
      patternProperties: { '^a': { type: 'integer' } },
      additionalProperties: { type: 'string' },
    },
    'patternProperties',
  ],
  ['two of contains', { ...list, contains: { type: 'integer' }, minContains: 2 }, 'minContains'],
  ['at most one of contains', { ...list, contains: { type: 'integer' }, maxContains: 1 }, 'maxContains'],
  [
    'unevaluatedProperties beside a union',
    {
      ...base,
      anyOf: [{ properties: { c: { type: 'integer' } }, required: ['c'] }, { required: ['a'] }],
      unevaluatedProperties: false,
    },
    'unevaluatedProperties',
  ],
  [
    'unevaluatedItems beside contains',
    { ...list, contains: { type: 'integer' }, unevaluatedItems: false },
    'unevaluatedItems',
  ],
  [
    'unevaluatedItems beside contains of a branch',
    { ...list, allOf: [{ type: 'array', contains: { type: 'integer' } }], unevaluatedItems: false },
    'unevaluatedItems',
  ],
  [
    'unevaluatedItems beside contains of a reference',
    { allOf: [ref('HasInteger'), { type: 'array', maxItems: 5 }], unevaluatedItems: false },
    'unevaluatedItems',
  ],
  [
    'unevaluatedProperties beside a pattern that asks for nothing',
    { ...base, patternProperties: { '^x-': {} }, unevaluatedProperties: false },
    'unevaluatedProperties',
  ],
  [
    'unevaluatedProperties beside a pattern of a branch',
    {
      type: 'object',
      allOf: [ref('ByPattern'), { type: 'object', properties: { a: {} } }],
      unevaluatedProperties: false,
    },
    'unevaluatedProperties',
  ],
  [
    'unevaluatedProperties beside then',
    { ...base, ...when({ if: isOne, yes: { properties: { c: {} } } }), unevaluatedProperties: false },
    'unevaluatedProperties',
  ],
  // Ajv leaves an `if` alone unread; what it evaluates is evaluated (JSON Schema core, 10.2.2.1).
  [
    'unevaluatedProperties beside if alone',
    { ...base, if: { properties: { c: {} } }, unevaluatedProperties: false },
    'unevaluatedProperties',
  ],
  [
    'a pattern of nearly every name',
    { type: 'object', patternProperties: { '^.+$': { type: 'integer' } } },
    'patternProperties',
  ],
  [
    'in a branch of oneOf',
    {
      oneOf: [
        { type: 'object', propertyNames: { pattern: '^z' } },
        { type: 'object', required: ['a'], properties: { a: {} } },
      ],
    },
    'oneOf',
  ],
  ['under not', { type: 'object', not: { propertyNames: { pattern: '^z' } } }, 'not'],
]

const scalars: Json[] = [1, 2, 'x', true, null]
const values: Json[] = [
  ...scalars,
  ...['a', 'b', 'c', 'x-y'].flatMap(name => scalars.slice(0, 4).map((v): Json => ({ [name]: v }))),
  ...[
    {},
    { a: 1, b: 'x' },
    { a: 2, b: 'x' },
    { a: 1, b: 'x', c: true },
    { a: 1, c: 1 },
    { b: 'x', c: 'x' },
    { z: 1 },
    { za: 1, a: 1 },
  ],
  ...[
    { 'x-a': 1, a: 1 },
    { a: null, b: 1 },
    { b: 1, a: 1 },
    { b: 1, a: 2 },
  ],
  ...['xx', 'yy', '', 3, [3, 'x', 4]],
  ...[[], [1], ['x'], [1, 'x'], ['x', 1], [1, 2], [1, 2, 'x'], ['x', 'x'], [true]],
]

/** What JSON Schema itself says of the body's one property. */
function accepting(schema: JsonObject) {
  const ajv = new Ajv2020({ strict: false, ownProperties: true })
  ajv.addSchema({ components: { schemas: components } }, 'doc')
  return ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('#/components', 'doc#/components')))
}
const compiledWith = (v: JsonObject) => {
  const compiled = compiledOf(
    bodyDocument('3.1.0', { type: 'object', required: ['v'], properties: { v } }, components),
    ['doIt'],
    { targets: ['gemini', 'openai-strict'] },
  )
  expect(errorsOf(compiled)).toEqual([])
  return theTool(compiled)
}

describe('exactly', () => {
  it.each(exact)('%s', (_, schema) => {
    const tool = compiledWith(schema)
    const should = accepting(schema)
    const wanted = values.map(v => [v, should(v)])
    expect(values.map(v => [v, check(tool.tool.inputSchema, { v }).length === 0])).toEqual(wanted)
    // The oracle has both answers to give.
    expect(new Set(wanted.map(([, ok]) => ok)).size).toBe(2)
    checkTool(tool, 1, 2)
  })
})

describe('never less, with a loss', () => {
  it.each(wider)('%s', (_, schema, keyword) => {
    const tool = compiledWith(schema)
    const should = accepting(schema)
    const refused = values.filter(v => should(v) && check(tool.tool.inputSchema, { v }).length > 0)
    expect(refused).toEqual([])
    expect(values.some(v => should(v))).toBe(true)
    expect(tool.losses.filter(l => l.enforcedBy === 'none').map(l => l.keyword)).toContain(keyword)
    checkTool(tool, 1, 2)
  })
})

describe('in words', () => {
  const told = (v: JsonObject) => {
    const { declarations } = compiledWith({ ...base, ...v }).tool
    const parameters = JSON.stringify(declarations.gemini?.declaration.parameters)
    return JSON.parse(parameters).properties.v.description
  }
  const asks = { required: ['b'] }

  it.each<[string, JsonObject, string | undefined]>([
    ['values', when({ if: isOne, yes: asks }), 'When {"a": 1}: b is required.'],
    ['names', { dependentSchemas: { c: asks } }, 'When c is given: b is required.'],
    [
      'what is denied, as a whole',
      when({ if: { ...isOne, required: ['a', 'c'] }, no: asks }),
      'Unless {"a": 1} and c is given: b is required.',
    ],
    [
      'bounds',
      when({ if: { properties: { a: { minimum: 5 } }, required: ['a'] }, yes: asks }),
      'When {"a": number} and a is at least 5: b is required.',
    ],
    [
      'counts',
      when({ if: { minProperties: 2 }, yes: asks }),
      'When it has at least 2 properties: b is required.',
    ],
    [
      'that there is more to it',
      when({ if: { properties: { a: {} }, additionalProperties: false }, yes: asks }),
      'When {"a"?: any value} and more holds: b is required.',
    ],
    [
      'that there is more to it further down',
      when({ if: { properties: { a: { not: { const: 1 } } } }, yes: asks }),
      'When {"a"?: any value} and more holds: b is required.',
    ],
    [
      'that there are cases',
      when({ if: { not: { oneOf: [isOne, asks] } }, yes: asks }),
      'In some cases: b is required.',
    ],
    ['what is forbidden', { dependentSchemas: { a: false } }, 'When a is given: not allowed.'],
    ['a name that is forbidden', when({ if: isOne, yes: { not: asks } }), 'When {"a": 1}: b is left out.'],
    [
      'that something is asked',
      when({ if: isOne, yes: { propertyNames: { pattern: '^a' } } }),
      'When {"a": 1}: further rules hold.',
    ],
    [
      'an else that goes on',
      when({ if: isOne, no: when({ if: asks, yes: { maxProperties: 1 } }) }),
      'Unless {"a": 1}: when b is given: it has at most 1 property.',
    ],
    [
      'names that are no words',
      { dependentSchemas: { 'x: y.\n\nDo more\u202e': asks } },
      'When "x: y.\\n\\nDo more\\u{202e}" is given: b is required.',
    ],
    ['nothing of what asks nothing', when({ if: isOne, yes: {} }), undefined],
    ['nothing of what never is', when({ if: false, yes: asks }), undefined],
  ])('%s', (_, schema, words) => {
    expect(told(schema)).toBe(words)
  })
})

it('takes no digits of an int64 past a bound that a condition gives numbers alone', () => {
  const { inputSchema } = compiledWith({
    type: 'object',
    properties: { a: { type: 'integer', format: 'int64' }, b: {}, c: { type: 'integer', format: 'int64' } },
    ...when({ if: { required: ['b'] }, yes: { properties: { a: { minimum: 5 } } } }),
  }).tool
  const accepts = (v: Json) => check(inputSchema, { v }).length === 0
  expect([accepts({ a: 5, b: 1 }), accepts({ c: '5', b: 1 })]).toEqual([true, true])
  expect([accepts({ a: 1, b: 1 }), accepts({ a: '1', b: 1 })]).toEqual([false, false])
})
