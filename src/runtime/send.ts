/** One request with its retries → a response, redirects not followed. */
import type { PlannedRequest } from './bound-tool.ts'
import { stop } from './errors.ts'
import { type Gate, quietly } from './gate.ts'
import type { CallRecord, Settings } from './options.ts'

/** Throws what ended it. `next` makes the request of an attempt; `renew` gets new credentials after a 401, if it can. */
export const send = async (
  settings: Settings,
  gate: Gate,
  record: CallRecord,
  next: () => Promise<PlannedRequest>,
  repeatable: boolean,
  renew: () => Promise<boolean>,
): Promise<Response> => {
  const { attempts, maxDelayMs } = settings.retry
  const again = (ms = Math.min(maxDelayMs, 200 * 2 ** record.attempts)) =>
    repeatable && record.attempts < attempts && ms <= maxDelayMs && gate.sleep(ms)
  for (;;) {
    record.outcome = 'no_credential'
    const request = await next()
    record.outcome = 'network_error'
    record.attempts++
    record.sent = true
    record.bytesOut += new TextEncoder().encode(request.body).length
    let response: Response
    try {
      response = await gate.until(
        // A body that is undefined is none, whatever the type says.
        settings.fetch(request.url, { ...request, redirect: 'manual', signal: gate.signal } as RequestInit),
      )
    } catch (thrown) {
      if (await again()) continue
      throw thrown
    }
    const { status } = response
    record.status = status
    // 0 is what a browser shows of a redirect.
    if (response.redirected || /^[03](?!04)/.test(`${status}`)) {
      quietly(response.body?.cancel())
      throw stop('redirect_blocked', { status })
    }
    const seconds = retryAfter(response.headers)
    const repeat = /429|50[234]/.test(`${status}`)
      ? await again(seconds && seconds * 1000)
      : status === 401 && (await renew())
    if (!repeat) return response
    quietly(response.body?.cancel())
  }
}

/** Seconds to wait, from seconds or an HTTP date (RFC 9110 10.2.3). */
export const retryAfter = (headers: Headers): number | undefined => {
  const text = headers.get('retry-after') ?? ''
  const seconds = /^\d+$/.test(text) ? +text : Math.ceil((Date.parse(text) - Date.now()) / 1000)
  return seconds >= 0 ? seconds : undefined
}
