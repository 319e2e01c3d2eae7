/** Runs the whole compiler over a document in memory. For tests of `bind/`, `lower/` and what they promise together. */
import { type Compiled, type CompiledTool, type CompileOptions, compile } from '../../src/compile.ts'
import { isError } from '../../src/diagnostic.ts'
import type { Operations } from '../../src/options.ts'
import type { JsonObject, TargetName } from '../../src/runtime/contract.ts'
import type { Spec } from '../../src/spec/spec.ts'
import { type SpecParts, specOf } from './spec.ts'

export const everyTarget: readonly TargetName[] = ['gemini', 'gemini-json-schema', 'openai-strict']

/** Defaults of the product, with every target and with budgets that only giants reach. */
export const optionsFor = (operations: unknown, more: Partial<CompileOptions> = {}): CompileOptions => ({
  targets: everyTarget,
  budget: { nodes: 5000, bytes: 1_000_000, tools: 1000 },
  conventions: {},
  maps: 'json-text',
  enumLimit: 100,
  nameRule: 'strict',
  namespace: 'api',
  selection: {
    place: 'inline',
    // Tests write directives as literals.
    operations: operations as Operations,
    at: { file: 'openapi-tools.config.ts', pointer: '/specs/test/operations' },
  },
  ...more,
})

/** The document with `operations` chosen. */
export const compiledOf = (
  document: unknown,
  operations: unknown,
  more: Partial<CompileOptions> = {},
  parts: SpecParts = {},
): Compiled => compile(specOf(document, parts), optionsFor(operations, more))

export const errorsOf = (compiled: Compiled): string[] =>
  compiled.findings.filter(isError).map(f => `${f.code}: ${f.message} (#${f.at?.pointer ?? ''})`)

/** The one tool of a compilation without errors. */
export function theTool(compiled: Compiled): CompiledTool {
  const [tool] = compiled.tools
  if (tool === undefined || compiled.tools.length > 1)
    throw new Error(`${compiled.tools.length} tools: ${errorsOf(compiled).join('; ')}`)
  return tool
}

/** A document with one operation, `POST /x`, that has a JSON body, and the components it refers to. */
export const bodyDocument = (openapi: string, body: JsonObject, schemas: JsonObject = {}): JsonObject => ({
  openapi,
  info: { title: 'Test', version: '1' },
  paths: {
    '/x': {
      post: {
        operationId: 'doIt',
        summary: 'Does it.',
        requestBody: { required: true, content: { 'application/json': { schema: body } } },
        responses: {},
      },
    },
  },
  components: { schemas },
})

export type { Spec }
