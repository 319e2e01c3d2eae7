/** fixtures/trim-spec.mjs: what a trimmed document keeps, and that the committed fixtures hold together. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../src/runtime/contract.ts'

type Trim = (
  document: JsonObject,
  names: string[],
  options?: { responses?: 'success' | 'empty' },
) => JsonObject
// The script is plain JavaScript without types; a path in a variable keeps tsc from asking for them.
const script = '../fixtures/trim-spec.mjs'
const { trimSpec } = (await import(script)) as { trimSpec: Trim }

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const document: JsonObject = {
  openapi: '3.1.0',
  info: { title: 'Orders', version: '1' },
  security: [{ key: [] }],
  tags: [{ name: 'orders', description: 'long' }, { name: 'other' }],
  paths: {
    '/orders/{id}': {
      parameters: [{ $ref: '#/components/parameters/id' }],
      get: {
        operationId: 'ordersGet',
        tags: ['orders'],
        responses: {
          200: { description: 'ok', content: { 'application/json': { schema: ref('Order') } } },
          404: { description: 'no', content: { 'application/json': { schema: ref('Problem') } } },
        },
      },
      delete: { operationId: 'ordersDelete', responses: {} },
    },
    '/other': { get: { responses: {}, security: [{ other: [] }] } },
  },
  webhooks: { paid: { post: { requestBody: { $ref: '#/components/requestBodies/Paid' } } } },
  components: {
    parameters: { id: { name: 'id', in: 'path', schema: ref('Id') }, unused: {} },
    schemas: {
      Order: {
        properties: {
          $ref: { type: 'string', example: 'x'.repeat(500) },
          // A property with the name of a keyword is not that keyword.
          links: { type: 'string', enum: ['a'] },
          example: { type: 'array', items: ref('Order'), example: { $ref: '#/nowhere' } },
        },
        discriminator: {
          propertyName: 'kind',
          mapping: { a: 'Sub', b: '#/components/schemas/Sub~1b%20c', c: 'gone.yml' },
        },
        'x-form': ref('Unused'),
      },
      Sub: {},
      'Sub/b c': {},
      Id: { type: 'string' },
      Problem: {},
      Unused: {},
    },
    securitySchemes: { key: { type: 'http', scheme: 'bearer' }, other: {} },
  },
}
const part = (value: Json | undefined, ...keys: string[]): Json | undefined =>
  keys.reduce<Json | undefined>((v, k) => (v as JsonObject | undefined)?.[k], value)
const keys = (value: Json | undefined) => Object.keys((value ?? {}) as JsonObject)

describe('trimSpec', () => {
  it('keeps an operation and all it reaches, in document order', () => {
    const out = trimSpec(document, ['ordersGet'])
    expect(keys(out)).toEqual(['openapi', 'info', 'security', 'tags', 'paths', 'components'])
    expect(out.tags).toEqual([{ name: 'orders' }])
    expect(keys(part(out, 'paths', '/orders/{id}'))).toEqual(['parameters', 'get'])
    expect(keys(part(out, 'components', 'schemas'))).toEqual(['Order', 'Sub', 'Sub/b c', 'Id', 'Problem'])
    expect(part(out, 'components', 'parameters')).toEqual({
      id: part(document, 'components', 'parameters', 'id'),
    })
    expect(keys(part(out, 'components', 'securitySchemes'))).toEqual(['key'])
  })

  it('cuts long examples and extensions with references, never properties of that name', () => {
    const order = part(trimSpec(document, ['ordersGet']), 'components', 'schemas', 'Order')
    expect(keys(order)).toEqual(['properties', 'discriminator'])
    expect(part(order, 'properties')).toEqual({
      $ref: { type: 'string' },
      links: { type: 'string', enum: ['a'] },
      example: { type: 'array', items: ref('Order'), example: { $ref: '#/nowhere' } },
    })
  })

  it('takes METHOD /path, and refuses a name that matches nothing', () => {
    const out = trimSpec(document, ['GET /other', 'DELETE /orders/{id}'])
    expect(keys(part(out, 'paths'))).toEqual(['/orders/{id}', '/other'])
    expect(keys(part(out, 'components', 'securitySchemes'))).toEqual(['key', 'other'])
    expect(() => trimSpec(document, ['get /other'])).toThrow('no such operation: get /other')
  })

  it('leaves out responses when told to', () => {
    const responses = (mode: 'success' | 'empty') =>
      part(
        trimSpec(document, ['ordersGet'], { responses: mode }),
        'paths',
        '/orders/{id}',
        'get',
        'responses',
      )
    expect(keys(responses('success'))).toEqual(['200'])
    expect(part(responses('success'), '200', 'content')).toBeDefined()
    expect(responses('empty')).toEqual({ 200: { description: 'ok' } })
  })

  it('gives the same text for the same input', () => {
    expect(JSON.stringify(trimSpec(document, ['ordersGet']))).toBe(
      JSON.stringify(trimSpec(document, ['ordersGet'])),
    )
  })
})

describe('fixtures/real', () => {
  it.each(readdirSync('fixtures/real').filter(name => existsSync(`fixtures/real/${name}/openapi.json`)))(
    '%s has no reference that leads nowhere',
    name => {
      const text = readFileSync(`fixtures/real/${name}/openapi.json`, 'utf8')
      const parsed = JSON.parse(text) as JsonObject
      expect(text).toBe(`${JSON.stringify(parsed, null, 2)}\n`)
      const refs = [...text.matchAll(/"\$ref": "(#\/[^"]*)"/g)].map(m => m[1] ?? '')
      const broken = refs.filter(r => {
        const tokens = r
          .slice(2)
          .split('/')
          .map(t => decodeURIComponent(t).replaceAll('~1', '/').replaceAll('~0', '~'))
        return part(parsed, ...tokens) === undefined
      })
      expect(broken).toEqual([])
    },
  )
})
