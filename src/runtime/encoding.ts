/** The form a model writes ↔ the canonical form. Pure; `call` decodes, tests and adapters encode. */
import type { Encoding, EncodingKind } from './contract.ts'
import { parseJson } from './json-text.ts'
import { isObject } from './object.ts'

type Step = (value: unknown) => unknown

/** Model form → canonical form. What does not fit its encoding is left alone, for validation to name. */
export const decode = (value: unknown, encodings: Encoding[]): unknown =>
  inOrder(encodings, 1).reduce((result, { as, pointer }) => at(result, tokens(pointer), decoders[as]), value)

/** Canonical form → model form. */
export const encode = (value: unknown, encodings: Encoding[]): unknown =>
  inOrder(encodings, -1).reduce((result, { as, pointer }) => {
    const path = tokens(pointer)
    const last = path.at(-1)
    return as === 'null-means-absent' && last !== undefined
      ? at(result, path.slice(0, -1), parent =>
          isObject(parent) && !Object.hasOwn(parent, last) ? { ...parent, [last]: null } : parent,
        )
      : at(result, path, encoders[as])
  }, value)

const decoders: Record<EncodingKind, Step> = {
  'json-text': value => {
    if (typeof value !== 'string') return value
    try {
      return parseJson(value)
    } catch {
      return value
    }
  },
  entries: value => {
    if (!Array.isArray(value)) return value
    const entries: [string, unknown][] = []
    for (const item of value) {
      if (!isObject(item) || typeof item.key !== 'string' || Object.keys(item).sort().join() !== 'key,value')
        return value
      entries.push([item.key, item.value])
    }
    const map = Object.fromEntries(entries)
    // A key given twice stays visible instead of losing one value.
    return Object.keys(map).length === entries.length ? map : value
  },
  'int64-text': value =>
    typeof value === 'string' && /^-?\d+$/.test(value) && Number.isSafeInteger(Number(value))
      ? Number(value)
      : value,
  'null-means-absent': value => (value === null ? undefined : value),
}

const encoders: Record<EncodingKind, Step> = {
  'json-text': value => JSON.stringify(value),
  entries: value =>
    isObject(value) ? Object.entries(value).map(([key, item]) => ({ key, value: item })) : value,
  'int64-text': value => (typeof value === 'number' ? String(value) : value),
  'null-means-absent': value => value,
}

const tokens = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map(token => token.replaceAll('~1', '/').replaceAll('~0', '~'))

/** Outer places are decoded before what is inside them and encoded after; a `null` is looked at first. */
const inOrder = (encodings: Encoding[], direction: 1 | -1): Encoding[] => {
  const rank = ({ pointer, as }: Encoding) => pointer.split('/').length * 2 - +(as === 'null-means-absent')
  return [...encodings].sort((a, b) => (rank(a) - rank(b)) * direction)
}

/** A copy with `step` applied at one place. `undefined` takes a property away. */
function at(value: unknown, [head, ...rest]: string[], step: Step): unknown {
  if (head === undefined) return step(value)
  const next = (key: string, item: unknown) => (head === '*' || head === key ? at(item, rest, step) : item)
  if (Array.isArray(value)) return value.map((item, i) => next(String(i), item) ?? item)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]): [string, unknown][] => {
      const result = next(key, item)
      return result === undefined ? [] : [[key, result]]
    }),
  )
}
