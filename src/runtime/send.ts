/** One request with its retries → a response, redirects not followed. */
import type { PlannedRequest } from './bound-tool.ts'
import { stop } from './errors.ts'
import type { Gate } from './gate.ts'
import type { ConnectOptions } from './options.ts'

/** What a call learns on its way, for the record and for `sent`. */
export interface Progress {
  sent: boolean
  attempts: number
  status?: number
  bytesOut: number
  bytesIn: number
}

export interface Attempts {
  /** The request of the next attempt. */
  next(): Promise<PlannedRequest>
  /** May the same request be sent again? */
  repeatable: boolean
  /** Gets new credentials after a 401; false when there are none to get. */
  renew(): Promise<boolean>
}

/** Throws `Stop`. */
export async function send(
  options: ConnectOptions,
  gate: Gate,
  progress: Progress,
  { next, repeatable, renew }: Attempts,
): Promise<Response> {
  const { attempts = 3, maxDelayMs = 5000 } = options.retry ?? {}
  const again = async (delay: number): Promise<boolean> => {
    if (!repeatable || progress.attempts >= attempts || delay > maxDelayMs || delay >= gate.left())
      return false
    await gate.sleep(delay)
    return true
  }
  const backOff = () => Math.min(maxDelayMs, 200 * 2 ** progress.attempts * (1 + Math.random()))

  for (;;) {
    const { url, method, headers, body } = await next()
    progress.attempts++
    progress.bytesOut += new TextEncoder().encode(body).length
    let response: Response
    try {
      const sending = (options.fetch ?? fetch)(url, {
        method,
        headers,
        ...(body === undefined ? {} : { body }),
        redirect: 'manual',
        signal: gate.signal,
      })
      response = await gate.until(sending)
      progress.sent = true
    } catch (error) {
      if (gate.signal.aborted) {
        progress.sent = true
        throw gate.signal.reason
      }
      progress.sent ||= !wasRefused(error)
      if (await again(backOff())) continue
      throw stop('network_error', 'The server cannot be reached, or the connection broke.')
    }
    const { status } = response
    progress.status = status
    const wait = retryAfter(response)
    if (
      ([429, 502, 503, 504].includes(status) &&
        (await again(wait === undefined ? backOff() : wait * 1000))) ||
      (status === 401 && (await renew()))
    ) {
      discard(response)
      continue
    }
    if (response.type === 'opaqueredirect' || (status >= 300 && status < 400 && status !== 304)) {
      discard(response)
      throw stop('redirect_blocked', 'The server answered with a redirect, which is not followed.', {
        status,
        to: target(response, url),
      })
    }
    return response
  }
}

/** Frees the connection without reading on. */
export const discard = (response: Response): void => {
  response.body?.cancel().catch(() => {})
}

/** Seconds to wait, from seconds or an HTTP date (RFC 9110 10.2.3). */
export function retryAfter({ headers }: Response): number | undefined {
  const text = headers.get('retry-after') ?? ''
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - Date.now()) / 1000)
  return /\d/.test(text) && seconds >= 0 && Number.isFinite(seconds) ? seconds : undefined
}

/** Only the origin: a redirect target may carry tokens. */
const target = ({ headers }: Response, base: string): string | null => {
  const location = headers.get('location')
  return location !== null && URL.canParse(location, base) ? new URL(location, base).origin : null
}

/** Whether the error says that no connection was ever made (Node's codes). */
function wasRefused(error: unknown): boolean {
  const { cause } = error instanceof Error ? error : {}
  const code = typeof cause === 'object' && cause && 'code' in cause ? String(cause.code) : ''
  return /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT)$/.test(code)
}
