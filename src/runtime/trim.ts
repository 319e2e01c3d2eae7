/** Makes a result small enough for a model, and says what was cut. Pure. */
import type { Json, ResponsePlan } from './contract.ts'
import { child } from './words.ts'

export interface Cut {
  path: string
  kept: number
  total: number
}

const maxBytes = 32_768
const maxCuts = 20

export const bytes = (value: Json): number => new TextEncoder().encode(JSON.stringify(value)).length

/** The parts that `pick` names; `[]` needs no mark, since every array is looked into. */
export function pick(value: Json, paths: string[]): Json {
  const split = paths.map(path => path.split('.').map(token => token.replace(/(?:\[\])+$/, '')))
  return keep(
    value,
    split.map(path => path.filter(Boolean)),
  )
}

function keep(value: Json, paths: string[][]): Json {
  if (paths.some(path => !path.length)) return value
  if (Array.isArray(value)) return value.map(item => keep(item, paths))
  if (typeof value !== 'object' || !value) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => {
      const inside = paths.filter(path => path[0] === key).map(path => path.slice(1))
      return inside.length ? [[key, keep(item, inside)]] : []
    }),
  )
}

/** At most `maxItems` of every array, then at most `maxBytes` of JSON text. */
export function trim(value: Json, plan: ResponsePlan): { value: Json; cuts: Cut[] } {
  const cuts: Cut[] = []
  const cut = (path: string, kept: number, total: number) => {
    if (kept < total && cuts.length < maxCuts) cuts.push({ path, kept, total })
  }
  const limit = (value: Json, path: string): Json => {
    if (Array.isArray(value)) {
      const kept = value.slice(0, plan.maxItems)
      cut(path, kept.length, value.length)
      return kept.map((item, i) => limit(item, child(path, i)))
    }
    if (typeof value !== 'object' || !value) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, limit(item, child(path, key))]),
    )
  }

  /** The value in at most `room` bytes, as far as that can be done; small members are kept before large ones. */
  const shrink = (value: Json, room: number, path: string): Json => {
    if (bytes(value) <= room) return value
    if (typeof value === 'string') {
      let kept = value
      while (kept && bytes(kept) > room)
        kept = kept.slice(0, Math.floor(kept.length * Math.min(0.9, room / bytes(kept))))
      kept = kept.replace(/[\ud800-\udbff]$/, '')
      cut(path, kept.length, value.length)
      return kept
    }
    if (typeof value !== 'object' || !value) return value
    const keys: (string | number)[] = Array.isArray(value) ? [...value.keys()] : Object.keys(value)
    // A key of the value itself: an index of the array, or an own name.
    const at = (key: string | number) => (value as Record<string | number, Json>)[key] as Json
    const size = new Map(
      keys.map(key => [key, bytes(at(key)) + (typeof key === 'string' ? bytes(key) + 2 : 1)]),
    )
    const sizeOf = (key: string | number) => size.get(key) ?? 0
    const order = Array.isArray(value) ? keys : [...keys].sort((a, b) => sizeOf(a) - sizeOf(b))
    const kept = new Map<string | number, Json>()
    let left = room - 2
    for (const key of order) {
      const extra = sizeOf(key) - bytes(at(key))
      const whole = sizeOf(key) <= left
      if (!whole && (left < 16 + extra || (Array.isArray(value) && kept.size))) break
      const item = whole ? at(key) : shrink(at(key), left - extra, child(path, key))
      kept.set(key, item)
      left -= bytes(item) + extra
    }
    cut(path, kept.size, keys.length)
    return Array.isArray(value)
      ? [...kept.values()]
      : Object.fromEntries(keys.filter(key => kept.has(key)).map(key => [key, kept.get(key) as Json]))
  }
  const limited = plan.maxItems === undefined ? value : limit(value, '')
  return { value: shrink(limited, plan.maxBytes ?? maxBytes, ''), cuts }
}
