/** One request with its retries → a response, redirects not followed. */
import type { PlannedRequest } from './bound-tool.ts'
import { stop } from './errors.ts'
import { type Gate, quietly } from './gate.ts'
import type { ConnectOptions } from './options.ts'

/** What a call learns on its way, for its record and its errors. */
export interface Progress {
  /** Whether the server may have seen the request. */
  sent: boolean
  attempts: number
  status?: number
  bytesOut: number
  bytesIn: number
}

/** Throws an answer. `next` makes the request of an attempt; `renew` gets new credentials after a 401, if it can. */
export async function send(
  { fetch: send = fetch, retry }: ConnectOptions,
  gate: Gate,
  progress: Progress,
  next: () => Promise<PlannedRequest>,
  repeatable: boolean,
  renew: () => Promise<boolean>,
): Promise<Response> {
  const { attempts = 3, maxDelayMs = 5000 } = { ...retry }
  const again = async (ms = Math.min(maxDelayMs, 200 * 2 ** progress.attempts)) =>
    repeatable && progress.attempts < attempts && ms <= maxDelayMs && gate.sleep(ms)
  for (;;) {
    const { url, ...request } = await next()
    progress.attempts++
    progress.sent = true
    progress.bytesOut += new TextEncoder().encode(request.body).length
    let response: Response
    try {
      response = await gate.until(send(url, { ...request, redirect: 'manual', signal: gate.signal }))
    } catch {
      if (gate.signal.aborted) throw gate.signal.reason
      if (await again()) continue
      throw stop('network_error')
    }
    const { status, headers, body } = response
    progress.status = status
    const seconds = retryAfter(headers)
    const repeat = [429, 502, 503, 504].includes(status)
      ? await again(seconds && seconds * 1000)
      : status === 401 && (await renew())
    // 0 is what a browser shows of a redirect.
    const redirect = status < 200 || (status >= 300 && status < 400 && status !== 304)
    if (!repeat && !redirect) return response
    quietly(body?.cancel())
    if (redirect) throw stop('redirect_blocked', { status })
  }
}

/** Seconds to wait, from seconds or an HTTP date (RFC 9110 10.2.3). */
export function retryAfter(headers: Headers): number | undefined {
  const text = headers.get('retry-after') ?? ''
  const seconds = /^\d+$/.test(text) ? +text : Math.ceil((Date.parse(text) - Date.now()) / 1000)
  return seconds >= 0 ? seconds : undefined
}
