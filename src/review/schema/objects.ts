/** The properties and the items of two schemas. For `review/schema/compare.ts`. */
import { join } from '../../json/pointer.ts'
import type { Json, JsonObject } from '../../runtime/contract.ts'
import { own } from '../../schema/draft.ts'
import { isObject, listOf, objectOf, same, textsOf } from '../json.ts'
import { shown } from '../row.ts'
import type { RuleId } from '../rules.ts'
import { needs } from './dependencies.ts'
import { type Node, nodeOf } from './node.ts'
import { nameOf, rowOf, type SchemaRow, type Walk } from './walk.ts'

export function properties(walk: Walk, old: Node, now: Node): void {
  const [olds, news] = [given(old, walk.oldRoot), given(now, walk.newRoot)]
  const arrived = new Set(news.filter(n => !olds.includes(n)))
  for (const name of olds) {
    const before = property(old, name, walk.oldRoot)
    const other = walk.renamed(old.path, name)
    const current = news.includes(name)
      ? name
      : other !== undefined && arrived.delete(other)
        ? other
        : undefined
    if (current === undefined) {
      const special = walk.departure(before.path)
      walk.emit(
        presence(special?.rule ?? 'argument-removed', before, undefined, { old: raw(before), ...special }),
      )
      continue
    }
    const after = property(now, current, walk.newRoot)
    if (isOdd(walk, old, now, name, current)) continue
    if (current !== name) walk.emit(presence('argument-renamed', before, after, { old: name, new: current }))
    required(walk, before, after, isRequired(old, name), isRequired(now, current))
    walk.compare(before, after)
  }
  for (const name of arrived) {
    const after = property(now, name, walk.newRoot)
    const special = walk.arrival(after.path)
    // What another argument asks for is required of calls that give that one.
    const isNeeded =
      needs(now)
        .get(name)
        ?.some(by => olds.includes(by)) ?? false
    const rule = isRequired(now, name) || isNeeded ? 'required-argument-added' : 'argument-added'
    walk.emit(presence(special?.rule ?? rule, undefined, after, { new: raw(after), ...special }))
  }
  // A name that no declaration had could be given where further ones can.
  for (const [none, never, root] of [
    [old, now, walk.newRoot],
    [now, old, walk.oldRoot],
  ] as const) {
    if (room(own(none.schema, 'additionalProperties')) === 0) continue
    for (const name of Object.keys(objectOf(own(never.schema, 'properties')))) {
      if (given(never, root).includes(name) || Object.hasOwn(objectOf(own(none.schema, 'properties')), name))
        continue
      const at = property(never, name, root)
      if (never === now) walk.emit(presence('argument-removed', undefined, at, { new: raw(at) }))
      else walk.emit(presence('argument-added', at, undefined, { old: raw(at) }))
    }
  }
  // A branch may ask for what is declared beside it.
  const bare = new Set([old, now].flatMap(node => textsOf(own(node.schema, 'required'))))
  for (const name of bare) {
    const [was, is] = [isRequired(old, name), isRequired(now, name)]
    if (olds.includes(name) || news.includes(name) || was === is) continue
    const row = rowOf(is ? 'argument-required' : 'argument-optional', 'required', old, now, {
      old: was,
      new: is,
    })
    const path = join(now.path, name)
    walk.emit({ ...row, path, place: `${path} required`, words: { name: nameOf(path) } })
  }
}

/** Names of properties that can be given; one that takes no value at all cannot. */
const given = (node: Node, root: JsonObject): string[] =>
  Object.keys(objectOf(own(node.schema, 'properties'))).filter(name => !isNever(property(node, name, root)))

const isNever = (node: Node): boolean => same(own(node.schema, 'not'), {})

/** What stands where a schema should is told as it is. */
function isOdd(walk: Walk, old: Node, now: Node, name: string, current: string): boolean {
  const [a, b] = [
    own(objectOf(own(old.schema, 'properties')), name),
    own(objectOf(own(now.schema, 'properties')), current),
  ]
  if (isObject(a) && isObject(b)) return false
  const pointer = join(now.at('properties'), current)
  const row = rowOf('unrecognised-change', 'properties', old, now, {
    old: a,
    new: b,
    words: { name: pointer },
  })
  if (!same(a, b)) walk.emit({ ...row, pointer, place: `${now.path} ${current}` })
  return true
}

const isRequired = (node: Node, name: string): boolean => textsOf(own(node.schema, 'required')).includes(name)

const property = (node: Node, name: string, root: JsonObject): Node =>
  nodeOf(
    own(objectOf(own(node.schema, 'properties')), name),
    join(node.at('properties'), name),
    join(node.path, name),
    root,
  )

const raw = (node: Node): Json => node.parts[0] ?? {}

/** A row about a property as a whole stands where the property does. */
function presence(
  rule: RuleId,
  before: Node | undefined,
  after: Node | undefined,
  values: { old?: Json | undefined; new?: Json | undefined },
): SchemaRow {
  const { path, pointer } = after ?? before ?? { path: '', pointer: '' }
  return {
    rule,
    keyword: 'presence',
    path,
    pointer,
    place: `${path} presence`,
    olds: before?.parts ?? [],
    news: after?.parts ?? [],
    old: values.old,
    new: values.new,
    words: { name: nameOf(path) },
  }
}

function required(walk: Walk, before: Node, after: Node, was: boolean, is: boolean): void {
  if (was === is) return
  const row = presence(is ? 'argument-required' : 'argument-optional', before, after, { old: was, new: is })
  walk.emit({ ...row, keyword: 'required', place: `${after.path} required` })
}

/** `additionalProperties` of an object, `items` of a list: nothing, what fits a schema, or anything. */
export function further(walk: Walk, old: Node, now: Node, keyword: 'additionalProperties' | 'items'): void {
  const [a, b] = [old, now].map(node => {
    const value = own(node.schema, keyword)
    // Nothing fits what must not be anything.
    return isObject(value) && same(own(value, 'not'), {}) ? false : value
  })
  if (isObject(a) && isObject(b)) {
    const child = (node: Node, value: Json, root: JsonObject) =>
      nodeOf(value, node.at(keyword), join(node.path, '*'), root)
    walk.compare(child(old, a, walk.oldRoot), child(now, b, walk.newRoot))
    return
  }
  const [was, is] = [room(a), room(b)]
  if (was === is) {
    // A document that says so invites them, and a declaration may have a form for that.
    if ((a === true) !== (b === true))
      walk.emit(rowOf('further-stated', keyword, old, now, { old: a, new: b }))
    return
  }
  const words = { old: roomText(a), new: roomText(b) }
  walk.emit(
    rowOf(is < was ? 'further-narrowed' : 'further-widened', keyword, old, now, { old: a, new: b, words }),
  )
}

const room = (v: Json | undefined): number =>
  v === false ? 0 : isObject(v) && Object.keys(v).length > 0 ? 1 : 2
const roomText = (v: Json | undefined): string => ['nothing', shown(v), 'anything'][room(v)] ?? ''

/** Items with a schema by their place. */
export function tuple(walk: Walk, old: Node, now: Node): void {
  const [a, b] = [listOf(own(old.schema, 'prefixItems')), listOf(own(now.schema, 'prefixItems'))]
  const child = (node: Node, list: Json[], i: number, root: JsonObject) =>
    nodeOf(list[i], join(node.at('prefixItems'), i), join(node.path, '*'), root)
  for (let i = 0; i < Math.min(a.length, b.length); i++)
    walk.compare(child(old, a, i, walk.oldRoot), child(now, b, i, walk.newRoot))
  if (a.length !== b.length)
    walk.emit(
      rowOf('tuple-changed', 'prefixItems', old, now, {
        old: a,
        new: b,
        words: { old: String(a.length), new: String(b.length) },
      }),
    )
}
