/** JSON text that is the same for the same value. Pure; anyone may call it. */
import type { Json } from '../runtime/contract.ts'
import { stableText } from '../runtime/json-text.ts'

/** Deep equality of JSON values, object key order aside. */
export const equal = (a: Json, b: Json): boolean => stableText(a) === stableText(b)

/** JSON for files that people review: two spaces, LF, final newline, keys in the given order. */
export const fileText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
