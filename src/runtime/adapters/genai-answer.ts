/** Runs the calls of one model content and answers them all; `genai.ts` calls it. */
import type { CallOptions, ErrorCode } from '../bound-tool.ts'
import type { JsonObject } from '../contract.ts'
import type { Content, FunctionCall, RespondOptions, ResponseContent } from './genai-types.ts'

export type Runner = (args: Record<string, unknown>, options: CallOptions) => Promise<JsonObject>

export async function answer(
  content: Content | undefined,
  runners: ReadonlyMap<string, Runner>,
  options: RespondOptions,
): Promise<ResponseContent | undefined> {
  const calls = (content?.parts ?? []).flatMap(part => part.functionCall ?? [])
  if (calls.length === 0) return undefined
  // An id stands for one call: a repetition of it must not become a second refund.
  const started = new Map<string, { call: FunctionCall; result: Promise<JsonObject> }>()
  const running = calls.map(async (call, i) => {
    const before = call.id === undefined ? undefined : started.get(call.id)
    if (before) return isSame(before.call, call) ? before.result : repeated()
    const result = run(call, runners, options, earlierResponse(options.earlier, i, call))
    if (call.id !== undefined) started.set(call.id, { call, result })
    return result
  })
  const responses = await Promise.all(running)
  return {
    role: 'user',
    parts: responses.map((response, i) => {
      const { id, name = '' } = calls[i] ?? {}
      return { functionResponse: { ...(id !== undefined && { id }), name, response } }
    }),
  }
}

async function run(
  call: FunctionCall,
  runners: ReadonlyMap<string, Runner>,
  { signal, context, confirm, confirmed, onError }: RespondOptions,
  earlier: JsonObject | undefined,
): Promise<JsonObject> {
  const { id, name = '', args = {} } = call
  if (earlier && !needsConfirmation(earlier)) return earlier
  if (call.partialArgs?.length || call.willContinue)
    return refuse('invalid_arguments', 'The arguments are not complete, so nothing was run.')
  const runner = runners.get(name)
  if (!runner)
    return refuse('unknown_tool', `There is no such tool. There is: ${[...runners.keys()].join(', ')}`)
  const options: CallOptions = {
    context,
    ...(signal && { signal }),
    ...(id !== undefined && { callId: id, confirmed: confirmed?.includes(id) ?? false }),
  }
  try {
    const result = await runner(args, options)
    if (!confirm || !needsConfirmation(result)) return result
    const isApproved = await Promise.resolve(call)
      .then(confirm)
      .catch(() => false)
    return isApproved === true
      ? await runner(args, { ...options, confirmed: true })
      : refuse('declined', 'A person declined this call, so it was not sent.')
  } catch (error) {
    onError?.(error, call)
    return refuse('failed', 'The function failed. Its outcome is unknown.')
  }
}

/** `failed` is for hand-written functions: a tool never throws. */
const refuse = (error: ErrorCode | 'failed', message: string): JsonObject => ({ error, message })
const repeated = () =>
  refuse('invalid_arguments', 'Another call in this turn has the same id, so this one was not run.')

/** `respond` made it, so it is JSON. */
function earlierResponse(earlier: Content | undefined, i: number, call: FunctionCall) {
  const { id, name, response } = earlier?.parts?.[i]?.functionResponse ?? {}
  return id === call.id && name === call.name ? (response as JsonObject | undefined) : undefined
}

const needsConfirmation = (response: JsonObject) => response.error === 'confirmation_required'

function isSame(a: FunctionCall, b: FunctionCall): boolean {
  try {
    return JSON.stringify([a.name, a.args]) === JSON.stringify([b.name, b.args])
  } catch {
    // Nested too deeply to be written; no tool takes it either.
    return false
  }
}
