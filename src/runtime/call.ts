/** One call from arguments to answer, in the order that never sends what nobody checked. */
import type { CallOptions, ErrorCode, PlannedRequest, ToolError } from './bound-tool.ts'
import { build } from './build.ts'
import type { Json, JsonObject, TargetName, Tool } from './contract.ts'
import { gather, missing } from './credentials.ts'
import { answerOf, stop } from './errors.ts'
import { openGate, quietly } from './gate.ts'
import type { Settings } from './options.ts'
import { prepare } from './prepare.ts'
import { readBody } from './read.ts'
import { cleaner, mask, scrub } from './redact.ts'
import { answer } from './result.ts'
import { type Progress, send } from './send.ts'

/** The request that a call would send, or the error it would answer with before sending. */
export async function plan(
  settings: Settings,
  tool: Tool,
  args: unknown,
  from?: TargetName,
): Promise<PlannedRequest | ToolError> {
  const shown = await (async () => show(settings, tool, prepare(tool, args, from)))().catch(answerOf)
  // Scrubbing changes texts, no shapes.
  return scrub(shown as unknown as Json, settings.clean) as unknown as PlannedRequest | ToolError
}

/** The request of valid arguments: every secret is a mask from the start. */
async function show(settings: Settings, tool: Tool, args: JsonObject): Promise<PlannedRequest> {
  const lacking = missing(settings, tool)
  if (lacking) throw stop('no_credential', { lacking })
  return build(settings, tool, args, await gather(settings, tool, () => mask), mask)
}

/** Never rejects for what a model, a user, a hook or a server did. */
export async function call(
  settings: Settings,
  tool: Tool,
  input: unknown,
  { callId, confirmed, context, from, idempotencyKey, signal }: CallOptions,
): Promise<JsonObject> {
  const { options } = settings
  const { effect, operation, request } = tool
  const begun = Date.now()
  /** What this call alone learns. */
  const learnt: unknown[] = []
  const clean = () => (learnt.length ? cleaner([...settings.secrets, ...learnt]) : settings.clean)
  const progress: Progress = { sent: false, attempts: 0, bytesOut: 0, bytesIn: 0 }
  const gate = openGate(signal)
  const info = { tool: tool.name, effect, method: operation.method, path: operation.path, callId, context }
  let names: string[] = []
  let outcome = 'ok'

  /** Somebody else's code: whatever it throws becomes this error, without its message. */
  const guard = async <T>(error: ErrorCode, work: () => T | Promise<T>): Promise<T> => {
    try {
      return await gate.until((async () => work())())
    } catch {
      throw gate.signal.reason ?? stop(error)
    }
  }

  const run = async (): Promise<JsonObject> => {
    const args = prepare(tool, input, from)
    names = Object.keys(args)
    const call = { ...info, arguments: args, request: await show(settings, tool, args) }
    await guard('refused_by_policy', async () => {
      if ((await options.before?.(call)) === false) throw 0
    })

    let renewable = false
    const ask = () =>
      guard('no_credential', () =>
        gather(settings, tool, async configured => {
          if (typeof configured !== 'function') return configured
          const value = await configured(context)
          renewable = effect === 'read'
          learnt.push(value)
          return value
        }),
      )
    let secrets = await ask()

    if (tool.confirm && confirmed !== true) {
      if (!options.confirm) throw stop('confirmation_required')
      await guard('declined', async () => {
        if ((await options.confirm?.(call)) !== true) throw 0
      })
    }

    const key = request.idempotencyHeader && (idempotencyKey ?? crypto.randomUUID())
    gate.start(options.timeoutMs ?? 30_000)
    const next = () =>
      guard('no_credential', async () => {
        // With masks the same arguments made a request: what does not fit now is a secret.
        const planned = build(settings, tool, args, secrets, key)
        const signature = { ...(await options.sign?.(planned, call)) }
        learnt.push(...Object.values(signature))
        return { ...planned, headers: { ...planned.headers, ...signature } }
      })
    const renew = async () => {
      if (!renewable) return false
      secrets = await ask()
      renewable = false
      return true
    }
    const response = await send(options, gate, progress, next, effect === 'read' || !!key, renew)
    let body = await readBody(response, options.maxResponseBytes ?? 2 ** 20, gate, progress)
    // From here on the outcome is known: neither the clock nor the caller can make it a failure.
    gate.close()
    try {
      if (body.value !== undefined) {
        const value = scrub(body.value, clean())
        body = { value: options.redact ? await options.redact(value, call) : value }
      }
    } catch {
      // What cannot be redacted is not shown.
      body = { unread: 'broken' }
    }
    try {
      return answer(tool.response, response, body, progress.bytesIn)
    } catch (thrown) {
      if (!(thrown instanceof RangeError)) throw thrown
      return answer(tool.response, response, { unread: 'broken' }, progress.bytesIn)
    }
  }

  const result = await run()
    .catch(thrown => {
      const error = answerOf(thrown)
      outcome = error.error
      // A 4xx says that nothing was done.
      const unknown = effect === 'write' && !/^4/.test(String(error.status))
      const advice = unknown ? '; the outcome is unknown: check what happened, do not repeat the call' : ''
      return progress.sent ? { ...error, message: error.message + advice, sent: true } : error
    })
    .finally(gate.close)
  const record = { ...info, ...progress, arguments: names, outcome, milliseconds: Date.now() - begun }
  // In an async function a throw is a rejection; it still starts before the answer is out.
  quietly((async () => options.onCall?.(record))())
  const shown = scrub(result, clean()) as JsonObject
  // The code is ours, whatever a secret looks like.
  return outcome === 'ok' ? shown : { ...shown, error: outcome }
}
