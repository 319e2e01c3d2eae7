/** The loop from a user's words to the model's answer, with no SDK in it. Exported by `genai.ts`. */
import type {
  Content,
  GeminiTool,
  GeminiTools,
  ModeOptions,
  RespondOptions,
  ToolConfig,
} from './genai-types.ts'

/** `ai.models.generateContent({ model, ...request })` takes it as it is. */
export interface GenerateRequest {
  contents: Content[]
  config: { tools?: GeminiTool[]; toolConfig?: ToolConfig; abortSignal?: AbortSignal }
}

export interface GenerateResponse {
  candidates?: Candidate[]
}

interface Candidate {
  content?: Content
  finishReason?: string
}

export interface ModelCall {
  /** The names that were declared. */
  declared: readonly string[]
  mode: ModeOptions['mode']
  /** The names that the model called. */
  calls: string[]
  milliseconds: number
}

export interface TurnOptions extends RespondOptions {
  /** How the first model call is made, and only that: under ANY for good a model can never answer. */
  first?: ModeOptions
  /** 10 when unset, at least 2. The last one is made with mode NONE, so that the model has to sum up. */
  maxModelCalls?: number
  /** Told of every model call, also of one that failed. */
  onModelCall?(call: ModelCall): void
}

export interface Turn {
  /** `answer`: the model answered · `limit`: it still called at the last model call · `empty`: it said nothing */
  ended: 'answer' | 'limit' | 'empty'
  text: string
  finishReason?: string
  modelCalls: ModelCall[]
}

/**
 * Lets the model call tools until it answers. Everything is appended to `contents` as it happens, so that nothing
 * that ran is lost when `generate` throws.
 */
export async function runTurn(
  tools: GeminiTools,
  contents: Content[],
  generate: (request: GenerateRequest) => Promise<GenerateResponse>,
  { first = { mode: 'AUTO' }, maxModelCalls = 10, onModelCall, ...options }: TurnOptions = {},
): Promise<Turn> {
  if (!(maxModelCalls >= 2)) throw new Error('`maxModelCalls` is at least 2')
  const modelCalls: ModelCall[] = []
  for (;;) {
    const isLast = modelCalls.length + 1 >= maxModelCalls
    const way: ModeOptions = isLast ? { mode: 'NONE' } : modelCalls.length === 0 ? first : { mode: 'AUTO' }
    const record: ModelCall = { declared: tools.names, mode: way.mode, calls: [], milliseconds: 0 }
    modelCalls.push(record)
    const begin = performance.now()
    let candidate: Candidate | undefined
    try {
      candidate = (await generate(request(tools, contents, way, options.signal))).candidates?.[0]
      record.calls = (candidate?.content?.parts ?? []).flatMap(p => p.functionCall?.name ?? [])
    } finally {
      record.milliseconds = performance.now() - begin
      onModelCall?.(record)
    }
    const { content = {}, finishReason } = candidate ?? {}
    const text = (content.parts ?? []).map(p => (p.thought ? '' : (p.text ?? ''))).join('')
    const hasCalls = content.parts?.some(p => p.functionCall)
    const end = (ended: Turn['ended']): Turn => ({
      ended,
      text,
      modelCalls,
      ...(finishReason !== undefined && { finishReason }),
    })
    if (!hasCalls && text === '') return end('empty')
    // A call turn without answers would make the next request fail, so it is left out.
    if (hasCalls && isLast) return end('limit')
    contents.push(content)
    const answer = await tools.respond(content, options)
    if (!answer) return end('answer')
    contents.push(answer)
  }
}

function request(
  tools: GeminiTools,
  contents: Content[],
  way: ModeOptions,
  signal: AbortSignal | undefined,
): GenerateRequest {
  // Without declarations the API refuses a tool configuration.
  const declared = tools.names.length > 0 && { tools: tools.tools, toolConfig: tools.toolConfig(way) }
  return { contents, config: { ...declared, ...(signal && { abortSignal: signal }) } }
}
