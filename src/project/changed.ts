/** What changed in a file since it was pinned, when git still has the pinned one. `generation.ts` calls it. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Finding } from '../diagnostic.ts'
import { lineDiff } from '../review/line-diff.ts'
import { visible } from '../spec/text.ts'
import { readText } from './files.ts'
import { commitsOf, fileAt } from './git.ts'

const mostCommits = 30
const mostLines = 24
const width = 160

/** `expected` gives the pinned sum of a file. Other findings, and files that git does not have, stay as they are. */
export function withChange(
  finding: Finding,
  root: string,
  expected: (file: string) => string | undefined,
): Finding {
  const file = finding.at?.file
  const sha256 = finding.code === 'spec-changed' && file !== undefined ? expected(file) : undefined
  if (file === undefined || sha256 === undefined) return finding
  const now = readText(join(root, file))
  const before = typeof now === 'string' ? pinnedText(root, file, sha256) : undefined
  if (typeof now !== 'string' || before === undefined || sameLines(before, now)) return finding
  return { ...finding, message: `${finding.message}; what changed since:\n${shown(before, now)}` }
}

// The message says so already.
const sameLines = (a: string, b: string) => a.replaceAll('\r\n', '\n') === b.replaceAll('\r\n', '\n')

function pinnedText(root: string, file: string, sha256: string): string | undefined {
  for (const revision of candidates(root, file)) {
    const bytes = fileAt(root, revision, file)
    if (bytes && createHash('sha256').update(bytes).digest('hex') === sha256)
      return new TextDecoder().decode(bytes)
  }
  return undefined
}

/** The index and the last commit are asked first: they nearly always have it. */
function* candidates(root: string, file: string): Generator<string> {
  yield 'HEAD'
  yield ''
  yield* commitsOf(root, file, mostCommits)
}

function shown(before: string, now: string): string {
  const lines = lineDiff(before, now)
    .split('\n')
    .map(line => visible(line.length > width ? `${line.slice(0, width)}…` : line))
  const more = lines.length - mostLines
  return [...lines.slice(0, mostLines), ...(more > 0 ? [`… ${more} more lines`] : [])].join('\n')
}
