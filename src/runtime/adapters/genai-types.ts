/**
 * What the Gemini API exchanges, as far as the adapter reads or writes it. Types of our own, so that nobody needs
 * the SDK to compile; each is assignable to its namesake in `@google/genai` and back, which a test proves.
 */
import type { JsonObject } from '../contract.ts'
import type { RunOptions } from './run.ts'
import type { SdkOnly } from './sdk-only.ts'

export interface FunctionCall {
  id?: string
  name?: string
  args?: Record<string, unknown>
  /** Arguments still arriving: Vertex with `streamFunctionCallArguments`. */
  partialArgs?: { jsonPath?: string }[]
  willContinue?: boolean
}

export interface FunctionResponse {
  id?: string
  name?: string
  response?: Record<string, unknown>
}

export interface Part {
  text?: string
  thought?: boolean
  thoughtSignature?: string
  functionCall?: FunctionCall
  functionResponse?: FunctionResponse
}

export interface Content {
  role?: string
  parts?: Part[]
}

/** The one user content that answers a content with calls. */
export interface ResponseContent {
  role: 'user'
  parts: { functionResponse: { id?: string; name: string; response: JsonObject } }[]
}

export interface GeminiDeclaration {
  name: string
  description: string
  parameters?: SdkOnly
  parametersJsonSchema?: unknown
}

export interface GeminiTool {
  functionDeclarations: GeminiDeclaration[]
}

export interface ToolConfig {
  functionCallingConfig: { mode: SdkOnly; allowedFunctionNames?: string[] }
}

/** The API takes a list of allowed names under ANY and VALIDATED only. */
export type ModeOptions =
  | { mode: 'AUTO' | 'NONE'; allow?: never }
  | { mode: 'ANY' | 'VALIDATED'; allow?: readonly string[] }

export interface RespondOptions extends RunOptions<FunctionCall> {
  /** What an earlier `respond` made of this content: only the calls that wait for confirmation are run again. */
  earlier?: Content | undefined
}

export interface GeminiTools {
  /** New objects each time: the SDK writes to what it is given. */
  readonly tools: GeminiTool[]
  /** The declared names. */
  readonly names: readonly string[]
  /** Throws on a name in `allow` that no tool has. */
  toolConfig(options: ModeOptions): ToolConfig
  /**
   * Runs every call of a model content at the same time, each id once, and resolves to the one content that
   * answers them in call order; to undefined when there is no call. It leaves the model content as it is: push
   * that first, unchanged, then the answer.
   */
  respond(content: Content | undefined, options?: RespondOptions): Promise<ResponseContent | undefined>
}
