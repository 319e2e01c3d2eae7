/** What a directive picks of a result: as the paths that people write, and as the tree that the run time reads. Pure. */
import type { Picked } from '../runtime/contract.ts'

/** `['id', 'items[].sku']` → `{ id: true, items: { sku: true } }`; what is picked whole is not picked in parts too. */
export function pickedTree(paths: readonly string[]): Picked {
  const parts = new Map<string, string[]>()
  for (const path of paths) {
    const [head = '', ...rest] = path.split(/[.[\]]+/).filter(Boolean)
    parts.set(head, [...(parts.get(head) ?? []), rest.join('.')])
  }
  return Object.fromEntries(
    [...parts].map(([name, inside]) => [name, inside.includes('') || pickedTree(inside)]),
  )
}

/** `['id', 'items.sku']`: the way back, without what lists need no mark for. */
export const pickedPaths = (picked: Picked, before = ''): string[] =>
  Object.entries(picked).flatMap(([name, inside]) =>
    typeof inside === 'object' ? pickedPaths(inside, `${before}${name}.`) : [before + name],
  )
