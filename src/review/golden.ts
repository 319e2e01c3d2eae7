/** Compares what is built with what was reviewed. Pure; `project` and the CLI read the files and report. */
import { visible } from '../emit/visible.ts'
import type { JsonObject } from '../runtime/contract.ts'
import type { Change } from './change.ts'
import { diffTools } from './diff.ts'
import { lineDiff } from './line-diff.ts'
import { GoldenProblem, parseGolden } from './parse.ts'

export interface GoldenReview {
  /** Files of tools that nobody has reviewed. */
  missing: string[]
  /** Files that were reviewed, and whose tool is another one now. */
  changed: ChangedGolden[]
  /** Stored files that no tool has. */
  orphans: string[]
  /** Stored files that differ and cannot be understood. */
  unread: { file: string; problem: GoldenProblem }[]
}

export interface ChangedGolden {
  file: string
  /** The file of the tool's new name; the same one unless the tool was renamed. */
  becomes: string
  /** What it means; none when the text alone differs. */
  changes: Change[]
  /** From reviewed to built. */
  diff: string
}

/** Both maps go from a file's name to its text; every list of the answer is sorted. */
export function reviewGolden(
  built: ReadonlyMap<string, string>,
  stored: ReadonlyMap<string, string>,
): GoldenReview {
  const differing = new Map([...built].filter(([file, text]) => stored.get(file) !== text))
  const [before, after] = [new Map<string, JsonObject>(), new Map<string, JsonObject>()]
  const unread: GoldenReview['unread'] = []
  for (const [file, text] of stored) {
    if (built.has(file) && !differing.has(file)) continue
    const parsed = parseGolden(text)
    if (!(parsed instanceof GoldenProblem)) before.set(file, parsed)
    else if (built.has(file)) unread.push({ file, problem: parsed })
  }
  // What emit has written is a golden file.
  for (const [file, text] of differing)
    if (!unread.some(u => u.file === file)) after.set(file, JSON.parse(text) as JsonObject)

  const changed = new Map<string, ChangedGolden>()
  const moved = new Set<string>()
  for (const { before: from, after: to, changes } of diffTools(before, after)) {
    // A file without a partner is missing or an orphan, unless it stands on both sides.
    const file = to !== undefined && stored.has(to) ? to : from
    const becomes = to ?? file
    if (file === undefined || becomes === undefined || (to === undefined && !built.has(file))) continue
    if (from !== to && from !== undefined) moved.add(from).add(becomes)
    const diff = difference(stored.get(file) ?? '', built.get(becomes) ?? '')
    changed.set(file, { file, becomes, changes: [...(changed.get(file)?.changes ?? []), ...changes], diff })
  }
  return {
    missing: [...differing.keys()].filter(f => !stored.has(f) && !moved.has(f)).sort(),
    changed: [...changed.values()].sort(byFile),
    orphans: [...stored.keys()].filter(f => !built.has(f) && !moved.has(f)).sort(),
    unread: unread.sort(byFile),
  }
}

function difference(old: string, text: string): string {
  if (old === text) return 'only the name of the file differs'
  if (old.replaceAll('\r\n', '\n') === text)
    return 'only the line endings differ: let git keep LF (`openapi-tools.golden/** -text` in .gitattributes)'
  // The stored text is whatever somebody has committed; a reader of the difference must see all of it.
  return visible(lineDiff(old, text))
}

const byFile = (a: { file: string }, b: { file: string }) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0)
