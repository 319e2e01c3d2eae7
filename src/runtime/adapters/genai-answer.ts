/** One model content of the Gemini API → the one content that answers its calls; `genai.ts` calls it. */
import type { JsonObject } from '../contract.ts'
import type { Content, FunctionCall, RespondOptions, ResponseContent } from './genai-types.ts'
import { incomplete, needsConfirmation, type Runner, runAll } from './run.ts'

export async function answer(
  content: Content | undefined,
  runners: ReadonlyMap<string, { run: Runner }>,
  { earlier, ...options }: RespondOptions,
): Promise<ResponseContent | undefined> {
  const calls = (content?.parts ?? []).flatMap(part => part.functionCall ?? [])
  if (calls.length === 0) return undefined
  const responses = await runAll(
    calls.map((source, i) => ({
      ...source,
      source,
      known:
        earlierResponse(earlier, i, source) ?? incomplete(source.partialArgs?.length || source.willContinue),
    })),
    runners,
    options,
  )
  return {
    role: 'user',
    parts: responses.map((response, i) => {
      const { id, name = '' } = calls[i] ?? {}
      return { functionResponse: { ...(id !== undefined && { id }), name, response } }
    }),
  }
}

/** What an earlier `respond` answered, unless that call waits for confirmation. */
function earlierResponse(
  earlier: Content | undefined,
  i: number,
  call: FunctionCall,
): JsonObject | undefined {
  const { id, name, response } = earlier?.parts?.[i]?.functionResponse ?? {}
  // `respond` made it, so it is JSON.
  const answered = id === call.id && name === call.name ? (response as JsonObject | undefined) : undefined
  return answered && !needsConfirmation(answered) ? answered : undefined
}
