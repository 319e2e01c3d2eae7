/** The form a model writes ↔ the canonical form. Pure; `call` decodes, tests and adapters encode. */
import type { Encoding, EncodingKind } from './contract.ts'
import { int64 } from './formats.ts'
import { parseJson, parseResult } from './json-text.ts'
import { isObject, mapParts, tokens } from './object.ts'

type Step = (value: unknown) => unknown

interface Entry {
  key: unknown
  value: unknown
}

/** Model form → canonical form, the encodings in their order. What does not fit its encoding is left alone, for validation to name. */
export const decode = (value: unknown, encodings: Encoding[]): unknown =>
  encodings.reduce((result, { as, pointer }) => at(result, tokens(pointer), decoders[as]), value)

/** Canonical form → model form. */
export const encode = (value: unknown, encodings: Encoding[]): unknown =>
  encodings.reduceRight((result, { as, pointer }) => {
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
    } catch {}
    return value
  },
  entries: value => {
    const map =
      Array.isArray(value) &&
      value.every(
        // Of JSON, nothing but an object has a key.
        (item: Partial<Entry> | null) =>
          typeof item?.key === 'string' && item.value !== undefined && Object.keys(item).length === 2,
      ) &&
      Object.fromEntries(value.map((item: Entry) => [item.key, item.value]))
    // A key given twice stays visible instead of losing one value. There is no map but of a list.
    return map && Object.keys(map).length === (value as Entry[]).length ? map : value
  },
  'int64-text': value => (int64(value) === undefined ? value : parseResult(`${value}`)),
  'null-means-absent': value => value ?? undefined,
}

const encoders: Record<EncodingKind, Step> = {
  'json-text': value => JSON.stringify(value),
  entries: value =>
    isObject(value) ? Object.entries(value).map(([key, item]) => ({ key, value: item })) : value,
  'int64-text': value => (typeof value === 'number' ? String(value) : value),
  'null-means-absent': value => value,
}

/** A copy with `step` applied at one place. `undefined` takes a property away. Only `*` leads to the items of an array. */
const at = (value: unknown, [head, ...rest]: string[], step: Step): unknown =>
  head === undefined
    ? step(value)
    : mapParts(value, (part, key) => (head === '*' || head === key ? at(part, rest, step) : part))
