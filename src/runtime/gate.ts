/** What can stop one call at any time: the caller's signal and the clock. */
import type { ErrorCode } from './bound-tool.ts'
import { stop } from './errors.ts'

// A longer delay overflows and fires at once.
const longest = 2 ** 31 - 1

export interface Gate {
  /** Its reason is an answer. */
  signal: AbortSignal
  /** The work's outcome, or the answer as soon as the call has to end. */
  until<T>(work: T | Promise<T>): Promise<T>
  /** Starts the clock. */
  start(ms: number): void
  /** False when the clock would end first. */
  sleep(ms: number): Promise<boolean>
  close(): void
}

export function openGate(outer?: AbortSignal): Gate {
  const controller = new AbortController()
  const { signal } = controller
  const stopped = new Promise<never>((_, reject) => {
    signal.onabort = () => reject(signal.reason)
  })
  quietly(stopped)
  const end = (error: ErrorCode) => () => controller.abort(stop(error))
  const onAbort = end('aborted')
  const after = (ms: number, then: () => void) => setTimeout(then, Math.min(ms, longest))
  const until: Gate['until'] = work => Promise.race([stopped, work])
  let deadline = 0
  let clock: ReturnType<typeof setTimeout> | undefined
  if (outer?.aborted) onAbort()
  outer?.addEventListener('abort', onAbort)
  return {
    signal,
    until,
    start(ms) {
      deadline = Date.now() + ms
      clock = after(ms, end('timeout'))
    },
    sleep: async ms =>
      Date.now() + ms < deadline && (await until(new Promise<boolean>(wake => after(ms, () => wake(true))))),
    close() {
      outer?.removeEventListener('abort', onAbort)
      clearTimeout(clock)
    },
  }
}

/** For work whose failure nobody waits for. */
export const quietly = (work: Promise<unknown> | undefined): void => {
  work?.catch(() => {})
}
