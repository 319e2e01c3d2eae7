/** Two sets of golden files → what changed, classified. Pure; `project` and the CLI call it. */
import type { JsonObject } from '../runtime/contract.ts'
import { type Change, changeClasses } from './change.ts'
import { type Entry, entriesOf, match } from './match.ts'
import { type Row, toChange } from './row.ts'
import { compareTool } from './tool/compare.ts'

/**
 * The worst first, then by tool and place. Keys are names of tools, or of files below the golden folder; the values are
 * parsed golden files (`parseGolden`).
 */
export function diffGoldens(
  before: ReadonlyMap<string, JsonObject>,
  after: ReadonlyMap<string, JsonObject>,
): Change[] {
  const olds = entriesOf(before)
  const { pairs, removed, added } = match(olds, entriesOf(after))
  const owners = new Map(olds.map(e => [e.scope + e.tool, e]))
  const changes = pairs.flatMap(pair => {
    const owner = owners.get(pair.after.scope + pair.after.tool)
    const other = owner === pair.before ? undefined : owner
    return compareTool(pair.before, pair.after, other).map(row => changeOf(pair.after, row))
  })
  changes.push(...removed.map(e => changeOf(e, { rule: 'tool-removed', pointer: '/tool', old: e.tool })))
  changes.push(...added.map(e => changeOf(e, { rule: 'tool-added', pointer: '/tool', new: e.tool })))
  return changes.sort(inOrder)
}

const changeOf = (entry: Entry, row: Row): Change => toChange(row, entry.tool, entry.id ?? entry.route)

function inOrder(a: Change, b: Change): number {
  const byClass = changeClasses.indexOf(a.class) - changeClasses.indexOf(b.class)
  if (byClass !== 0) return byClass
  const text = (c: Change) => [c.tool, c.pointer, c.rule, c.fingerprint].join('\n')
  return text(a) < text(b) ? -1 : text(a) > text(b) ? 1 : 0
}
