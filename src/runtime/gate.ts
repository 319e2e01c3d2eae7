/** What can stop one call at any time: the caller's signal and the clock. */
import { type Stop, stop } from './errors.ts'

// A longer delay would overflow and fire at once.
const longest = 2 ** 31 - 1

export interface Gate {
  signal: AbortSignal
  /** The work's outcome, or `Stop` as soon as the call has to end. */
  until<T>(work: T | Promise<T>): Promise<T>
  /** Starts the clock. */
  start(ms: number): void
  sleep(ms: number): Promise<void>
  /** Milliseconds on the clock. */
  left(): number
  close(): void
}

export function openGate(outer: AbortSignal | undefined): Gate {
  const controller = new AbortController()
  const { signal } = controller
  const timers: ReturnType<typeof setTimeout>[] = []
  let deadline = Number.POSITIVE_INFINITY
  let shut: (reason: Stop) => void = () => {}
  const stopped = new Promise<never>((_, reject) => {
    shut = reject
  })
  stopped.catch(() => {})
  const end = (reason: Stop) => {
    shut(reason)
    controller.abort(reason)
  }
  const onAbort = () => end(stop('aborted', 'The call was stopped.'))
  if (outer?.aborted) onAbort()
  outer?.addEventListener('abort', onAbort)
  const after = (ms: number, then: () => void) => {
    timers.push(setTimeout(then, Math.min(ms, longest)))
  }
  const until = <T>(work: T | Promise<T>): Promise<T> => Promise.race([stopped, work])
  return {
    signal,
    until,
    start(ms) {
      deadline = Date.now() + ms
      after(ms, () => end(stop('timeout', `No answer within ${ms} ms.`)))
    },
    sleep: ms => until(new Promise<void>(wake => after(ms, wake))),
    left: () => deadline - Date.now(),
    close() {
      outer?.removeEventListener('abort', onAbort)
      for (const timer of timers) clearTimeout(timer)
    },
  }
}
