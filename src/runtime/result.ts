/** Status, headers and body → the answer a model reads. */
import type { ResponsePlan } from './contract.ts'
import { type Reply, stop } from './errors.ts'
import { isObject } from './object.ts'
import type { Choose } from './pick.ts'
import type { Body } from './read.ts'
import { retryAfter } from './send.ts'
import { trim } from './trim.ts'

/** An error; or of a success the object itself, or `{ result }` where it could be mistaken for something else. */
export const answer = (
  plan: ResponsePlan,
  { status, headers }: Response,
  { value, unread }: Body,
  bytes: number,
  choose?: Choose,
): Reply => {
  // No response has less than 200, but for the 0 that `send` refuses.
  if (status > 399)
    return stop(status === 429 ? 'rate_limited' : 'http_error', {
      status,
      body: trim(value, { maxBytes: 4096 })[0],
      retryAfterSeconds: retryAfter(headers),
    })
  const [result, cuts] = trim(choose ? choose(value) : value, plan)
  const shown =
    plan.headers && Object.fromEntries(plan.headers.map(name => [name, headers.get(name) ?? undefined]))
  if (value === undefined)
    return {
      ok: true,
      status,
      unread: unread && { contentType: headers.get('content-type') ?? '', bytes, reason: unread },
      headers: shown,
    }
  return cuts[0] || shown || !isObject(result) || 'error' in result || 'output' in result
    ? { result, truncated: cuts[0] && cuts, headers: shown }
    : result
}
