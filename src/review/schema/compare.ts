/** Two exact schemas → what a call may hold that it could not, and the other way round. For `review/`. */
import type { Json, JsonObject } from '../../runtime/contract.ts'
import { own, record } from '../../schema/draft.ts'
import { excerpts, sameWords } from '../excerpts.ts'
import { objectOf, same, textOf } from '../json.ts'
import { dependencies } from './dependencies.ts'
import { formText, unionBeside, unionOf, unions } from './forms.ts'
import { count, format, numbers, texts, unique } from './limits.ts'
import { matched } from './matching.ts'
import { type Node, nodeOf } from './node.ts'
import { further, properties, tuple } from './objects.ts'
import { kindsOf, types, values } from './values.ts'
import { rowOf, type SchemaRow, type Walk } from './walk.ts'

export type Surroundings = Pick<Walk, 'renamed' | 'arrival' | 'departure'>

/** Comparisons made to find which branches belong together; past them branches are taken as they come. */
const mostSteps = 20_000
/** Unions inside unions whose branches are told apart by what they hold; deeper ones are taken as they come. */
const mostNesting = 3

interface Budget {
  steps: number
  nesting: number
}

/** The rows in the order of the old schema. A pair of definitions is compared once, wherever it is used. */
export function compareSchemas(
  old: Json | undefined,
  now: Json | undefined,
  pointers: { old: string; now: string },
  around: Surroundings,
): SchemaRow[] {
  const rows: SchemaRow[] = []
  const walk = walkOver(objectOf(old), objectOf(now), around, { steps: mostSteps, nesting: 0 }, row =>
    rows.push(row),
  )
  walk.compare(nodeOf(old, pointers.old, '', walk.oldRoot), nodeOf(now, pointers.now, '', walk.newRoot))
  return rows
}

function walkOver(
  oldRoot: JsonObject,
  newRoot: JsonObject,
  around: Surroundings,
  budget: Budget,
  emit: Walk['emit'],
): Walk {
  const seen = new Map<JsonObject, Set<JsonObject>>()
  const walk: Walk = {
    ...{ emit, oldRoot, newRoot },
    ...around,
    compare(old, now) {
      budget.steps--
      const [a, b] = [definition(old), definition(now)]
      const known = seen.get(a) ?? new Set()
      if (known.has(b)) {
        if (hasOwnText(old) || hasOwnText(now)) text(walk, old, now)
        return
      }
      seen.set(a, known.add(b))
      nodes(walk, old, now)
    },
    distance(old, now) {
      if (budget.steps <= 0 || budget.nesting >= mostNesting) return 0
      let rows = 0
      budget.nesting++
      walkOver(oldRoot, newRoot, around, budget, () => rows++).compare(old, now)
      budget.nesting--
      return rows
    },
  }
  return walk
}

const refersOnly = (part: JsonObject): boolean =>
  Object.hasOwn(part, '$ref') && Object.keys(part).every(k => k === '$ref' || k === 'description')

/** What tells a schema from others: of a reference with nothing but a text beside it, what it leads to. */
const definition = ({ parts }: Node): JsonObject => parts.find(p => !refersOnly(p)) ?? parts[0] ?? {}

/** A text beside a reference is one of this place, and not of the definition. */
const hasOwnText = ({ parts: [self] }: Node): boolean =>
  self !== undefined && refersOnly(self) && Object.hasOwn(self, 'description')

function nodes(walk: Walk, before: Node, after: Node): void {
  const [old, now] = withoutOdd(walk, before, after)
  text(walk, old, now)
  const [was, is] = [unionOf(old), unionOf(now)]
  const hasUnion = (node: Node) => Object.hasOwn(node.schema, 'anyOf') || Object.hasOwn(node.schema, 'oneOf')
  const isPlain = (node: Node) => !hasUnion(node) && node.conditions.length === 0
  if ((was && is) || (was && isPlain(now)) || (is && isPlain(old))) unions(walk, old, now)
  else facets(walk, old, now)
}

/** Limits are compared for kinds of values that both schemas take: those of another kind came or went with it. */
function facets(walk: Walk, old: Node, now: Node): void {
  const [was, is] = [kindsOf(old), kindsOf(now)]
  const both = new Set([...was].filter(k => is.has(k)))
  types(walk, old, now)
  values(walk, old, now)
  if (both.has('string') || both.has('integer') || both.has('number')) format(walk, old, now)
  if (both.has('integer') || both.has('number')) {
    const hasFractions = was.has('number') || is.has('number')
    numbers(walk, old, now, !hasFractions)
  }
  if (both.has('string')) texts(walk, old, now)
  if (both.has('array')) {
    count(walk, old, now, 'Items')
    unique(walk, old, now)
    tuple(walk, old, now)
    further(walk, old, now, 'items')
  }
  if (both.has('object')) {
    properties(walk, old, now)
    further(walk, old, now, 'additionalProperties')
    dependencies(walk, old, now)
    count(walk, old, now, 'Properties')
  }
  unionBeside(walk, old, now, 'anyOf')
  unionBeside(walk, old, now, 'oneOf')
  conditions(walk, old, now)
  exclusion(walk, old, now)
}

function text(walk: Walk, old: Node, now: Node): void {
  const [a, b] = [own(old.schema, 'description'), own(now.schema, 'description')]
  if (same(a, b)) return
  const [was, is] = [textOf(a) ?? '', textOf(b) ?? '']
  const rule = sameWords(was, is) ? 'words-kept' : 'argument-text-changed'
  walk.emit(rowOf(rule, 'description', old, now, { old: a, new: b, words: excerpts(was, is) }))
}

function conditions(walk: Walk, old: Node, now: Node): void {
  const { pairs, removed, added } = matched(walk, old.conditions, now.conditions)
  for (const [a, b] of pairs) walk.compare(a, b)
  for (const node of removed) {
    const row = rowOf('condition-removed', 'allOf', old, now, {
      old: node.parts[0] ?? {},
      words: { old: formText(node) },
    })
    walk.emit({ ...row, pointer: node.pointer })
  }
  for (const node of added) {
    const row = rowOf('condition-added', 'allOf', old, now, {
      new: node.parts[0] ?? {},
      words: { new: formText(node) },
    })
    walk.emit({ ...row, pointer: node.pointer })
  }
}

function exclusion(walk: Walk, old: Node, now: Node): void {
  const [a, b] = [own(old.schema, 'not'), own(now.schema, 'not')]
  if (a === undefined && b === undefined) return
  const of = (node: Node, value: Json | undefined, root: JsonObject) =>
    nodeOf(value, node.at('not'), node.path, root)
  const isSame =
    a !== undefined &&
    b !== undefined &&
    walk.distance(of(old, a, walk.oldRoot), of(now, b, walk.newRoot)) === 0 &&
    same(a, b)
  if (isSame) return
  const rule =
    a === undefined ? 'exclusion-added' : b === undefined ? 'exclusion-removed' : 'exclusion-changed'
  walk.emit(rowOf(rule, 'not', old, now, { old: a, new: b }))
}

/** What no rule knows is told as it is, once: in the other file too it is not looked at further. */
function withoutOdd(walk: Walk, old: Node, now: Node): [Node, Node] {
  const keys = new Set([...Object.keys(old.odd), ...Object.keys(now.odd)])
  if (keys.size === 0) return [old, now]
  for (const key of keys) {
    const [a, b] = [own(old.odd, key) ?? own(old.schema, key), own(now.odd, key) ?? own(now.schema, key)]
    if (same(a, b)) continue
    const pointer = b === undefined ? old.at(key) : now.at(key)
    const row = rowOf('unrecognised-change', key, old, now, { old: a, new: b, words: { name: pointer } })
    walk.emit({ ...row, pointer })
  }
  const without = (node: Node): Node => ({
    ...node,
    schema: record(Object.entries(node.schema).filter(([key]) => !keys.has(key))),
  })
  return [without(old), without(now)]
}
