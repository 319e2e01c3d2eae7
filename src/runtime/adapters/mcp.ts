/**
 * Tools for a Model Context Protocol server: what `tools/list` and `tools/call` answer, for the low-level `Server` of
 * any SDK. An entry point: `unplugin-openapi-tools/mcp`. Shapes: modelcontextprotocol.io, 2025-06-18, "Tools".
 */
import type { BoundTool } from '../bound-tool.ts'
import type { JsonObject, Tool } from '../contract.ts'
import { described, type ObjectSchema, offerExact } from './offer.ts'
import { type RunOptions, runOne } from './run.ts'

export interface McpTool {
  name: string
  description: string
  inputSchema: ObjectSchema
  annotations: McpAnnotations
}
/** Written out also when false: what is absent means the opposite for some of them. */
export interface McpAnnotations {
  readOnlyHint: boolean
  destructiveHint: boolean
  idempotentHint: boolean
  openWorldHint: boolean
}
/** The `params` of a `tools/call` request. */
export interface McpCall {
  name: string
  arguments?: { [name: string]: unknown } | undefined
}
export interface McpResult {
  content: { type: 'text'; text: string }[]
  structuredContent: JsonObject
  isError: boolean
  [field: string]: unknown
}

export interface McpTools {
  /** What `tools/list` answers, in new objects each time. */
  readonly tools: McpTool[]
  readonly names: readonly string[]
  /**
   * What `tools/call` answers. An error is a result with `isError`, so that the model reads it; an unknown tool too.
   * For tools that need confirmation, `confirm` asks, for example by elicitation.
   */
  call(
    params: McpCall,
    options?: Omit<RunOptions<McpCall>, 'confirmed' | 'idempotencyKey'>,
  ): Promise<McpResult>
}

export function mcpTools(bound: readonly BoundTool[]): McpTools {
  const offered = offerExact(bound)
  const tools = () =>
    [...offered.values()].map(each => {
      const { name, description, parameters } = described(each, 'MCP', /^[\w.-]{1,128}$/)
      return { name, description, inputSchema: parameters, annotations: annotations(each.bound.tool) }
    })
  // A name that clients refuse is found now, not at the first request.
  tools()
  return {
    get tools() {
      return tools()
    },
    names: [...offered.keys()],
    async call(source, options = {}) {
      const { name, arguments: args } = source
      const answer = await runOne({ name, args, source }, offered, options)
      return {
        content: [{ type: 'text', text: JSON.stringify(answer) }],
        structuredContent: answer,
        isError: 'error' in answer,
      }
    },
  }
}

/** A write may destroy something, unless the API's owner says otherwise; HTTP says which methods may be repeated. */
const annotations = ({ effect, operation }: Tool): McpAnnotations => ({
  readOnlyHint: effect === 'read',
  destructiveHint: effect === 'write',
  // RFC 9110, 9.2.2.
  idempotentHint: effect === 'read' || operation.method === 'PUT' || operation.method === 'DELETE',
  openWorldHint: true,
})
