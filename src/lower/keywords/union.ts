/**
 * oneOf, anyOf and type lists as a union of single-typed nodes, collapsed where one node says it. For `lower/node.ts`
 * and `array.ts`.
 */

import type { Json } from '../../runtime/contract.ts'
import { stableText } from '../../runtime/json-text.ts'
import { type Draft, isNever, onlyRequires } from '../../schema/draft.ts'
import { merge } from '../../schema/merge.ts'
import { typeNames } from '../../schema/types.ts'
import type { Lowering, Place } from '../context.ts'
import { clashes } from '../encoding.ts'
import type { Sketch } from '../sketch.ts'
import { called, listed, listing, ownText } from '../words.ts'
import { jsonText } from './json-text.ts'

/** A node with `anyOf` or `oneOf`, its own assertions merged into each branch. */
export function union(l: Lowering, d: Draft, place: Place): Sketch {
  const keyword = d.oneOf ? 'oneOf' : 'anyOf'
  const branches = d[keyword] ?? []
  const { anyOf, oneOf, description, notes, lost: _, ...self } = d
  const text = [...(description === undefined ? [] : [description]), ...(notes ?? [])]
  if (anyOf && oneOf) l.lose(place, 'anyOf', 'a second union on one schema cannot be declared', 'anyOf')
  if (branches.every(onlyRequires)) {
    l.lose(place, keyword, 'which properties must stand together cannot be declared', keyword)
    const sketch = l.lower(self, place)
    const sets = branches.map(b => (b.required ?? []).map(called).join(' and ')).join('; or ')
    return {
      ...sketch,
      text: [
        ...text,
        ...(sketch.text ?? []),
        `Give ${keyword === 'oneOf' ? 'exactly' : 'at least'} one of these: ${sets}.`,
      ],
    }
  }
  const all = branches.map(b => (Object.keys(self).length === 0 ? b : merge(self, b)))
  const list = literals(all)
  if (keyword === 'oneOf' && branches.length > 1 && !list?.distinct)
    l.lose(place, 'oneOf', 'that exactly one branch may match cannot be declared', 'oneOf')
  if (list) return l.lower({ ...list.draft, notes: [...text, ...list.text] }, place)
  return join(l, all, place, text, { draft: { ...self, [keyword]: branches }, keyword })
}

/** Branches that only list values are one list, with what is said of each. */
function literals(
  branches: readonly Draft[],
): { draft: Draft; text: string[]; distinct: boolean } | undefined {
  const lists = branches.filter(b => !isNever(b) && !isNull(b))
  if (lists.length < 2 || !lists.every(isList)) return undefined
  const all = lists.flatMap(b => b.enum ?? [])
  const members = [...new Map(all.map(v => [stableText(v), v])).values()]
  const nullable = lists.length < branches.filter(b => !isNever(b)).length
  const types = lists.flatMap(b => b.type ?? [])
  // A type that one list does not name would leave out its members.
  const type = lists.every(b => b.type)
    ? typeNames.filter(t => types.includes(t) || (nullable && t === 'null'))
    : []
  return {
    draft: { ...(type.length > 0 && { type }), enum: nullable ? [...members, null] : members },
    text: lists.flatMap(said),
    distinct: members.length === all.length,
  }
}

const isList = (d: Draft): boolean =>
  d.enum !== undefined &&
  Object.keys(d).every(k => ['type', 'enum', 'description', 'notes', 'at', 'lost'].includes(k))

/** `"a", "b": what they mean.` */
function said(d: Draft): string[] {
  const words = ownText(d).join(' ')
  return words === '' ? [] : [`${listing((d.enum ?? []).slice(0, listed))}: ${words}`]
}

/** What the branches are branches of, and which keyword of it makes them. */
interface Whole {
  draft: Draft
  keyword: string
}

/** The branches as one node where that says the same, else as a union with `text` in front of each. */
export function join(
  l: Lowering,
  branches: readonly Draft[],
  place: Place,
  text: string[],
  whole: Whole,
): Sketch {
  const possible = branches.filter(b => !isNever(b))
  const values = possible.filter(b => !isNull(b))
  const nullable = values.length < possible.length
  const lowered = values.map(b => l.apart(() => l.lower(b, place)))
  if (
    lowered.length > 1 &&
    clashes(
      lowered.map(b => ({ sketch: b.value, encodings: b.encodings })),
      place.pointer,
    )
  )
    return jsonText(
      l,
      { ...whole.draft, notes: text },
      place,
      whole.keyword,
      'its branches are written in different ways',
    )
  for (const b of lowered) l.keep(b.encodings, b.losses)
  const flat = lowered.flatMap(b => b.value.anyOf ?? [b.value])
  const sketches = oneEnum(distinct(flat))
  const [only] = sketches
  if (only === undefined) return nothingElse(l, place, text, whole.keyword)
  if (sketches.length === 1)
    return { ...only, ...(nullable && { nullable: true }), text: [...text, ...(only.text ?? [])] }
  return {
    anyOf: sketches.map(s => ({
      ...s,
      ...(nullable && { nullable: true }),
      text: [...text, ...(s.text ?? [])],
    })),
  }
}

/** Null alone is no type of a declaration. */
export function nothingElse(l: Lowering, place: Place, text: string[], enforcedBy: string): Sketch {
  l.lose(place, 'type', 'null alone cannot be declared', enforcedBy)
  return { type: 'string', nullable: true, text: [...text, 'Always null.'] }
}

const isNull = (d: Draft): boolean => d.type?.length === 1 && d.type[0] === 'null'

function distinct(sketches: readonly Sketch[]): Sketch[] {
  const seen = new Set<string>()
  return sketches.filter(s => {
    // A sketch is plain JSON.
    const key = stableText(s as Json)
    const fresh = !seen.has(key)
    seen.add(key)
    return fresh
  })
}

/** String enums side by side are one string enum. */
function oneEnum(sketches: readonly Sketch[]): Sketch[] {
  const [first] = sketches
  const all = sketches.every(s => s.type === 'string' && s.enum && s.format === undefined)
  if (!all || first === undefined || sketches.length < 2) return [...sketches]
  const members = [...new Set(sketches.flatMap(s => s.enum ?? []))]
  const text = [...new Set(sketches.flatMap(s => s.text ?? []))]
  return [
    {
      type: 'string',
      enum: members,
      ...(sketches.some(s => s.nullable) && { nullable: true }),
      ...(text.length > 0 && { text }),
    },
  ]
}
