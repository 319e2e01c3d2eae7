/** Runs the calls of one model turn, whatever the framework; adapters call it. */
import type { CallOptions, ErrorCode } from '../bound-tool.ts'
import type { JsonObject } from '../contract.ts'
import { parseJson } from '../json-text.ts'

export type Runner = (args: unknown, options: CallOptions) => Promise<JsonObject>

/** One call as a model made it. */
export interface ModelCall<Source> {
  id?: string | undefined
  name?: string | undefined
  args?: unknown
  /** The answer that is there already; nothing is run then. */
  known?: JsonObject | undefined
  /** The framework's own object, for the functions of the caller. */
  source: Source
}

export interface RunOptions<Source> {
  signal?: AbortSignal | undefined
  /** Handed to every hook, credential function and hand-written function: the user, the session. */
  context?: unknown
  /**
   * Asked when a call answers `confirmation_required`, so after arguments and policy have passed; only `true` lets
   * it run. Parallel calls are asked for at the same time.
   */
  confirm?(call: Source): boolean | Promise<boolean>
  /** Ids of calls that a person has approved before. */
  confirmed?: readonly string[]
  /**
   * What a tool with an idempotency header sends in it. The same text for the same call makes it safe to run a turn
   * again after a crash; a text of its own for each call of each conversation. Not asked for a call without an id,
   * which nothing tells from another one.
   */
  idempotencyKey?(call: Source): string
  /** Told what `confirm`, `idempotencyKey` or a hand-written function threw; the model is not. */
  onError?(error: unknown, call: Source): void
}

/** What one turn has started, by call id: an id stands for one call, and a repetition must not be a second refund. */
export type Started<Source> = Map<string, { call: ModelCall<Source>; result: Promise<JsonObject> }>

/** Runs all calls at the same time, each id once. The answers stand in call order. */
export function runAll<Source>(
  calls: readonly ModelCall<Source>[],
  runners: ReadonlyMap<string, { run: Runner }>,
  options: RunOptions<Source>,
): Promise<JsonObject[]> {
  const started: Started<Source> = new Map()
  return Promise.all(calls.map(call => call.known ?? runOnce(call, started, runners, options)))
}

export async function runOnce<Source>(
  call: ModelCall<Source>,
  started: Started<Source>,
  runners: ReadonlyMap<string, { run: Runner }>,
  options: RunOptions<Source>,
): Promise<JsonObject> {
  const { id } = call
  if (id === undefined) return runOne(call, runners, options)
  const before = started.get(id)
  if (before) return isSame(before.call, call) ? before.result : refuse('invalid_arguments', anotherCall)
  const result = runOne(call, runners, options)
  started.set(id, { call, result })
  return result
}

export async function runOne<Source>(
  { id, name = '', args = {}, source }: ModelCall<Source>,
  runners: ReadonlyMap<string, { run: Runner }>,
  { signal, context, confirm, confirmed, idempotencyKey, onError }: RunOptions<Source>,
): Promise<JsonObject> {
  const runner = runners.get(name)
  if (!runner) return unknownTool(runners.keys())
  try {
    const options: CallOptions = {
      context,
      ...(signal && { signal }),
      ...(id !== undefined && {
        callId: id,
        confirmed: !!confirmed?.includes(id),
        ...(idempotencyKey && { idempotencyKey: idempotencyKey(source) }),
      }),
    }
    const result = await runner.run(args, options)
    if (!confirm || !needsConfirmation(result)) return result
    // What is approved is what runs: whoever is asked holds the framework's object, and may write to it.
    const asked = JSON.parse(JSON.stringify(args))
    const isApproved = await Promise.resolve(source)
      .then(confirm)
      // What `onError` returns is no approval.
      .catch(error => void onError?.(error, source))
    return isApproved === true
      ? await runner.run(asked, { ...options, confirmed: true })
      : refuse('declined', declined)
  } catch (error) {
    onError?.(error, source)
    return refuse('failed', failed)
  }
}

/** `failed` is for hand-written functions: a tool never throws. */
export const refuse = (error: ErrorCode | 'failed', message: string): JsonObject => ({ error, message })

export const anotherCall = 'Another call of this turn has this id.'
export const declined = 'A person declined this call.'
export const failed = 'The function failed. Its outcome is unknown.'
export const unknownTool = (names: Iterable<string>): JsonObject =>
  refuse('unknown_tool', `No such tool. There is: ${[...names].join(', ')}`)

export const needsConfirmation = (response: JsonObject): boolean => response.error === 'confirmation_required'

/** A call whose arguments were cut off; what is there may read as a whole call that the model did not make. */
export const incomplete = (isCut: unknown): JsonObject | undefined =>
  isCut ? refuse('invalid_arguments', 'The arguments are not complete, so nothing was run.') : undefined

/** Arguments that an API carries as JSON text; without losing digits. */
export function fromText(text: string): Pick<ModelCall<unknown>, 'args' | 'known'> {
  try {
    // A tool without input may be called with no text at all.
    return { args: parseJson(text.trim() || '{}') }
  } catch {
    return { known: refuse('invalid_arguments', 'The arguments are no JSON text, so nothing was run.') }
  }
}

/** The same tool with the same arguments. */
export function isSame(a: Pick<ModelCall<unknown>, 'name' | 'args'>, b: typeof a): boolean {
  try {
    return JSON.stringify([a.name, a.args]) === JSON.stringify([b.name, b.args])
  } catch {
    // Nested too deeply to be written; no tool takes it either.
    return false
  }
}
