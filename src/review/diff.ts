/** Two sets of golden files → what changed, classified. Pure; `project` and the CLI call it. */
import type { JsonObject } from '../runtime/contract.ts'
import { type Change, changeClasses } from './change.ts'
import { type Entry, entriesOf, match } from './match.ts'
import { type Row, toChange } from './row.ts'
import { compareTool } from './tool/compare.ts'

/** What became of one golden file; a key is missing where there was none, or is none. */
export interface ToolChanges {
  before?: string
  after?: string
  changes: Change[]
}

/**
 * The worst first, then by tool and place. Keys are names of tools, or of files below the golden folder; the values are
 * parsed golden files (`parseGolden`).
 */
export const diffGoldens = (
  before: ReadonlyMap<string, JsonObject>,
  after: ReadonlyMap<string, JsonObject>,
): Change[] =>
  diffTools(before, after)
    .flatMap(t => t.changes)
    .sort(inOrder)

/** The same tool by tool, also of those that did not change. */
export function diffTools(
  before: ReadonlyMap<string, JsonObject>,
  after: ReadonlyMap<string, JsonObject>,
): ToolChanges[] {
  const olds = entriesOf(before)
  const { pairs, removed, added } = match(olds, entriesOf(after))
  const owners = new Map(olds.map(e => [e.scope + e.tool, e]))
  const compared = pairs.map((pair): ToolChanges => {
    const owner = owners.get(pair.after.scope + pair.after.tool)
    const rows = compareTool(pair.before, pair.after, owner === pair.before ? undefined : owner)
    const changes = rows.map(row => changeOf(pair.after, row)).sort(inOrder)
    return { before: pair.before.key, after: pair.after.key, changes }
  })
  const gone = removed.map(e => ({
    before: e.key,
    changes: [changeOf(e, { rule: 'tool-removed', pointer: '/tool', old: e.tool })],
  }))
  const come = added.map(e => ({
    after: e.key,
    changes: [changeOf(e, { rule: 'tool-added', pointer: '/tool', new: e.tool })],
  }))
  return [...compared, ...gone, ...come]
}

const changeOf = (entry: Entry, row: Row): Change => toChange(row, entry.tool, entry.id ?? entry.route)

function inOrder(a: Change, b: Change): number {
  const byClass = changeClasses.indexOf(a.class) - changeClasses.indexOf(b.class)
  if (byClass !== 0) return byClass
  const text = (c: Change) => [c.tool, c.pointer, c.rule, c.fingerprint].join('\n')
  return text(a) < text(b) ? -1 : text(a) > text(b) ? 1 : 0
}
