/** JSON text that is the same for the same value. Pure; anyone may call it. */
import type { Json } from '../runtime/contract.ts'

/** JSON text with keys in order of code units, no white space: for comparing and hashing. */
export function stableText(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(stableText).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const keys = Object.keys(value).sort()
  return `{${keys.map(k => `${JSON.stringify(k)}:${stableText(value[k] as Json)}`).join(',')}}`
}

/** Deep equality of JSON values, object key order aside. */
export const equal = (a: Json, b: Json): boolean => stableText(a) === stableText(b)

/** JSON for files that people review: two spaces, LF, final newline, keys in the given order. */
export const fileText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
