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
  ...[[], [1], ['x'], [1, 'x'], ['x', 1], [1, 2], [1, 2, 'x'], ['x', 'x'], [true]],
]

/** What JSON Schema itself says of the body's one property. */
function accepting(schema: JsonObject) {
  const ajv = new Ajv2020({ strict: false })
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
