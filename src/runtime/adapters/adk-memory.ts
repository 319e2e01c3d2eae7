/** What the calls of a session answered: one execution per call, in bounded memory. `adk.ts` calls it. */
import type { JsonObject } from '../contract.ts'
import type { FunctionCall } from './genai-types.ts'
import { anotherCall, isSame, needsConfirmation, refuse } from './run.ts'

/** Of each kind, beside the calls that are still running. */
const maxEntries = 256

export interface Ids {
  invocationId: string
  functionCallId?: string | undefined
  userId?: string
  sessionId?: string
  invocationContext?: { session?: { appName?: string } }
  toolConfirmation?: unknown
}

interface Call {
  name: string
  args?: unknown
}

interface Entry {
  session: string
  id: string
  call: Call
  answer: Promise<JsonObject>
  /** The answer, once it is there. */
  settled?: JsonObject
}

export interface Memory {
  /**
   * With progressive streaming the kit runs a call on the partial and on the final event: the second run gets the
   * answer of the first. An approval starts a new invocation, so an approved call is known by what was approved: a
   * second approval must not become a second refund. What sent nothing may run again.
   */
  once(ids: Ids, call: Call, run: () => Promise<JsonObject>): Promise<JsonObject>
  /** What this call answered when it last ran without an approval, in this session. */
  kept(ids: Ids, call: FunctionCall): JsonObject | undefined
}

export function memory(): Memory {
  // Apart, so that many reads do not push an approval out.
  const direct = new Map<string, Entry>()
  const approved = new Map<string, Entry>()
  return {
    async once(ids, call, run) {
      const { functionCallId: id, invocationId, toolConfirmation } = ids
      if (id === undefined) return run()
      const [entries, part] = toolConfirmation ? [approved, call] : [direct, invocationId]
      const session = sessionOf(ids)
      const key = JSON.stringify([session, id, part])
      const before = entries.get(key)
      if (before) {
        const isOther = !isSame(before.call, call)
        // A person is asked about the first of two calls with one id.
        if (!isRepeatable(before.settled) || (isOther && needsConfirmation(before.settled)))
          return isOther ? refuse('invalid_arguments', anotherCall) : before.answer
      }
      const entry: Entry = { session, id, call, answer: run() }
      // The newest stand last.
      entries.delete(key)
      entries.set(key, entry)
      for (const [oldest, { settled }] of entries) {
        if (entries.size <= maxEntries) break
        if (settled) entries.delete(oldest)
      }
      entry.settled = await entry.answer
      return entry.settled
    },
    kept(ids, { id, name = '', args }) {
      const session = sessionOf(ids)
      // The kit takes the ids away that it made up itself.
      const found = [...direct.values()].findLast(
        entry =>
          entry.session === session && (id ?? entry.id) === entry.id && isSame(entry.call, { name, args }),
      )
      return found?.settled
    },
  }
}

/** Two users may have sessions of one name. */
const sessionOf = ({ invocationContext, userId, sessionId }: Ids): string =>
  JSON.stringify([invocationContext?.session?.appName, userId, sessionId])

const isRepeatable = (answer: JsonObject | undefined): answer is JsonObject =>
  answer !== undefined && 'error' in answer && answer.sent !== true
