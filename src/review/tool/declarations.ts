/** What the targets declare, where the exact schema does not explain it. For `review/tool/compare.ts`. */
import { join } from '../../json/pointer.ts'
import type { Json, JsonObject } from '../../runtime/contract.ts'
import { own } from '../../schema/draft.ts'
import {
  type Compare,
  eachMember,
  isObject,
  objectOf,
  same,
  textOf,
  unordered,
  unrecognised,
} from '../json.ts'
import { type Row, sentenceOf } from '../row.ts'
import { rules } from '../rules.ts'
import { compareSchemas } from '../schema/compare.ts'
import type { SchemaRow } from '../schema/walk.ts'
import { type Canonical, canonical } from './canonical.ts'
import type { Context } from './context.ts'
import { presences } from './context.ts'
import { compareEncodings, type Encodings, encodingsOf, explains } from './encodings.ts'
import { compareTexts } from './texts.ts'

/** A row about one target; the same row of several targets is one. */
export interface Declared extends Row {
  /** Equal for the same change of another target. */
  key: string
}

export function declarations(
  c: Context,
  old: Json | undefined,
  now: Json | undefined,
  pointer: string,
): void {
  const found = new Map<string, { row: Declared; targets: string[] }>()
  const keep = (target: string, row: Declared) => {
    const known = found.get(row.key) ?? { row, targets: [] }
    known.targets.push(target)
    found.set(row.key, known)
  }
  const names = new Set([...Object.keys(objectOf(old)), ...Object.keys(objectOf(now))])
  const compare: Compare = (a, b, at) => {
    const target = at.slice(pointer.length + 1)
    const words = { name: JSON.stringify(target) }
    if (a === undefined) c.emit({ rule: 'target-added', pointer: at, new: b, words })
    else if (b === undefined) c.emit({ rule: 'target-removed', pointer: at, old: a, words })
    else ofTarget(c, a, b, at, row => keep(target, row))
  }
  const known = Object.fromEntries([...names].map(name => [name, compare]))
  eachMember(old, now, pointer, known, c.emit)
  for (const { row, targets } of found.values())
    c.emit({ ...row, words: { ...row.words, targets: targets.join(', ') } })
}

type Keep = (row: Declared) => void

function ofTarget(c: Context, old: Json, now: Json, pointer: string, keep: Keep): void {
  const emit = (row: Row) => keep({ ...row, key: `${row.rule} ${row.pointer}` })
  const encodings: Encodings = { old: encodingsOf(old), now: encodingsOf(now) }
  eachMember(
    old,
    now,
    pointer,
    {
      declaration: (a, b, at) => declaration(c, a, b, at, encodings, keep),
      encoding: (a, b, at) => compareEncodings(c, a, b, at, keep),
    },
    emit,
  )
}

function declaration(
  c: Context,
  old: Json | undefined,
  now: Json | undefined,
  pointer: string,
  encodings: Encodings,
  keep: Keep,
): void {
  const emit = (row: Row) => keep({ ...row, key: `${row.rule} ${row.pointer}` })
  const isRenamed = (a: Json | undefined, b: Json | undefined) =>
    a === own(c.before, 'tool') && b === own(c.after, 'tool')
  eachMember(
    old,
    now,
    pointer,
    {
      name: (a, b, at) => {
        if (isRenamed(a, b)) return
        keep({
          rule: 'declared-name-changed',
          pointer: at,
          old: a,
          new: b,
          key: `name ${String(a)} ${String(b)}`,
        })
      },
      description: (a, b, at) => {
        const said = (v: Json | undefined) => new Map([['', { texts: [textOf(v) ?? ''], pointer: at }]])
        if (typeof a === 'string' && typeof b === 'string')
          compareTexts(c, said(a), said(b), encodings, 'description-changed', keep)
        else unrecognised(emit, a, b, at)
      },
      // Compared together below: a declaration has one of the two.
      parameters: () => {},
      parametersJsonSchema: () => {},
    },
    emit,
  )
  if (isObject(old) && isObject(now)) parameters(c, old, now, pointer, encodings, keep)
}

const fields = ['parameters', 'parametersJsonSchema'] as const

function parameters(
  c: Context,
  old: JsonObject,
  now: JsonObject,
  pointer: string,
  encodings: Encodings,
  keep: Keep,
): void {
  const [a, b] = [old, now].map(d => fields.filter(f => Object.hasOwn(d, f)))
  const [was, is] = [a?.[0] ?? 'parameters', b?.[0] ?? 'parameters']
  const [x, y] = [own(old, was), own(now, is)]
  const at = join(pointer, is)
  if (same(x, y) && was === is && a?.length === b?.length) return
  if (a?.length !== 1 || b?.length !== 1 || !isObject(x) || !isObject(y)) {
    for (const f of fields)
      if (!same(own(old, f), own(now, f)))
        unrecognised(row => keep({ ...row, key: row.pointer }), own(old, f), own(now, f), join(pointer, f))
    return
  }
  // Of Gemini's two fields, `parameters` takes a type of its own.
  const isOwn = (field: string) => field === 'parameters' && pointer === '/declarations/gemini/declaration'
  const before = canonical(x, join(pointer, was), isOwn(was))
  const after = canonical(y, at, isOwn(is))
  const rows = compareSchemas(
    before.schema,
    after.schema,
    { old: join(pointer, was), now: at },
    {
      renamed: c.wire.renamed,
      arrival: () => undefined,
      departure: () => undefined,
    },
  )
  for (const row of rows) structure(c, row, encodings, keep)
  // What comes or goes takes its texts along.
  const moved = rows.filter(r => r.keyword === 'presence').map(r => r.path)
  const staying = (texts: Canonical['texts']) =>
    new Map([...texts].filter(([path]) => !moved.some(m => path === m || path.startsWith(`${m}/`))))
  const told = compareTexts(
    c,
    staying(before.texts),
    staying(after.texts),
    encodings,
    'declared-text-changed',
    keep,
  )
  if (was !== is && presences(c).length === 0)
    keep({
      ...{ rule: 'declared-otherwise', pointer: at, old: was, new: is, key: `field ${was} ${is}` },
      words: { change: `in ${is}, and was in ${was}` },
    })
  if (rows.length > 0 || told || was !== is || c.isRewritten) return
  if (same(unordered(x ?? null), unordered(y ?? null)))
    keep({
      rule: 'order-changed',
      pointer: at,
      old: x,
      new: y,
      words: { name: 'what a declaration lists' },
      key: 'order',
    })
  else unrecognised(row => keep({ ...row, key: row.pointer }), x, y, at)
}

/** A change that the exact schema explains is one with it; what is left was declared otherwise on its own. */
function structure(c: Context, row: SchemaRow, encodings: Encodings, keep: Keep): void {
  if (explains(c, row.path, row.keyword, encodings)) {
    if (row.keyword === 'type' && !row.rule.startsWith('null-'))
      for (const cause of c.trace(row.path).self) c.reshaped.add(cause)
    return
  }
  const rule = ruleOf(row)
  keep({
    ...row,
    rule,
    place: `declared ${row.place ?? ''} ${row.rule}`,
    words: { ...row.words, change: sentenceOf(row) },
    key: `${rule} ${row.place} ${sentenceOf(row)}`,
  })
}

function ruleOf(row: SchemaRow): Declared['rule'] {
  const rule = rules[row.rule]
  if (row.rule === 'order-changed' || row.rule === 'unrecognised-change') return row.rule
  if (row.keyword === 'presence')
    return row.rule === 'argument-removed'
      ? 'declared-argument-removed'
      : row.rule === 'argument-renamed'
        ? 'declared-otherwise'
        : 'declared-argument-added'
  if (rule.opposite.includes(row.rule)) return 'declared-otherwise'
  return rule.class === 'breaking' ? 'declared-narrower' : 'declared-wider'
}
