/** One call from arguments to answer, in the order that never sends what nobody checked. */
import type { CallOptions, PlannedRequest, ToolError } from './bound-tool.ts'
import type { JsonObject, TargetName, Tool } from './contract.ts'
import { ask, configured, masked, missing } from './credentials.ts'
import { Stop, stop } from './errors.ts'
import { type Gate, openGate } from './gate.ts'
import { own } from './object.ts'
import type { Settings, ToolCall } from './options.ts'
import { prepare } from './prepare.ts'
import { readBody } from './read.ts'
import { cleaner, mask, scrub } from './redact.ts'
import { assemble } from './request.ts'
import { failure, success } from './result.ts'
import { type Progress, send } from './send.ts'

/** The request that a call would send, or the error it would answer with before sending. */
export async function plan(
  settings: Settings,
  tool: Tool,
  args: unknown,
  from: TargetName | undefined,
): Promise<PlannedRequest | ToolError> {
  const clean = cleaner(configured(settings))
  try {
    const request = show(settings, tool, prepare(tool, args, from))
    return scrub({ ...request }, clean) as unknown as PlannedRequest
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    return scrub(error.answer, clean) as ToolError
  }
}

/** The plan of valid arguments: every secret is a mask from the start. */
function show(settings: Settings, tool: Tool, args: JsonObject): PlannedRequest {
  const lacking = missing(settings, tool)
  if (lacking) throw stop('no_credential', `The connection lacks ${lacking}.`)
  return assemble(settings, tool, args, masked(settings, tool), mask)
}

/** Never rejects for what a model, a user, a hook or a server did. */
export async function call(
  settings: Settings,
  tool: Tool,
  input: unknown,
  options: CallOptions,
): Promise<JsonObject> {
  const begun = Date.now()
  const seen = configured(settings)
  const progress: Progress = { sent: false, attempts: 0, bytesOut: 0, bytesIn: 0 }
  const gate = openGate(options.signal)
  let names: string[] = []
  let answer: JsonObject
  let outcome = 'ok'
  try {
    const args = prepare(tool, input, options.from)
    names = Object.keys(args)
    answer = await run(settings, tool, args, options, gate, progress, seen)
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    answer = error.answer
    outcome = error.answer.error
    if (progress.sent) answer = afterSending(tool, error.answer)
  } finally {
    gate.close()
  }
  const { sent: _, ...numbers } = progress
  const record = {
    tool: tool.name,
    arguments: names,
    method: tool.operation.method,
    path: tool.operation.path,
    outcome,
    ...numbers,
    milliseconds: Date.now() - begun,
    callId: options.callId,
    context: options.context,
  }
  // Asynchronous, so that a rejection is caught like a throw; it still starts before the answer is out.
  ;(async () => settings.options.onCall?.(record))().catch(() => {})
  // An object stays an object.
  return scrub(answer, cleaner(seen)) as JsonObject
}

/** What may have happened after all is said in words, for writes. */
function afterSending(tool: Tool, error: ToolError): ToolError {
  const known = error.error === 'rate_limited' || (error.error === 'http_error' && Number(error.status) < 500)
  const advice =
    tool.effect === 'write' && !known
      ? ' The outcome is unknown: check what happened before anything else, do not repeat the call.'
      : ''
  return { ...error, message: error.message + advice, sent: true }
}

async function run(
  settings: Settings,
  tool: Tool,
  args: JsonObject,
  { callId, confirmed, context, idempotencyKey, signal: _ }: CallOptions,
  gate: Gate,
  progress: Progress,
  seen: Set<string>,
): Promise<JsonObject> {
  const { options } = settings
  const { effect, operation, request } = tool
  const info: ToolCall = {
    tool: tool.name,
    effect,
    method: operation.method,
    path: operation.path,
    arguments: args,
    request: show(settings, tool, args),
    callId,
    context,
  }
  const guarded = async <T>(work: () => T | Promise<T>, thrown: () => Stop): Promise<T> => {
    try {
      // Starts inside, so that a hook that throws at once is caught too.
      return await gate.until((async () => work())())
    } catch (error) {
      throw gate.signal.aborted ? gate.signal.reason : error instanceof Stop ? error : thrown()
    }
  }

  const refusal = () => stop('refused_by_policy', 'A policy refused the call. Nothing was sent.')
  const verdict = await guarded(() => options.before?.(info), refusal)
  if (verdict === false) throw refusal()
  if (typeof verdict === 'string') throw stop('refused_by_policy', verdict)

  const noCredential = () => stop('no_credential', 'A credential or parameter of the connection is unusable.')
  const secrets = () => guarded(() => ask(settings, tool, context, seen), noCredential)
  let current = await secrets()

  if (tool.confirm && !confirmed) {
    if (!options.confirm)
      throw stop('confirmation_required', 'A person has to approve this call first. Nothing was sent.')
    const declined = () => stop('declined', 'The call was not approved. Nothing was sent.')
    if ((await guarded(() => options.confirm?.(info), declined)) !== true) throw declined()
  }

  const key = idempotencyKey ?? (request.idempotencyHeader ? crypto.randomUUID() : '')
  const asked = Object.keys(current.credentials).some(
    name => typeof own(options.credentials, name) === 'function',
  )
  let renewals = effect === 'read' && asked ? 1 : 0
  gate.start(options.timeoutMs ?? 30_000)
  const response = await send(options, gate, progress, {
    repeatable: effect === 'read' || request.idempotencyHeader !== undefined,
    next: () =>
      guarded(async () => {
        let next: PlannedRequest
        try {
          next = assemble(settings, tool, args, current, key)
        } catch {
          // With masks the same arguments made a request: what does not fit is a secret.
          throw noCredential()
        }
        const signature = await options.sign?.(next, info)
        for (const value of Object.values(signature ?? {})) seen.add(value)
        return { ...next, headers: { ...next.headers, ...signature } }
      }, noCredential),
    renew: async () => {
      if (renewals-- < 1) return false
      current = await secrets()
      return true
    },
  })
  const body = await readBody(response, options.maxResponseBytes ?? 2 ** 20, gate, progress)
  const shown = 'value' in body && body.value !== undefined ? await review(body.value) : body
  if (response.ok || response.status === 304) return success(tool, response, shown, progress.bytesIn)
  throw failure(response, shown)

  /** Redaction, ours and the user's. A body that cannot be redacted is not shown. */
  async function review(value: NonNullable<Parameters<typeof scrub>[0]> | null) {
    try {
      const clean = scrub(value, cleaner(seen))
      return { value: options.redact ? await gate.until(options.redact(clean, info)) : clean }
    } catch {
      return { unread: 'broken' as const }
    }
  }
}
