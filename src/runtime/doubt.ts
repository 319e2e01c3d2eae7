/** What is said of a write that was sent and has failed. For `call.ts`. */
import type { Reply } from './errors.ts'

/** Made before anything is sent. */
export const doubt =
  () =>
  (reply: Reply): void => {
    // A 4xx says that nothing was done.
    if (!/^4/.test(`${reply.status}`)) reply.message += '; the outcome is unknown: check, do not repeat'
  }
