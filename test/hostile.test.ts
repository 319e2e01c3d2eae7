/**
 * Documents made to hurt: every one ends in a tool whose promises hold, or in coded findings; none throws, hangs or
 * costs more than its budget. The runner's own time limit is the watchdog.
 */
import { describe, expect, it } from 'vitest'
import { createConverter } from '../src/bind/schema/convert.ts'
import { createPatternCheck } from '../src/bind/schema/pattern.ts'
import type { Compiled } from '../src/compile.ts'
import type { Json, JsonObject } from '../src/runtime/contract.ts'
import { check } from '../src/runtime/interpreter.ts'
import { clean } from '../src/text/clean.ts'
import { checkTool, cleanUnder } from './properties/tool.ts'
import { bodyDocument, compiledOf, errorsOf } from './support/compile.ts'
import { findings, specOf } from './support/spec.ts'

const many = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i))
const ref = (name: string | number): JsonObject => ({ $ref: `#/components/schemas/D${name}` })
/** `D0` … `Dn`, each made of the reference to the next; the last is a string. */
const chain = (n: number, link: (next: JsonObject, i: number) => Json): JsonObject =>
  Object.fromEntries([
    ...many(n, i => [`D${i}`, link(ref(i + 1), i)] as const),
    [`D${n}`, { type: 'string' }],
  ])
const nested = (n: number, wrap: (inner: Json) => Json): Json => {
  let schema: Json = { type: 'string' }
  for (let i = 0; i < n; i++) schema = wrap(schema)
  return schema
}

/** Compiles, and holds what comes out to the promises. Big tools are checked without values. */
function outcome(body: Json, schemas: JsonObject = {}, more: object = {}): Compiled {
  const document = { ...bodyDocument('3.1.0', { type: 'object', properties: { v: body } }, schemas), ...more }
  const compiled = compiledOf(document, ['doIt'])
  const errors = errorsOf(compiled)
  expect(compiled.tools.length + Math.min(1, errors.length)).toBe(1)
  return compiled
}
const codes = (compiled: Compiled): string[] => [...new Set(compiled.findings.map(f => f.code))]

/** The schema objects that one body costs. */
function visited(schema: Json, schemas: JsonObject, limit = 20_000) {
  const { list, report } = findings()
  const spec = specOf({ openapi: '3.1.0', components: { schemas } })
  const converter = createConverter(
    { spec, label: 'doIt', checkPattern: createPatternCheck(), limit },
    report,
  )
  converter.convert({ value: schema, at: { file: spec.file, pointer: '/x' } })
  return { visited: converter.visited, definitions: converter.definitions.size, codes: list.map(f => f.code) }
}

describe('deep nesting', () => {
  const wraps: Record<string, (inner: Json) => Json> = {
    properties: inner => ({ type: 'object', properties: { a: inner } }),
    items: inner => ({ type: 'array', items: inner }),
    prefixItems: inner => ({ type: 'array', prefixItems: [inner] }),
    additionalProperties: inner => ({ type: 'object', additionalProperties: inner }),
    allOf: inner => ({ allOf: [inner, { description: 'x' }, { title: 'y' }, { minLength: 1 }] }),
    'allOf of one': inner => ({ allOf: [inner] }),
    anyOf: inner => ({ anyOf: [inner, { type: 'integer' }] }),
    oneOf: inner => ({ oneOf: [inner, { type: 'null' }] }),
    'oneOf of one': inner => ({ oneOf: [inner] }),
    not: inner => ({ not: inner }),
  }
  it.each(Object.keys(wraps))('%s: written out, 200 and 20,000 levels', keyword => {
    const wrap = wraps[keyword] ?? (x => x)
    const shallow = outcome(nested(200, wrap))
    if (shallow.tools[0]) checkTool(shallow.tools[0], 1, 1)
    const deep = outcome(nested(20_000, wrap))
    expect(codes(deep)).toContain('budget-exceeded')
  })

  it.each(Object.keys(wraps))('%s: through 5,000 references', keyword => {
    const wrap = wraps[keyword] ?? (x => x)
    const few = outcome(ref(0), chain(40, wrap))
    if (few.tools[0]) checkTool(few.tools[0], 1, 1)
    // Too deep for the other opinion; what a model is told is checked all the same.
    const [tool] = outcome(ref(0), chain(5000, wrap)).tools
    for (const [target, made] of Object.entries(tool?.tool.declarations ?? {}))
      cleanUnder(target, made.declaration)
    if (tool) expect(check(tool.tool.inputSchema, { v: 'x' }).length).toBeLessThan(20)
  })
})

describe('cycles', () => {
  const cycles: Record<string, [JsonObject, string | undefined]> = {
    '$ref to itself': [{ D0: ref(0) }, 'ref-unresolved'],
    '$ref in a ring': [{ D0: ref(1), D1: ref(2), D2: ref(0) }, 'ref-unresolved'],
    'allOf of itself': [{ D0: { allOf: [ref(0)] } }, 'schema-unsupported'],
    'allOf of itself and more': [{ D0: { allOf: [ref(0), { type: 'object' }] } }, 'schema-unsupported'],
    'allOf in a ring': [
      {
        D0: { allOf: [ref(1), { properties: { a: { type: 'string' } } }] },
        D1: { allOf: [ref(0), { properties: { b: { type: 'string' } } }] },
      },
      'schema-unsupported',
    ],
    'anyOf of itself': [{ D0: { anyOf: [ref(0), { type: 'string' }] } }, 'schema-unsupported'],
    'anyOf in a ring': [
      { D0: { anyOf: [ref(1)] }, D1: { anyOf: [ref(0), { type: 'null' }] } },
      'schema-unsupported',
    ],
    'not itself': [{ D0: { not: ref(0) } }, 'schema-unsupported'],
    'beside itself': [{ D0: { ...ref(0), properties: { a: { type: 'string' } } } }, 'schema-unsupported'],
    'a property': [{ D0: { type: 'object', properties: { next: ref(0) } } }, undefined],
    'a required property': [
      { D0: { type: 'object', required: ['next'], properties: { next: ref(0) } } },
      undefined,
    ],
    items: [{ D0: { type: 'array', items: ref(0) } }, undefined],
    'a map': [{ D0: { type: 'object', additionalProperties: ref(0) } }, undefined],
    'a base that lists its variants': [
      {
        D0: {
          type: 'object',
          required: ['k'],
          properties: { k: { type: 'string' } },
          oneOf: [ref(1), ref(2)],
        },
        D1: { allOf: [ref(0), { properties: { k: { const: 'one' } } }] },
        D2: { allOf: [ref(0), { properties: { k: { const: 'two' } } }] },
      },
      undefined,
    ],
    'a property that extends its owner': [
      { D0: { type: 'object', properties: { a: { allOf: [ref(0)], required: ['a'] } } } },
      undefined,
    ],
    'items that extend their owner': [
      {
        D0: {
          type: 'object',
          properties: { a: { type: 'array', items: { ...ref(0), required: ['b'] } }, b: {} },
        },
      },
      undefined,
    ],
  }
  it.each(Object.keys(cycles))('%s', name => {
    const [schemas, code] = cycles[name] ?? [{}, undefined]
    const compiled = outcome(ref(0), schemas)
    const [tool] = compiled.tools
    if (code === undefined) expect(errorsOf(compiled)).toEqual([])
    else expect(codes(compiled)).toContain(code)
    if (tool) checkTool(tool, 1, 2)
  })
})

describe('size', () => {
  it('20,000 properties are read once, one more is refused', () => {
    const wide = (n: number): JsonObject => ({
      type: 'object',
      properties: Object.fromEntries(many(n, i => [`p${i}`, { type: 'string' }])),
    })
    expect(visited(wide(19_999), {})).toEqual({ visited: 20_000, definitions: 0, codes: [] })
    const over = visited(wide(30_000), {})
    expect(over.codes).toEqual(['budget-exceeded'])
    expect(codes(outcome(wide(19_990)))).toContain('budget-exceeded')
  })

  it('definitions are read once, however often they are named', () => {
    const width = 20
    const schemas = chain(15, next => ({
      type: 'object',
      properties: Object.fromEntries(many(width, i => [`p${i}`, next])),
    }))
    // 20 to the power of 15 when written out.
    expect(visited(ref(0), schemas)).toEqual({
      visited: 1 + 15 * (width + 1) + 1,
      definitions: 16,
      codes: [],
    })
    expect(codes(outcome(ref(0), schemas))).toContain('budget-exceeded')
  })

  it('objects that are shared cost what they would written out, up to the budget', () => {
    let bomb: Json = { type: 'string' }
    for (let i = 0; i < 9; i++) {
      const inner: Json = bomb
      bomb = { type: 'object', properties: Object.fromEntries(many(9, k => [`k${k}`, inner])) }
    }
    const cost = visited(bomb, {})
    expect(cost.codes).toEqual(['budget-exceeded'])
    // Every open place of the walk ends at once.
    expect(cost.visited).toBeLessThan(20_000 + 9 * 9 + 1)
    expect(codes(outcome(bomb))).toEqual(['budget-exceeded'])
  })

  it.each<[string, (next: JsonObject) => Json]>([
    ['unions', next => ({ anyOf: [next, next] })],
    [
      'unions of objects',
      next => ({ anyOf: [{ type: 'object', properties: { a: next } }, { allOf: [next] }] }),
    ],
    ['allOf', next => ({ allOf: [next, next] })],
    ['allOf beside properties', next => ({ properties: { a: { type: 'string' } }, allOf: [next] })],
    ['properties', next => ({ type: 'object', properties: { a: next, b: next } })],
    ['not', next => ({ not: { anyOf: [next, next] } })],
  ])('%s that double 60 times', (_, link) => {
    const schemas: JsonObject = {
      ...chain(60, link),
      D60: { type: 'object', properties: { z: { type: 'string' } } },
    }
    const compiled = outcome(ref(0), schemas)
    if (compiled.tools[0]) checkTool(compiled.tools[0], 1, 1)
    const parameter = (place: string) => ({ name: 'q', in: place, schema: ref(0) })
    for (const place of ['query', 'header', 'cookie', 'path'])
      compiledOf(
        {
          paths: { '/x/{q}': { get: { summary: 'x', operationId: 'doIt', parameters: [parameter(place)] } } },
          components: { schemas },
        },
        ['doIt'],
      )
  })

  it('2,000 definitions in one ring', () => {
    const schemas = {
      ...chain(2000, (next, i) => ({
        type: 'object',
        required: ['missing'],
        properties: { [`n${i}`]: next, m: { type: 'integer' } },
      })),
      D2000: { type: 'object', properties: { back: ref(0) } },
    }
    const compiled = outcome(ref(0), schemas)
    expect(errorsOf(compiled)).toEqual([])
  })

  it('5,000 branches, each with something to encode', () => {
    const branch = (i: number): Json => ({
      type: 'object',
      required: [`k${i}`],
      properties: { [`k${i}`]: { type: 'string' }, [`free${i}`]: {} },
    })
    for (const keyword of ['anyOf', 'oneOf']) outcome({ [keyword]: many(5000, branch) })
    outcome({ anyOf: many(5000, i => ({ type: 'string', enum: [`v${i}`] })) })
    outcome({ enum: many(20_000, i => `v${i}`) })
  })

  it('5,000 properties, all required when one is given', () => {
    const names = many(5000, i => `p${i}`)
    const schema = {
      type: 'object',
      required: names,
      properties: Object.fromEntries(names.map(n => [n, { type: 'string' }])),
    }
    const operation = {
      operationId: 'doIt',
      summary: 'x',
      requestBody: { content: { 'application/json': { schema } } },
    }
    const compiled = compiledOf({ paths: { '/x': { post: operation } } }, ['doIt'])
    expect(codes(compiled)).toContain('budget-exceeded')
  })

  it('20,000 names that become one', () => {
    const odd = (i: number) => `a${String.fromCharCode(0x4e00 + i)}`
    const properties = Object.fromEntries(many(19_000, i => [odd(i), { type: 'string' }]))
    outcome({ type: 'object', properties })
    const parameters = many(8000, i => ({ name: odd(i), in: 'query', schema: { type: 'string' } }))
    compiledOf({ paths: { '/x': { get: { operationId: 'doIt', summary: 'x', parameters } } } }, ['doIt'])
  })

  it('long text in front of many branches is refused before it is written out', () => {
    const description = 'long '.repeat(100_000)
    const compiled = outcome({
      description,
      anyOf: many(400, i => ({ type: 'object', properties: { [`p${i}`]: { type: 'string' } } })),
    })
    expect(codes(compiled)).toContain('budget-exceeded')
  })
})

describe('text', () => {
  const long = 200_000
  it.each<[string, string]>([
    ['spaces', `a${' '.repeat(long)}b`],
    ['lines of spaces', `${' '.repeat(100)}x\n`.repeat(long / 100)],
    ['open links', '[x]('.repeat(long / 4)],
    ['open brackets', '['.repeat(long)],
    ['brackets and text', '[a'.repeat(long / 2)],
    ['open anchors', '<a >'.repeat(long / 4)],
    ['open anchors without an end', '<a '.repeat(long / 3)],
    ['open images', '<img '.repeat(long / 5)],
    ['open comments', '<!--'.repeat(long / 4)],
    ['link with spaces', `[x](a${' '.repeat(long)}`],
    ['parentheses', `[x]${'('.repeat(long)}`],
    ['escapes', `[${'\\a'.repeat(long / 2)}`],
    ['marks', `a${'\u0301'.repeat(long)}\u200d`],
    ['joiners', '\u200d'.repeat(long)],
    ['newlines', '\n'.repeat(long)],
  ])('%s', (_, text) => {
    expect(clean(text).text.length).toBeLessThanOrEqual(text.length)
    outcome({ type: 'string', description: text })
  })
})

describe('names', () => {
  const evil = [
    '__proto__',
    'constructor',
    'toString',
    'valueOf',
    'hasOwnProperty',
    'prototype',
    'then',
    '$ref',
    '',
  ]
  it('of properties, at every depth', () => {
    const level = (inner: Json): Json => ({
      type: 'object',
      required: evil,
      properties: JSON.parse(
        `{${evil.map(n => `${JSON.stringify(n)}:${JSON.stringify(inner)}`).join()}}`,
      ) as JsonObject,
    })
    const compiled = outcome(level(level({ type: 'string' })))
    expect(errorsOf(compiled)).toEqual([])
    const [tool] = compiled.tools
    expect(tool && checkTool(tool, 1, 3)).toBeGreaterThan(0)
    // The one legal name that no object literal can be trusted with.
    expect(JSON.stringify(tool?.tool.declarations)).not.toContain('__proto__')
    expect(Object.values(tool?.tool.request.names ?? {})).toContain('__proto__')
  })

  it('of components, discriminators, mappings and tags', () => {
    const schemas = JSON.parse(
      `{${evil.map(n => `${JSON.stringify(n)}:{"type":"object","required":["__proto__"],"properties":{"__proto__":{"type":"string"}}}`).join()}}`,
    ) as JsonObject
    const branches = evil.filter(n => n !== '').map(n => ({ $ref: `#/components/schemas/${n}` }))
    const mapping = JSON.parse(
      '{"__proto__":"#/components/schemas/__proto__","x":"constructor"}',
    ) as JsonObject
    const compiled = outcome(
      { oneOf: branches, discriminator: { propertyName: '__proto__', mapping } },
      schemas,
    )
    expect(errorsOf(compiled)).toEqual([])
    if (compiled.tools[0]) checkTool(compiled.tools[0], 1, 3)
  })

  it('of parameters, headers, cookies, schemes and media types', () => {
    const parameters = ['query', 'header', 'cookie'].flatMap(place =>
      evil.map(name => ({ name, in: place, schema: { type: 'string' } })),
    )
    const schemes = JSON.parse(
      '{"__proto__":{"type":"http","scheme":"bearer"},"constructor":{"type":"apiKey","in":"header","name":"__proto__"}}',
    ) as JsonObject
    const content = JSON.parse(
      '{"__proto__":{},"application/json":{"schema":{"type":"object","properties":{"__proto__":{"type":"string"}}}}}',
    ) as JsonObject
    const compiled = compiledOf(
      {
        paths: {
          '/x/{__proto__}': {
            post: {
              operationId: 'doIt',
              summary: 'x',
              parameters: [
                ...parameters.filter(p => p.name !== ''),
                { name: '__proto__', in: 'path', required: true, schema: { type: 'string' } },
              ],
              requestBody: { content },
              security: [JSON.parse('{"__proto__":[],"constructor":[]}')],
            },
          },
        },
        components: { securitySchemes: schemes },
      },
      ['doIt'],
    )
    expect(errorsOf(compiled)).toEqual([])
    expect(Object.keys(compiled.info.security)).toEqual(['__proto__', 'constructor'])
    if (compiled.tools[0]) checkTool(compiled.tools[0], 1, 3)
  })
})

describe('nonsense', () => {
  const values: Json[] = [
    null,
    true,
    0,
    -1,
    1e300,
    '',
    'x',
    [],
    {},
    [null],
    [[]],
    { $ref: 5 },
    { $ref: '' },
    { $ref: '#' },
    { $ref: '%' },
    { $ref: '#/%zz' },
  ]
  const keywords = [
    ...[
      'type',
      'enum',
      'const',
      'properties',
      'required',
      'items',
      'prefixItems',
      'additionalProperties',
      'allOf',
      'anyOf',
      'oneOf',
      'not',
    ],
    ...[
      'discriminator',
      'nullable',
      'format',
      'pattern',
      'minimum',
      'maximum',
      'exclusiveMinimum',
      'multipleOf',
      'minLength',
      'maxLength',
    ],
    ...[
      'minItems',
      'uniqueItems',
      'minProperties',
      'dependentRequired',
      'readOnly',
      'default',
      'description',
      'deprecated',
      '$ref',
      '$defs',
      'contentEncoding',
    ],
  ]
  it.each(keywords)('%s of every JSON type', keyword => {
    for (const value of values)
      for (const beside of [{}]) {
        const compiled = outcome({ ...beside, [keyword]: value })
        if (compiled.tools[0]) checkTool(compiled.tools[0], 1, 1)
      }
  })

  it('in every place of an operation', () => {
    const base: JsonObject = { operationId: 'doIt', summary: 'x' }
    const places = [
      'parameters',
      'requestBody',
      'responses',
      'security',
      'servers',
      'tags',
      'deprecated',
      'callbacks',
    ]
    for (const value of values)
      for (const place of places) {
        for (const document of [
          { paths: { '/x': { post: { ...base, [place]: value } } } },
          { paths: { '/x': { [place]: value, post: base } } },
          { paths: { '/x': { post: base } }, [place]: value },
        ]) {
          const compiled = compiledOf(document, ['doIt'])
          expect(compiled.tools.length + Math.min(1, errorsOf(compiled).length)).toBe(1)
        }
      }
    const parts = [
      'name',
      'in',
      'schema',
      'content',
      'style',
      'explode',
      'required',
      'allowReserved',
      'description',
      'deprecated',
    ]
    for (const value of values)
      for (const part of parts) {
        const parameter = { name: 'q', in: 'query', schema: { type: 'string' }, [part]: value }
        const compiled = compiledOf({ paths: { '/x': { get: { ...base, parameters: [parameter] } } } }, [
          'doIt',
        ])
        expect(compiled.tools.length + Math.min(1, errorsOf(compiled).length)).toBe(1)
      }
  })
})
