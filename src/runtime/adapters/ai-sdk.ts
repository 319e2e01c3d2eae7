/** Tools for the AI SDK (`ai`). An entry point: `unplugin-openapi-tools/ai-sdk`. */
import type { BoundTool, ToolError } from '../bound-tool.ts'
import type { JsonObject, TargetName } from '../contract.ts'
import { described, offer, offerExact } from './offer.ts'
import { isSame, type ModelCall, type RunOptions, runOnce, type Started } from './run.ts'
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
  // The SDK hands the same list to all calls of one turn.
  const turns = new WeakMap<object, Started<AISDKSource>>()
  const entries = [...offered.values()].map((each): [string, AISDKTool] => {
    const { name, description, parameters } = described(each, 'the AI SDK')
    const inputSchema = {
      // The SDK knows a schema by a registered symbol, so nothing is imported.
      [Symbol.for('vercel.ai.schema')]: true,
      jsonSchema: parameters,
      async validate(value: unknown) {
        const planned = await each.bound.plan(value, target && { from: target })
        return isInvalid(planned)
          ? { success: false, error: new Error(JSON.stringify(planned.details)) }
          : { success: true, value }
      },
      // See `SdkOnly`.
    } as SdkOnly
    return [
      name,
      {
        description,
        inputSchema,
        execute(input, { toolCallId: id, messages, abortSignal }) {
          const call = { id, name, args: input, source: { toolCallId: id, toolName: name, input } }
          const started: Started<AISDKSource> = turns.get(messages) ?? new Map()
          turns.set(messages, started)
          return runOnce(call, started, offered, {
            ...options,
            confirmed: isApproved(messages, call) ? [id] : [],
            signal: abortSignal,
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

/**
 * Whether a person has approved this very call: the last request for its id was granted, and what was asked for is
 * what runs. An id alone is not enough, as some models use one again.
 */
function isApproved(messages: AISDKCall['messages'], call: ModelCall<AISDKSource>): boolean | undefined {
  // A content is a list of parts, or a text, which is none of them.
  const parts = messages.flatMap(({ content }) => content) as (Part | undefined)[]
  const last = (type: string, key: 'toolCallId' | 'approvalId', value: string | undefined) =>
    parts.findLast(part => part?.type === type && part[key] === value)
  const made = last('tool-call', 'toolCallId', call.id)
  const request = last('tool-approval-request', 'toolCallId', call.id)
  return (
    request &&
    last('tool-approval-response', 'approvalId', request.approvalId)?.approved === true &&
    isSame({ name: made?.toolName, args: made?.input }, call)
  )
}

const isInvalid = (planned: object): planned is ToolError =>
  (planned as Partial<ToolError>).error === 'invalid_arguments'

/** A part of any kind; only what stands in a call and its approval is read. */
interface Part {
  type?: unknown
  approvalId?: string
  toolCallId?: string
  toolName?: string
  input?: unknown
  approved?: unknown
}
