/** The branches of two unions, matched and compared. For `review/schema/compare.ts`. */
import { join } from '../../json/pointer.ts'
import type { JsonObject } from '../../runtime/contract.ts'
import { stableText } from '../../runtime/json-text.ts'
import { own } from '../../schema/draft.ts'
import { isObject, listOf, objectOf, textsOf } from '../json.ts'
import { matched } from './matching.ts'
import { type Node, nodeOf } from './node.ts'
import { kindsOf, kindsText, members } from './values.ts'
import { rowOf, type Walk } from './walk.ts'

type Union = 'anyOf' | 'oneOf'

/** Names in a sentence. */
const mostNames = 6
/** Unions inside unions that are looked into for null. */
const mostUnions = 20

/** The one union that a schema consists of, text aside; undefined when it asserts anything beside it. */
export function unionOf(node: Node): Union | undefined {
  const keys = Object.keys(node.schema).filter(k => k !== 'description')
  const [only] = keys
  return keys.length === 1 && node.conditions.length === 0 && (only === 'anyOf' || only === 'oneOf')
    ? only
    : undefined
}

export const branchesOf = (node: Node, keyword: Union, root: JsonObject): Node[] =>
  listOf(own(node.schema, keyword)).map((b, i) => nodeOf(b, join(node.at(keyword), i), node.path, root))

/** Two schemas of which at least one is nothing but a union; the other is a union of one. */
export function unions(walk: Walk, old: Node, now: Node): void {
  const [was, is] = [unionOf(old), unionOf(now)]
  const all = (node: Node, union: Union | undefined, root: JsonObject) =>
    union === undefined ? [alone(node)] : branchesOf(node, union, root)
  const [olds, news] = [all(old, was, walk.oldRoot), all(now, is, walk.newRoot)]
  const [wasNull, isNull] = [takesNull(olds, walk.oldRoot), takesNull(news, walk.newRoot)]
  if (wasNull !== isNull)
    walk.emit(rowOf(isNull ? 'null-accepted' : 'null-refused', is ?? was ?? 'anyOf', old, now, {}))
  // A union where there was none is another kind of declaration.
  const keyword = was === undefined || is === undefined ? 'type' : 'forms'
  const [some, others] = [olds.flatMap(notNull), news.flatMap(notNull)]
  const [[one, ...more], [other, ...rest]] = [some, others]
  // With null beside it, the only form is what the argument is: nothing else can have become of it.
  if (one && other && more.length + rest.length === 0) walk.compare(one, other)
  else branches(walk, old, now, some, others, is ?? was ?? 'anyOf', keyword)
  if (was !== undefined && is !== undefined && was !== is && olds.length > 1 && news.length > 1)
    walk.emit(
      rowOf(is === 'oneOf' ? 'forms-exclusive' : 'forms-inclusive', is, old, now, { old: was, new: is }),
    )
}

/** A branch that is a union itself takes what its branches take. */
function takesNull(list: readonly Node[], root: JsonObject, depth = 0): boolean {
  return list.some(n => {
    const union = depth < mostUnions ? unionOf(n) : undefined
    return union === undefined
      ? kindsOf(n).has('null')
      : takesNull(branchesOf(n, union, root), root, depth + 1)
  })
}

/** A union beside other keywords: without one every value fits. */
export function unionBeside(walk: Walk, old: Node, now: Node, keyword: Union): void {
  const [olds, news] = [branchesOf(old, keyword, walk.oldRoot), branchesOf(now, keyword, walk.newRoot)]
  const all = (list: Node[]) => list.map(n => n.parts[0] ?? {})
  const text = (list: Node[]) => list.map(formText).join(' or ')
  if (olds.length > 0 && news.length > 0) branches(walk, old, now, olds, news, keyword, 'forms')
  else if (news.length > 0) {
    // Where every value fitted one of the branches before, nothing is asked anew.
    const isImplied = keyword === 'anyOf' && news.some(branch => asksNothing(branch, old))
    const rule = isImplied ? 'condition-implied' : 'condition-added'
    walk.emit(rowOf(rule, keyword, old, now, { new: all(news), words: { new: text(news) } }))
  } else if (olds.length > 0)
    walk.emit(rowOf('condition-removed', keyword, old, now, { old: all(olds), words: { old: text(olds) } }))
}

/** A schema as the only branch of a union: its text is that of the whole. */
function alone(node: Node): Node {
  const { description: _, ...schema } = node.schema
  return { ...node, schema }
}

/** The branch without null, which is told of the union as a whole; nothing is left of a branch that is only null. */
function notNull(node: Node): Node[] {
  const kinds = kindsOf(node)
  if (!kinds.delete('null') || Object.keys(node.odd).length > 0) return [node]
  if (kinds.size === 0) return []
  const type = own(node.schema, 'type')
  const listed = members(node)
  return [
    {
      ...node,
      schema: {
        ...node.schema,
        ...(Array.isArray(type) && { type: type.filter(t => t !== 'null') }),
        ...(Object.hasOwn(node.schema, 'enum') && { enum: (listed ?? []).filter(v => v !== null) }),
      },
    },
  ]
}

function branches(
  walk: Walk,
  old: Node,
  now: Node,
  olds: Node[],
  news: Node[],
  keyword: Union,
  about: 'type' | 'forms',
): void {
  const { pairs, removed, added } = matched(walk, olds, news)
  for (const [a, b] of pairs) walk.compare(a, b)
  const row = (rule: 'form-removed' | 'form-added', branch: Node) => ({
    ...rowOf(rule, about, old, now, {
      [rule === 'form-added' ? 'new' : 'old']: branch.parts[0] ?? {},
      words: { [rule === 'form-added' ? 'new' : 'old']: formText(branch) },
    }),
    pointer: branch.pointer,
    place: `${now.path} ${rule === 'form-added' ? '' : stableText(branch.parts[0] ?? {})}`,
  })
  for (const branch of removed) walk.emit(row('form-removed', branch))
  for (const branch of added) walk.emit(row('form-added', branch))
  const order = (list: Node[]) => list.map(n => n.parts[0] ?? {})
  if (removed.length + added.length === 0 && pairs.some(([a, b], i) => olds[i] === a && news[i] !== b))
    walk.emit(
      rowOf('order-changed', keyword, old, now, {
        old: order(olds),
        new: order(news),
        words: { name: 'the forms of an argument' },
      }),
    )
}

/** A branch that only says what must be given, and all of that had to be given before. */
function asksNothing(branch: Node, old: Node): boolean {
  const { required, type, description: _, ...rest } = branch.schema
  const isObject = type === undefined || type === 'object'
  const had = textsOf(own(old.schema, 'required'))
  return isObject && Object.keys(rest).length === 0 && textsOf(required).every(name => had.includes(name))
}

const propertiesOf = (node: Node): JsonObject => objectOf(own(node.schema, 'properties'))

/** `object with "a", "b"`, `list of string`. */
export function formText(node: Node): string {
  const quoted = (names: readonly string[]) => {
    const some = names.slice(0, mostNames).map(n => JSON.stringify(n))
    return some.join(', ') + (names.length > mostNames ? ', …' : '')
  }
  const listed = members(node)
  if (listed)
    return (
      listed
        .slice(0, mostNames)
        .map(v => JSON.stringify(v))
        .join(' | ') + (listed.length > mostNames ? ' | …' : '')
    )
  const names = Object.keys(propertiesOf(node))
  if (names.length > 0) return `object with ${quoted(names)}`
  const needed = textsOf(own(node.schema, 'required'))
  if (needed.length > 0) return `given with ${quoted(needed)}`
  const items = own(node.schema, 'items')
  const kinds = kindsText(kindsOf(node))
  return kinds === 'array' && isObject(items)
    ? `list of ${kindsText(kindsOf(nodeOf(items, '', '', {})))}`
    : kinds
}
