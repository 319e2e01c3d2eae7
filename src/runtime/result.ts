/** Status, headers and body → the answer a model reads. */
import type { Json, JsonObject, ResponsePlan } from './contract.ts'
import { stop } from './errors.ts'
import { isObject } from './object.ts'
import type { Body } from './read.ts'
import { retryAfter } from './send.ts'
import { pick, trim } from './trim.ts'

const maxErrorBytes = 4096

/** A success: the object itself, or `{ result }` where it could be mistaken for something else. Throws other answers. */
export function answer(
  plan: ResponsePlan,
  { ok, status, headers }: Response,
  { value, unread }: Body,
  bytes: number,
): JsonObject {
  if (!ok && status !== 304) {
    const retryAfterSeconds = retryAfter(headers)
    throw stop(status === 429 ? 'rate_limited' : 'http_error', {
      status,
      ...(value === undefined ? {} : { body: trim(value, { maxBytes: maxErrorBytes })[0] }),
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    })
  }
  const shown = plan.headers?.flatMap((name): [string, Json][] => {
    const text = headers.get(name)
    return text === null ? [] : [[name, text]]
  })
  const more: JsonObject = shown ? { headers: Object.fromEntries(shown) } : {}
  if (unread)
    return {
      ok: true,
      status,
      unread: { contentType: headers.get('content-type') ?? '', bytes, reason: unread },
      ...more,
    }
  if (value === undefined) return { ok: true, status, ...more }
  const [result, truncated] = trim(plan.pick ? pick(value, plan.pick) : value, plan)
  if (truncated.length) return { result, truncated, ...more }
  return isObject(result) && !shown && !Object.hasOwn(result, 'error') && !Object.hasOwn(result, 'output')
    ? (result as JsonObject)
    : { result, ...more }
}
