/** One exact schema → one sketch: references, leftovers of allOf, unions, then by type. For `lower/lower.ts`. */
import type { TypeName } from '../runtime/contract.ts'
import type { Draft } from '../schema/draft.ts'
import { merge } from '../schema/merge.ts'
import { hasType, typeNames } from '../schema/types.ts'
import { besides, excluded } from './asserted.ts'
import type { Lowering, Place } from './context.ts'
import { implication } from './implied.ts'
import { array } from './keywords/array.ts'
import { jsonText } from './keywords/json-text.ts'
import { object } from './keywords/object.ts'
import { scalar } from './keywords/scalar.ts'
import { join, nothingElse, union } from './keywords/union.ts'
import { narrow, narrowings } from './narrowings.ts'
import type { Sketch } from './sketch.ts'
import { boundWords, ownText } from './words.ts'

export function node(l: Lowering, d: Draft, place: Place): Sketch {
  if (d.ref !== undefined) return reference(l, d, d.ref, place)
  if (d.allOf) return leftovers(l, d, place)
  if (d.not) return negated(l, d, d.not, place)
  if (d.anyOf || d.oneOf) return union(l, d, place)
  return typed(l, d, place)
}

/** The rest of the node, with what must not match in words. */
function negated(l: Lowering, { not: _, ...d }: Draft, not: Draft, place: Place): Sketch {
  l.lose(place, 'not', 'what is excluded cannot be declared', 'not')
  return l.lower(withNotes(d, excluded(not, l.definitions)), place)
}

const withNotes = (d: Draft, notes: readonly string[]): Draft =>
  notes.length === 0 ? d : { ...d, notes: [...(d.notes ?? []), ...notes] }

/** The second visit of one definition on one path ends in JSON text: recursion has no form in a declaration. */
function reference(l: Lowering, d: Draft, ref: string, place: Place): Sketch {
  if (place.refs.includes(ref)) return jsonText(l, d, place, '$ref', 'it contains itself')
  const target = l.definitions.get(ref)
  if (target === undefined) throw new Error(`no definition ${ref}`)
  const { ref: _, ...siblings } = d
  return l.lower(Object.keys(siblings).length === 0 ? target : merge(target, siblings), {
    ...place,
    refs: [...place.refs, ref],
  })
}

/** What did not merge: references are followed and merged again; what still does not is enforced, not declared. */
function leftovers(l: Lowering, d: Draft, place: Place): Sketch {
  const { allOf = [], ...self } = d
  const conditions = new Map(allOf.map(branch => [branch, implication(branch, l.definitions)]))
  const told = [...conditions.values()].flatMap(said => said ?? [])
  if (told.length > 0) l.lose(place, 'if', 'a condition cannot be declared', 'allOf')
  let refs = place.refs
  let merged: Draft = withNotes(self, told)
  for (const branch of allOf) {
    if (conditions.get(branch) !== undefined) continue
    if (branch.ref !== undefined && refs.includes(branch.ref))
      return jsonText(l, d, place, '$ref', 'it contains itself')
    const target = branch.ref === undefined ? undefined : l.definitions.get(branch.ref)
    if (branch.ref !== undefined) refs = [...refs, branch.ref]
    const { ref: _, ...siblings } = branch
    merged = merge(target ? merge(target, siblings) : branch, merged)
  }
  if (merged.allOf?.every(b => b.ref === undefined)) {
    const { allOf: others, ...rest } = merged
    l.lose(place, 'allOf', 'a second assertion of one kind cannot be declared', 'allOf')
    merged = withNotes(
      rest,
      others.flatMap(b => besides(b, l.definitions)),
    )
  }
  return l.lower(merged, { ...place, refs })
}

/** By type; several types are a union of nodes with one each. */
function typed(l: Lowering, d: Draft, place: Place): Sketch {
  // A type without a member in the enum has no value.
  const possible = d.type?.filter(t => d.enum?.some(v => hasType(v, t)) ?? true) ?? typesOfEnum(d)
  const types = possible.filter(t => t !== 'null')
  const nullable = possible.includes('null')
  const [only] = types
  if (d.type === undefined && d.enum === undefined) return jsonText(l, d, place, 'type', 'any JSON value')
  if (only === undefined) return nothingElse(l, place, ownText(d), d.type ? 'type' : 'enum')
  if (
    d.format === 'int64' &&
    types.includes('integer') &&
    types.every(t => t === 'integer' || t === 'string')
  )
    return withText(d, int64(l, d, place), nullable)
  if (types.length === 1) return withText(d, ofType(l, d, only, place), nullable)
  const { description: _, notes: __, ...assertions } = d
  return join(
    l,
    [...types.map(t => ({ ...assertions, type: [t] })), ...(nullable ? [{ type: ['null'] as const }] : [])],
    place,
    ownText(d),
    { draft: assertions, keyword: d.type ? 'type' : 'enum' },
  )
}

function withText(d: Draft, sketch: Sketch, nullable: boolean): Sketch {
  // JSON text and unions have said the node's text already.
  const said = sketch.text?.[0] !== undefined && sketch.text[0] === ownText(d)[0]
  const text = said ? (sketch.text ?? []) : [...ownText(d), ...(sketch.text ?? [])]
  return { ...sketch, ...(nullable && { nullable: true }), ...(text.length > 0 && { text }) }
}

function ofType(l: Lowering, d: Draft, type: Exclude<TypeName, 'null'>, place: Place): Sketch {
  switch (type) {
    case 'object':
      if (d.enum) return jsonText(l, d, place, 'enum', 'its members are objects')
      return object(l, d, place)
    case 'array':
      if (d.enum) return jsonText(l, d, place, 'enum', 'its members are lists')
      return array(l, d, place)
    default:
      return scalar(l, d, type, place)
  }
}

/** Past 2^53 a JSON number loses digits; where the document's bounds ask for such values, the model writes text. */
function int64(l: Lowering, d: Draft, place: Place): Sketch {
  const { type: _, ...rest } = d
  const limits = (['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'] as const).filter(
    key => d[key] !== undefined,
  )
  const isLarge = (key: (typeof limits)[number]) => Math.abs(d[key] ?? 0) > Number.MAX_SAFE_INTEGER
  if (!limits.some(isLarge)) {
    if (d.type?.includes('string')) narrow(l, place, narrowings.int64)
    return scalar(l, { ...rest, type: ['integer'] }, 'integer', place)
  }
  l.encode(place, 'int64-text')
  l.lose(place, 'type', 'values past 2^53 are written as digits in a text', 'format')
  for (const key of limits) l.lose(place, key, 'a text has no such bound', key)
  // Bounds past 2^53 have lost their own last digits.
  const told = limits.filter(key => !isLarge(key)).map(key => boundWords(key, d[key] ?? 0))
  return { type: 'string', text: ['A 64-bit integer, written as digits.', ...told] }
}

/** The fewest types that cover the members; an integer is a number where another number stands beside it. */
function typesOfEnum(d: Draft): readonly TypeName[] {
  const found = typeNames.filter(t => d.enum?.some(v => hasType(v, t)))
  const hasFraction = d.enum?.some(v => typeof v === 'number' && !Number.isInteger(v))
  return found.filter(t => t !== (hasFraction ? 'integer' : 'number'))
}
