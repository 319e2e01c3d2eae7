/** Types of results: what the document promises as the run time gives it, never narrower, and what the type checker makes of it. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { valueType } from '../src/emit/schema-type.ts'
import { connect } from '../src/runtime/connect.ts'
import type { Json, JsonObject } from '../src/runtime/contract.ts'
import { valid } from './oracle/arbitrary.ts'
import { type Dialect, schemaComponents } from './oracle/components.ts'
import { documentSchema } from './oracle/document-schema.ts'
import { openapiSchema } from './oracle/schemas.ts'
import { compiledOf, theTool } from './support/compile.ts'
import { typeErrors, typeErrorsOfCalls, typesShown } from './support/types.ts'

const json = (schema: Json) => ({ description: 'ok', content: { 'application/json': { schema } } })
const document = (responses: JsonObject, { method = 'get', schemas = {}, openapi = '3.1.0' } = {}) => ({
  openapi,
  info: { title: 'T', version: '1' },
  paths: { '/x': { [method]: { operationId: 'x', summary: 'X.', responses } } },
  components: { schemas },
})
const toolOf = (responses: JsonObject, response: JsonObject = {}, more = {}) =>
  compiledOf(document(responses, more), { x: { ...(Object.keys(response).length > 0 && { response }) } })

interface Case {
  responses: JsonObject
  response?: JsonObject
  schemas?: JsonObject
  openapi?: string
}

/** What an editor shows of the one tool's result, for every case by its name: one program for all. */
function resultsOf(cases: Record<string, Case>): Record<string, string> {
  const names = Object.keys(cases)
  const modules = Object.values(cases).map(({ responses, response, ...more }, i) => {
    const compiled = toolOf(responses, response, more)
    theTool(compiled)
    return { compiled: { ...compiled, info: { ...compiled.info, key: `k${i}` } } }
  })
  const user = [
    `import type { ResultOf } from 'unplugin-openapi-tools/runtime'`,
    ...names.flatMap((_, i) => [
      `import { apiX as k${i} } from 'openapi-tools:k${i}'`,
      `export declare const r${i}: ResultOf<typeof k${i}>`,
    ]),
  ].join('\n')
  expect(typeErrors(modules, user)).toEqual([[], []])
  const shown = typesShown(modules, user)
  return Object.fromEntries(names.map((name, i) => [name, shown[`r${i}`] ?? '']))
}

/** Cases with one JSON body. */
const bodies = (schemas: Record<string, Json>): Record<string, Case> =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, { responses: { 200: json(schema) } }]),
  )
const objectOf = (properties: JsonObject, ...required: string[]) => ({ type: 'object', properties, required })

const object = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'string' }, n: { type: 'integer' } },
}
const plain = '{ id: string; n?: number; }'

describe('the type of a result', () => {
  it('is what the document says of every success, as the run time gives it', () => {
    const error = { error: { type: 'string' } }
    const ok = { description: 'ok' }
    expect(
      resultsOf({
        ...bodies({
          object,
          array: { type: 'array', items: object },
          text: { type: 'string' },
          int64: objectOf({ id: { type: 'integer', format: 'int64' } }),
          'object or null': { ...object, type: ['object', 'null'] },
          members: objectOf({ s: { enum: ['a', 'b', null] } }),
          'perhaps an error': objectOf(error),
          'always like an error': objectOf(error, 'error'),
          'a map': { type: 'object', additionalProperties: { type: 'number' } },
          'a map beside names': {
            allOf: [{ type: 'object', additionalProperties: { type: 'number' } }, object],
          },
          'what only the server reads': objectOf(
            { a: { type: 'string' }, b: { type: 'string', writeOnly: true } },
            'a',
            'b',
          ),
        }),
        'plain text': { responses: { 200: { ...ok, content: { 'text/csv': {} } } } },
        'no body': { responses: { 204: ok } },
        'a body or none': { responses: { 200: json(object), 202: ok } },
        'one of two bodies': {
          responses: { 200: json(object), 201: json(objectOf({ b: { type: 'boolean' } })) },
        },
        'a range of codes': { responses: { '2XX': json(object), 404: json({ type: 'string' }) } },
        'the default': { responses: { default: json(object) } },
        'something nobody can read': { responses: { 200: { ...ok, content: { 'image/png': {} } } } },
        nullable: {
          responses: {
            200: json({ ...objectOf({ a: { $ref: '#/components/schemas/A' } }), nullable: true }),
          },
          schemas: { A: { type: 'string', nullable: true, enum: ['x', null] } },
          openapi: '3.0.3',
        },
      }),
    ).toEqual({
      object: plain,
      array: `{ result: ${plain}[]; }`,
      text: '{ result: string; }',
      int64: '{ id?: string | number; }',
      'object or null': `${plain} | { result: null; }`,
      members: '{ s?: "a" | "b" | null; }',
      'perhaps an error': '{ error?: string; } | { result: { error?: string; }; }',
      'always like an error': '{ result: { error: string; }; }',
      'a map': '{ [key: string]: number; } | { result: { [key: string]: number; }; }',
      'a map beside names': `{ [key: string]: unknown; } & ${plain}`,
      'what only the server reads': '{ a: string; }',
      'plain text': '{ result: string; }',
      'no body': '{ ok: true; status: number; }',
      'a body or none': `${plain} | { ok: true; status: number; }`,
      'one of two bodies': `${plain} | { b?: boolean; }`,
      'a range of codes': plain,
      'the default': plain,
      'something nobody can read': 'never',
      nullable: '{ a?: apiX_r_1; } | { result: null; }',
    })
  })

  it('is unknown where the document does not say', () => {
    const cases: Record<string, Case> = {
      'no schema': { responses: { 200: { description: 'ok', content: { 'application/json': {} } } } },
      'no content, and nothing that says so': { responses: { 200: { description: 'ok' } } },
      'no responses': { responses: {} },
      'any media': { responses: { 200: { description: 'ok', content: { '*/*': {} } } } },
      'a reference that leads nowhere': { responses: { 200: { $ref: '#/components/responses/no' } } },
      'an empty schema': { responses: { 200: json({}) } },
      'an empty schema beside another': { responses: { 200: json(object), 201: json(true) } },
    }
    expect(new Set(Object.values(resultsOf(cases)))).toEqual(new Set(['unknown']))
  })

  it('is recursive where the document is', () => {
    const schemas = {
      Node: {
        type: 'object',
        properties: { next: { $ref: '#/components/schemas/Node' }, v: { type: 'number' } },
      },
    }
    const compiled = toolOf({ 200: json({ $ref: '#/components/schemas/Node' }) }, {}, { schemas })
    const user = `import type { ResultOf } from 'unplugin-openapi-tools/runtime'
import { apiX } from 'openapi-tools:test'
declare const r: ResultOf<typeof apiX>
export const v: number | undefined = r.next?.next?.next?.v
export const w: string = r.next?.next?.v`
    expect(typeErrors([{ compiled }], user)).toEqual([
      [],
      [expect.stringContaining("'number | undefined' is not assignable to type 'string'")],
    ])
  })

  it('ends for a schema that is itself, and for one without an end', () => {
    const wide = Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`p${i}`, object]))
    const schemas = {
      Loop: { allOf: [{ $ref: '#/components/schemas/Loop' }] },
      List: { type: 'array', items: { $ref: '#/components/schemas/List' } },
    }
    for (const schema of [
      { $ref: '#/components/schemas/Loop' },
      { $ref: '#/components/schemas/List' },
      { type: 'object', properties: wide },
    ]) {
      const compiled = toolOf({ 200: json(schema) }, {}, { schemas })
      expect(typeErrors([{ compiled }], 'export {}')).toEqual([[], []])
    }
  })
})

describe('what a directive leaves', () => {
  const order = {
    type: 'object',
    required: ['id', 'customer', 'items'],
    properties: {
      id: { type: 'string' },
      customer: { $ref: '#/components/schemas/Customer' },
      items: {
        type: 'array',
        items: { type: 'object', properties: { sku: { type: 'string' }, n: { type: 'number' } } },
      },
      labels: { type: 'object', additionalProperties: { type: 'number' } },
    },
  }
  const schemas = {
    Customer: {
      type: 'object',
      required: ['name'],
      properties: { name: { type: 'string' }, mail: { type: 'string' } },
    },
  }
  const of = (schema: Json, response: JsonObject): Case => ({
    responses: { 200: json(schema) },
    response,
    schemas,
  })

  it('is what is picked, of every item and every branch, and the headers', () => {
    const picked = (...pick: string[]) => of(order, { pick })
    const either = { oneOf: [order, objectOf({ id: { type: 'number' } })] }
    expect(
      resultsOf({
        names: picked('id', 'customer.name'),
        items: picked('items[].sku'),
        both: picked('items[].sku', 'items[].n'),
        whole: picked('customer', 'customer.name'),
        'of a map': picked('labels.red'),
        'of a list': of({ type: 'array', items: order }, { pick: ['[].id'] }),
        'of branches': of(either, { pick: ['id'] }),
        headers: of({ type: 'string' }, { headers: ['etag', 'X-Total'] }),
      }),
    ).toEqual({
      names: '{ id: string; customer: { name: string; }; }',
      items: '{ items: { sku?: string; }[]; }',
      both: '{ items: { sku?: string; n?: number; }[]; }',
      whole: '{ customer: apiX_r_1; }',
      'of a map': '{ labels?: { red?: number; }; }',
      'of a list': '{ result: { id: string; }[]; }',
      'of branches': '{ id: string; } | { id?: number; }',
      headers: '{ result: string; headers: { etag?: string; "X-Total"?: string; }; }',
    })
  })
})

describe('a call', () => {
  it('is narrowed by isToolError, and asks what was cut or could not be read', () => {
    const compiled = toolOf({ 200: json(object), 204: { description: 'none' } })
    const user = (lines: string) => `
import { type Connection, isToolError } from 'unplugin-openapi-tools/runtime'
import { apiX } from 'openapi-tools:test'
export async function use(api: Connection<'test'>) {
  const answer = await api.call(apiX, {})
  if (isToolError(answer)) { const code: string = answer.error; throw code }
  if ('truncated' in answer) throw answer.truncated[0]?.path
  if ('unread' in answer) throw answer.unread.reason
  if ('ok' in answer) throw answer.status
  ${lines}
}`
    const wrong = `const id: number = answer.id
answer.nope
answer.error`
    expect(
      typeErrorsOfCalls(
        [{ compiled }],
        user('const id: string = answer.id; const n: number | undefined = answer.n'),
      ),
    ).toEqual([])
    expect(typeErrorsOfCalls([{ compiled }], user(wrong))).toEqual([
      expect.stringContaining("'string' is not assignable to type 'number'"),
      expect.stringContaining("'nope' does not exist"),
      expect.stringContaining("'error' does not exist"),
    ])
  })
})

/** `readOnly` and `writeOnly` are read in the other direction here. */
const bothWays = (value: Json): Json =>
  Array.isArray(value)
    ? value.map(bothWays)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .filter(([k]) => k !== 'readOnly' && k !== 'writeOnly')
            .map(([k, v]) => [k, bothWays(v)]),
        )
      : value

describe('a type is never narrower than what comes', () => {
  it.each<[Dialect, number]>([
    ['3.0', 11],
    ['3.1', 12],
  ])('OpenAPI %s', async (dialect, seed) => {
    const components = bothWays(schemaComponents(dialect)) as JsonObject
    const modules = []
    const lines: string[] = []
    const answers: Json[] = []
    for (const [i, raw] of fc.sample(openapiSchema(dialect), { numRuns: 60, seed }).entries()) {
      const schema = bothWays(raw)
      const root = document(
        { 200: json(schema) },
        { schemas: components, openapi: dialect === '3.0' ? '3.0.3' : '3.1.0' },
      )
      const compiled = compiledOf(root, { x: {} })
      const { tool } = theTool(compiled)
      const key = `k${i}`
      modules.push({ compiled: { ...compiled, info: { ...compiled.info, key } } })
      lines.push(`import { apiX as ${key} } from 'openapi-tools:${key}'`)
      for (const value of valuesOf(root, schema, seed)) {
        const fetch = async () =>
          new Response(JSON.stringify(value), { headers: { 'content-type': 'application/json' } })
        // The answer of the real run time.
        const answer = await connect(compiled.info, { baseUrl: 'https://api.example', fetch }).call(tool, {})
        const n = answers.push(answer as Json)
        lines.push(
          `declare const v${n}: ${valueType(answer as Json)}`,
          `export const c${n}: Strong<ResultOf<typeof ${key}>> = v${n} // ${JSON.stringify(schema).replace(/[\\r\\n\\u2028\\u2029]/g, ' ')}`,
        )
      }
    }
    const user = [
      "import type { ResultOf } from 'unplugin-openapi-tools/runtime'",
      // An object that has nothing of what it may have fits, and is suspected all the same (TS2559).
      'type Strong<T> = T extends object ? T & { [key: symbol]: unknown } : T',
      ...lines,
    ].join('\n')
    const [generated, errors = []] = typeErrors(modules, user)
    expect(generated).toEqual([])
    expect(errors.filter(e => !e.includes('has no properties in common'))).toEqual([])
    expect(answers.length).toBeGreaterThan(100)
  })

  function valuesOf(root: unknown, schema: Json, seed: number): Json[] {
    try {
      return fc.sample(valid(documentSchema(root as JsonObject, schema, new Set())), { numRuns: 4, seed })
    } catch {
      // It has no value, or none that is found.
      return []
    }
  }
})
