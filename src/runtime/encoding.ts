/** The form a model writes ↔ the canonical form. Pure; `call` decodes, tests and adapters encode. */
import type { Encoding, EncodingKind } from './contract.ts'
import { parseJson } from './json-text.ts'
import { isObject, mapParts, tokens } from './object.ts'

type Step = (value: unknown) => unknown

/** Model form → canonical form. What does not fit its encoding is left alone, for validation to name. */
export const decode = (value: unknown, encodings: Encoding[]): unknown =>
  inOrder(encodings).reduce((result, { as, pointer }) => at(result, tokens(pointer), decoders[as]), value)

/** Canonical form → model form. */
export const encode = (value: unknown, encodings: Encoding[]): unknown =>
  inOrder(encodings).reduceRight((result, { as, pointer }) => {
    const path = tokens(pointer)
    const last = path.at(-1)
    if (as !== 'null-means-absent' || last === undefined) return at(result, path, encoders[as])
    const fill: Step = parent =>
      isObject(parent) && !Object.hasOwn(parent, last) ? { ...parent, [last]: null } : parent
    return at(result, path.slice(0, -1), fill)
  }, value)

const decoders: Record<EncodingKind, Step> = {
  'json-text': value => {
    try {
      return typeof value === 'string' ? parseJson(value) : value
    } catch {
      return value
    }
  },
  entries: value => {
    if (!Array.isArray(value)) return value
    const isEntry = (item: unknown) =>
      isObject(item) && typeof item.key === 'string' && Object.keys(item).sort().join() === 'key,value'
    const keys = new Set(value.map(item => item?.key))
    // A key given twice stays visible instead of losing one value.
    return keys.size === value.length && value.every(isEntry)
      ? Object.fromEntries(value.map(item => [item.key, item.value]))
      : value
  },
  'int64-text': value =>
    typeof value === 'string' && /^-?\d+$/.test(value) && Number.isSafeInteger(+value) ? +value : value,
  'null-means-absent': value => value ?? undefined,
}

const encoders: Record<EncodingKind, Step> = {
  'json-text': value => JSON.stringify(value),
  entries: value =>
    isObject(value) ? Object.entries(value).map(([key, item]) => ({ key, value: item })) : value,
  'int64-text': value => (typeof value === 'number' ? String(value) : value),
  'null-means-absent': value => value,
}

/** Outer places before what is inside them; at one place, whether it is `null` comes first. */
const inOrder = (encodings: Encoding[]): Encoding[] =>
  [...encodings].sort((a, b) => a.pointer.length - b.pointer.length || (a.as < b.as ? 1 : -1))

/** A copy with `step` applied at one place. `undefined` takes a property away. */
const at = (value: unknown, [head, ...rest]: string[], step: Step): unknown =>
  head === undefined
    ? step(value)
    : mapParts(value, (part, key) => {
        const changed = head === '*' || head === String(key) ? at(part, rest, step) : part
        return changed === undefined && typeof key === 'number' ? part : changed
      })
