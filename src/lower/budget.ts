/** How large a declaration is, against what a budget allows. For `lower/lower.ts`. */
import type { Budget } from '../options.ts'
import type { Declaration } from '../runtime/contract.ts'
import { countNodes } from '../schema/count.ts'
import type { Sketch } from './sketch.ts'

/** No declaration has more nodes, whatever the budget: beyond it the work would have no end. */
const hardLimit = 20_000
/** Steps of lowering that one node may take: a reference, what stands beside it, a branch that falls together with another. */
const stepsPerNode = 4

export const nodeLimit = ({ nodes }: Budget): number => Math.min(nodes, hardLimit)
export const stepLimit = (budget: Budget): number => nodeLimit(budget) * stepsPerNode

/** In words what is too large; undefined when it fits. `declare` is asked only when that is worth it. */
export function excess(
  sketch: Sketch,
  steps: number,
  budget: Budget,
  declare: () => Declaration,
): { over: string } | { declaration: Declaration } {
  const limit = nodeLimit(budget)
  if (steps > stepLimit(budget) || countNodes(sketch, parts, limit) > limit)
    return { over: `has more than ${limit} schema nodes` }
  const allowed = `and ${budget.bytes} are allowed`
  if (textsExceed(sketch, budget.bytes)) return { over: `has more bytes, ${allowed}` }
  const declaration = declare()
  const bytes = new TextEncoder().encode(JSON.stringify(declaration)).length
  return bytes > budget.bytes ? { over: `has ${bytes} bytes, ${allowed}` } : { declaration }
}

/** Whether the texts alone are longer: a long text in front of many branches is not worth writing out. */
function textsExceed(root: Sketch, bytes: number): boolean {
  let room = bytes
  const stack = [root]
  for (let s = stack.pop(); s !== undefined && room >= 0; s = stack.pop()) {
    for (const text of s.text ?? []) room -= text.length
    stack.push(...parts(s))
  }
  return room < 0
}

const parts = (s: Sketch): Sketch[] => [
  ...(s.anyOf ?? []),
  ...Object.values(s.properties ?? {}),
  ...(s.items ? [s.items] : []),
  ...(typeof s.additionalProperties === 'object' ? [s.additionalProperties] : []),
]
