/** Losses, and text that was taken out: what a golden file records and nothing acts on. For `review/tool/compare.ts`. */
import type { Json, JsonObject } from '../../runtime/contract.ts'
import { stableText } from '../../runtime/json-text.ts'
import { own } from '../../schema/draft.ts'
import { bothLists, difference, listOf, objectOf, textOf } from '../json.ts'
import { reshapes } from '../schema/marks.ts'
import { nameOf } from '../schema/walk.ts'
import type { Context } from './context.ts'

interface Kind {
  what: string
  /** What an entry is about. */
  key: (entry: JsonObject) => string
  isExplained: (path: string) => boolean
  tell: (old: JsonObject | undefined, now: JsonObject | undefined, pointer: string) => void
}

export function losses(c: Context, old: Json | undefined, now: Json | undefined, pointer: string): void {
  records(c, old, now, pointer, {
    what: 'losses',
    key: e => ['pointer', 'keyword', 'target'].map(k => String(own(e, k) ?? '')).join(' '),
    isExplained: path => {
      const { self, above, below } = c.trace(path)
      // What is lost of the tool as a whole has all arguments below it.
      return self.length > 0 || above.some(reshapes) || (path !== '' && below.length > 0)
    },
    tell: (a, b, at) => {
      const entry = b ?? a ?? {}
      const words = { name: placeText(entry), old: lossText(a), new: lossText(b) }
      const rule = a === undefined ? 'loss-added' : b === undefined ? 'loss-removed' : 'loss-changed'
      c.emit({ rule, pointer: at, place: `loss ${stableText(a ?? null)}`, old: a, new: b, words })
    },
  })
}

export function removed(c: Context, old: Json | undefined, now: Json | undefined, pointer: string): void {
  // Links come and go with every release of a vendor's documents: one row for all of a tool.
  const links = (list: Json | undefined) => listOf(list).filter(e => own(objectOf(e), 'what') === 'link')
  let isTold = false
  records(c, old, now, pointer, {
    what: 'texts that were taken out',
    key: e => ['pointer', 'what'].map(k => String(own(e, k) ?? '')).join(' '),
    isExplained: path => {
      const { self, above } = c.trace(path)
      return [...self, ...above].some(r => r.keyword === 'presence')
    },
    tell: (a, b, at) => {
      const entry = b ?? a ?? {}
      if (own(entry, 'what') === 'link') {
        if (!isTold) c.emit({ rule: 'links-changed', pointer, old: links(old), new: links(now) })
        isTold = true
        return
      }
      const words = { name: placeText(entry), old: hiddenText(a), new: hiddenText(b) }
      c.emit({
        rule: 'hidden-text-changed',
        pointer: at,
        place: `hidden ${stableText(a ?? null)}`,
        old: a,
        new: b,
        words,
      })
    },
  })
}

const placeText = (entry: JsonObject): string => {
  const path = textOf(own(entry, 'pointer')) ?? ''
  return path === '' ? 'the tool' : nameOf(path)
}
const lossText = (e: JsonObject | undefined): string =>
  e === undefined
    ? 'nothing'
    : `${String(own(e, 'keyword'))}, ${String(own(e, 'reason'))} (enforced by ${String(own(e, 'enforcedBy'))})`
const hiddenText = (e: JsonObject | undefined): string =>
  e === undefined ? 'nothing' : `${String(own(e, 'count'))} × ${String(own(e, 'what'))}`

function records(
  c: Context,
  old: Json | undefined,
  now: Json | undefined,
  pointer: string,
  kind: Kind,
): void {
  const lists = bothLists(c.emit, old, now, pointer, e => /^(?:\/|$)/.test(textOf(own(e, 'pointer')) ?? ' '))
  if (lists === undefined) return
  const [a, b] = lists
  const { gone, added } = difference(a, b, stableText)
  if (gone.length + added.length === 0 && !c.isReordered)
    c.emit({ rule: 'order-changed', pointer, old, new: now, words: { name: `the ${kind.what}` } })
  const open = new Set(added)
  const isOpen = (e: JsonObject) => !kind.isExplained(textOf(own(e, 'pointer')) ?? '')
  for (const entry of gone) {
    const partner = [...open].find(e => kind.key(e) === kind.key(entry))
    if (partner) open.delete(partner)
    if (isOpen(entry))
      kind.tell(
        entry,
        partner,
        partner ? `${pointer}/${b.indexOf(partner)}` : `${pointer}/${a.indexOf(entry)}`,
      )
  }
  for (const entry of open) if (isOpen(entry)) kind.tell(undefined, entry, `${pointer}/${b.indexOf(entry)}`)
}
