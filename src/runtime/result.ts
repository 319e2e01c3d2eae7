/** Status, headers and body → the answer a model reads. */
import type { Json, JsonObject, ResponsePlan, Tool } from './contract.ts'
import type { Stop } from './errors.ts'
import { stop } from './errors.ts'
import { isObject } from './object.ts'
import type { Body } from './read.ts'
import { retryAfter } from './send.ts'
import { pick, trim } from './trim.ts'

const maxErrorBytes = 4096
const maxHeaderLength = 1024

/** A success: the object itself, or `{ result }` where it could be mistaken for an error or was cut. */
export function success(tool: Tool, { status, headers }: Response, body: Body, size: number): JsonObject {
  const { response: plan } = tool
  const shown = plan.headers?.flatMap((name): [string, Json][] => {
    const text = headers.get(name)
    return text === null ? [] : [[name, text.slice(0, maxHeaderLength)]]
  })
  const more: JsonObject = shown ? { headers: Object.fromEntries(shown) } : {}
  if ('unread' in body) {
    const contentType = (headers.get('content-type') ?? '').slice(0, 100)
    return { ok: true, status, unread: { contentType, bytes: size, reason: body.unread }, ...more }
  }
  if (body.value === undefined) return { ok: true, status, ...more }
  const { value, cuts } = trim(plan.pick ? pick(body.value, plan.pick) : body.value, plan)
  if (cuts.length) return { result: value, truncated: cuts.map(cut => ({ ...cut })), ...more }
  return isObject(value) && !shown && !Object.hasOwn(value, 'error') && !Object.hasOwn(value, 'output')
    ? value
    : { result: value, ...more }
}

/** An answer of 400 and up. The server's text stays in `body`, short. */
export function failure(response: Response, body: Body): Stop {
  const { status } = response
  const plan: ResponsePlan = { maxBytes: maxErrorBytes }
  const wait = retryAfter(response)
  const more: JsonObject = {
    status,
    ...('value' in body && body.value !== undefined ? { body: trim(body.value, plan).value } : {}),
    ...(wait === undefined ? {} : { retryAfterSeconds: wait }),
  }
  return status === 429
    ? stop('rate_limited', 'The server asks for fewer calls.', more)
    : stop('http_error', `The server answered ${status}.`, more)
}
