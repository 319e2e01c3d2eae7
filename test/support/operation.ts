/** One operation with given parts, compiled and called. For tests of `bind/`. */
import type { CompiledTool, CompileOptions } from '../../src/compile.ts'
import { connect } from '../../src/runtime/connect.ts'
import type { Json, JsonObject } from '../../src/runtime/contract.ts'
import type { PlannedRequest } from '../../src/runtime/index.ts'
import { compiledOf, errorsOf, theTool } from './compile.ts'

export interface Parts {
  /** `/x` when absent. */
  path?: string
  method?: string
  parameters?: Json[]
  /** Of the path item. */
  shared?: Json[]
  /** A schema, as a form body. */
  form?: JsonObject
  encoding?: JsonObject
  /** A schema, as a JSON body. */
  json?: JsonObject
  security?: Json
  securitySchemes?: JsonObject
  schemas?: JsonObject
  params?: JsonObject
  conventions?: CompileOptions['conventions']
}

export const query = (name: string, schema: Json, more: JsonObject = {}): JsonObject => ({
  name,
  in: 'query',
  schema,
  ...more,
})

const compiled = (p: Parts) => {
  const method = p.method ?? (p.form || p.json ? 'post' : 'get')
  const content = p.form
    ? { 'application/x-www-form-urlencoded': { schema: p.form, ...(p.encoding && { encoding: p.encoding }) } }
    : { 'application/json': { schema: p.json } }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Test', version: '1' },
    paths: {
      [p.path ?? '/x']: {
        ...(p.shared && { parameters: p.shared }),
        [method]: {
          operationId: 'doIt',
          summary: 'Does it.',
          parameters: p.parameters ?? [],
          ...((p.form || p.json) && { requestBody: { required: true, content } }),
          ...(p.security !== undefined && { security: p.security }),
          responses: {},
        },
      },
    },
    components: { schemas: p.schemas ?? {}, securitySchemes: p.securitySchemes ?? {} },
  }
  return compiledOf(
    document,
    { doIt: { ...(p.params && { params: p.params }) } },
    p.conventions && { conventions: p.conventions },
  )
}

export const errorsFor = (parts: Parts): string[] => errorsOf(compiled(parts))
export const toolFor = (parts: Parts): CompiledTool => theTool(compiled(parts))

/** The request of a call, or what the run time says is wrong. */
export async function planned(parts: Parts, args: JsonObject): Promise<PlannedRequest | Json> {
  const made = compiled(parts)
  const { tool } = theTool(made)
  const secrets = (names: readonly string[]) => Object.fromEntries(names.map(name => [name, 'SECRET']))
  const api = connect(made.info, {
    baseUrl: 'https://api.example.com',
    credentials: secrets(Object.keys(made.info.security)),
    parameters: secrets(made.info.parameters),
  })
  const result = await api.plan(tool, args)
  return 'error' in result ? ((result as JsonObject).details ?? result.error) : (result as PlannedRequest)
}

/** Path and query of a call, or what is wrong with it. */
export async function urlOf(parts: Parts, args: JsonObject): Promise<Json> {
  const result = await planned(parts, args)
  return typeof result === 'object' && result !== null && 'url' in result
    ? String(result.url).replace('https://api.example.com', '')
    : (result as Json)
}
