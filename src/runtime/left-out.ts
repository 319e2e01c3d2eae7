/** What stands where a linked run time has no part: it never lets a value pass that nobody checks. */
import { lacks } from './errors.ts'

/** Throws before a request is sent: parts are reached from what is on its way into one, and from nowhere else. */
export const leftOut = (): never => {
  const error = new TypeError("linked for other tools: set runtime: 'whole'")
  lacks.add(error)
  throw error
}
