/** Which definitions stay, and the others put in place of their references. For `bind/schema/finish.ts`. */
import { countNodes } from '../../schema/count.ts'
import { children, type Definitions, type Draft, mapChildren } from '../../schema/draft.ts'
import { merge } from '../../schema/merge.ts'
import { cyclic } from './cycles.ts'

/** A definition that is used twice stays when it is larger than this. */
const small = 12
/** No draft nests deeper, however references lead on: the rest stays behind one. */
const maxNesting = 300

/** Puts definitions in place where that ends, and where they are small or used once. */
export function inline(
  drafts: readonly Draft[],
  definitions: Definitions,
): { drafts: Draft[]; definitions: Map<string, Draft> } {
  const uses = countUses([...drafts, ...definitions.values()])
  const kept = cyclic(definitions, children)
  const placedOnce = new Map<string, { draft: Draft; nesting: number }>()

  function place(d: Draft, depth: number): Draft {
    const node = mapChildren(d, child => place(child, depth + 1))
    if (node.ref === undefined || kept.has(node.ref)) return node
    const { ref, ...siblings } = node
    const placed = depth < maxNesting ? definition(ref, depth) : undefined
    if (placed === undefined || depth + placed.nesting > maxNesting) {
      kept.add(ref)
      return node
    }
    if (kept.has(ref)) return node
    return Object.keys(siblings).length === 0 ? placed.draft : merge(placed.draft, siblings)
  }

  /** The definition with its own references placed. Decides that it stays when it has grown too large to repeat. */
  function definition(ref: string, depth: number): { draft: Draft; nesting: number } {
    const known = placedOnce.get(ref)
    if (known) return known
    const target = definitions.get(ref)
    if (target === undefined) throw new Error(`no definition ${ref}`)
    const draft = place(target, depth + 1)
    if ((uses.get(ref) ?? 0) > 1 && countNodes(draft, children, small) > small) kept.add(ref)
    const fresh = { draft, nesting: nestingOf(draft) }
    placedOnce.set(ref, fresh)
    return fresh
  }

  const placed = drafts.map(d => place(d, 0))
  const out = new Map<string, Draft>()
  // Placing one may keep another: a set is walked to its growing end.
  for (const id of kept) out.set(id, placedOnce.get(id)?.draft ?? place(definitions.get(id) ?? {}, 0))
  return { drafts: placed, definitions: out }
}

function countUses(drafts: readonly Draft[]): Map<string, number> {
  const uses = new Map<string, number>()
  const stack = [...drafts]
  for (let d = stack.pop(); d !== undefined; d = stack.pop()) {
    if (d.ref !== undefined) uses.set(d.ref, (uses.get(d.ref) ?? 0) + 1)
    stack.push(...children(d))
  }
  return uses
}

function nestingOf(root: Draft): number {
  let deepest = 0
  const stack: [Draft, number][] = [[root, 0]]
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const [d, depth] = next
    deepest = Math.max(deepest, depth)
    for (const child of children(d)) stack.push([child, depth + 1])
  }
  return deepest
}
