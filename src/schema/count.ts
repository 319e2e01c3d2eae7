/** How many nodes a tree has. For `bind/schema/inline.ts` and `lower/budget.ts`. */

/** Stops counting past `limit`. */
export function countNodes<T>(root: T, parts: (node: T) => readonly T[], limit: number): number {
  let count = 0
  const stack = [root]
  for (let next = stack.pop(); next !== undefined && count <= limit; next = stack.pop()) {
    count++
    stack.push(...parts(next))
  }
  return count
}
