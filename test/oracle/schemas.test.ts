/** The random documents' schemas: legal in their dialect, and of every kind. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../../src/runtime/contract.ts'
import { type Dialect, openapiSchema, schemaComponents } from './schemas.ts'

const sample = (dialect: Dialect) => fc.sample(openapiSchema(dialect), { numRuns: 600, seed: 11 })

/** Every `keyword: value` that stands somewhere as a keyword, as text. */
function keywords(schema: Json, found = new Set<string>()): Set<string> {
  if (Array.isArray(schema)) for (const s of schema) keywords(s, found)
  else if (typeof schema === 'object' && schema !== null)
    for (const [key, value] of Object.entries(schema)) {
      found.add(typeof value === 'object' && value !== null ? key : `${key}:${JSON.stringify(value)}`)
      if (typeof value === 'object') found.add(key)
      if (key === 'properties') for (const s of Object.values(value as JsonObject)) keywords(s, found)
      else if (['items', 'additionalProperties', 'oneOf', 'anyOf', 'allOf'].includes(key))
        keywords(value, found)
    }
  return found
}

describe('openapiSchema', () => {
  it('3.1: is JSON Schema 2020-12, its references included', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false, code: { regExp: lenient } })
    const components = { schemas: schemaComponents('3.1') }
    for (const schema of sample('3.1')) {
      // Ajv reads `discriminator` only when told to; `components` is just data to it.
      expect(() => ajv.compile({ ...(schema as JsonObject), components })).not.toThrow()
    }
  })

  it('3.0: says nothing that only 3.1 can say', () => {
    const all = new Set(sample('3.0').flatMap(s => [...keywords(s)]))
    expect(
      [...all].filter(k => /^(?:const|examples|type:"null"|exclusiveM\w+:-?\d)/.test(k) || k === 'type'),
    ).toEqual([])
  })

  it.each<[Dialect, string[]]>([
    ['3.0', ['nullable:true', 'exclusiveMinimum:true']],
    ['3.1', ['const:"x"', 'type', 'type:"null"', 'examples']],
  ])('%s: has every kind', (dialect, only) => {
    const all = new Set(sample(dialect).flatMap(s => [...keywords(s)]))
    const wanted = [
      'properties',
      'items',
      'enum',
      'oneOf',
      'anyOf',
      'allOf',
      'additionalProperties',
      'additionalProperties:false',
      'discriminator',
      'readOnly:true',
      'writeOnly:true',
      'required',
      'uniqueItems:true',
      'multipleOf:0.5',
      'format:"int64"',
      'format:"date"',
      'pattern:"^[a-z]+$"',
      'default:"a"',
      '$ref:"#/components/schemas/Node"',
      'minLength:0',
      ...only,
    ]
    expect(wanted.filter(k => !all.has(k))).toEqual([])
  })

  it('nests, within bounds', () => {
    const depth = (v: Json): number =>
      typeof v === 'object' && v !== null ? 1 + Math.max(0, ...Object.values(v).map(depth)) : 0
    const depths = sample('3.1').map(depth)
    expect(Math.max(...depths)).toBeGreaterThan(6)
    expect(Math.max(...depths)).toBeLessThan(30)
  })
})

/** Some patterns are invalid on purpose. */
function lenient(pattern: string): RegExp {
  try {
    return new RegExp(pattern)
  } catch {
    return /(?:)/
  }
}
lenient.code = 'new RegExp'
