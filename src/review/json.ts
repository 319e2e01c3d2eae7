/** Looking at two JSON values side by side, whatever somebody wrote into them. For `review/`. */

import { join } from '../json/pointer.ts'
import { equal } from '../json/stable.ts'
import type { Json, JsonObject } from '../runtime/contract.ts'
import { stableText } from '../runtime/json-text.ts'
import { own, record } from '../schema/draft.ts'
import type { Emit } from './row.ts'

export const isObject = (v: Json | undefined): v is JsonObject =>
  typeof v === 'object' && v !== null && !Array.isArray(v)
/** The object, or an empty one for what is none. */
export const objectOf = (v: Json | undefined): JsonObject => (isObject(v) ? v : {})
/** The list, or an empty one for what is none. */
export const listOf = (v: Json | undefined): Json[] => (Array.isArray(v) ? v : [])
export const textOf = (v: Json | undefined): string | undefined => (typeof v === 'string' ? v : undefined)
export const textsOf = (v: Json | undefined): string[] => listOf(v).filter(i => typeof i === 'string')

export const same = (a: Json | undefined, b: Json | undefined): boolean =>
  a === undefined || b === undefined ? a === b : equal(a, b)

/** Compares what stands under one key; called only where the two differ. */
export type Compare = (old: Json | undefined, now: Json | undefined, pointer: string) => void

/** Each key that differs goes to its comparison; one without is told as it is. Nothing is left out. */
export function eachMember(
  old: Json | undefined,
  now: Json | undefined,
  pointer: string,
  known: Readonly<Record<string, Compare>>,
  emit: Emit,
): void {
  if (!isObject(old) || !isObject(now)) {
    if (!same(old, now)) unrecognised(emit, old, now, pointer)
    return
  }
  for (const key of new Set([...Object.keys(old), ...Object.keys(now)])) {
    const [a, b] = [own(old, key), own(now, key)]
    if (same(a, b)) continue
    const compare: Compare = own(known, key) ?? ((x, y, at) => unrecognised(emit, x, y, at))
    compare(a, b, join(pointer, key))
  }
}

export const unrecognised = (
  emit: Emit,
  old: Json | undefined,
  now: Json | undefined,
  pointer: string,
): void => emit({ rule: 'unrecognised-change', pointer, old, new: now, words: { name: pointer } })

/** The value with every list sorted, and nothing in it twice: two that differ in that alone become equal. */
export const unordered = (v: Json): Json =>
  Array.isArray(v)
    ? [...new Map(v.map(unordered).map(i => [stableText(i), i]))]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([, i]) => i)
    : isObject(v)
      ? record(Object.entries(v).map(([k, x]) => [k, unordered(x)] as const))
      : v

/** Two lists of objects that are what they should be; undefined, and told, when one is anything else. */
export function bothLists(
  emit: Emit,
  old: Json | undefined,
  now: Json | undefined,
  pointer: string,
  fits: (entry: JsonObject) => boolean,
): [old: JsonObject[], now: JsonObject[]] | undefined {
  const read = (list: Json | undefined) =>
    Array.isArray(list) && list.every((e): e is JsonObject => isObject(e) && fits(e)) ? list : undefined
  const [a, b] = [read(old), read(now)]
  if (a && b) return [a, b]
  unrecognised(emit, old, now, pointer)
  return undefined
}

/** What one list has and the other has not, each as often as it has it. */
export function difference<T>(
  old: readonly T[],
  now: readonly T[],
  text: (v: T) => string,
): { gone: T[]; added: T[] } {
  const without = (list: readonly T[], other: readonly T[]) => {
    const left = new Map<string, number>()
    for (const v of other) left.set(text(v), (left.get(text(v)) ?? 0) + 1)
    return list.filter(v => {
      const n = left.get(text(v)) ?? 0
      left.set(text(v), n - 1)
      return n <= 0
    })
  }
  return { gone: without(old, now), added: without(now, old) }
}
