/**
 * Tools for the OpenAI API, chat completions and responses. An entry point: `unplugin-openapi-tools/openai`.
 * Wire rules: platform.openai.com/docs/guides/function-calling.
 */
import type { BoundTool } from '../bound-tool.ts'
import { described, type ObjectSchema, offer, offerExact } from './offer.ts'
import { fromText, incomplete, type RunOptions, runAll } from './run.ts'

export interface OpenAIOptions {
  /**
   * Sends the declaration of the target `openai-strict`, to which the API holds the model; else the exact schema,
   * which it only shows to the model.
   */
  strict?: boolean
}

/** A tool call of a chat completion. */
export interface ChatToolCall {
  id: string
  type: string
  function?: { name: string; arguments: string }
}
export interface ChatTool {
  type: 'function'
  function: { name: string; description: string; parameters: ObjectSchema; strict: boolean }
}
export interface ToolMessage {
  role: 'tool'
  tool_call_id: string
  content: string
}

export interface ChatTools {
  /** New objects each time. */
  readonly tools: ChatTool[]
  readonly names: readonly string[]
  /**
   * Runs every tool call of an assistant message at the same time, each id once, and resolves to the messages that
   * answer them, in call order; to none when there is no call. Push the message itself first, unchanged.
   */
  respond(
    message: { tool_calls?: readonly ChatToolCall[] | null | undefined },
    options?: RunOptions<ChatToolCall>,
  ): Promise<ToolMessage[]>
}

export function chatTools(bound: readonly BoundTool[], { strict = false }: OpenAIOptions = {}): ChatTools {
  const { offered, functions } = prepare(bound, strict)
  return {
    get tools() {
      return functions().map(each => ({ type: 'function' as const, function: each }))
    },
    names: [...offered.keys()],
    async respond({ tool_calls }, options = {}) {
      const calls = (tool_calls ?? []).map(source => {
        const { name, arguments: text = '' } = source.function ?? {}
        return { id: source.id, name, source, ...fromText(text) }
      })
      const answers = await runAll(calls, offered, options)
      return answers.map((answer, i) => ({
        role: 'tool' as const,
        tool_call_id: calls[i]?.id ?? '',
        content: JSON.stringify(answer),
      }))
    },
  }
}

/** A function call among the output items of a response. */
export interface FunctionCallItem {
  type: 'function_call'
  call_id: string
  name: string
  arguments: string
  /** `incomplete` when a limit cut it off: it is not run then. */
  status?: string | null | undefined
}
export interface ResponsesTool {
  type: 'function'
  name: string
  description: string
  parameters: ObjectSchema
  strict: boolean
}
export interface FunctionCallOutput {
  type: 'function_call_output'
  call_id: string
  output: string
}

export interface ResponsesTools {
  /** New objects each time. */
  readonly tools: ResponsesTool[]
  readonly names: readonly string[]
  /** As in `ChatTools`, for the output items of a response; items of other types are passed over. */
  respond(
    output: readonly { type: string }[],
    options?: RunOptions<FunctionCallItem>,
  ): Promise<FunctionCallOutput[]>
}

export function responsesTools(
  bound: readonly BoundTool[],
  { strict = false }: OpenAIOptions = {},
): ResponsesTools {
  const { offered, functions } = prepare(bound, strict)
  return {
    get tools() {
      return functions().map(each => ({ type: 'function' as const, ...each }))
    },
    names: [...offered.keys()],
    async respond(output, options = {}) {
      const calls = output.filter(isFunctionCall).map(source => ({
        id: source.call_id,
        name: source.name,
        source,
        ...fromText(source.arguments),
        ...cutOff(source),
      }))
      const answers = await runAll(calls, offered, options)
      return answers.map((answer, i) => ({
        type: 'function_call_output' as const,
        call_id: calls[i]?.id ?? '',
        output: JSON.stringify(answer),
      }))
    },
  }
}

const cutOff = ({ status }: FunctionCallItem) => {
  const known = incomplete(status === 'incomplete')
  return known && { known }
}

const isFunctionCall = (item: { type: string }): item is FunctionCallItem => item.type === 'function_call'

function prepare(bound: readonly BoundTool[], strict: boolean) {
  const offered = strict ? offer(bound, 'OpenAI', 'openai-strict') : offerExact(bound)
  const functions = () => [...offered.values()].map(each => ({ ...described(each, 'OpenAI'), strict }))
  // A name that the API refuses is found now, not at the first request.
  functions()
  return { offered, functions }
}
