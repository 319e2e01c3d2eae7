/** Bounds of numbers, lengths and counts, patterns and formats of two schemas. For `review/schema/compare.ts`. */
import type { Json } from '../../runtime/contract.ts'
import { own } from '../../schema/draft.ts'
import type { Node } from './node.ts'
import { rowOf, type Walk } from './walk.ts'

export function numbers(walk: Walk, old: Node, now: Node, whole: boolean): void {
  side(walk, old, now, ['minimum', 'exclusiveMinimum'], 1, whole)
  side(walk, old, now, ['maximum', 'exclusiveMaximum'], -1, whole)
  const [a, b] = [number(old, 'multipleOf'), number(now, 'multipleOf')]
  if (a === b) return
  const rule =
    a === undefined || (b !== undefined && isMultiple(b, a))
      ? 'limit-tightened'
      : b === undefined || isMultiple(a, b)
        ? 'limit-loosened'
        : 'limit-changed'
  walk.emit(rowOf(rule, 'multipleOf', old, now, { old: a, new: b }))
}

export function texts(walk: Walk, old: Node, now: Node): void {
  count(walk, old, now, 'Length')
  told(walk, old, now, 'pattern', (a, b) =>
    a === undefined ? 'pattern-added' : b === undefined ? 'pattern-removed' : 'pattern-changed',
  )
}

/** `minItems` and `maxItems`, or those of lengths and properties. A lower bound of 0 is none. */
export function count(walk: Walk, old: Node, now: Node, kind: 'Length' | 'Items' | 'Properties'): void {
  side(walk, old, now, [`min${kind}`], 1, true, 0)
  side(walk, old, now, [`max${kind}`], -1, true)
}

export function unique(walk: Walk, old: Node, now: Node): void {
  const [a, b] = [own(old.schema, 'uniqueItems') === true, own(now.schema, 'uniqueItems') === true]
  if (a !== b)
    walk.emit(rowOf(b ? 'limit-tightened' : 'limit-loosened', 'uniqueItems', old, now, { old: a, new: b }))
}

export function format(walk: Walk, old: Node, now: Node): void {
  told(walk, old, now, 'format', (a, b) => {
    // Digits of an int64 may be written as a text, which keeps those past 2^53.
    if (a === undefined) return b === 'int64' ? 'digits-accepted' : 'format-added'
    if (b === undefined) return a === 'int64' ? 'digits-refused' : 'format-removed'
    if (a === 'int32' && b === 'int64') return 'format-widened'
    return a === 'int64' && b === 'int32' ? 'format-narrowed' : 'format-changed'
  })
}

function told(
  walk: Walk,
  old: Node,
  now: Node,
  keyword: 'pattern' | 'format',
  rule: (a: Json | undefined, b: Json | undefined) => Parameters<typeof rowOf>[0],
): void {
  const [a, b] = [own(old.schema, keyword), own(now.schema, keyword)]
  if (a !== b) walk.emit(rowOf(rule(a, b), keyword, old, now, { old: a, new: b }))
}

interface Bound {
  keyword: string
  value: number
  /** The value itself is outside. */
  open: boolean
}

/** The keywords of one side are one bound: the tighter of them. `sign` is 1 for a lower bound, -1 for an upper one. */
function side(
  walk: Walk,
  old: Node,
  now: Node,
  keywords: readonly string[],
  sign: 1 | -1,
  whole: boolean,
  empty?: number,
): void {
  const [a, b] = [old, now].map(node => bound(node, keywords, sign, whole, empty))
  const order = compare(a, b, sign)
  if (order === 0) return
  const keyword = b?.keyword ?? a?.keyword ?? ''
  const value = (of: Bound | undefined, node: Node) => of && own(node.schema, of.keyword)
  walk.emit(
    rowOf(order < 0 ? 'limit-tightened' : 'limit-loosened', keyword, old, now, {
      old: value(a, old),
      new: value(b, now),
      words: { ...(a === undefined && { old: 'none' }), ...(b === undefined && { new: 'none' }) },
    }),
  )
}

function bound(
  node: Node,
  keywords: readonly string[],
  sign: 1 | -1,
  whole: boolean,
  empty: number | undefined,
): Bound | undefined {
  const found = keywords.flatMap((keyword): Bound[] => {
    const value = number(node, keyword)
    if (value === undefined || value === empty) return []
    const open = keyword.startsWith('exclusive')
    // Among whole numbers, above n is from n + 1.
    return whole && open && Number.isInteger(value)
      ? [{ keyword, value: value + sign, open: false }]
      : [{ keyword, value, open }]
  })
  // The tighter one is the last.
  return found.sort((a, b) => compare(a, b, sign)).at(-1)
}

/** Negative when `b` leaves less room than `a`. */
function compare(a: Bound | undefined, b: Bound | undefined, sign: 1 | -1): number {
  if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? -1 : 1
  if (a.value !== b.value) return (a.value - b.value) * sign
  return Number(a.open) - Number(b.open)
}

function number(node: Node, keyword: string): number | undefined {
  const value = own(node.schema, keyword)
  return typeof value === 'number' ? value : undefined
}

/** Whether every multiple of `a` is one of `b`; quotients of decimals are a little off. */
function isMultiple(a: number, b: number): boolean {
  const quotient = a / b
  return Math.abs(quotient - Math.round(quotient)) < 1e-9
}
