/** Where an assertion cannot be enforced, what is built on it must not refuse more than the document does. For `bind/schema/relax.ts`. */
import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../src/runtime/contract.ts'
import { check } from '../src/runtime/interpreter.ts'
import { bodyDocument, compiledOf, theTool } from './support/compile.ts'

/** Nobody can say how long matching it takes. */
const unsafe = '^(a+)+$'
const compiledWith = (v: Json, schemas: JsonObject = {}) =>
  theTool(
    compiledOf(bodyDocument('3.1.0', { type: 'object', required: ['v'], properties: { v } }, schemas), [
      'doIt',
    ]),
  )
const accepts = (tool: ReturnType<typeof compiledWith>, v: Json) =>
  check(tool.tool.inputSchema, { v }).length === 0
const lossesOf = (tool: ReturnType<typeof compiledWith>) =>
  tool.losses
    .filter(l => l.target === undefined && l.enforcedBy === 'none')
    .map(l => `${l.pointer} ${l.keyword}`)

describe('a pattern that is not enforced', () => {
  it('excludes nothing', () => {
    const tool = compiledWith({ type: 'string', not: { pattern: unsafe } })
    expect(accepts(tool, 'bbb')).toBe(true)
    expect(accepts(tool, 1)).toBe(false)
    expect(lossesOf(tool)).toContain('/v not')
  })

  it('excludes nothing through a definition, two levels down', () => {
    const tool = compiledWith(
      { type: 'object', properties: { a: {} }, not: { $ref: '#/components/schemas/Named' } },
      {
        Named: { type: 'object', required: ['a'], properties: { a: { $ref: '#/components/schemas/Word' } } },
        Word: { type: 'string', pattern: unsafe },
      },
    )
    expect(accepts(tool, { a: 'bbb' })).toBe(true)
    expect(lossesOf(tool)).toContain('/v not')
  })

  it('under two nots it asserts nothing', () => {
    const tool = compiledWith({ type: 'string', not: { not: { pattern: unsafe } } })
    expect(accepts(tool, 'bbb')).toBe(true)
  })

  it('lets two branches of oneOf hold at once', () => {
    const tool = compiledWith({
      oneOf: [
        { type: 'string', pattern: unsafe },
        { type: 'string', pattern: '^b' },
      ],
    })
    expect(accepts(tool, 'bbb')).toBe(true)
    expect(accepts(tool, 1)).toBe(false)
    expect(lossesOf(tool)).toContain('/v oneOf')
    expect(tool.tool.inputSchema.properties.v?.oneOf).toBeUndefined()
  })

  it('beside an anyOf too', () => {
    const tool = compiledWith({
      oneOf: [
        { type: 'string', pattern: unsafe },
        { type: 'string', pattern: '^b' },
      ],
      anyOf: [
        { type: 'string', maxLength: 3 },
        { type: 'string', pattern: 'z$' },
      ],
    })
    expect(accepts(tool, 'bbb')).toBe(true)
    expect(accepts(tool, 'bbbb')).toBe(false)
  })

  it('in a schema that contains itself', () => {
    const tool = compiledWith(
      { $ref: '#/components/schemas/Tree' },
      {
        Tree: {
          oneOf: [
            { type: 'object', properties: { name: { type: 'string', pattern: unsafe } } },
            {
              type: 'object',
              properties: { child: { $ref: '#/components/schemas/Tree' } },
              required: ['child'],
            },
          ],
        },
      },
    )
    expect(accepts(tool, { name: 'bbb', child: { name: 'b' } })).toBe(true)
  })
})

it('so do formats that nobody checks', () => {
  const tool = compiledWith({
    oneOf: [
      { type: 'string', format: 'ipv4' },
      { type: 'string', format: 'ipv6' },
    ],
  })
  expect(accepts(tool, '127.0.0.1')).toBe(true)
  expect(lossesOf(tool)).toContain('/v oneOf')
})

it('so does a required name that nothing declares', () => {
  const tool = compiledWith({
    oneOf: [
      { type: 'object', properties: { a: { type: 'string' } }, required: ['a', 'nowhere'] },
      { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } } },
    ],
  })
  expect(accepts(tool, { a: 'x' })).toBe(true)
  expect(lossesOf(tool)).toContain('/v oneOf')
})

it('what is enforced stays as it is', () => {
  const tool = compiledWith({
    type: 'string',
    not: { pattern: '^a' },
    oneOf: [{ pattern: '^b' }, { pattern: 'b$' }],
  })
  expect(accepts(tool, 'abc')).toBe(false)
  expect(accepts(tool, 'bb')).toBe(false)
  expect(accepts(tool, 'bc')).toBe(true)
  expect(lossesOf(tool)).toEqual([])
})
