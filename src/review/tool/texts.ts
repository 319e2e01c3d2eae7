/** Texts that a declaration has and the exact schema does not: the tool's own, defaults, notes. For `review/tool/declarations.ts`. */
import type { RuleId } from '../rules.ts'
import { reshapes } from '../schema/marks.ts'
import { nameOf } from '../schema/walk.ts'
import type { Canonical, Said } from './canonical.ts'
import type { Context } from './context.ts'
import type { Declared } from './declarations.ts'
import { argumentPath, type Encodings, isSwitched } from './encodings.ts'
import { defaultIn, noteKeywords } from './notes.ts'

/** True when any text differs, explained or not. `rule` is that of a change that nothing explains. */
export function compareTexts(
  c: Context,
  old: Canonical['texts'],
  now: Canonical['texts'],
  encodings: Encodings,
  rule: RuleId,
  keep: (row: Declared) => void,
): boolean {
  let isTold = false
  for (const path of new Set([...old.keys(), ...now.keys()])) {
    const [a, b] = [old.get(path), now.get(path)]
    if (JSON.stringify(a?.texts) === JSON.stringify(b?.texts)) continue
    isTold = true
    if (!isSwitched(path, encodings)) compareText(c, argumentPath(path, encodings), a, b, rule, keep)
  }
  return isTold
}

function compareText(
  c: Context,
  path: string,
  old: Said | undefined,
  now: Said | undefined,
  rule: RuleId,
  keep: (row: Declared) => void,
): void {
  const [a, b] = [linesOf(old), linesOf(now)]
  const [gone, added] = [a.filter(l => !b.includes(l)), b.filter(l => !a.includes(l))]
  const pointer = now?.pointer ?? old?.pointer ?? ''
  const words = { name: nameOf(path) }
  const open = (lines: string[]) => lines.filter(l => !isExplained(c, path, l))
  const [was, is] = [open(gone), open(added)]
  const defaults = (lines: string[]) => lines.flatMap(l => defaultIn(l) ?? [])
  const [d, e] = [defaults(was), defaults(is)].map(list => (list.length > 0 ? list.join(', ') : undefined))
  if (d !== e) {
    const kind = d === undefined ? 'default-added' : e === undefined ? 'default-removed' : 'default-changed'
    keep({
      ...{ rule: kind, pointer, old: d, new: e, place: `default ${path}` },
      words: { ...words, old: d ?? '', new: e ?? '' },
      key: `${kind} ${path} ${d} ${e}`,
    })
  }
  const rest = (lines: string[]) => lines.filter(l => defaultIn(l) === undefined)
  const [before, after] = [rest(was), rest(is)]
  // The same lines in another order, or another number of forms.
  const isMoved = gone.length + added.length === 0 && !explainsOrder(c, path)
  if (before.length + after.length === 0 && !isMoved) return
  const [x, y] = isMoved ? [a, b] : [before, after]
  keep({
    ...{ rule, pointer, old: old?.texts[0], new: now?.texts[0], place: `text ${path}` },
    words: { ...words, ...excerpts(x.join('\n'), y.join('\n')) },
    key: `${rule} ${path} ${x.join('\n')}\n\n${y.join('\n')}`,
  })
}

const linesOf = (said: Said | undefined): string[] => (said?.texts ?? []).flatMap(t => t.split('\n'))

const explainsOrder = (c: Context, path: string): boolean => c.trace(path).self.length > 0

function isExplained(c: Context, path: string, line: string): boolean {
  const { self, above, below, texts } = c.trace(path)
  if ([...self, ...above].some(r => r.keyword === 'presence')) return true
  const isOfSchema = texts.some(t => t.split('\n').includes(line))
  if (isOfSchema && (self.some(r => r.keyword === 'description' || reshapes(r)) || above.some(reshapes)))
    return true
  const keywords = noteKeywords(line)
  if (keywords === undefined) return false
  if (self.some(r => reshapes(r) || r.keyword === 'required') || above.some(reshapes)) return true
  return keywords.includes('*')
    ? self.length + below.length > 0
    : self.some(r => keywords.includes(r.keyword))
}

const room = 60

/** Of two texts, what differs with a little of what stands around it. */
export function excerpts(a: string, b: string): { old: string; new: string } {
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let end = 0
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++
  const from = Math.max(0, start - 20)
  const cut = (text: string) => {
    const to = Math.min(text.length, text.length - end + 20)
    const part = text.slice(from, Math.min(to, from + 2 * room))
    const isCut = to - from > 2 * room
    return `${from > 0 ? '…' : ''}${part}${isCut || to < text.length ? '…' : ''}`
  }
  return { old: JSON.stringify(cut(a)), new: JSON.stringify(cut(b)) }
}
