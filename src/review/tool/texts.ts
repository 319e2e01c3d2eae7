/** Texts that a declaration has and the exact schema does not: the tool's own, defaults, notes. For `review/tool/declarations.ts`. */
import { excerpts, sameWords } from '../excerpts.ts'
import type { RuleId } from '../rules.ts'
import { reshapes } from '../schema/marks.ts'
import { nameOf } from '../schema/walk.ts'
import type { Canonical, Said } from './canonical.ts'
import type { Context } from './context.ts'
import type { Declared } from './declarations.ts'
import { argumentPath, type Encodings, isSwitched } from './encodings.ts'
import { defaultIn, isDeprecation, isToolNote, unenforcedKeyword } from './notes.ts'

type Keep = (row: Declared) => void

/** True when any text differs, explained or not. `rule` is that of a change that nothing explains. */
export function compareTexts(
  c: Context,
  old: Canonical['texts'],
  now: Canonical['texts'],
  encodings: Encodings,
  rule: RuleId,
  keep: Keep,
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
  keep: Keep,
): void {
  const [a, b] = [linesOf(old), linesOf(now)]
  const [gone, added] = [a.filter(l => !b.includes(l)), b.filter(l => !a.includes(l))]
  const pointer = now?.pointer ?? old?.pointer ?? ''
  const name = nameOf(path)
  const tell = (id: RuleId, x: string | undefined, y: string | undefined, words = {}) =>
    keep({
      ...{ rule: id, pointer, old: x, new: y, place: `text ${path}`, words: { name, ...words } },
      key: `${id} ${path} ${JSON.stringify([x, y])}`,
    })
  const [was, is] = [gone, added].map(lines => lines.filter(l => !isExplained(c, path, l)))
  const [oldDefault, newDefault] = [was, is].map(
    lines => lines?.flatMap(l => defaultIn(l) ?? []).join(', ') || undefined,
  )
  if (oldDefault !== newDefault) {
    const kind = oldDefault === undefined ? 'added' : newDefault === undefined ? 'removed' : 'changed'
    tell(`default-${kind}`, oldDefault, newDefault, { old: oldDefault ?? '', new: newDefault ?? '' })
  }
  const [wasDeprecated, isDeprecated] = [was, is].map(lines => lines?.some(isDeprecation))
  if (wasDeprecated !== isDeprecated)
    tell(isDeprecated ? 'argument-deprecated' : 'argument-restored', undefined, undefined)
  const rest = (lines: string[] = []) => lines.filter(l => defaultIn(l) === undefined && !isDeprecation(l))
  const [before, after] = [rest(was), rest(is)]
  // A summary of what an argument holds follows the order of its keys.
  const isSummary = (line: string) => path !== '' && unenforcedKeyword(line) === undefined
  const isOrder = c.trace(path).isRewritten && [...before, ...after].every(isSummary)
  if (isOrder && before.length + after.length > 0) {
    keep({
      ...{ rule: 'order-changed', pointer, old: old?.texts[0], new: now?.texts[0], place: `text ${path}` },
      ...{ words: { name: `what ${name} takes` }, key: `order of ${path}` },
    })
    return
  }
  // The same lines in another order, or in another number of forms.
  const isMoved = gone.length + added.length === 0 && c.trace(path).self.length === 0
  if (before.length + after.length === 0 && !isMoved) return
  const [x, y] = (isMoved ? [a, b] : [before, after]).map(lines => lines.join('\n'))
  const kind = sameWords(x ?? '', y ?? '') ? 'words-kept' : rule
  keep({
    ...{ rule: kind, pointer, old: old?.texts[0], new: now?.texts[0], place: `text ${path}` },
    words: { name: path === '' ? 'the tool' : name, ...excerpts(x ?? '', y ?? '') },
    key: `${kind} ${path} ${JSON.stringify([x, y])}`,
  })
}

const linesOf = (said: Said | undefined): string[] => (said?.texts ?? []).flatMap(t => t.split('\n'))

/** A line comes, goes and changes with the argument, with its text in the exact schema, or with what it puts in words. */
function isExplained(c: Context, path: string, line: string): boolean {
  const { self, above, below, texts } = c.trace(path)
  if ([...self, ...above].some(r => r.keyword === 'presence')) return true
  const isShaped = self.some(reshapes) || above.some(reshapes)
  if (texts.some(t => t.split('\n').includes(line)))
    return isShaped || self.some(r => r.keyword === 'description')
  if (defaultIn(line) !== undefined || isDeprecation(line)) return false
  if (path === '' && !isToolNote(line)) return false
  const keyword = unenforcedKeyword(line)
  if (keyword !== undefined) return isShaped || self.some(r => r.keyword === keyword)
  return isShaped || [...self, ...below].some(r => r.keyword !== 'description')
}
