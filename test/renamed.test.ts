/** A property that is called otherwise has one name only, for the model and on the wire. For `bind/names.ts`. */
import { describe, expect, it } from 'vitest'
import type { CompiledTool } from '../src/compile.ts'
import { get } from '../src/json/pointer.ts'
import { connect } from '../src/runtime/connect.ts'
import type { Json, JsonObject } from '../src/runtime/contract.ts'
import { bodyDocument, compiledOf, theTool } from './support/compile.ts'
import { compiled as asCompiled } from './support/compiled.ts'
import { typeErrors } from './support/types.ts'

const compiledWith = (schema: Json, schemas: JsonObject = {}) =>
  compiledOf(bodyDocument('3.1.0', { type: 'object', required: ['v'], properties: { v: schema } }, schemas), [
    'doIt',
  ])

/** The JSON body of a call, or the answer of the run time. */
async function sent({ tool }: CompiledTool, v: Json): Promise<Json> {
  const { info } = asCompiled([], { key: 'test' })
  const api = connect(info, { baseUrl: 'https://api.example.com' })
  const planned = await api.plan(tool, { v })
  if ('error' in planned) return { error: planned.error, details: planned.details } as Json
  return JSON.parse(planned.body ?? 'null').v
}
const refused = { error: 'invalid_arguments' }

const open = { type: 'object', properties: { 'a/b': { type: 'integer' }, c: { type: 'string' } } }

describe('an open object with a property that is called otherwise', () => {
  const tool = theTool(compiledWith(open))

  it('sends it under its own name', async () => {
    expect(await sent(tool, { a_b: 1, more: true })).toEqual({ 'a/b': 1, more: true })
  })

  it('refuses that name as a further property: it would go unchecked, and take the place of the other', async () => {
    expect(await sent(tool, { 'a/b': 'unchecked' })).toMatchObject(refused)
    expect(await sent(tool, { a_b: 1, 'a/b': 'unchecked' })).toMatchObject(refused)
  })

  it('says nothing of it to any target', () => {
    const { declarations } = tool.tool
    expect(Object.keys(declarations)).toHaveLength(3)
    expect(JSON.stringify(declarations)).toContain('a_b')
    expect(JSON.stringify(declarations)).not.toContain('a/b')
    expect(tool.losses.filter(l => l.keyword === 'not')).toEqual([])
  })

  it('has a type that leaves it out', () => {
    const use = (value: string) => `
import { apiDoIt } from 'openapi-tools:test'
import type { Tool } from 'unplugin-openapi-tools/runtime'
type Arguments = typeof apiDoIt extends Tool<string, infer A, unknown> ? A : never
export const args: Arguments = { v: ${value} }
export const more: Record<string, unknown> = args
`
    const all = compiledWith({ ...open, additionalProperties: true })
    const errors = typeErrors([{ compiled: all }], use('{ a_b: 1, more: 2 }'), use("{ 'a/b': 1 }"))
    expect(errors.map(e => e.length)).toEqual([0, 0, 1])
    const silent = compiledWith(open)
    expect(
      typeErrors([{ compiled: silent }], use('{ a_b: 1 }'), use("{ 'a/b': 1 }")).map(e => e.length),
    ).toEqual([0, 0, 1])
  })
})

describe('where branches speak of it', () => {
  it.each<[string, JsonObject]>([
    ['oneOf', { oneOf: [open, { type: 'object', properties: { d: { type: 'string' } }, required: ['d'] }] }],
    ['not', { type: 'object', not: { properties: { 'a/b': { type: 'string' } }, required: ['a/b'] } }],
    [
      'a name that is only required',
      { type: 'object', properties: { inner: open }, not: { required: ['a/b'] } },
    ],
  ])('%s', async (_, schema) => {
    const tool = theTool(compiledWith(schema))
    expect(await sent(tool, { 'a/b': 'x', d: 'y' })).toMatchObject(refused)
  })

  it('it has its wire name whichever branch holds', async () => {
    // As a_b it would fit both forms of the document.
    const tool = theTool(
      compiledWith({ oneOf: [open, { type: 'object', properties: { d: {} }, required: ['d'] }] }),
    )
    expect(await sent(tool, { a_b: 'no integer', d: 1 })).toEqual({ 'a/b': 'no integer', d: 1 })
    expect(await sent(tool, { a_b: 1, d: 1 })).toMatchObject(refused)
  })

  it('through a definition', async () => {
    const tool = theTool(
      compiledWith(
        {
          anyOf: [
            { $ref: '#/components/schemas/Loop' },
            { type: 'object', properties: { d: {} }, required: ['d'] },
          ],
        },
        { Loop: { type: 'object', properties: { 'a/b': { $ref: '#/components/schemas/Loop' } } } },
      ),
    )
    expect(await sent(tool, { a_b: { a_b: {} } })).toEqual({ 'a/b': { 'a/b': {} } })
    expect(await sent(tool, { a_b: { 'a/b': 1 } })).toMatchObject(refused)
    expect(await sent(tool, { 'a/b': 1, d: 1 })).toMatchObject(refused)
  })
})

it('a closed object has no further properties, and needs no rule for them', () => {
  const { tool } = theTool(compiledWith({ ...open, additionalProperties: false }))
  expect(JSON.stringify(tool.inputSchema)).not.toContain('a/b')
})

describe('a property that the document forbids', () => {
  const schema = { type: 'object', properties: { a: { type: 'integer' }, b: false } }
  it('is refused, and no target hears of it', async () => {
    const tool = theTool(compiledWith(schema))
    expect(await sent(tool, { a: 1, b: 1 })).toMatchObject(refused)
    expect(await sent(tool, { a: 1 })).toEqual({ a: 1 })
    for (const { declaration } of Object.values(tool.tool.declarations))
      expect(JSON.stringify(declaration)).not.toContain('"b"')
  })

  it('in one branch only, the other branch declares it', () => {
    const { tool } = theTool(
      compiledWith({
        type: 'object',
        properties: { kind: { type: 'string' }, b: { type: 'string' } },
        anyOf: [{ properties: { b: false } }, { required: ['kind'], properties: { kind: { minLength: 2 } } }],
      }),
    )
    const branches = get(
      tool.declarations,
      '/gemini/declaration/parameters/properties/v/anyOf',
    ) as JsonObject[]
    expect(branches.map(b => Object.keys(b.properties ?? {}))).toEqual([['kind'], ['kind', 'b']])
  })

  it.each(['items', 'additionalProperties'])('so is a forbidden schema under %s', key => {
    const not = {
      type: key === 'items' ? 'array' : 'object',
      properties: { a: { type: 'string' } },
      [key]: { not: {} },
    }
    const no = { ...not, [key]: false }
    expect(theTool(compiledWith(not)).tool).toEqual(theTool(compiledWith(no)).tool)
  })
})
