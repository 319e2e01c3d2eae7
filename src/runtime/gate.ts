/** What can stop one call at any time: the caller's signal and the clock. */
import type { ErrorCode } from './bound-tool.ts'
import { stop } from './errors.ts'

export interface Gate {
  /** Its reason is an answer. */
  signal: AbortSignal
  /** The work's outcome, or the answer as soon as the call has to end. */
  until<T>(work: T | Promise<T>): Promise<T>
  /** Starts the clock. */
  start(ms: number): void
  /** False when the clock would end first. */
  sleep(ms: number): false | Promise<boolean>
  close(): void
}

export const openGate = (outer?: AbortSignal): Gate => {
  const controller = new AbortController()
  const end = (error: ErrorCode) => controller.abort(stop(error))
  const onAbort = () => end('aborted')
  const stopped = new Promise<never>((_, reject) => {
    controller.signal.onabort = () => reject(controller.signal.reason)
  })
  quietly(stopped)
  outer?.addEventListener('abort', onAbort)
  if (outer?.aborted) onAbort()
  let deadline = 0
  const timers: ReturnType<typeof setTimeout>[] = []
  return {
    signal: controller.signal,
    until: work => Promise.race([stopped, work]),
    start(ms) {
      // A longer delay would overflow and fire at once.
      ms = Math.min(ms, 2 ** 31 - 1)
      deadline = Date.now() + ms
      timers.push(setTimeout(end, ms, 'timeout'))
    },
    sleep: ms =>
      Date.now() + ms < deadline &&
      Promise.race([stopped, new Promise<boolean>(wake => timers.push(setTimeout(wake, ms, true)))]),
    close() {
      outer?.removeEventListener('abort', onAbort)
      timers.forEach(clearTimeout)
    },
  }
}

/** For work whose failure nobody waits for. */
export const quietly = (work: Promise<unknown> | undefined): void => {
  work?.catch(() => {})
}
