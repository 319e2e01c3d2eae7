/** The one question asked about every value that `JSON.parse` made. Only `parse.ts` calls it. */
import type { Json } from '../runtime/contract.ts'
import { maxDepth } from './limits.ts'

/**
 * Whether the value nests too deeply or holds a number that became Infinity: `JSON.parse` accepts both. `for…in` and
 * a bounded recursion cost a tenth of parsing in a process that has just started; a pass over the text, or a walk
 * with lists, a quarter to a half.
 */
export function isSuspect(value: Json, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return typeof value === 'number' && !Number.isFinite(value)
  if (depth >= maxDepth) return true
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) if (isSuspect(value[i] ?? null, depth + 1)) return true
  } else {
    for (const key in value) if (isSuspect(value[key] ?? null, depth + 1)) return true
  }
  return false
}
