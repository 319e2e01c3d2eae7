/** Golden files that differ → what that means, and what needs a word of its own. For `golden.ts` and `diff-tools.ts`. */
import { createHash } from 'node:crypto'
import type { Finding } from '../diagnostic.ts'
import { type Change, safetyRows } from '../review/change.ts'
import { diffGoldens } from '../review/diff.ts'
import { GoldenProblem, parseGolden } from '../review/parse.ts'
import type { JsonObject } from '../runtime/contract.ts'
import { visible } from '../spec/text.ts'

/** Texts of one golden file; undefined where there is no file. */
export interface Difference {
  before: string | undefined
  after: string | undefined
}

/** A stored file that says nothing anybody could compare: who accepts it may accept anything. */
export interface Unread {
  file: string
  problem: string
  fix: string
  fingerprint: string
}

export interface Changes {
  changes: Change[]
  unread: Unread[]
}

/** By root-relative path. */
export function changesOf(files: ReadonlyMap<string, Difference>): Changes {
  const unread: Unread[] = []
  const [before, after] = [new Map<string, JsonObject>(), new Map<string, JsonObject>()]
  for (const [file, texts] of files) {
    const old = texts.before === undefined ? undefined : parseGolden(texts.before)
    if (old instanceof GoldenProblem) {
      unread.push(unreadOf(file, old, texts))
      continue
    }
    if (old) before.set(file, old)
    if (texts.after !== undefined) after.set(file, goldenOf(file, texts.after))
  }
  return { changes: diffGoldens(before, after), unread }
}

/** The value of a text that was just made. */
export function goldenOf(name: string, text: string): JsonObject {
  const golden = parseGolden(text)
  if (golden instanceof GoldenProblem) throw new Error(`${name} ${golden.problem}, and was just built`)
  return golden
}

const unreadOf = (file: string, { problem, fix }: GoldenProblem, { before, after }: Difference): Unread => ({
  ...{ file, problem },
  // It would be removed: nothing takes its place.
  fix: after === undefined ? 'No tool has this file: move it elsewhere when it is yours' : fix,
  // Of this very text: another broken file is another decision.
  fingerprint: createHash('sha256').update(`${file}\n${before}`).digest('hex').slice(0, 16),
})

/** One finding for everything that an update may not accept by itself. */
export function refusals({ changes, unread }: Changes, accepted: readonly string[]): Finding[] {
  const command = (fingerprint: string) =>
    `Look at it with care; to accept it, add --accept ${fingerprint} to "npx openapi-tools golden --update"`
  return [
    ...safetyRows(changes)
      .filter(c => !accepted.includes(c.fingerprint))
      .map(
        (c): Finding => ({
          code: 'safety-unaccepted',
          message: `${c.tool}: ${c.sentence}`,
          fix: command(c.fingerprint),
        }),
      ),
    ...unread
      .filter(u => !accepted.includes(u.fingerprint))
      .map(
        (u): Finding => ({
          code: 'safety-unaccepted',
          message: `${visible(u.file)} ${u.problem}, so nobody can say what would change`,
          fix: `${u.fix}; or ${lowerFirst(command(u.fingerprint))}`,
          at: { file: u.file, pointer: '' },
        }),
      ),
  ]
}

const lowerFirst = (text: string) => `${text.charAt(0).toLowerCase()}${text.slice(1)}`
