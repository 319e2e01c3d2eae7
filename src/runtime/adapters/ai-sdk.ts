/** Tools for the AI SDK (`ai`). An entry point: `unplugin-openapi-tools/ai-sdk`. */
import type { BoundTool, ToolError } from '../bound-tool.ts'
import type { JsonObject, TargetName } from '../contract.ts'
import { described, offer, offerExact } from './offer.ts'
import { isSame, type RunOptions, runOne } from './run.ts'
import type { SdkOnly } from './sdk-only.ts'

/** One tool as `generateText({ tools })` takes it. */
export interface AISDKTool {
  description: string
  /** What the SDK's `jsonSchema()` makes: the schema, and the check of arguments. */
  inputSchema: SdkOnly
  execute(input: unknown, options: AISDKCall): Promise<JsonObject>
}
/** What the SDK tells a tool of a call. */
export interface AISDKCall {
  toolCallId: string
  messages: readonly { role: string; content: unknown }[]
  abortSignal?: AbortSignal | undefined
}

export interface AISDKOptions
  extends Pick<RunOptions<AISDKSource>, 'context' | 'confirm' | 'idempotencyKey' | 'onError'> {
  /** Which declaration is sent; the exact schema when unset. */
  target?: Exclude<TargetName, 'gemini'>
}
/** The call that `confirm` is asked about. */
export interface AISDKSource {
  toolCallId: string
  toolName: string
  input: unknown
}

export interface AISDKTools {
  tools: Record<string, AISDKTool>
  /** For `generateText` and `streamText`: the tools that a person has to approve. */
  toolApproval: Record<string, 'user-approval'>
}

export function aiTools(bound: readonly BoundTool[], { target, ...options }: AISDKOptions = {}): AISDKTools {
  const offered = target ? offer(bound, 'the AI SDK', target) : offerExact(bound)
  const from = target && { from: target }
  const entries = [...offered.values()].map((each): [string, AISDKTool] => {
    const { name, description, parameters } = described(each, 'the AI SDK')
    return [
      name,
      {
        description,
        inputSchema: schema(parameters, async args => {
          const planned = await each.plan(args, from)
          return 'error' in planned && planned.error === 'invalid_arguments' ? planned : undefined
        }),
        execute: (input, { toolCallId, messages, abortSignal }) => {
          const source = { toolCallId, toolName: name, input }
          return runOne({ id: toolCallId, name, args: input, source }, offered, {
            ...options,
            confirmed: isApproved(messages, source) ? [toolCallId] : [],
            ...(abortSignal && { signal: abortSignal }),
          })
        },
      },
    ]
  })
  return {
    tools: Object.fromEntries(entries),
    toolApproval: Object.fromEntries(
      bound.flatMap(({ tool }) => (tool.confirm ? [[tool.name, 'user-approval' as const]] : [])),
    ),
  }
}

/** The SDK knows a schema by a registered symbol, so nothing is imported. */
const schema = (jsonSchema: JsonObject, problem: (value: unknown) => Promise<ToolError | undefined>) =>
  ({
    [Symbol.for('vercel.ai.schema')]: true,
    jsonSchema,
    validate: async (value: unknown) => {
      const found = await problem(value)
      return found
        ? { success: false, error: new Error(JSON.stringify(found.details)) }
        : { success: true, value }
    },
    // See `SdkOnly`.
  }) as SdkOnly

/**
 * Whether a person has approved this very call: the last request for its id was granted, and what was asked for is
 * what runs. An id alone is not enough, as some models use one again.
 */
function isApproved(messages: AISDKCall['messages'], { toolCallId, toolName, input }: AISDKSource): boolean {
  const parts = messages.flatMap(({ content }) => (Array.isArray(content) ? content : [])) as Part[]
  const last = (type: string, key: 'toolCallId' | 'approvalId', value: string | undefined) =>
    parts.findLast(part => part.type === type && part[key] === value)
  const made = last('tool-call', 'toolCallId', toolCallId)
  const request = last('tool-approval-request', 'toolCallId', toolCallId)
  const response = last('tool-approval-response', 'approvalId', request?.approvalId)
  return (
    request !== undefined &&
    response?.approved === true &&
    isSame({ name: made?.toolName, args: made?.input }, { name: toolName, args: input })
  )
}

/** A part of any kind; only what stands in a call and its approval is read. */
interface Part {
  type?: unknown
  approvalId?: string
  toolCallId?: string
  toolName?: string
  input?: unknown
  approved?: unknown
}
