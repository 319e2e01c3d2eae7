/** One execution per call id, in bounded memory; `adk.ts` calls it. */
import type { JsonObject } from '../contract.ts'

const maxEntries = 256

interface Ids {
  invocationId: string
  functionCallId?: string | undefined
  sessionId?: string
  toolConfirmation?: unknown
}

/**
 * With progressive streaming the kit runs a call on the partial and on the final event: the second run gets the answer
 * of the first. An approval starts a new invocation, so an approved call is known by its session instead: a second
 * approval must not become a second refund. What sent nothing is not kept.
 */
export function memory(): (ids: Ids, run: () => Promise<JsonObject>) => Promise<JsonObject> {
  const answers = new Map<string, Promise<JsonObject>>()
  return ({ invocationId, functionCallId, sessionId, toolConfirmation }, run) => {
    if (functionCallId === undefined) return run()
    const key = JSON.stringify([toolConfirmation ? ['approved', sessionId] : invocationId, functionCallId])
    const before = answers.get(key)
    if (before) return before
    const answer = run().then(result => {
      if ('error' in result && result.sent !== true) answers.delete(key)
      return result
    })
    answers.set(key, answer)
    for (const oldest of answers.keys()) {
      if (answers.size <= maxEntries) break
      answers.delete(oldest)
    }
    return answer
  }
}
