/**
 * Tools for the Anthropic API. An entry point: `unplugin-openapi-tools/anthropic`.
 * Wire rules: docs.anthropic.com, "Tool use".
 */
import type { BoundTool } from '../bound-tool.ts'
import { described, offer } from './offer.ts'
import { type RunOptions, runAll } from './run.ts'

export interface AnthropicTool {
  name: string
  description: string
  input_schema: { type: 'object'; [keyword: string]: unknown }
}
export interface ToolUse {
  type: 'tool_use'
  id: string
  name: string
  input: unknown
}
export interface ToolResultMessage {
  role: 'user'
  content: { type: 'tool_result'; tool_use_id: string; content: string; is_error: boolean }[]
}

export interface AnthropicTools {
  /** New objects each time. */
  readonly tools: AnthropicTool[]
  readonly names: readonly string[]
  /**
   * Runs every tool use of an assistant message at the same time, each id once, and resolves to the one message
   * that answers them, in call order; to undefined when there is none. Push the message itself first, unchanged.
   */
  respond(
    message: { content: string | readonly { type: string }[] },
    options?: RunOptions<ToolUse>,
  ): Promise<ToolResultMessage | undefined>
}

export function anthropicTools(bound: readonly BoundTool[]): AnthropicTools {
  const offered = offer(bound, 'Anthropic')
  const tools = () => [...offered.values()].map(each => declare(described(each, 'Anthropic')))
  // A name that the API refuses is found now, not at the first request.
  tools()
  return {
    get tools() {
      return tools()
    },
    names: [...offered.keys()],
    async respond({ content }, options = {}) {
      const uses = typeof content === 'string' ? [] : content.filter(isToolUse)
      if (uses.length === 0) return undefined
      const calls = uses.map(source => ({ ...source, args: source.input, source }))
      const answers = await runAll(calls, offered, options)
      return {
        role: 'user',
        content: answers.map((answer, i) => ({
          type: 'tool_result' as const,
          tool_use_id: uses[i]?.id ?? '',
          content: JSON.stringify(answer),
          is_error: 'error' in answer,
        })),
      }
    },
  }
}

/**
 * "input_schema does not support oneOf, allOf, or anyOf at the top level": they are left out there. A call checks
 * the exact schema, which has them, and its answer says what is missing.
 */
function declare({ name, description, parameters }: ReturnType<typeof described>): AnthropicTool {
  const { oneOf, anyOf, allOf, ...rest } = parameters
  return { name, description, input_schema: { ...rest, type: 'object' } }
}

const isToolUse = (block: { type: string }): block is ToolUse => block.type === 'tool_use'
