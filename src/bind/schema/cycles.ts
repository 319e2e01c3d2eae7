/** Definitions that lead back to themselves, in time linear in their references (Tarjan 1972). For `bind/schema/`. */
import type { Definitions, Draft } from '../../schema/draft.ts'

interface Visit {
  id: string
  /** References still to follow. */
  rest: string[]
}

/** The ids of definitions that are on a cycle; `step` gives the schemas that a schema leads to. */
export function cyclic(definitions: Definitions, step: (d: Draft) => readonly Draft[]): Set<string> {
  const found = new Set<string>()
  const order = new Map<string, number>()
  const low = new Map<string, number>()
  const path: string[] = []
  const onPath = new Set<string>()
  const edges = new Map([...definitions].map(([id, d]) => [id, references(d, step)]))
  const lower = (id: string, n: number) => low.set(id, Math.min(low.get(id) ?? n, n))

  const enter = (id: string): Visit => {
    order.set(id, order.size)
    low.set(id, order.size - 1)
    path.push(id)
    onPath.add(id)
    return { id, rest: [...(edges.get(id) ?? [])] }
  }

  for (const start of definitions.keys()) {
    if (order.has(start)) continue
    const visits = [enter(start)]
    for (let visit = visits.at(-1); visit !== undefined; visit = visits.at(-1)) {
      const next = visit.rest.pop()
      if (next !== undefined) {
        if (!order.has(next)) visits.push(enter(next))
        else if (onPath.has(next)) lower(visit.id, order.get(next) ?? 0)
        continue
      }
      visits.pop()
      const { id } = visit
      const outer = visits.at(-1)
      if (outer) lower(outer.id, low.get(id) ?? 0)
      if (low.get(id) !== order.get(id)) continue
      const component = path.splice(path.lastIndexOf(id))
      for (const member of component) onPath.delete(member)
      if (component.length > 1 || edges.get(id)?.includes(id))
        for (const member of component) found.add(member)
    }
  }
  return found
}

/** The definitions that a schema names, without following them. */
function references(root: Draft, step: (d: Draft) => readonly Draft[]): string[] {
  const found = new Set<string>()
  const stack = [root]
  for (let d = stack.pop(); d !== undefined; d = stack.pop()) {
    if (d.ref !== undefined) found.add(d.ref)
    stack.push(...step(d))
  }
  return [...found]
}
