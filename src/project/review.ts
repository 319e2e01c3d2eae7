/** Compares compiled tools with the golden files. `generation.ts` calls it. */
import type { Compiled } from '../compile.ts'
import type { Finding } from '../diagnostic.ts'
import { type Change, safetyRows } from '../review/change.ts'
import { reviewGolden } from '../review/golden.ts'
import { briefText, count } from '../review/render/text.ts'
import { visible } from '../spec/text.ts'
import { builtGoldens, orphanedGolden, storedGoldens, unreadableGolden } from './golden-files.ts'

export interface SpecReview {
  findings: Finding[]
  /** Golden files to write when a build may: root-relative path → text. */
  missing: Map<string, string>
  /** Root-relative paths that decide the review. */
  files: string[]
}

export function reviewSpec(root: string, folder: string, compiled: Compiled): SpecReview {
  const { key } = compiled.info
  const built = builtGoldens(folder, compiled)
  const stored = new Map<string, string>()
  const findings: Finding[] = []
  for (const [file, text] of storedGoldens(root, folder, key)) {
    if (text instanceof Error) {
      findings.push(unreadableGolden(file, text))
      built.delete(file)
    } else stored.set(file, text)
  }
  const { missing, changed, orphans, unread } = reviewGolden(built, stored)
  const at = (file: string) => ({ file, pointer: '' })
  for (const { file, problem } of unread)
    findings.push({
      code: 'golden-unreadable',
      message: `${visible(file)} ${problem.problem}`,
      fix: problem.fix,
      at: at(file),
    })
  for (const { file, becomes, changes, diff } of changed) {
    const what =
      changes.length > 0
        ? `The tool of ${visible(file)} is not the reviewed one: ${count(changes)}\n${briefText(changes)}`
        : `${visible(file)} says what is built, written otherwise`
    findings.push({
      code: 'golden-changed',
      message: `${what}\n${becomes === file ? '' : `to be reviewed as ${becomes}:\n`}${diff}`,
      fix: `Review the changes; to accept them, run \`npx openapi-tools golden --update\`${safety(changes)}, or delete the file and run a build outside CI, which writes it anew`,
      at: at(file),
    })
  }
  findings.push(...orphans.map(file => orphanedGolden(file, key)))
  if (missing.length > 0) {
    findings.push({
      code: 'golden-missing',
      message: `Nobody has reviewed ${missing.length === 1 ? 'the tool' : `${missing.length} tools`} of the spec ${JSON.stringify(key)}: there is no ${missing.join(', ')}`,
      fix: 'Run "npx openapi-tools golden --update", or a build outside CI, which write what is missing; review and commit it',
      at: { file: missing[0] ?? '', pointer: '' },
    })
  }
  const texts = missing.map((file): [string, string] => [file, built.get(file) ?? ''])
  return { findings, missing: new Map(texts), files: [...built.keys()] }
}

const safety = (changes: readonly Change[]): string =>
  safetyRows(changes).length > 0 ? ' (it asks for the fingerprint of each safety change)' : ''
