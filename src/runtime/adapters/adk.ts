/**
 * Tools for the Agent Development Kit, `@google/adk` 1 and 2. An entry point: `unplugin-openapi-tools/adk`.
 * The kit knows a tool by a registered symbol, so nothing is imported.
 */
import type { BoundTool } from '../bound-tool.ts'
import type { JsonObject } from '../contract.ts'
import { memory } from './adk-memory.ts'
import { type Offered, offer } from './offer.ts'
import { needsConfirmation, refuse, runOne } from './run.ts'
import type { SdkOnly } from './sdk-only.ts'

export { repairHistory } from './adk-history.ts'

/** What the kit's `Context` holds, as far as a tool reads it. */
export interface AdkContext {
  invocationId: string
  functionCallId?: string | undefined
  userId?: string
  sessionId?: string
  abortSignal?: AbortSignal | undefined
  toolConfirmation?: { confirmed: boolean } | undefined
  requestConfirmation(request: { hint: string; payload: unknown }): void
}

export interface AdkOptions {
  /** What reaches hooks and credential functions; the user and the session when unset. */
  context?(toolContext: AdkContext): unknown
  /** Which declaration is sent; `gemini` when unset. */
  target?: 'gemini' | 'gemini-json-schema'
}

/**
 * For `new LlmAgent({ tools })`. A tool that needs confirmation asks for it with `requestConfirmation` when no
 * `confirm` hook of its connection does, after arguments, policy and credentials have passed.
 */
export function adkTools(bound: readonly BoundTool[], options: AdkOptions = {}): SdkOnly[] {
  const offered = offer(bound, 'the Agent Development Kit', options.target ?? 'gemini')
  const once = memory()
  // See `SdkOnly`: the kit's class is branded.
  return [...offered.values()].map(each => toolOf(each, offered, once, options)) as SdkOnly[]
}

function toolOf(
  { tool, declaration }: Offered,
  offered: ReadonlyMap<string, Offered>,
  once: ReturnType<typeof memory>,
  { context = ({ userId, sessionId }) => ({ userId, sessionId }) }: AdkOptions,
) {
  const { name, confirm, operation } = tool
  const run = async (args: unknown, toolContext: AdkContext, confirmed: boolean): Promise<JsonObject> => {
    const { functionCallId: id, abortSignal: signal } = toolContext
    return runOne({ id, name, args, source: undefined }, offered, {
      context: context(toolContext),
      confirmed: confirmed && id !== undefined ? [id] : [],
      ...(signal && { signal }),
    })
  }
  const self = {
    [Symbol.for('google.adk.baseTool')]: true,
    name,
    description: declaration.description,
    isLongRunning: false,
    _getDeclaration: () => structuredClone(declaration),
    // 2.0 asks it before it takes an approval; a tool that says no has none.
    checkRequireConfirmation: async () => confirm,
    async runAsync({ args, toolContext }: { args: unknown; toolContext: AdkContext }): Promise<JsonObject> {
      const { toolConfirmation } = toolContext
      // A rejected call is run again too.
      if (toolConfirmation && !toolConfirmation.confirmed)
        return refuse('declined', 'A person declined this call.')
      const answer = await once(toolContext, () => run(args, toolContext, !!toolConfirmation))
      if (needsConfirmation(answer))
        toolContext.requestConfirmation({
          hint: `${name}: ${operation.method} ${operation.path}`,
          payload: args,
        })
      return answer
    },
    async processLlmRequest({ llmRequest }: { llmRequest: LlmRequest }) {
      if (Object.hasOwn(llmRequest.toolsDict, name)) throw new Error(`Duplicate tool name: ${name}`)
      llmRequest.toolsDict[name] = self
      llmRequest.config ??= {}
      const { config } = llmRequest
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
  config?: { tools?: { functionDeclarations?: object[] }[] }
}
