/** One call from arguments to answer, in the order that never sends what nobody checked. */
import type { CallOptions, ErrorCode, PlannedRequest, ToolError } from './bound-tool.ts'
import { build } from './build.ts'
import type { JsonObject, TargetName, Tool } from './contract.ts'
import { gather, missing, type Part } from './credentials.ts'
import { answerOf, type Reply, stop } from './errors.ts'
import { type Gate, openGate, quietly } from './gate.ts'
import type { CallInfo, CallRecord, Settings } from './options.ts'
import { prepare } from './prepare.ts'
import { readBody } from './read.ts'
import { cleaner, mask, scrub } from './redact.ts'
import { answer } from './result.ts'
import { send } from './send.ts'

/** The request that a call would send, or the error it would answer with before sending. */
export const plan = async (
  settings: Settings,
  tool: Tool,
  args: unknown,
  from?: TargetName,
): Promise<PlannedRequest | ToolError> => {
  const shown = await (async () => show(settings, tool, prepare(tool, args, from)))().catch(answerOf)
  // Scrubbing changes texts, no shapes.
  return scrub(shown, cleaner(settings.secrets)) as unknown as PlannedRequest | ToolError
}

/** The request of valid arguments: every secret is a mask from the start. */
const show = async (settings: Settings, tool: Tool, args: JsonObject): Promise<PlannedRequest> => {
  const lacking = missing(settings, tool)
  if (lacking) throw stop('no_credential', { lacking })
  return build(settings, tool, args, await gather(settings, tool, () => mask), mask)
}

/** Never rejects for what a model, a user, a hook or a server did. */
export const call = async (
  settings: Settings,
  tool: Tool,
  input: unknown,
  options: CallOptions,
): Promise<JsonObject> => {
  const begun = Date.now()
  /** With what this call alone learns. */
  const secrets = [...settings.secrets]
  const gate = openGate(options.signal)
  const info = {
    tool: tool.name,
    effect: tool.effect,
    method: tool.operation.method,
    path: tool.operation.path,
    callId: options.callId,
    context: options.context,
  }
  /** Its outcome is what the call comes to when somebody else's code throws now. */
  const record: CallRecord = {
    ...info,
    arguments: [],
    outcome: 'ok',
    sent: false,
    attempts: 0,
    bytesOut: 0,
    bytesIn: 0,
    milliseconds: 0,
  }
  const reply = await run(settings, tool, input, options, gate, record, secrets, info)
    .catch(thrown => answerOf(gate.signal.reason ?? thrown, record.outcome))
    .finally(gate.close)
  // A success with such a key is wrapped: this one is ours.
  const error = reply.error as ErrorCode | undefined
  if (error && record.sent) {
    reply.sent = true
    // A 4xx says that nothing was done.
    if (tool.effect === 'write' && !/^4/.test(`${reply.status}`))
      reply.message += '; the outcome is unknown: check it, do not repeat the call'
  }
  record.outcome = error ?? 'ok'
  record.milliseconds = Date.now() - begun
  // In an async function a throw is a rejection; it still starts before the answer is out.
  quietly((async () => settings.onCall(record))())
  // An answer is an object. Its code stays, whatever a secret looks like.
  const shown = scrub(reply, cleaner(secrets)) as JsonObject
  if (error) shown.error = error
  return shown
}

const run = async (
  settings: Settings,
  tool: Tool,
  input: unknown,
  options: CallOptions,
  gate: Gate,
  record: CallRecord,
  secrets: unknown[],
  info: CallInfo,
): Promise<Reply> => {
  const args = prepare(tool, input, options.from)
  record.arguments = Object.keys(args)
  const call = { ...info, arguments: args, request: await show(settings, tool, args) }
  record.outcome = 'refused_by_policy'
  if ((await gate.until(settings.before(call))) === false) throw 0

  record.outcome = 'no_credential'
  let credentials = await gate.until(ask(settings, tool, options, secrets))
  let renewable = tool.effect === 'read' && secrets.length > settings.secrets.length

  record.outcome = 'declined'
  if (tool.confirm && !options.confirmed && (await gate.until(settings.confirm(call))) !== true) throw 0

  const key = tool.request.idempotencyHeader && (options.idempotencyKey || crypto.randomUUID())
  gate.start(settings.timeoutMs)
  const next = async () => {
    // With masks the same arguments made a request: what does not fit now is a secret.
    const planned = build(settings, tool, args, credentials, key)
    const signature = (await gate.until(settings.sign(planned, call))) ?? {}
    secrets.push(...Object.values(signature))
    const headers: Record<string, string> = { ...planned.headers, ...signature }
    // What is no header, or what a platform joins or drops, is not sent.
    const kept = [...new Request(planned.url, { headers }).headers]
    if (kept.length < Object.keys(headers).length) throw 0
    return { ...planned, headers }
  }
  const renew = async () => {
    if (!renewable) return false
    credentials = await gate.until(ask(settings, tool, options, secrets))
    renewable = false
    return true
  }
  const response = await send(settings, gate, record, next, tool.effect === 'read' || !!key, renew)
  const body = await readBody(response, settings.maxResponseBytes, gate, record)
  // From here on the outcome is known: neither the clock nor the caller can make it a failure.
  gate.close()
  try {
    if (body.value !== undefined)
      body.value = await settings.redact(scrub(body.value, cleaner(secrets)), call)
    return answer(tool.response, response, body, record.bytesIn)
  } catch {
    // What cannot be redacted or cut is not shown.
    return answer(tool.response, response, { unread: 'broken' }, record.bytesIn)
  }
}

/** The secrets of one request; what a function answers is one more secret to keep. */
const ask = (settings: Settings, tool: Tool, options: CallOptions, secrets: unknown[]): Promise<Part[]> =>
  gather(settings, tool, async configured => {
    if (typeof configured !== 'function') return configured
    const value = await configured(options.context)
    secrets.push(value)
    return value
  })
