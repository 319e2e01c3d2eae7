/** A declared value inside an object counts for what conditions and branches say of that object. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, it } from 'vitest'
import { connect } from '../src/runtime/connect.ts'
import type { Json, JsonObject } from '../src/runtime/contract.ts'
import { check } from '../src/runtime/interpreter.ts'
import { bodyDocument, compiledOf, errorsOf, theTool } from './support/compile.ts'

const base = {
  type: 'object',
  properties: { a: { type: 'integer' }, b: { type: 'string' }, c: { type: 'string' } },
}
const is = (value: Json) => ({ properties: { a: { const: value } }, required: ['a'] })
const needs = (...required: string[]) => ({ required })
const when = (premise: Json, yes: Json, no: Json): JsonObject =>
  Object.fromEntries([
    ['if', premise],
    ['then', yes],
    ['else', no],
  ])

const schemas: [string, JsonObject][] = [
  ['a condition', when(is(1), needs('b'), needs('c'))],
  ['a condition of another value', when(is(2), needs('b'), needs('c'))],
  ['a condition of two', when({ ...is(1), required: ['a', 'b'] }, needs('c'), {})],
  ['a form', { anyOf: [{ ...is(1), required: ['a', 'b'] }, needs('c')] }],
  ['a form that holds', { anyOf: [is(1), needs('c')], maxProperties: 2 }],
  ['one form', { oneOf: [is(1), needs('c')] }],
  ['not', { not: { ...is(1), required: ['a', 'b'] } }],
  ['names', { dependentSchemas: { a: needs('c'), b: { maxProperties: 2 } } }],
  ['lists of names', { dependentRequired: { a: ['b'], c: ['a'] } }],
  ['counts', { minProperties: 2, maxProperties: 2 }],
  ['a reference', { allOf: [{ $ref: '#/components/schemas/Rule' }], minProperties: 0 }],
  ['what an else forbids', when(is(2), true, { properties: { b: false } })],
]
const components: JsonObject = { Rule: { type: 'object', ...when(is(1), needs('b'), needs('c')) } }
const bodyOf = (o: JsonObject) =>
  bodyDocument('3.1.0', { type: 'object', required: ['o'], properties: { o } }, components)
const compiledWith = (o: JsonObject, value: Json) =>
  compiledOf(bodyOf(o), { doIt: { params: { 'body:/o/a': { value } } } })

it.each(schemas)('%s', (_, more) => {
  const schema = { ...base, ...more }
  const compiled = compiledWith(schema, 1)
  expect(errorsOf(compiled)).toEqual([])
  const { inputSchema } = theTool(compiled).tool
  const ajv = new Ajv2020({ strict: false, ownProperties: true })
  ajv.addSchema({ components: { schemas: components } }, 'doc')
  const should = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('#/components', 'doc#/components')))
  const given: JsonObject[] = [{}, { b: 'x' }, { c: 'x' }, { b: 'x', c: 'x' }]
  const wanted = given.map(o => [o, should({ ...o, a: 1 })])
  expect(given.map(o => [o, check(inputSchema, { o }).length === 0])).toEqual(wanted)
  expect(new Set(wanted.map(([, ok]) => ok)).size).toBe(2)
})

const inner = {
  type: 'object',
  required: ['a', 'b'],
  properties: { a: { type: 'integer' }, b: { type: 'string' } },
}
const outer = (o: JsonObject): JsonObject => ({
  type: 'object',
  properties: { o, q: { type: 'string' } },
})
const given = { value: 1 }

/** The body of a call without arguments would hold the value, and what the document asks for beside it. */
it.each<[string, JsonObject, Record<string, { value: Json }>, refused: JsonObject[], sent: JsonObject[]]>([
  [
    'an optional object',
    outer(inner),
    { 'body:/o/a': given },
    [{}, { q: 'x' }, { o: {} }],
    [{ o: { b: 'x' } }],
  ],
  [
    'an optional object in an optional object',
    outer(outer(inner)),
    { 'body:/o/o/a': given },
    [{}, { o: {} }, { o: { q: 'x' } }],
    [{ o: { o: { b: 'x' } } }],
  ],
  [
    'one that is complete with two values',
    outer(inner),
    { 'body:/o/a': given, 'body:/o/b': { value: 'y' } },
    [],
    [{}, { q: 'x' }, { o: {} }],
  ],
  [
    'one that asks for nothing else (positive control)',
    outer({ ...inner, required: ['a'] }),
    { 'body:/o/a': given },
    [],
    [{}, { q: 'x' }, { o: { b: 'x' } }],
  ],
  [
    'a whole body that is one argument',
    { ...outer(inner), additionalProperties: { type: 'integer' } },
    { 'body:/o/a': given },
    [{}, { body: {} }],
    [{ body: { o: { b: 'x' }, n: 1 } }],
  ],
])('what a value makes part of the request is asked for: %s', async (_, body, params, refused, sent) => {
  const compiled = compiledOf(bodyDocument('3.1.0', body, {}), { doIt: { params } })
  expect(errorsOf(compiled)).toEqual([])
  const { tool } = theTool(compiled)
  const api = connect(compiled.info, { baseUrl: 'https://api.example.com' })
  const accepts = new Ajv2020({ strict: false }).compile(body)
  for (const args of refused) expect(await api.plan(tool, args)).toMatchObject({ error: 'invalid_arguments' })
  for (const args of sent) {
    const planned = await api.plan(tool, args)
    expect(accepts(JSON.parse('body' in planned ? String(planned.body) : 'null'))).toBe(true)
  }
})

it('refuses a value with which nothing is allowed', () => {
  const schema = { ...base, ...when(is(1), false, true) }
  expect(errorsOf(compiledWith(schema, 1)).join()).toContain('nothing is what the document allows')
  expect(errorsOf(compiledWith(schema, 2))).toEqual([])
})
