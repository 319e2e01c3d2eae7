/** The last phase as a whole: text, budgets, and what a tool without arguments looks like. */
import { describe, expect, it } from 'vitest'
import { compile } from '../src/compile.ts'
import { get } from '../src/json/pointer.ts'
import type { Budget } from '../src/options.ts'
import type { Json, JsonObject, TargetName } from '../src/runtime/contract.ts'
import { bodyDocument, compiledOf, theTool } from './support/compile.ts'
import { specOf } from './support/spec.ts'

const compiled = (operation: Record<string, Json>, budget: Partial<Budget> = {}) =>
  compile(specOf({ paths: { '/x': { get: { operationId: 'x', description: 'Look.', ...operation } } } }), {
    namespace: 'n',
    selection: { place: 'inline', operations: ['x'], at: { file: 'c', pointer: '' } },
    targets: ['gemini', 'gemini-json-schema', 'openai-strict'],
    budget: { nodes: 500, bytes: 32_768, tools: 20, ...budget },
    conventions: {},
    maps: 'json-text',
    enumLimit: 100,
    nameRule: 'strict',
  })

const parameter = (name: string, schema: Json) => ({ name, in: 'query', schema })
const codes = ({ findings }: ReturnType<typeof compiled>) => findings.map(f => f.code)

describe('text', () => {
  it.each(['<!-- internal -->', '\u200b\u200b', '![](https://example.com/a.png)'])(
    'nothing is left of %j: the operation needs a text of its own',
    description => {
      const result = compiled({ description })
      expect(codes(result)).toEqual(['no-description'])
      expect(result.tools).toEqual([])
    },
  )

  it('loses link targets, comments and what cannot be seen, and says so', () => {
    const { tools } = compiled({
      description: 'See [the docs](https://example.com/a_(b)).<!-- secret -->\u202e Now.',
      parameters: [parameter('a', { type: 'string', description: 'A\u200bB' })],
    })
    expect(tools[0]?.tool.declarations.gemini?.declaration.description).toBe('See the docs. Now.')
    expect(tools[0]?.tool.inputSchema.properties.a?.description).toBe('AB')
    expect(tools[0]?.removed).toEqual([
      { pointer: '', what: 'U+202E', count: 1 },
      { pointer: '', what: 'html-comment', count: 1 },
      { pointer: '', what: 'link', count: 1 },
      { pointer: '/a', what: 'U+200B', count: 1 },
    ])
  })
})

describe('a tool without arguments', () => {
  it('has an empty JSON Schema for every target', () => {
    const { declarations } = compiled({}).tools[0]?.tool ?? {}
    expect(declarations?.gemini?.declaration).toEqual({
      name: 'n_x',
      description: 'Look.',
      parametersJsonSchema: { type: 'object', properties: {} },
    })
    expect(declarations?.['gemini-json-schema']?.declaration.parametersJsonSchema).toEqual({
      type: 'object',
      properties: {},
    })
    expect(declarations?.['openai-strict']?.declaration.parameters).toEqual({
      type: 'object',
      properties: {},
      additionalProperties: false,
    })
  })
})

describe('budgets', () => {
  const wide = { parameters: Array.from({ length: 30 }, (_, i) => parameter(`p${i}`, { type: 'string' })) }

  it('count schema nodes, the root included', () => {
    expect(codes(compiled(wide, { nodes: 31 }))).toEqual([])
    expect(codes(compiled(wide, { nodes: 30 }))).toEqual(['budget-exceeded'])
  })

  it('count what is declared: no reference, and no branch that says nothing new', () => {
    const word = { $ref: '#/components/schemas/Word' }
    const document = (names: number, schema: Json) =>
      bodyDocument(
        '3.1.0',
        {
          type: 'object',
          properties: Object.fromEntries(Array.from({ length: names }, (_, i) => [`p${i}`, schema])),
        },
        {
          Word: { type: 'string' },
          Node: { type: 'object', properties: { next: { $ref: '#/components/schemas/Node' } } },
        },
      )
    const within = (nodes: number, schema: Json) =>
      codes(compiledOf(document(10, schema), ['doIt'], { budget: { nodes, bytes: 100_000, tools: 20 } }))
    for (const schema of [word, { allOf: [word], not: { enum: ['x'] } }, { anyOf: [word, word] }]) {
      expect(within(11, schema)).toEqual([])
      expect(within(10, schema)).toEqual(['budget-exceeded'])
    }
    // The object and the JSON text in it.
    expect(within(21, { $ref: '#/components/schemas/Node' })).toEqual([])
    expect(within(20, { $ref: '#/components/schemas/Node' })).toEqual(['budget-exceeded'])
  })

  it('count bytes of the largest declaration, in UTF-8', () => {
    const { tools } = compiled(wide)
    const sizes = Object.values(tools[0]?.tool.declarations ?? {}).map(d =>
      Buffer.byteLength(JSON.stringify(d.declaration)),
    )
    const largest = Math.max(...sizes)
    expect(codes(compiled(wide, { bytes: largest }))).toEqual([])
    expect(codes(compiled(wide, { bytes: largest - 1 }))).toEqual(['budget-exceeded'])
  })

  it('of tools are a warning', () => {
    expect(codes(compiled({}, { tools: 1 }))).toEqual([])
    const result = compiled({}, { tools: 0 })
    expect(codes(result)).toEqual(['many-tools'])
    expect(result.tools).toHaveLength(1)
  })
})

describe('what a target cannot take', () => {
  const nested = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] }
  const body = (v: Json) =>
    compiledOf(bodyDocument('3.1.0', { type: 'object', required: ['v'], properties: { v } }), ['doIt'])
  const of = (target: TargetName, v: Json) => {
    const { tool, losses } = theTool(body(v))
    return {
      ...tool.declarations[target],
      losses: losses.filter(l => l.target === target && l.enforcedBy === 'none'),
    }
  }
  const property = ({ declaration }: ReturnType<typeof of>) =>
    get(declaration?.parameters ?? declaration?.parametersJsonSchema, '/properties/v') as JsonObject

  it('openai-strict closes an object whose document is silent, and says so', () => {
    const made = of('openai-strict', nested)
    expect(property(made)).toMatchObject({ type: 'object', additionalProperties: false })
    expect(made.declaration?.description).toBe('Does it.\nObjects take the listed properties only.')
    expect(made.losses).toEqual([
      expect.objectContaining({ pointer: '/v', keyword: 'additionalProperties', enforcedBy: 'none' }),
    ])
  })

  it.each([true, { type: 'integer' }, {}])(
    'openai-strict has JSON text where further properties are invited: %j',
    additionalProperties => {
      const made = of('openai-strict', { ...nested, additionalProperties })
      expect(property(made).type).toBe('string')
      expect(made.encoding).toEqual([{ pointer: '/v', as: 'json-text' }])
      expect(made.declaration?.description).toBe('Does it.')
      expect(made.losses).toEqual([])
    },
  )

  it('openai-strict says nothing of an object that the document closes', () => {
    const made = of('openai-strict', { ...nested, additionalProperties: false })
    expect(property(made).type).toBe('object')
    expect(made.declaration?.description).toBe('Does it.')
    expect(made.losses).toEqual([])
  })

  it('gemini is told what further properties hold, gemini-json-schema declares them', () => {
    const map = { ...nested, additionalProperties: { type: 'integer' } }
    expect(property(of('gemini', map)).description).toBe('Any other property may be given: integer.')
    expect(property(of('gemini-json-schema', map))).toMatchObject({
      additionalProperties: { type: 'integer' },
    })
    const closed = { ...nested, additionalProperties: false }
    expect(property(of('gemini-json-schema', closed))).toMatchObject({ additionalProperties: false })
  })

  it('an empty text beside others cannot be listed for gemini', () => {
    const odd = { type: 'string', enum: ['a', ''] }
    const made = of('gemini', odd)
    expect(property(made).enum).toEqual(['a'])
    expect(made.declaration?.description).toContain('an empty text cannot be given')
    expect(made.losses).toHaveLength(1)
    expect(property(of('openai-strict', odd)).enum).toEqual(['a', ''])
    expect(of('openai-strict', odd).losses).toEqual([])
  })

  it('an integer past 2^53 cannot be given where a number is declared', () => {
    const small = of('gemini', { type: 'integer', format: 'int64' })
    expect(property(small)).toEqual({ type: 'INTEGER', format: 'int64' })
    expect(small.declaration?.description).toBe('Does it.\nNo integer past 2^53 can be given.')
    expect(small.losses).toHaveLength(1)
    // The document's own bounds call for it.
    const large = of('gemini', { type: 'integer', format: 'int64', maximum: 9.2e18 })
    expect(property(large).type).toBe('STRING')
    expect(large.declaration?.description).toBe('Does it.')
    expect(large.losses).toEqual([])
  })
})

describe('a union with encodings', () => {
  const map = { type: 'object', additionalProperties: { type: 'integer' } }
  const branch = (m: Json) => ({ type: 'object', properties: { m }, required: ['m'] })
  const encodingOf = (...anyOf: Json[]) =>
    theTool(compiledOf(bodyDocument('3.1.0', { type: 'object', properties: { v: { anyOf } } }), ['doIt']))
      .tool.declarations.gemini?.encoding

  it('is JSON text as a whole where one form of a place is encoded and another is not', () => {
    const whole = [{ pointer: '/v', as: 'json-text' }]
    expect(encodingOf(branch(map), branch({ type: 'integer' }))).toEqual(whole)
    expect(encodingOf({ type: 'array', items: map }, branch({ type: 'integer' }))).toEqual(whole)
  })

  it('stays open where every branch has the encoding, or no such place', () => {
    const inside = [{ pointer: '/v/m', as: 'json-text' }]
    expect(encodingOf(branch(map), branch({ ...map, minProperties: 1 }))).toEqual(inside)
    expect(encodingOf(branch(map), { type: 'object', properties: { n: { type: 'integer' } } })).toEqual(
      inside,
    )
    expect(encodingOf(map, { type: 'integer' })).toEqual([{ pointer: '/v', as: 'json-text' }])
  })
})
