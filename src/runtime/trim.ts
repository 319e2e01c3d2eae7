/** Makes a result small enough for a model, and says what was cut. Pure. */
import type { Json, ResponsePlan } from './contract.ts'
import { isObject, mapParts } from './object.ts'
import { type Place, pathOf } from './words.ts'

/** A type, so that it is JSON. */
export type Cut = { path: string; kept: number; total: number }

const maxCuts = 20
/** So many characters of a string, or properties of an object, weigh as much as one item of an array. */
const perItem = 40

/** The parts that `pick` names. `[]` needs no mark: every array is looked into. */
export const pick = (value: Json, paths: string[]): Json =>
  keep(
    value,
    paths.map(path => path.split(/[.[\]]+/).filter(Boolean)),
  )

const keep = (value: Json, paths: string[][]): Json =>
  mapParts(value, (part, key) => {
    const inside = paths.filter(([head]) => head === key).map(path => path.slice(1))
    return typeof key === 'number'
      ? keep(part, paths)
      : inside.some(path => !path.length)
        ? part
        : inside.length
          ? keep(part, inside)
          : undefined
  })

/** At most `maxItems` of every array, and as much of everything as goes into `maxBytes` of JSON text. */
export function trim(value: Json, { maxItems = Infinity, maxBytes = 32_768 }: ResponsePlan): [Json, Cut[]] {
  let cuts: Cut[] = []
  let size = Infinity
  const limit = (value: Json, place: Place): Json => {
    const list = Array.isArray(value)
    const most = list ? Math.min(size, maxItems) : size * perItem
    const total =
      list || typeof value === 'string' ? value.length : isObject(value) ? Object.keys(value).length : 0
    let count = 0
    if (total > most && cuts.length < maxCuts) cuts.push({ path: pathOf(place), kept: most, total })
    return typeof value === 'string'
      ? value.slice(0, most).replace(/[\ud800-\udbff]$/, '')
      : mapParts(list ? value.slice(0, most) : value, (part, key) =>
          count++ < most ? limit(part, [place, key]) : undefined,
        )
  }
  let result: Json = null
  const fits = () => {
    cuts = []
    result = limit(value, undefined)
    return new TextEncoder().encode(JSON.stringify(result)).length <= maxBytes
  }
  if (!fits()) {
    size = 0
    for (let step = 2 ** 16; step; step >>= 1) {
      size += step
      if (!fits()) size -= step
    }
    fits()
  }
  return [result, cuts]
}
