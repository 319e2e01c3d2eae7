/**
 * What ADK's run-time toolset sends for an operation, and what we send: the document decides which one is right. The
 * right requests are written by hand, from the OpenAPI specification.
 */
import { AuthCredentialTypes, LogLevel, OpenAPIToolset, setLogLevel } from '@google/adk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/runtime/contract.ts'
import { serve, type TestServer } from '../runtime/server.ts'
import { compiledOf, theTool } from '../support/compile.ts'
import { connectionTo, secret } from '../support/connection.ts'
import { compiledFrom, documentOf as real, toolsOf } from '../support/real.ts'
import { fixtureDocument } from '../support/spec.ts'

interface Case {
  operation: JsonObject
  /** `POST /x` unless told otherwise. */
  method?: 'get' | 'put' | 'post' | 'patch'
  path?: string
  item?: JsonObject
  args: JsonObject
  /** Under the names of their declaration, where those differ. */
  theirs?: JsonObject
  /** Method, target, and what there is of cookie, content type and body. */
  right: string
  sent: string
}

const text = { type: 'string' }
const list = { type: 'array', items: text }
const parameter = (place: string, name: string, more: JsonObject) => ({
  parameters: [{ name, in: place, ...(place === 'path' && { required: true }), ...more }],
})
const body = (content: JsonObject, required = true) => ({ requestBody: { required, content } })
const json = (schema: JsonObject) => body({ 'application/json': { schema } })
const fields = (...names: string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map(name => [name, text])),
})

const cases: Record<string, Case> = {
  'a list in the query': {
    method: 'get',
    operation: parameter('query', 'tags', { schema: list }),
    args: { tags: ['a', 'b'] },
    right: 'GET /x?tags=a&tags=b',
    sent: 'GET /x?tags=a%2Cb',
  },
  'an object in the query': {
    method: 'get',
    operation: parameter('query', 'f', { style: 'deepObject', schema: fields('a') }),
    args: { f: { a: 'b' } },
    right: 'GET /x?f%5Ba%5D=b',
    sent: 'GET /x?f=%5Bobject+Object%5D',
  },
  'a parameter with content': {
    method: 'get',
    operation: parameter('query', 'f', { content: { 'application/json': { schema: fields('a') } } }),
    args: { f: { a: 'b' } },
    right: 'GET /x?f=%7B%22a%22%3A%22b%22%7D',
    sent: 'GET /x?f=%5Bobject+Object%5D',
  },
  'a list in the path': {
    method: 'get',
    path: '/days/{day}',
    operation: parameter('path', 'day', { schema: list }),
    args: { day: ['mon', 'tue'] },
    right: 'GET /days/mon,tue',
    sent: 'GET /days/mon%2Ctue',
  },
  'a cookie': {
    method: 'get',
    operation: parameter('cookie', 'lang', { schema: text }),
    args: { lang: 'de' },
    right: 'GET /x lang=de',
    sent: 'GET /x',
  },
  'a path parameter that the operation declares again': {
    method: 'get',
    path: '/days/{day}',
    item: parameter('path', 'day', { schema: { type: 'integer' } }),
    operation: parameter('path', 'day', { schema: text }),
    args: { day: 'monday' },
    theirs: { day: 'monday', day_1: 7 },
    right: 'GET /days/monday',
    sent: 'GET /days/7',
  },
  'a field that is called body': {
    operation: json(fields('subject', 'body')),
    args: { subject: 'Hi', body: 'Hello there' },
    right: 'POST /x application/json {"subject":"Hi","body":"Hello there"}',
    sent: 'POST /x application/json Hello there',
  },
  'a body that is a text': {
    operation: json(text),
    args: { body: 'hello' },
    right: 'POST /x application/json "hello"',
    sent: 'POST /x application/json hello',
  },
  'a required body without arguments': {
    operation: json(fields('note')),
    args: {},
    right: 'POST /x application/json {}',
    sent: 'POST /x',
  },
  'XML before JSON': {
    operation: body({
      'application/xml': { schema: fields('a') },
      'application/json': { schema: fields('a') },
    }),
    args: { a: 'b' },
    right: 'POST /x application/json {"a":"b"}',
    sent: 'POST /x',
  },
  'a media type with a parameter': {
    operation: body({ 'application/json; charset=utf-8': { schema: fields('a') } }),
    args: { a: 'b' },
    right: 'POST /x application/json; charset=utf-8 {"a":"b"}',
    sent: 'POST /x',
  },
  'a list in a form': {
    operation: body({
      'application/x-www-form-urlencoded': { schema: { type: 'object', properties: { tags: list } } },
    }),
    args: { tags: ['a', 'b'] },
    right: 'POST /x application/x-www-form-urlencoded tags=a&tags=b',
    sent: 'POST /x application/x-www-form-urlencoded;charset=UTF-8 tags=a%2Cb',
  },
}

let server: TestServer
beforeAll(async () => {
  setLogLevel(LogLevel.ERROR)
  server = await serve((request, response) => {
    response.statusCode = request.url.startsWith('/gone') ? 404 : 200
    response.end(`{"fine":${response.statusCode === 200}}`)
  })
})
afterAll(() => server.close())

type Operation = Pick<Case, 'operation' | 'method' | 'path' | 'item'>

const documentOf = ({ operation, method = 'post', path = '/x', item = {} }: Operation) => ({
  openapi: '3.0.3',
  info: { title: 'Test', version: '1' },
  servers: [{ url: server.url }],
  paths: {
    [path]: { ...item, [method]: { operationId: 'do_it', summary: 'Does it.', responses: {}, ...operation } },
  },
})

/** The one request that came in since the last call. */
function seen(): string {
  const [request, ...others] = server.seen.splice(0)
  if (request === undefined || others.length > 0) return `${others.length} further requests`
  const { cookie, 'content-type': type } = request.headers
  return [request.method, request.url, cookie, type, request.body].filter(Boolean).join(' ')
}

const ask = async (entry: Operation, args: JsonObject) => {
  const compiled = compiledOf(documentOf(entry), { do_it: {} })
  const { tool } = theTool(compiled)
  return connectionTo(server.url, compiled.info).call(tool, args as never, { confirmed: true })
}
const askTheirs = async (entry: Operation, args: JsonObject) => {
  // The type of a document is that of a package that is not here.
  const toolset = new OpenAPIToolset({ specDict: documentOf(entry) as never })
  const [tool] = await toolset.getTools()
  // Without a credential nothing is asked of the session.
  return tool?.runAsync({ args, toolContext: {} as never })
}

describe.each(Object.entries(cases))('%s', (_, entry) => {
  it('is what the document says when we send it', async () => {
    expect(await ask(entry, entry.args)).toEqual({ fine: true })
    expect(seen()).toBe(entry.right)
  })

  it('is something else when the toolset sends it', async () => {
    await askTheirs(entry, entry.theirs ?? entry.args)
    expect(seen()).toBe(entry.sent)
    expect(entry.sent).not.toBe(entry.right)
  })
})

describe('arguments that the document does not allow', () => {
  const entry: Operation = {
    ...{ method: 'get', path: '/orders/{id}' },
    operation: {
      parameters: [
        { name: 'id', in: 'path', required: true, schema: text },
        { name: 'limit', in: 'query', schema: { type: 'integer', maximum: 10 } },
      ],
    },
  }
  it.each<[string, JsonObject, string]>([
    ['one is missing', {}, 'GET /orders/%7Bid%7D'],
    ['one is misspelt', { id: '7', limitt: 5 }, 'GET /orders/7'],
    ['one is too much', { id: '7', limit: 9999 }, 'GET /orders/7?limit=9999'],
    ['one is empty', { id: '' }, 'GET /orders/'],
  ])('%s: we send nothing, the toolset does', async (_, args, sent) => {
    expect(await ask(entry, args)).toMatchObject({ error: 'invalid_arguments' })
    expect(server.seen).toEqual([])
    await askTheirs(entry, args)
    expect(seen()).toBe(sent)
  })
})

it('a 404 is an error here and a success there', async () => {
  const entry: Operation = { method: 'get', path: '/gone', operation: {} }
  expect(await ask(entry, {})).toMatchObject({ error: 'http_error', status: 404, body: { fine: false } })
  expect(await askTheirs(entry, {})).toEqual({ fine: false })
  server.seen.length = 0
})

it("GitHub's operations have names that Gemini takes here, and not there", async () => {
  const legal = /^[A-Za-z_][A-Za-z0-9_.:-]{0,127}$/
  const document = real('github')
  const { tools } = compiledFrom(document, toolsOf('github'))
  const theirs = await new OpenAPIToolset({ specDict: document as never }).getTools()
  expect(theirs.length).toBeGreaterThanOrEqual(tools.length)
  expect(tools.filter(({ tool }) => !legal.test(tool.name))).toEqual([])
  expect(theirs.filter(tool => legal.test(tool.name))).toEqual([])
})

it('the name and password of basic are sent from here, and not from there', async () => {
  const operations = { CreateTicket: { description: 'Opens a ticket.' } }
  const args = { ticket: { subject: 'Printer', comment: { body: 'It is on fire.' } } }
  const document = { ...(fixtureDocument('helpdesk.yaml') as JsonObject), servers: [{ url: server.url }] }
  const compiled = compiledFrom(document, { operations })
  const { tool } = theTool(compiled)
  await connectionTo(server.url, compiled.info).call(tool, args as never, { confirmed: true })
  const toolset = new OpenAPIToolset({
    specDict: document as never,
    authScheme: { type: 'http', scheme: 'basic' },
    authCredential: {
      authType: AuthCredentialTypes.HTTP,
      http: { scheme: 'basic', credentials: { username: 'ada', password: secret } },
    },
  })
  const theirs = (await toolset.getTools()).find(t => t.name === 'create_ticket')
  // What it asks of a session: nothing is stored, and no person has answered.
  const session = { state: new Map(), getAuthResponse: () => undefined }
  await theirs?.runAsync({ args, toolContext: session as never })
  const sent = server.seen.splice(0)
  expect(sent.map(r => [r.method, r.url, r.body])).toEqual(
    Array(2).fill(['POST', '/api/v2/tickets', JSON.stringify(args)]),
  )
  const basic = `Basic ${Buffer.from(`ada:${secret}`).toString('base64')}`
  expect(sent.map(r => r.headers.authorization)).toEqual([basic, undefined])
})
