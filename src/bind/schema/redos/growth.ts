/** Whether some text, repeated, adds tries for ever. For `steps.ts`. */
import { type Budget, spend } from './budget.ts'
import type { Subset } from './subsets.ts'

/** A circle of states that a second way enters: whatever goes around it comes back as more. */
export function grows(subsets: readonly Subset[], most: readonly number[], budget: Budget): boolean {
  const next: number[][] = most.map(() => [])
  const before: number[][] = most.map(() => [])
  const gains: [number, number][] = []
  for (const { out } of subsets)
    for (const { arrivals } of out)
      for (const { at, from, ways, self } of arrivals) {
        if (most[at] === 0) continue
        const gain = from.length > 1 || (ways[0] ?? 1) > 1
        from.forEach((node, i) => {
          if (i === self && most[at] !== Infinity) return
          next[node]?.push(at)
          before[at]?.push(node)
          if (gain) gains.push([node, at])
        })
      }
  const circle = circles(next, before, budget)
  return gains.some(([from, to]) => circle[from] === circle[to])
}

/** Strongly connected components (Kosaraju): nodes of one circle have one number. */
function circles(next: readonly number[][], before: readonly number[][], budget: Budget): number[] {
  const order: number[] = []
  const seen = new Set<number>()
  for (let root = 0; root < next.length; root++) visit(root, next, seen, node => order.push(node), budget)
  const out = new Array<number>(next.length).fill(-1)
  seen.clear()
  for (const root of order.reverse())
    visit(
      root,
      before,
      seen,
      node => {
        out[node] = root
      },
      budget,
    )
  return out
}

/** Depth first, `leave` on the way back. */
function visit(
  root: number,
  next: readonly number[][],
  seen: Set<number>,
  leave: (node: number) => void,
  budget: Budget,
): void {
  if (seen.has(root)) return
  seen.add(root)
  const path = [{ node: root, i: 0 }]
  for (let top = path.at(-1); top; top = path.at(-1)) {
    spend(budget, 1)
    const to = next[top.node]?.[top.i++]
    if (to === undefined) {
      leave(top.node)
      path.pop()
    } else if (!seen.has(to)) {
      seen.add(to)
      path.push({ node: to, i: 0 })
    }
  }
}
