/** What the exact schema accepts can be sent: its places say what they can hold. */
import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../../src/runtime/contract.ts'
import { check } from '../../src/runtime/interpreter.ts'
import { errorsFor, type Parts, planned, query, toolFor } from '../support/operation.ts'

const text = { type: 'string' }
const list = { type: 'array', items: text }
const map = { type: 'object', additionalProperties: text }
const both = { nestedForm: 'brackets', deepObjectArrays: 'indices' } as const
const inPath = (schema: Json, more: JsonObject = {}): Parts => ({
  path: '/x/{v}/y',
  parameters: [{ name: 'v', in: 'path', required: true, schema, ...more }],
})
const at = (place: string, schema: Json, more: JsonObject = {}): Parts => ({
  parameters: [{ name: 'v', in: place, schema, ...more }],
})
const field = (schema: Json, encoding?: JsonObject, conventions: Parts['conventions'] = {}): Parts => ({
  form: { type: 'object', properties: { v: schema } },
  ...(encoding && { encoding: { v: encoding } }),
  conventions,
})
const schemaOf = (parts: Parts): Json => toolFor(parts).tool.inputSchema.properties.v as Json

/** What it may be, and what it may not, although the document's own schema accepts it. */
const cases: [string, Parts, sent: Json[], refused: Json[]][] = [
  ['a text in a path', inPath(text), ['a', 'a/b'], ['']],
  ['a text in a path, as a label', inPath(text, { style: 'label' }), ['a'], ['']],
  ['a text in a path, as matrix', inPath(text, { style: 'matrix' }), ['a', ''], []],
  ['a list in a path', inPath(list), [['a'], ['', 'a'], ['', '']], [[], ['']]],
  [
    'a list in a path, as exploded label',
    inPath(list, { style: 'label', explode: true }),
    [['a'], ['', '', '']],
    [[], [''], ['', '']],
  ],
  ['a list in a path, as label', inPath(list, { style: 'label' }), [['a'], ['', '']], [[], ['']]],
  ['a list in a path, as matrix', inPath(list, { style: 'matrix' }), [['a'], ['']], [[]]],
  ['a map in a path', inPath(map), [{ a: 'b' }, { '': '' }], [{}]],
  ['null in a path', inPath({ type: ['string', 'null'] }), ['a'], [null]],
  ['an enum in a path', inPath({ enum: ['a', '', null] }), ['a'], ['', null]],
  [
    'anything in a path',
    inPath({}),
    ['a', 1, true, ['a'], { a: 1 }],
    ['', null, [], {}, [[]], [null], { a: {} }],
  ],
  [
    'JSON in a path',
    {
      path: '/x/{v}/y',
      parameters: [
        { name: 'v', in: 'path', required: true, content: { 'application/json': { schema: {} } } },
      ],
    },
    ['', null, [], {}],
    [],
  ],
  ['anything in a query', at('query', {}), ['', 1, null, [], ['a', 1]], [[null], [[]], {}, { a: true }]],
  [
    'anything in a query, not exploded',
    at('query', {}, { explode: false }),
    ['', null, [], {}, ['a'], { a: 'b' }],
    [[null], { a: {} }],
  ],
  [
    'a list of anything in a query',
    at('query', { type: 'array', items: {} }),
    [[], ['a', 1]],
    [[null], [[1]]],
  ],
  ['a list without items in a header', at('header', { type: 'array' }), [[], ['a']], [[null], [{}]]],
  [
    'a list of nullable texts',
    at('query', { type: 'array', items: { type: ['string', 'null'] } }),
    [['a']],
    [['a', null]],
  ],
  [
    'an object with a nullable property',
    at('query', { type: 'object', properties: { a: { type: ['string', 'null'] } } }),
    [{ a: 'b' }, {}],
    [{ a: null }, { c: 1 }],
  ],
  ['anything in an exploded cookie', at('cookie', {}), ['a', null, 1], [['a'], { a: 1 }]],
  ['anything in a cookie', at('cookie', {}, { explode: false }), ['a', null, ['a'], { a: 1 }], [[['a']]]],
  ['a union', at('query', { anyOf: [text, { type: 'array', items: {} }] }), ['a', ['a']], [[null]]],
  [
    'deepObject',
    at('query', { type: 'object' }, { style: 'deepObject' }),
    [{}, { a: 'b' }],
    [{ a: ['b'] }, { a: { b: 1 } }, { a: null }],
  ],
  [
    'deepObject with lists',
    {
      ...at('query', { type: 'object' }, { style: 'deepObject' }),
      conventions: { deepObjectArrays: 'repeat' },
    },
    [{}, { a: ['b'] }],
    [{ a: [] }, { a: { b: 1 } }, { a: [null] }],
  ],
  [
    'deepObject with both',
    { ...at('query', { type: 'object' }, { style: 'deepObject' }), conventions: both },
    [{}, { a: [{ b: [1] }] }],
    [{ a: [] }, { a: { b: {} } }, { a: [{ b: [[]] }] }, { a: { b: null } }],
  ],
  ['anything in a form', field({}), ['a', null, [], ['a']], [{}, { a: 1 }, [[]], [null]]],
  [
    'anything in a form, nested',
    field({}, undefined, both),
    ['a', null, [], {}, { a: 1 }, [{ b: ['c'] }]],
    [[{}], [null], { a: [] }, { a: { b: null } }],
  ],
  [
    'anything as JSON in a form',
    field({}, { contentType: 'application/json' }),
    ['a', null, [], {}, [{}], [null]],
    [],
  ],
  ['anything in a form, exploded', field({}, { style: 'form' }), ['a', null, []], [{}, { a: 1 }]],
  [
    'an object that may have more',
    at('query', { type: 'object', properties: { a: text }, additionalProperties: true }),
    [{ a: 'b', c: 1 }],
    [{ c: null }, { c: [1] }],
  ],
  [
    'an object that says what more it may have',
    at('query', {
      type: 'object',
      properties: { a: text },
      additionalProperties: { type: ['integer', 'null'] },
    }),
    [{ a: 'b', c: 1 }],
    [{ c: null }, { c: 'd' }],
  ],
  [
    'an object that names some',
    at('query', { type: 'object', properties: { a: text } }, { style: 'deepObject' }),
    [{ a: 'b' }],
    [{ c: 'd' }],
  ],
  [
    'anyOf two objects',
    at(
      'query',
      {
        anyOf: [
          { type: 'object', properties: { a: text } },
          { type: 'object', properties: { b: text } },
        ],
      },
      { explode: false },
    ),
    [{ a: 'x', b: 'y' }, { c: 1 }],
    [{ a: null }, { c: null }, { c: [1] }],
  ],
  [
    'oneOf two objects that require what the other does not name',
    at('query', {
      oneOf: [
        { type: 'object', properties: { a: text }, required: ['a'] },
        { type: 'object', properties: { b: text }, required: ['b'] },
      ],
    }),
    [{ a: 'x' }, { b: 'y' }],
    [{ a: 'x', b: 'y' }, { a: 'x', c: 'y' }, {}],
  ],
  [
    'properties beside a union of them',
    at(
      'query',
      {
        type: 'object',
        properties: { kind: text },
        oneOf: [
          { properties: { a: text }, required: ['a'] },
          { properties: { b: text }, required: ['b'] },
        ],
      },
      { explode: false },
    ),
    [
      { kind: 'x', a: 'y' },
      { b: 'x', c: 1 },
    ],
    [{ kind: 'x' }, { a: null, b: 'x' }, { a: 'x', c: [1] }],
  ],
  ['a pattern that no empty text matches, in a path', inPath({ type: 'string', pattern: '^a' }), ['a'], ['']],
]

describe.each(cases)('%s', (_, parts, sent, refused) => {
  const { inputSchema } = toolFor(parts).tool
  it.each(sent.map(v => [JSON.stringify(v), v] as const))('%s is sent', async (_, v) => {
    expect(check(inputSchema, { v })).toEqual([])
    expect(await planned(parts, { v })).toHaveProperty('url')
  })
  it.each(refused.map(v => [JSON.stringify(v), v] as const))('%s is refused by the schema', (_, v) => {
    expect(check(inputSchema, { v })).not.toEqual([])
  })
})

describe('a schema', () => {
  it('that fits stays as it is, reference and all', () => {
    const tree = {
      type: 'object',
      minProperties: 1,
      properties: { a: text, next: { $ref: '#/components/schemas/Tree' } },
      additionalProperties: false,
    }
    const parts: Parts = {
      ...field({ $ref: '#/components/schemas/Tree' }, undefined, both),
      schemas: { Tree: tree },
    }
    const { inputSchema, request } = toolFor(parts).tool
    expect(request.routes).toHaveLength(1)
    expect(inputSchema.$defs).toEqual({
      Tree: { ...tree, properties: { a: text, next: { $ref: '#/$defs/Tree' } } },
    })
    expect(schemaOf(at('query', list))).toEqual(list)
  })

  it('that does not fit has a variant, which recursion stays in', async () => {
    const parts: Parts = {
      ...field({ $ref: '#/components/schemas/Tree' }, undefined, both),
      schemas: {
        Tree: {
          type: 'object',
          properties: { b: { $ref: '#/components/schemas/Branch' } },
          additionalProperties: false,
        },
        Branch: { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
      },
    }
    const { inputSchema } = toolFor(parts).tool
    expect(check(inputSchema, { v: { b: [{ b: [] }] } })).not.toEqual([])
    expect(check(inputSchema, { v: { b: [{}] } })).not.toEqual([])
    expect(check(inputSchema, { v: {} })).toEqual([])
    expect(check(inputSchema, { v: { b: [] } })).not.toEqual([])
  })

  it('used in JSON too keeps its own meaning there', async () => {
    const parts: Parts = {
      parameters: [query('v', { $ref: '#/components/schemas/L' })],
      json: { type: 'object', properties: { j: { $ref: '#/components/schemas/L' } } },
      schemas: { L: { type: 'array', items: {} } },
    }
    expect(await planned(parts, { j: [null, []] })).toMatchObject({ body: '{"j":[null,[]]}' })
    expect(check(toolFor(parts).tool.inputSchema, { v: [null] })).not.toEqual([])
  })

  it('of a union keeps every branch that fits', () => {
    const schema = {
      oneOf: [
        { type: 'array', items: { type: 'integer' } },
        { type: 'object', properties: { a: { enum: [1, null] } }, additionalProperties: false },
        { type: 'null' },
      ],
    }
    expect(schemaOf(inPath(schema))).toMatchObject({
      oneOf: [
        { type: 'array', items: { type: 'integer' }, minItems: 1 },
        { type: 'object', properties: { a: { enum: [1] } }, minProperties: 1 },
        { not: {} },
      ],
    })
  })

  it('is asked for a character only where nothing else asks for one', () => {
    const format = { type: 'string', format: 'uuid' }
    const pattern = { type: 'string', pattern: '^[a-z]+$' }
    expect(schemaOf(inPath(format))).toEqual(format)
    expect(schemaOf(inPath(pattern))).toEqual(pattern)
    expect(schemaOf(inPath({ type: 'string', pattern: '^[a-z]*$' }))).toMatchObject({ minLength: 1 })
    expect(schemaOf(inPath({ type: 'integer' }))).toEqual({ type: 'integer' })
  })

  it('says in its losses what it no longer accepts', () => {
    const losses = (parts: Parts) =>
      toolFor(parts).losses.filter(l => l.target === undefined && l.pointer.startsWith('/v'))
    expect(losses(inPath({ type: ['string', 'null'] }))).toEqual([
      { pointer: '/v', keyword: 'type', reason: 'null has no form here', enforcedBy: 'type' },
    ])
    expect(losses(inPath({ enum: ['a', ''] }))).toEqual([
      { pointer: '/v', keyword: 'enum', reason: 'a member has no form here', enforcedBy: 'enum' },
    ])
    expect(losses(at('query', list))).toEqual([])
  })

  it('with nothing left is refused, or left out where it is optional', () => {
    expect(errorsFor(inPath({ type: 'null' }))).toMatchObject([
      expect.stringMatching(/^parameter-unfillable: doIt: no value of path:v has a form in its place/),
    ])
    const { tool, losses } = toolFor(field({ enum: [{ a: 1 }] }, { style: 'deepObject' }))
    expect(Object.keys(tool.inputSchema.properties)).toEqual(['v'])
    const cookie = toolFor(at('cookie', { enum: [[1], { a: 1 }] }, { explode: true }))
    expect(cookie.tool.inputSchema.properties).toEqual({})
    expect(cookie.losses.map(l => l.reason)).toContain('no value of cookie:v has a form in its place')
    expect(losses.filter(l => l.target === undefined).map(l => l.keyword)).toEqual(['additionalProperties'])
  })
})

describe('a value that nothing can be any more', () => {
  const readOnly = {
    type: 'object',
    properties: { a: { type: 'string', readOnly: true } },
    additionalProperties: false,
  }

  it('in a path is refused: what the server fills is no part of it (Jellyfin)', () => {
    expect(errorsFor(inPath(readOnly))).toMatchObject([
      expect.stringMatching(/^parameter-unfillable: doIt: no value of path:v has a form in its place/),
    ])
    expect(errorsFor(inPath({ ...readOnly, type: ['object', 'string'] }))).toEqual([])
  })

  it('takes with it what requires it', () => {
    const inner = { type: 'object', properties: { a: { enum: [null] } }, required: ['a'] }
    const schema = {
      type: 'object',
      properties: { i: inner, l: { type: 'array', items: inner, minItems: 1 }, t: text },
    }
    const { inputSchema } = toolFor({
      ...at('query', schema, { style: 'deepObject' }),
      conventions: both,
    }).tool
    expect(check(inputSchema, { v: { t: 'x' } })).toEqual([])
    expect(inputSchema.properties.v?.properties?.i).toEqual({ not: {} })
    expect(inputSchema.properties.v?.properties?.l).toEqual({ not: {} })
  })
})

describe('a form as one argument', () => {
  const whole = (schema: JsonObject, conventions: Parts['conventions'] = {}): Parts => ({
    parameters: [query('v', text)],
    form: { ...schema, minProperties: 1 },
    conventions,
  })

  it('has the fields that the document names, as a hoisted one has', async () => {
    const parts = whole({ type: 'object', properties: { v: text, w: list } })
    expect(await planned(parts, { body: { v: 'a', w: ['b'] } })).toMatchObject({ body: 'v=a&w=b' })
    expect(check(toolFor(parts).tool.inputSchema, { body: { v: 'a', x: 'c' } })).not.toEqual([])
  })

  it('is no null, and no list', () => {
    const { inputSchema } = toolFor(whole({ type: ['object', 'null'], additionalProperties: text })).tool
    expect(check(inputSchema, { body: null })).not.toEqual([])
    const anything = toolFor({ form: {} }).tool.inputSchema
    expect(check(anything, { body: [] })).not.toEqual([])
    expect(check(anything, { body: { a: ['b'], c: 1 } })).toEqual([])
    expect(check(anything, { body: { a: { b: 1 } } })).not.toEqual([])
  })

  it('of branches lets each name its fields', async () => {
    const branches = {
      oneOf: [
        { type: 'object', properties: { a: list }, required: ['a'] },
        { type: 'object', properties: { b: { type: 'object', properties: { c: {} } } }, required: ['b'] },
      ],
    }
    const parts: Parts = { form: branches, conventions: both }
    expect(await planned(parts, { body: { a: ['x'] } })).toMatchObject({ body: 'a=x' })
    expect(await planned(parts, { body: { b: { c: 1 } } })).toMatchObject({ body: 'b%5Bc%5D=1' })
    expect(check(toolFor(parts).tool.inputSchema, { body: { b: { c: {} } } })).not.toEqual([])
  })
})
