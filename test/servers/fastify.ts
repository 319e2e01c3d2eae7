/**
 * A Fastify app that validates requests with the schemas of a document and answers what it understood, typed. How
 * values stand in a query, a path or a form is known to each route, as in any hand-written server.
 */
import { parse } from 'node:querystring'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import fastify, { type FastifyRequest } from 'fastify'
import type { JsonObject } from '../../src/runtime/contract.ts'

export interface Route {
  method: 'GET' | 'PUT' | 'POST' | 'PATCH'
  /** In Fastify's words: `/orders/:orderId`. */
  url: string
  params?: JsonObject
  query?: JsonObject
  headers?: JsonObject
  cookies?: JsonObject
  body?: JsonObject
  /** Takes texts apart that are one value for HTTP: `a,b` is a list. */
  read?: (request: FastifyRequest) => void
}

export interface ApiServer {
  url: string
  close(): Promise<void>
}

/** In `routes`, `{ $ref: 'document#/components/…' }` is a schema of the document. */
export async function serveApi(document: JsonObject, routes: Route[]): Promise<ApiServer> {
  const app = fastify({ exposeHeadRoutes: false })
  const validator = (coerceTypes: 'array' | false) => {
    const ajv = new Ajv2020({ coerceTypes, strict: false, allErrors: true })
    // Its types describe a CommonJS default export that Node resolves one level higher.
    addFormats.default(ajv)
    // A document is no schema; only what routes refer to is compiled.
    return ajv.addSchema({ $id: 'document', ...document }, 'document', undefined, false)
  }
  // Texts become what the schema says; the parts of a JSON body have their types.
  const [ofTexts, ofJson] = [validator('array'), validator(false)]
  app.setValidatorCompiler(({ schema, httpPart }) => {
    const isJson = httpPart === 'body' && !(schema as JsonObject)['x-form']
    return (isJson ? ofJson : ofTexts).compile(schema as JsonObject)
  })
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
    done(null, { ...parse(String(body)) }),
  )
  for (const { method, url, params, query, headers, cookies, body, read } of routes)
    app.route({
      method,
      url,
      schema: {
        ...(params && { params: closed(params) }),
        querystring: closed(query ?? {}),
        ...(headers && { headers: { type: 'object', properties: headers, required: Object.keys(headers) } }),
        ...(body && { body }),
      },
      preValidation: async request => read?.(request),
      handler: async request => ({
        params: request.params,
        query: request.query,
        ...(headers && { headers: pick(request.headers, Object.keys(headers)) }),
        ...(cookies && { cookies: request.headers.cookie ?? null }),
        body: request.body ?? null,
      }),
    })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return { url, close: () => app.close() }
}

/** Nothing but these, none of them required. */
const closed = (properties: JsonObject) => ({ type: 'object', properties, additionalProperties: false })

const pick = (from: object, names: string[]) =>
  Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)))
