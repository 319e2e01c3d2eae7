/** Compares what is built with what was reviewed. Pure; `project` and the CLI read the files and report. */
import { visible } from '../emit/visible.ts'
import { lineDiff } from './line-diff.ts'

export interface GoldenReview {
  /** Files of tools that nobody has reviewed. */
  missing: string[]
  /** Files whose text is another one than is built, with a unified diff from reviewed to built. */
  changed: { file: string; diff: string }[]
  /** Stored files that no tool has. */
  orphans: string[]
}

/** Both maps go from a file's name to its text; every list of the answer is sorted. */
export function reviewGolden(
  built: ReadonlyMap<string, string>,
  stored: ReadonlyMap<string, string>,
): GoldenReview {
  const review: GoldenReview = { missing: [], changed: [], orphans: [] }
  for (const [file, text] of [...built].sort(byName)) {
    const old = stored.get(file)
    if (old === undefined) review.missing.push(file)
    else if (old !== text) review.changed.push({ file, diff: difference(old, text) })
  }
  review.orphans = [...stored.keys()].filter(f => !built.has(f)).sort()
  return review
}

function difference(old: string, text: string): string {
  if (old.replaceAll('\r\n', '\n') === text)
    return 'only the line endings differ: let git keep LF (`openapi-tools.golden/** -text` in .gitattributes)'
  // The stored text is whatever somebody has committed; a reader of the difference must see all of it.
  return visible(lineDiff(old, text))
}

const byName = ([a]: [string, string], [b]: [string, string]) => (a < b ? -1 : 1)
