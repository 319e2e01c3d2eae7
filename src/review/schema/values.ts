/** Which kinds of values, and which values, two schemas take. For `review/schema/compare.ts`. */
import type { Json } from '../../runtime/contract.ts'
import { stableText } from '../../runtime/json-text.ts'
import { own } from '../../schema/draft.ts'
import { listOf, same, textsOf } from '../json.ts'
import type { Node } from './node.ts'
import { rowOf, type Walk } from './walk.ts'

export type Kind = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object'
const every: readonly Kind[] = ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object']

/** The kinds of values that a schema's own keywords let through. */
export function kindsOf(node: Node): Set<Kind> {
  const type = own(node.schema, 'type')
  const listed = members(node)
  const names = type === undefined ? every : typeof type === 'string' ? [type] : textsOf(type)
  const kinds = new Set(every.filter(k => names.includes(k) || (k === 'integer' && names.includes('number'))))
  // `format: int64` beside both types means whole numbers that a model may write as digits.
  if (own(node.schema, 'format') === 'int64' && kinds.has('integer') && !kinds.has('number'))
    kinds.delete('string')
  if (listed === undefined) return kinds
  // Where a type is given, its members need not have every kind of it; null is one more member.
  const found = new Set(listed.map(kindOf))
  if (type === undefined) for (const k of kinds) if (!found.has(k)) kinds.delete(k)
  if (!found.has('null')) kinds.delete('null')
  return kinds
}

function kindOf(value: Json): Kind {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  // What is left of typeof for JSON: boolean, string, object.
  return typeof value as Kind
}

/** `enum`, or `const` as a list of one. */
export function members(node: Node): Json[] | undefined {
  if (Object.hasOwn(node.schema, 'enum')) return listOf(own(node.schema, 'enum'))
  const only = own(node.schema, 'const')
  return only === undefined ? undefined : [only]
}

/** Null is a change of its own; the kinds that are left are one change. */
export function types(walk: Walk, old: Node, now: Node): void {
  const [a, b] = [kindsOf(old), kindsOf(now)]
  const [wasNull, isNull] = [a.delete('null'), b.delete('null')]
  const grows = [...b].some(k => !a.has(k))
  const shrinks = [...a].some(k => !b.has(k))
  // Of a schema that takes nothing else, null is a kind; so it is where all kinds go the same way.
  const isKind =
    a.size === 0 || b.size === 0 || (grows && !shrinks && isNull) || (shrinks && !grows && wasNull)
  if (isKind && wasNull) a.add('null')
  if (isKind && isNull) b.add('null')
  const gone = [...a].some(k => !b.has(k))
  const added = [...b].some(k => !a.has(k))
  if (gone || added) {
    const rule = gone && added ? 'type-changed' : gone ? 'type-narrowed' : 'type-widened'
    const [was, is] = [own(old.schema, 'type'), own(now.schema, 'type')]
    walk.emit(
      rowOf(rule, 'type', old, now, { old: was, new: is, words: { old: kindsText(a), new: kindsText(b) } }),
    )
  }
  if (!isKind && wasNull !== isNull)
    walk.emit(rowOf(isNull ? 'null-accepted' : 'null-refused', nullKeyword(old, now), old, now, {}))
}

/** The row stands at the keyword that says it. */
const nullKeyword = (old: Node, now: Node): string =>
  same(own(old.schema, 'type'), own(now.schema, 'type')) ? 'enum' : 'type'

export function kindsText(kinds: ReadonlySet<Kind>): string {
  const shown = [...kinds].filter(k => k !== 'null' && !(k === 'integer' && kinds.has('number')))
  if (shown.length === every.length - 2) return 'any value'
  if (kinds.has('null')) shown.push('null')
  return shown.length === 0 ? 'no value' : shown.join(' or ')
}

/** Members of kinds that only one side has at all are told with the types. */
export function values(walk: Walk, old: Node, now: Node): void {
  const [a, b] = [members(old), members(now)].map(list => list?.filter(v => v !== null))
  const keyword = Object.hasOwn(now.schema, 'enum') || Object.hasOwn(old.schema, 'enum') ? 'enum' : 'const'
  if (a === undefined && b === undefined) return
  const [was, is] = [kindsOf(old), kindsOf(now)]
  if (![...was].some(k => is.has(k) && k !== 'null')) return
  if (a === undefined || b === undefined) {
    const rule = a === undefined ? 'values-listed' : 'values-unlisted'
    walk.emit(rowOf(rule, keyword, old, now, { old: a, new: b }))
    return
  }
  const [olds, news] = [a, b].map(list => new Set(list.map(stableText)))
  const gone = a.filter(v => !news?.has(stableText(v)) && is.has(kindOf(v)))
  const added = b.filter(v => !olds?.has(stableText(v)) && was.has(kindOf(v)))
  const words = (list: Json[]) => ({ values: list.map(v => JSON.stringify(v)).join(', ') })
  if (gone.length > 0)
    walk.emit(rowOf('value-removed', keyword, old, now, { old: a, new: b, words: words(gone) }))
  if (added.length > 0)
    walk.emit(rowOf('value-added', keyword, old, now, { old: a, new: b, words: words(added) }))
  const isReordered = gone.length + added.length === 0 && !same(a, b) && a.length === b.length
  if (isReordered && same(sorted(a), sorted(b)))
    walk.emit(
      rowOf('order-changed', keyword, old, now, {
        old: a,
        new: b,
        words: { name: 'the values of an argument' },
      }),
    )
}

export const sorted = (list: readonly Json[]): Json[] =>
  [...list].sort((x, y) => (stableText(x) < stableText(y) ? -1 : 1))
