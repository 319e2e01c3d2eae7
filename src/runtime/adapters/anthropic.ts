/**
 * Tools for the Anthropic API. An entry point: `unplugin-openapi-tools/anthropic`.
 * Wire rules: docs.anthropic.com, "Tool use".
 */
import type { BoundTool } from '../bound-tool.ts'
import { described, type ObjectSchema, offerExact } from './offer.ts'
import { incomplete, type RunOptions, runAll } from './run.ts'

export interface AnthropicTool {
  name: string
  description: string
  input_schema: ObjectSchema
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
   * With the whole message, its `stop_reason` too, the tool use that a token limit cut off is not run.
   */
  respond(
    message: { content: string | readonly { type: string }[]; stop_reason?: string | null | undefined },
    options?: RunOptions<ToolUse>,
  ): Promise<ToolResultMessage | undefined>
}

export function anthropicTools(bound: readonly BoundTool[]): AnthropicTools {
  const offered = offerExact(bound)
  const tools = () =>
    [...offered.values()].map(each => {
      const { name, description, parameters } = described(each, 'Anthropic')
      return { name, description, input_schema: parameters }
    })
  // A name that the API refuses is found now, not at the first request.
  tools()
  return {
    get tools() {
      return tools()
    },
    names: [...offered.keys()],
    async respond({ content, stop_reason }, options = {}) {
      const uses = typeof content === 'string' ? [] : content.filter(isToolUse)
      if (uses.length === 0) return undefined
      const calls = uses.map(source => ({
        id: source.id,
        name: source.name,
        args: source.input,
        known: incomplete(isCut(stop_reason) && source === content.at(-1)),
        source,
      }))
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

/** The message ends where a limit was reached, and so does its last block. */
const isCut = (reason: string | null | undefined): boolean =>
  reason === 'max_tokens' || reason === 'model_context_window_exceeded'

const isToolUse = (block: { type: string }): block is ToolUse => block.type === 'tool_use'
