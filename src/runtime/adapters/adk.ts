/**
 * Tools for the Agent Development Kit, `@google/adk` 1 and 2. An entry point: `unplugin-openapi-tools/adk`.
 * The kit knows a tool by a registered symbol, so nothing is imported.
 */
import type { BoundTool } from '../bound-tool.ts'
import type { JsonObject } from '../contract.ts'
import { type Ids, type Memory, memory } from './adk-memory.ts'
import type { FunctionCall } from './genai-types.ts'
import { type Offered, offer } from './offer.ts'
import { declined, failed, needsConfirmation, refuse } from './run.ts'
import type { SdkOnly } from './sdk-only.ts'

export { repairHistory } from './adk-history.ts'

/** What the kit's `Context` holds, as far as a tool reads it. */
export interface AdkContext extends Ids {
  abortSignal?: AbortSignal | undefined
  toolConfirmation?: { confirmed: boolean } | undefined
  requestConfirmation(request: { hint: string; payload: unknown }): void
}

export interface AdkOptions {
  /** What reaches hooks and credential functions; the user and the session when unset. */
  context?(toolContext: AdkContext): unknown
  /** Which declaration is sent; `gemini` when unset. */
  target?: 'gemini' | 'gemini-json-schema'
  /**
   * What a tool with an idempotency header sends in it; a text of its own for each call of each session. With it the
   * API sees a repeated call also when another process made the first.
   */
  idempotencyKey?(toolContext: AdkContext): string
  /** Told what `context` or `idempotencyKey` threw; the model is not. */
  onError?(error: unknown, toolContext: AdkContext): void
}

/**
 * For `new LlmAgent({ tools })`. A tool that needs confirmation asks for it with `requestConfirmation` when no
 * `confirm` hook of its connection does, after arguments, policy and credentials have passed.
 */
export function adkTools(bound: readonly BoundTool[], options: AdkOptions = {}): SdkOnly[] {
  const offered = offer(bound, 'the Agent Development Kit', options.target ?? 'gemini')
  const calls = memory()
  // See `SdkOnly`: the kit's class is branded.
  return [...offered.values()].map(each => toolOf(each, calls, options)) as SdkOnly[]
}

function toolOf({ bound: { tool }, declaration, run }: Offered, calls: Memory, options: AdkOptions) {
  const { name, confirm, operation } = tool
  const { context = ({ userId, sessionId }) => ({ userId, sessionId }), idempotencyKey, onError } = options
  const execute = async (args: unknown, toolContext: AdkContext): Promise<JsonObject> => {
    const { functionCallId: callId, abortSignal: signal, toolConfirmation } = toolContext
    try {
      return await run(args, {
        context: context(toolContext),
        confirmed: toolConfirmation !== undefined,
        ...(callId !== undefined && {
          callId,
          ...(idempotencyKey && { idempotencyKey: idempotencyKey(toolContext) }),
        }),
        ...(signal && { signal }),
      })
    } catch (error) {
      onError?.(error, toolContext)
      return refuse('failed', failed)
    }
  }
  const self = {
    [Symbol.for('google.adk.baseTool')]: true,
    name,
    description: declaration.description,
    isLongRunning: false,
    _getDeclaration: () => structuredClone(declaration),
    // 2.0 asks it before it takes an approval; a tool that says no has none.
    checkRequireConfirmation: async () => confirm,
    /** For `repairHistory`. */
    kept: (ids: Ids, call: FunctionCall) => calls.kept(ids, call),
    async runAsync({ args, toolContext }: { args: unknown; toolContext: AdkContext }): Promise<JsonObject> {
      const { toolConfirmation } = toolContext
      // A rejected call is run again too. 1.x hands on what a client sent: 'false' is no approval.
      if (toolConfirmation && toolConfirmation.confirmed !== true) return refuse('declined', declined)
      const answer = await calls.once(toolContext, { name, args }, () => execute(args, toolContext))
      if (needsConfirmation(answer))
        toolContext.requestConfirmation({
          hint: `${name}: ${operation.method} ${operation.path}`,
          payload: args,
        })
      return answer
    },
    async processLlmRequest({ llmRequest }: { llmRequest: LlmRequest }) {
      // As the kit does it, so names of `Object.prototype` too.
      if (name in llmRequest.toolsDict) throw new Error(`Duplicate tool name: ${name}`)
      llmRequest.toolsDict[name] = self
      llmRequest.config ??= {}
      const { config } = llmRequest
      if (config.toolConfig?.functionCallingConfig?.streamFunctionCallArguments)
        throw new Error(
          'Turn streamFunctionCallArguments off: the kit runs tools on a part of their arguments',
        )
      config.tools ??= []
      let holder = config.tools.find(each => each.functionDeclarations)
      if (!holder) {
        holder = { functionDeclarations: [] }
        config.tools.push(holder)
      }
      holder.functionDeclarations?.push(self._getDeclaration())
    },
  }
  return self
}

/** The kit's request, as far as a tool enters itself. */
interface LlmRequest {
  toolsDict: Record<string, unknown>
  config?: {
    tools?: { functionDeclarations?: object[] }[]
    toolConfig?: { functionCallingConfig?: { streamFunctionCallArguments?: boolean } }
  }
}
