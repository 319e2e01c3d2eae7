/** No two values of a request under one name: refused, or kept apart by the exact schema. */
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/runtime/contract.ts'
import { check } from '../../src/runtime/interpreter.ts'
import { errorsFor, type Parts, planned, query, toolFor, urlOf } from '../support/operation.ts'

const text = { type: 'string' }
const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  ...more,
})
const closed = { additionalProperties: false }
const map = { type: 'object', additionalProperties: text }
const accepts = (parts: Parts, args: JsonObject) => check(toolFor(parts).tool.inputSchema, args)

describe('an exploded object beside', () => {
  it.each<[string, Parts, string]>([
    [
      'a parameter of the name of its property (AWS CreateAutoScalingGroup)',
      { parameters: [query('Version', text), query('Template', object({ Id: text, Version: text }))] },
      'the query parameter Version and the query parameter Template both write "Version" into the query',
    ],
    [
      'another with the same property (AWS ModifySubnetAttribute)',
      { parameters: [query('A', object({ Value: text })), query('B', object({ Value: text }))] },
      'the query parameter A and the query parameter B both write "Value" into the query',
    ],
    [
      'itself under another name: a union of an object and a text',
      {
        parameters: [
          query('a', { anyOf: [text, object({ b: text }, closed)] }),
          query('c', object({ a: text }, closed)),
        ],
      },
      'the query parameter a and the query parameter c both write "a" into the query',
    ],
    [
      'a property behind a reference',
      {
        parameters: [query('page', text), query('filter', { $ref: '#/components/schemas/F' })],
        schemas: { F: { allOf: [{ $ref: '#/components/schemas/G' }] }, G: object({ page: text }) },
      },
      'the query parameter page and the query parameter filter both write "page" into the query',
    ],
    [
      'a declared value',
      {
        parameters: [query('page', text), query('filter', object({ page: text }))],
        params: { page: { value: '2' } },
      },
      'the declared value of page and the query parameter filter both write "page" into the query',
    ],
    [
      'a declared object',
      {
        parameters: [query('page', text), query('filter', object({ page: text }))],
        params: { filter: { value: { page: '2' } } },
      },
      'the declared value of filter and the query parameter page both write "page" into the query',
    ],
    [
      'a parameter of the connection',
      {
        parameters: [query('page', text), query('filter', object({ page: text }))],
        params: { page: { from: 'connection' } },
      },
      'the query parameter page and the query parameter filter both write "page" into the query',
    ],
    [
      'a credential',
      {
        parameters: [query('filter', object({ key: text }))],
        security: [{ apiKey: [] }],
        securitySchemes: { apiKey: { type: 'apiKey', in: 'query', name: 'key' } },
      },
      'the credential apiKey and the query parameter filter both write "key" into the query',
    ],
    [
      'the literal query of the path',
      { path: '/x?page=1', parameters: [query('filter', object({ page: text }))] },
      'the path itself and the query parameter filter both write "page" into the query',
    ],
    [
      'a name with brackets that deepObject writes too',
      {
        parameters: [query('filter[a]', text), query('filter', object({ a: text }), { style: 'deepObject' })],
      },
      'the query parameter filter[a] and the query parameter filter both write "filter[a]" into the query',
    ],
    [
      'a form field of that name',
      {
        form: object({ page: text, filter: object({ page: text }) }),
        encoding: { filter: { style: 'form', explode: true } },
      },
      'the form field page and the form field filter both write "page" into the form',
    ],
    [
      'a form field with brackets',
      { form: object({ 'a[b]': text, a: object({ b: text }) }), conventions: { nestedForm: 'brackets' } },
      'the form field a[b] and the form field a both write "a[b]" into the form',
    ],
  ])('%s is refused', (_, parts, message) => {
    expect(errorsFor(parts).map(e => e.replace(/ \(#.*/, ''))).toEqual([`wire-name-taken: doIt: ${message}`])
  })

  it('says it once for each value that clashes, where it stands', () => {
    const parameters = ['A', 'B', 'C'].map(name => query(name, object({ x: text, y: text })))
    expect(errorsFor({ parameters }).map(e => e.slice(e.indexOf('(')))).toEqual([
      '(#/paths/~1x/get/parameters/1)',
      '(#/paths/~1x/get/parameters/2)',
    ])
  })

  it('nothing of its names is sent as it is', async () => {
    const parts = { parameters: [query('Version', text), query('Template', object({ Id: text }, closed))] }
    expect(await urlOf(parts, { Version: '1', Template: { Id: '2' } })).toBe('/x?Version=1&Id=2')
    expect(toolFor(parts).losses.filter(l => l.target === undefined)).toEqual([])
  })

  it('a hidden parameter of that name is sent as it is: one writer is left', async () => {
    const parts: Parts = {
      parameters: [query('Version', text), query('Template', object({ Version: text }, closed))],
      params: { Version: { hide: true } },
    }
    expect(await urlOf(parts, { Template: { Version: '2' } })).toBe('/x?Version=2')
  })

  it('its own name on a parameter is none of its names', async () => {
    const parts = {
      parameters: [query('a', object({ b: text }, closed)), query('c', object({ a: text }, closed))],
    }
    expect(await urlOf(parts, { a: { b: '1' }, c: { a: '2' } })).toBe('/x?b=1&a=2')
  })

  it('where it does not spread, property names are its own', () => {
    for (const how of [{ explode: false }, { style: 'deepObject' }])
      expect(
        errorsFor({ parameters: [query('page', text), query('filter', object({ page: text }), how)] }),
      ).toEqual([])
    const content = {
      name: 'filter',
      in: 'query',
      content: { 'application/json': { schema: object({ page: text }) } },
    }
    expect(errorsFor({ parameters: [query('page', text), content] })).toEqual([])
    expect(errorsFor({ form: object({ page: text, filter: text }) })).toEqual([])
  })
})

describe('free names', () => {
  it('are not those of the other parameters (Jellyfin streamOptions)', async () => {
    const parts = { path: '/x?beta=1', parameters: [query('page', text), query('options', map)] }
    expect(await urlOf(parts, { page: '1', options: { a: '2' } })).toBe('/x?beta=1&page=1&a=2')
    expect(await urlOf(parts, { options: { page: '2' } })).toMatchObject([{ path: 'options.page' }])
    expect(await urlOf(parts, { page: '1', options: { beta: '2' } })).toMatchObject([
      { path: 'options.beta' },
    ])
    const { losses, tool } = toolFor(parts)
    expect(losses.filter(l => l.target === undefined)).toEqual([
      {
        pointer: '/options',
        keyword: 'additionalProperties',
        reason: '2 names belong to other parameters',
        enforcedBy: 'properties',
      },
    ])
    // No declaration offers them.
    expect(JSON.stringify(tool.declarations)).not.toContain('beta')
  })

  it('nor a credential', async () => {
    const parts: Parts = {
      parameters: [query('options', map)],
      security: [{ apiKey: [] }],
      securitySchemes: { apiKey: { type: 'apiKey', in: 'query', name: 'key' } },
    }
    expect(await urlOf(parts, { options: { key: 'mine' } })).toMatchObject([{ path: 'options.key' }])
  })

  it('alone in a query they are as free as they are', () => {
    const parts = { parameters: [query('options', map), { name: 'X-Page', in: 'header', schema: text }] }
    expect(toolFor(parts).tool.inputSchema.properties.options).toEqual(map)
  })

  it('of an object that names some are not offered beside a second such object', async () => {
    const parts = { parameters: [query('A', object({ a: text })), query('B', object({ b: text }))] }
    expect(await urlOf(parts, { A: { a: '1' }, B: { b: '2' } })).toBe('/x?a=1&b=2')
    expect(await urlOf(parts, { A: { b: '1' } })).toMatchObject([{ path: 'A.b' }])
    expect(
      toolFor(parts)
        .losses.filter(l => l.target === undefined)
        .map(l => l.enforcedBy),
    ).toEqual(['additionalProperties', 'additionalProperties'])
  })

  it('give way to those of a map beside it', async () => {
    const parts = { parameters: [query('A', { anyOf: [object({ a: text }), text] }), query('B', map)] }
    expect(await urlOf(parts, { A: { a: '1' }, B: { c: '2' } })).toBe('/x?a=1&c=2')
    expect(accepts(parts, { A: { c: '1' } })).not.toEqual([])
    expect(accepts(parts, { B: { a: '1' } })).not.toEqual([])
    expect(accepts(parts, { B: { A: '1' } })).not.toEqual([])
  })

  it('a value of any type beside another one is no object', async () => {
    const parts = { parameters: [query('a', {}), query('b', {})] }
    expect(await urlOf(parts, { a: 1, b: ['x', 'y'] })).toBe('/x?a=1&b=x&b=y')
    expect(accepts(parts, { a: { b: 1 } })).not.toEqual([])
  })

  it.each<[string, Parts]>([
    ['two maps (files.com)', { parameters: [query('filter', map), query('sort', map)] }],
    [
      'a map and deepObject',
      { parameters: [query('filter', map), query('sort', map, { style: 'deepObject' })] },
    ],
    [
      'a map that the connection supplies, beside a parameter',
      { parameters: [query('filter', map), query('sort', text)], params: { filter: { from: 'connection' } } },
    ],
  ])('%s: refused', (_, parts) => {
    expect(errorsFor(parts)).toMatchObject([
      expect.stringMatching(/^wire-name-taken: doIt: .* whose names are free/),
    ])
  })

  it('a form keeps them apart too', async () => {
    const parts: Parts = {
      form: object({ page: text, options: map }),
      encoding: { options: { style: 'form', explode: true } },
    }
    expect(await planned(parts, { page: '1', options: { a: '2' } })).toMatchObject({ body: 'page=1&a=2' })
    expect(await planned(parts, { options: { page: '2' } })).toMatchObject([{ path: 'options.page' }])
  })

  it('a name that has another spelling here is excluded as the wire has it', async () => {
    const parts = {
      parameters: [
        query('a b', text),
        query('options', map),
        query('deep', object({ 'a b': text }), { explode: false }),
      ],
    }
    expect(await urlOf(parts, { a_b: '1', options: { a_b: '2' } })).toBe('/x?a%20b=1&a_b=2')
    expect(accepts(parts, { options: { 'a b': '2' } })).not.toEqual([])
  })
})

describe('a property of a body that the directive fixes or hides', () => {
  const a = object({ b: text, c: text })
  it.each<[string, JsonObject]>([
    ['fixed', { 'body:/a/b': { value: 'fixed' } }],
    ['hidden', { 'body:/a/b': { hide: true } }],
  ])('%s: no further property takes its place', async (_, params) => {
    const parts = { json: object({ a }), params }
    expect(await planned(parts, { a: { b: 'mine' } })).toMatchObject([{ path: 'a.b' }])
    const fixed = params['body:/a/b'] && 'value' in (params['body:/a/b'] as JsonObject) ? { b: 'fixed' } : {}
    expect(JSON.parse(String(((await planned(parts, { a: { c: 'x' } })) as { body: string }).body))).toEqual({
      a: { c: 'x', ...fixed },
    })
  })

  it('nor does a branch that names it too', async () => {
    const whole = {
      type: 'object',
      properties: { a: text },
      anyOf: [{ properties: { a: text, d: text } }, { required: ['e'] }],
    }
    const parts = { json: object({ v: whole }), params: { 'body:/v/a': { value: 'fixed' } } }
    expect(await planned(parts, { v: { a: 'mine', d: '1' } })).toMatchObject([{ path: 'v.a' }])
  })
})

describe('a list of parameters that has one twice', () => {
  it.each<[string, JsonObject[]]>([
    ['query parameter', [query('a', text), query('a', { type: 'integer' })]],
    [
      'header parameter',
      [
        { name: 'X-A', in: 'header', schema: text },
        { name: 'x-a', in: 'header', schema: text, required: true },
      ],
    ],
  ])('%s: refused', (_, parameters) => {
    expect(errorsFor({ parameters })).toMatchObject([
      expect.stringMatching(/^wire-name-taken: doIt: two parameters of one list/),
    ])
  })

  it('word for word is one parameter', async () => {
    expect(await urlOf({ parameters: [query('a', text), query('a', text)] }, { a: '1' })).toBe('/x?a=1')
  })

  it("the operation's takes the place of the path item's", async () => {
    expect(
      await urlOf({ shared: [query('a', text)], parameters: [query('a', { type: 'integer' })] }, { a: 1 }),
    ).toBe('/x?a=1')
  })
})
