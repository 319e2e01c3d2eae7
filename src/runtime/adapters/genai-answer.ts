/** Runs the calls of one model content and answers them all; `genai.ts` calls it. */
import type { CallOptions } from '../bound-tool.ts'
import type { JsonObject } from '../contract.ts'
import type { Answer, Content, FunctionCall, RespondOptions } from './genai-types.ts'

export type Runner = (args: Record<string, unknown>, options: CallOptions) => Promise<JsonObject>

export async function answer(
  content: Content,
  runners: ReadonlyMap<string, Runner>,
  options: RespondOptions,
): Promise<Answer | undefined> {
  const calls = (content.parts ?? []).flatMap(part => part.functionCall ?? [])
  if (calls.length === 0) return undefined
  // An id stands for one call: the model's repetition of it must not become a second refund.
  const started = new Map<string, { text: string; result: Promise<JsonObject> }>()
  const start = (call: FunctionCall, i: number): Promise<JsonObject> => {
    const before = call.id === undefined ? undefined : started.get(call.id)
    const text = JSON.stringify([call.name, call.args])
    if (before) return before.text === text ? before.result : Promise.resolve(refusals.repeated)
    const result = settled(call, i, options.earlier) ?? run(call, runners, options)
    if (call.id !== undefined) started.set(call.id, { text, result })
    return result
  }
  const running = calls.map(start)
  const responses = await Promise.all(running)
  return {
    role: 'user',
    parts: responses.map((response, i) => {
      const { id, name = '' } = calls[i] ?? {}
      return { functionResponse: { ...(id !== undefined && { id }), name, response } }
    }),
  }
}

const refusals = {
  partial: {
    error: 'invalid_arguments',
    message: 'The arguments are not complete, so nothing was run.',
    details: [{ path: '', expected: 'complete arguments', got: 'a part of them' }],
  },
  repeated: {
    error: 'invalid_arguments',
    message: 'Another call in this turn has the same id, so this one was not run.',
    details: [],
  },
  declined: { error: 'declined', message: 'A person declined this call, so it was not sent.' },
  failed: { error: 'failed', message: 'The function failed. Its outcome is unknown.' },
} satisfies Record<string, JsonObject>

/** The answer an earlier run gave, unless it only asked for confirmation. */
function settled(call: FunctionCall, i: number, earlier: Content | undefined) {
  const { id, name, response } = earlier?.parts?.[i]?.functionResponse ?? {}
  if (!response || id !== call.id || name !== call.name || needsConfirmation(response)) return undefined
  // `respond` made it, so it is JSON.
  return Promise.resolve(response as JsonObject)
}

async function run(
  call: FunctionCall,
  runners: ReadonlyMap<string, Runner>,
  { signal, context, confirm, confirmed, onError }: RespondOptions,
): Promise<JsonObject> {
  const { id, name = '', args = {} } = call
  if (call.partialArgs?.length || call.willContinue) return refusals.partial
  const runner = runners.get(name)
  if (!runner) {
    const names = [...runners.keys()].join(', ')
    return { error: 'unknown_tool', message: `There is no tool ${JSON.stringify(name)}. There is: ${names}` }
  }
  const options: CallOptions = {
    context,
    ...(signal && { signal }),
    ...(id !== undefined && { callId: id, confirmed: confirmed?.includes(id) ?? false }),
  }
  try {
    const result = await runner(args, options)
    if (!confirm || !needsConfirmation(result)) return result
    const approved = await Promise.resolve(call)
      .then(confirm)
      .catch(() => false)
    return approved === true ? await runner(args, { ...options, confirmed: true }) : refusals.declined
  } catch (error) {
    onError?.(error, call)
    return refusals.failed
  }
}

const needsConfirmation = (response: Record<string, unknown>) => response.error === 'confirmation_required'
