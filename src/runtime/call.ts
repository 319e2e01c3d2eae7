/** One tool on its connection: from arguments to answer, in the order that never sends what nobody checked. */
import { accepted } from './arguments.ts'
import type { BoundTool, ErrorCode, PlannedRequest, ToolError } from './bound-tool.ts'
import { builder } from './build.ts'
import type { JsonObject, Tool } from './contract.ts'
import { gather, type Part, wanted } from './credentials.ts'
import { answerOf, type Reply, stop } from './errors.ts'
import { openGate, quietly } from './gate.ts'
import { checker } from './interpreter.ts'
import { own } from './object.ts'
import { type CallRecord, filled, type Settings } from './options.ts'
import { doubt, linked, picker } from './parts.ts'
import { readBody } from './read.ts'
import { type Clean, cleaner, scrub } from './redact.ts'
import { answer } from './result.ts'
import { send } from './send.ts'
import { mask } from './words.ts'

export interface Caller extends Pick<BoundTool, 'tool' | 'call'> {
  /** The option that lacks something this tool needs. */
  lacking: string | undefined
  /** Waits for nothing: whoever hands it out makes a promise of it. */
  plan(...given: Parameters<BoundTool['plan']>): PlannedRequest | ToolError
}

export const caller = (settings: Settings, tool: Tool): Caller => {
  const { effect, operation, request } = tool
  // Of a bundle without what it needs, no answer of it is right.
  if ((tool.needs ?? -1) & ~linked) throw new TypeError(`${tool.name}: set runtime: 'whole'`)
  const reads = effect === 'read'
  const wants = wanted(settings, tool)
  const keyed = (key: string | undefined): Part[] =>
    request.idempotencyHeader && key ? [['header', request.idempotencyHeader, key]] : []
  /** Every secret is a mask from the start. */
  const masks = [...keyed(mask), ...wants.map(([, , where, name, write]): Part => [where, name, write(mask)])]
  // One of two that write a name would be lost.
  const names = [
    ...masks,
    ...(request.media ? [['header', 'content-type'] as const] : []),
    ...[...request.routes, ...request.fixed].map(
      place => [place.in, place.in === 'body' ? place.pointer : place.name] as const,
    ),
  ].map(([where, name]) => `${where} ${where === 'header' ? name.toLowerCase() : name}`)
  const twice = names.find((name, i) => names.indexOf(name) < i)
  if (twice) throw new TypeError(`${tool.name} sends the ${twice} twice`)
  const lacking = [...wants, ['servers', request.server ?? ''] as const].find(
    ([option, name]) => own(settings[option], name) === undefined,
  )?.[0]
  const check = checker(tool.inputSchema)
  const draw = builder(settings, tool, check)
  const unsure = reads ? undefined : doubt()
  const choose = tool.response.pick && picker(tool.response.pick)
  /** For what is sent: there is no secret in it that should not be. */
  const bare = cleaner([])

  const prepare = (args: JsonObject) => {
    const build = draw(args)
    if (lacking) throw stop('no_credential', { lacking })
    return build
  }

  const plan: Caller['plan'] = (input, options = {}) => {
    try {
      return prepare(accepted(tool, check, input, options.from))(masks, settings.clean)
    } catch (thrown) {
      // Scrubbing changes texts, no shapes.
      return scrub(answerOf(thrown), settings.clean) as ToolError
    }
  }

  const call: Caller['call'] = async (input, options = {}) => {
    // A value of the type that each option of a call has.
    filled(
      { callId: '', confirmed: false, from: '', idempotencyKey: '', signal: {} },
      { ...options, context: undefined },
    )
    const begun = Date.now()
    /** With what this call alone learns. */
    const secrets = [...settings.secrets]
    // Once nothing more is learnt.
    let clean: Clean | undefined
    const cleaned = (value: unknown) => {
      clean ??= secrets.length > settings.secrets.length ? cleaner(secrets) : settings.clean
      return scrub(value, clean)
    }
    const gate = openGate(options.signal)
    const info = {
      tool: tool.name,
      effect,
      method: operation.method,
      path: operation.path,
      callId: options.callId,
      context: options.context,
    }
    /** Its outcome is what the call comes to when somebody else's code throws now; none while it is ours. */
    const record = {
      ...info,
      arguments: [],
      sent: false,
      attempts: 0,
      bytesOut: 0,
      bytesIn: 0,
      // What is missing comes before anybody reads it.
    } as Partial<CallRecord> as CallRecord

    const ask = () => {
      record.outcome = 'no_credential'
      return gate.until(gather(settings, wants, options.context, secrets))
    }

    const run = async (): Promise<Reply> => {
      const args = accepted(tool, check, input, options.from)
      record.arguments = Object.keys(args)
      const build = prepare(args)
      const call = {
        ...info,
        // A hook sees what is JSON of them: a copy of what a caller handed in still has its symbols.
        arguments: JSON.parse(JSON.stringify(args)),
        request: build(masks, settings.clean),
      }
      record.outcome = 'refused_by_policy'
      if ((await gate.until(settings.before(call))) === false) throw 0

      let credentials = await ask()
      let renewable = reads && secrets.length > settings.secrets.length

      record.outcome = 'declined'
      if (tool.confirm && !options.confirmed && (await gate.until(settings.confirm(call))) !== true) throw 0

      const key = request.idempotencyHeader && (options.idempotencyKey || crypto.randomUUID())
      gate.start(settings.timeoutMs)
      const next = async () => {
        // With masks the same arguments made a request: what does not fit now is a secret.
        const planned = build([...keyed(key), ...credentials], bare)
        const signature =
          (await gate.until(settings.sign({ ...planned, headers: { ...planned.headers } }, call))) ?? {}
        secrets.push(...Object.values(signature))
        const headers: Record<string, string> = { ...planned.headers, ...signature }
        // What is no header, or what a platform joins or drops, is not sent.
        const kept = [...new Request(planned.url, { headers }).headers]
        if (kept.length < Object.keys(headers).length) throw 0
        return { ...planned, headers }
      }
      const renew = async () => {
        if (!renewable) return false
        credentials = await ask()
        renewable = false
        return true
      }
      const response = await send(settings, gate, record, next, reads || !!key, renew)
      const body = await readBody(response, settings.maxResponseBytes, gate, record)
      // From here on the outcome is known: neither the clock nor the caller can make it a failure.
      try {
        if (body.value !== undefined)
          // What a hook makes of it is JSON again.
          body.value = JSON.parse(
            JSON.stringify(await gate.until(settings.redact(cleaned(body.value), call))),
          )
        return answer(tool.response, response, body, record.bytesIn, choose)
      } catch {
        // What cannot be redacted or cut is not shown.
        return answer(tool.response, response, { unread: 'broken' }, record.bytesIn)
      }
    }

    const reply = await run()
      // `ok` comes last.
      .catch(thrown => answerOf(gate.signal.reason ?? thrown, record.outcome as ErrorCode | undefined))
      .finally(gate.close)
    // A success with such a key is wrapped: this one is ours.
    const error = reply.error as ErrorCode | undefined
    if (error && record.sent) {
      reply.sent = true
      unsure?.(reply)
    }
    record.outcome = error ?? 'ok'
    record.milliseconds = Date.now() - begun
    // In an async function a throw is a rejection; it still starts before the answer is out.
    quietly((async () => settings.onCall(record))())
    // An answer is an object. Its code stays, whatever a secret looks like.
    const shown = cleaned(reply) as JsonObject
    if (error) shown.error = error
    return shown
  }

  return { tool, lacking, plan, call }
}
