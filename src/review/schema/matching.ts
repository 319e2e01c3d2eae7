/** Which branch of a union, or of `allOf`, became which. For `review/schema/`. */
import type { Json, JsonObject } from '../../runtime/contract.ts'
import { stableText } from '../../runtime/json-text.ts'
import { own } from '../../schema/draft.ts'
import { listOf, objectOf } from '../json.ts'
import type { Node } from './node.ts'
import { kindsOf } from './values.ts'
import type { Walk } from './walk.ts'

export interface Matched {
  /** In the order of the old ones. */
  pairs: [Node, Node][]
  removed: Node[]
  added: Node[]
}

/** Pairs that are measured; of larger unions the branches are taken in order. */
const mostPairs = 2500

/** Equal ones belong together, then the nearest; what has no relative comes or goes. */
export function matched(walk: Walk, olds: readonly Node[], news: readonly Node[]): Matched {
  const partner = new Map<Node, Node>()
  const open = new Set(news)
  const join = (a: Node, b: Node) => {
    partner.set(a, b)
    open.delete(b)
  }
  const byText = new Map<string, Node[]>()
  for (const b of news) byText.set(textOf(b), [...(byText.get(textOf(b)) ?? []), b])
  for (const a of olds) {
    const b = byText.get(textOf(a))?.shift()
    if (b) join(a, b)
  }
  const left = olds.filter(a => !partner.has(a))
  const right = [...open]
  const isLarge = left.length * right.length > mostPairs
  const close = left.flatMap((a, i) =>
    right.flatMap((b, j) =>
      related(a, b) && (!isLarge || i === j)
        ? [{ a, b, i, j, distance: isLarge ? 0 : walk.distance(a, b) }]
        : [],
    ),
  )
  close.sort(
    (x, y) => x.distance - y.distance || Math.abs(x.i - x.j) - Math.abs(y.i - y.j) || x.i - y.i || x.j - y.j,
  )
  for (const { a, b } of close) if (!partner.has(a) && open.has(b)) join(a, b)
  return {
    pairs: olds.flatMap((a): [Node, Node][] => {
      const b = partner.get(a)
      return b ? [[a, b]] : []
    }),
    removed: olds.filter(a => !partner.has(a)),
    added: [...open],
  }
}

const textOf = ({ schema, odd, conditions }: Node): string =>
  stableText([schema, odd, conditions.map(c => c.parts[0] ?? {})])

/** Whether one branch can be the other one, changed: of one kind, and neither told apart by a fixed value nor without a property in common. */
function related(a: Node, b: Node): boolean {
  const kinds = kindsOf(b)
  if (![...kindsOf(a)].some(k => kinds.has(k) && k !== 'null')) return false
  const [p, q] = [propertiesOf(a), propertiesOf(b)]
  const names = Object.keys(p)
  if (names.length === 0 || Object.keys(q).length === 0) return true
  const common = names.filter(n => Object.hasOwn(q, n))
  const fixed = (v: Json | undefined) => {
    const { enum: list, const: only } = objectOf(v)
    return only !== undefined
      ? stableText(only)
      : listOf(list).length === 1
        ? stableText(listOf(list))
        : undefined
  }
  const isTold = common.some(n => {
    const [x, y] = [fixed(own(p, n)), fixed(own(q, n))]
    return x !== undefined && y !== undefined && x !== y
  })
  return common.length > 0 && !isTold
}

const propertiesOf = (node: Node): JsonObject => objectOf(own(node.schema, 'properties'))
