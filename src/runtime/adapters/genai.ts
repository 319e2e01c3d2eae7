/**
 * Tools for the Gemini API, in the form `@google/genai` takes. An entry point: `unplugin-openapi-tools/genai`.
 * Wire rules: ai.google.dev/gemini-api/docs/function-calling and …/thought-signatures.
 */
import type { BoundTool, CallOptions } from '../bound-tool.ts'
import type { JsonObject } from '../contract.ts'
import { answer } from './genai-answer.ts'
import type { GeminiTool, GeminiTools, ToolConfig } from './genai-types.ts'
import { offer } from './offer.ts'
import type { Runner } from './run.ts'

export { checkHistory, type HistoryOptions, type HistoryProblem } from './genai-history.ts'
export { readStream } from './genai-stream.ts'
export {
  type GenerateRequest,
  type GenerateResponse,
  type ModelCall,
  runTurn,
  type Turn,
  type TurnOptions,
} from './genai-turn.ts'
export type {
  Content,
  FunctionCall,
  FunctionResponse,
  GeminiDeclaration,
  GeminiTool,
  GeminiTools,
  ModeOptions,
  Part,
  RespondOptions,
  ResponseContent,
  ToolConfig,
} from './genai-types.ts'

/** A function of your own beside the tools. */
export interface HandWritten {
  /** As the API takes it; the name is the key it stands under. */
  declaration: { name?: never; description: string; parameters?: object; parametersJsonSchema?: unknown }
  /**
   * Its result becomes JSON; what is not an object comes back as `{ result }`. Return errors as data: the model
   * does not read what it throws. `{ error: 'confirmation_required' }` passes the same gate as a tool.
   */
  run(args: Record<string, unknown>, options: Omit<CallOptions, 'from' | 'idempotencyKey'>): unknown
}

export interface GeminiToolsOptions {
  functions?: Record<string, HandWritten>
  /** Which declaration is sent; `gemini` when unset. */
  target?: 'gemini' | 'gemini-json-schema'
}

export function geminiTools(
  bound: readonly BoundTool[],
  { functions = {}, target = 'gemini' }: GeminiToolsOptions = {},
): GeminiTools {
  const offered = offer(bound, 'Gemini', target)
  const runners = new Map<string, { run: Runner }>(offered)
  const declarations: object[] = [...offered.values()].map(each => each.declaration)
  for (const [name, { declaration, run }] of Object.entries(functions)) {
    if (runners.has(name)) throw new Error(`Two tools are called ${name}`)
    declarations.push({ ...declaration, name })
    // The API sends an object or nothing.
    runners.set(name, {
      run: async (args, options) => toObject(await run(args as Record<string, unknown>, options)),
    })
  }

  return {
    get tools() {
      // The plain values stand where the SDK's types have enums; see `SdkOnly`.
      return declarations.length > 0
        ? [{ functionDeclarations: structuredClone(declarations) } as GeminiTool]
        : []
    },
    get names() {
      return [...runners.keys()]
    },
    toolConfig({ mode, allow }) {
      const unknown = allow?.filter(name => !runners.has(name))
      if (unknown?.length) throw new Error(`No tool is called ${unknown.join(', ')}`)
      // An empty list would allow everything.
      if (allow?.length === 0) throw new Error('`allow` names no tool')
      if (allow && mode !== 'ANY' && mode !== 'VALIDATED')
        throw new Error('`allow` goes with ANY or VALIDATED')
      const functionCallingConfig = { mode, ...(allow && { allowedFunctionNames: [...allow] }) }
      // As above.
      return { functionCallingConfig } as ToolConfig
    },
    respond: (content, options = {}) => answer(content, runners, options),
  }
}

/** `response` of a function response is a JSON object, whatever a function returns. */
function toObject(value: unknown): JsonObject {
  const json = JSON.parse(JSON.stringify(value) ?? 'null')
  return typeof json === 'object' && json !== null && !Array.isArray(json) ? json : { result: json }
}
