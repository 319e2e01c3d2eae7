/** Path templates of real documents: what fills them, and what OpenAPI does not have. */
import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../../src/runtime/contract.ts'
import { errorsFor, type Parts, query, toolFor, urlOf } from '../support/operation.ts'

const text = { type: 'string' }
const inPath = (name: string, schema: Json = text, more: JsonObject = {}): JsonObject => ({
  name,
  in: 'path',
  required: true,
  schema,
  ...more,
})
const messages = (parts: Parts) => errorsFor(parts).map(e => e.replace(/ \(#.*/, ''))

describe('an operator of a URI template', () => {
  it.each([
    ['{.format}', 'a dot before the value'],
    ['{/path}', 'a slash before the value'],
    ['{;color}', 'a path-style parameter'],
    ['{?page}', 'a query'],
    ['{&page}', 'a query'],
    ['{+path}', 'a value with slashes in it'],
    ['{#part}', 'a value with slashes in it'],
    ['{list*}', 'an exploded list'],
    ['{id:3}', 'the start of a value'],
    ['{x,y}', 'several values'],
  ])('%s is refused by name, whatever is declared', (hole, means) => {
    const path = `/x${hole.includes('#') ? '' : hole}${hole.includes('#') ? `/${hole}` : ''}`
    const parameters = [inPath(hole.slice(1, -1)), inPath(hole.slice(2, -1))]
    // A fragment ends where it starts: of {#part} only a brace is left.
    expect(messages({ path, parameters })).toEqual([
      hole.includes('#')
        ? 'schema-unsupported: doIt: the path cannot be filled: its braces do not pair'
        : `schema-unsupported: doIt: the path cannot be filled: ${hole} is ${means} in a URI template (RFC 6570), which OpenAPI does not have`,
    ])
  })

  it.each(['a-b', 'page.size', '$top', 'Sid', '__proto__', 'a b', 'proxy+', 'id:int'])(
    '%s is a name',
    async name => {
      const parts = { path: `/x/{${name}}`, parameters: [inPath(name)] }
      const [argument = ''] = Object.keys(toolFor(parts).tool.inputSchema.properties)
      expect(await urlOf(parts, { [argument]: 'v' })).toBe('/x/v')
    },
  )
})

describe('a placeholder in the query of a path', () => {
  it('is filled by the path parameter of its name (Clicksend, Weatherbit)', async () => {
    const parts = {
      path: '/x/{country}?q={query}&v=1&currency={currency}',
      parameters: [inPath('country'), inPath('query'), inPath('currency', { type: 'array', items: text })],
    }
    expect(await urlOf(parts, { country: 'a/b', query: 'c&d', currency: ['e', 'f,g'] })).toBe(
      '/x/a%2Fb?v=1&q=c%26d&currency=e,f%2Cg',
    )
    const { tool } = toolFor(parts)
    expect(tool.inputSchema.required).toEqual(['country', 'query', 'currency'])
    expect(tool.operation.path).toBe('/x/{country}')
  })

  it('stands for the query parameter of its name (Medium)', async () => {
    const parts = { path: '/x?query={query}', parameters: [query('query', text, { required: true })] }
    expect(await urlOf(parts, { query: 'a b' })).toBe('/x?query=a%20b')
  })

  it('has names and values percent-encoded once', async () => {
    const parts = { path: '/x?a%20b={q}', parameters: [inPath('q')] }
    expect(await urlOf(parts, { q: '%' })).toBe('/x?a%20b=%25')
  })

  it('may be empty: it is no part of a path', async () => {
    const parts = { path: '/x?q={q}', parameters: [inPath('q')] }
    expect(await urlOf(parts, { q: '' })).toBe('/x?q=')
  })

  it('is called what the document calls it, in params too', async () => {
    const path = '/x?q={query}&page={page}'
    const parameters = [inPath('query'), inPath('page')]
    const params = { 'path:query': { value: 'fixed' }, page: { prefix: 'p' } }
    expect(await urlOf({ path, parameters, params }, { page: '1' })).toBe('/x?page=p1&q=fixed')
  })

  it('that holds a credential must be classified (Learnifier ?key={APIKEY})', async () => {
    const parts = { path: '/x?key={APIKEY}', parameters: [inPath('APIKEY')] }
    expect(messages(parts)).toEqual(['credential-unclassified: doIt: path:APIKEY looks like a credential'])
    expect(messages({ path: '/x?api_key={value}', parameters: [inPath('value')] })).toEqual([
      'credential-unclassified: doIt: path:value looks like a credential',
    ])
    const supplied: Parts = { ...parts, params: { 'path:APIKEY': { from: 'connection' } } }
    expect(toolFor(supplied).tool.request.supplied).toMatchObject([
      { in: 'query', name: 'key', parameter: 'key' },
    ])
    expect(await urlOf(supplied, {})).toMatch(/^\/x\?key=[^&]+$/)
    const scheme: Parts = {
      ...parts,
      security: [{ k: [] }],
      securitySchemes: { k: { type: 'apiKey', in: 'query', name: 'key' } },
    }
    expect(toolFor(scheme).tool.inputSchema.properties).toEqual({})
  })

  it.each<[string, Parts, string]>([
    [
      'nobody declares',
      { path: '/x?q={query}' },
      'parameter-unfillable: doIt: the query of the path has {query}, and no parameter declares it',
    ],
    [
      'the path has too',
      { path: '/x/{q}?q={q}', parameters: [inPath('q')] },
      'schema-unsupported: doIt: the query of the path has {q}, and the path has it a second time',
    ],
    [
      'a query parameter of another name fills',
      { path: '/x?q={query}', parameters: [query('query', text)] },
      'schema-unsupported: doIt: the query of the path has {query}, and the query parameter query is sent under its own name',
    ],
    [
      'has a style of paths',
      { path: '/x?q={q}', parameters: [inPath('q', text, { style: 'label' })] },
      'schema-unsupported: doIt: the query of the path has {q}, and its style has no form in a query',
    ],
    [
      'is an exploded object',
      {
        path: '/x?q={q}',
        parameters: [inPath('q', { type: 'object', properties: { a: text } }, { explode: true })],
      },
      'schema-unsupported: doIt: the query of the path has {q}, and its style has no form in a query',
    ],
    [
      'is a name (Clicksend {search}=1)',
      { path: '/x?{search}=1', parameters: [inPath('search')] },
      'schema-unsupported: doIt: the path cannot be filled: a placeholder of its query is no whole value',
    ],
    [
      'is a part of a value',
      { path: '/x?q=v{q}', parameters: [inPath('q')] },
      'schema-unsupported: doIt: the path cannot be filled: a placeholder of its query is no whole value',
    ],
    [
      'another parameter writes too',
      { path: '/x?q={query}', parameters: [inPath('query'), query('q', text)] },
      'wire-name-taken: doIt: the query parameter query and the query parameter q both write "q" into the query',
    ],
  ])('that %s is refused', (_, parts, message) => {
    expect(messages(parts)).toEqual([message])
  })
})
