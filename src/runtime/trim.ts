/** Makes a result small enough for a model, and says what was cut. Pure. */
import type { Json, ResponsePlan } from './contract.ts'
import { mapParts, partsOf } from './object.ts'
import { type Place, pathOf } from './words.ts'

/** A type, so that it is JSON. */
export type Cut = { path: string; kept: number; total: number }

/** A body, if there is one. */
type Maybe = Json | undefined

/** At most `maxItems` of every array, and as much of everything as goes into `maxBytes` of JSON text. */
export const trim = <T extends Maybe>(value: T, plan: ResponsePlan): [T, Cut[]] => {
  const cut = (size: number): [T, Cut[]] => {
    const cuts: Cut[] = []
    const limit = (value: Maybe, place?: Place): Maybe => {
      const list = Array.isArray(value)
      // Forty characters of a string, or properties of an object, weigh as much as one item of an array.
      const most = list ? Math.min(size, plan.maxItems ?? size) : size * 40
      const total = (list || typeof value === 'string' ? value : partsOf(value)).length
      let count = 0
      if (total > most && cuts.length < 20) cuts.push({ path: pathOf(place), kept: most, total })
      return typeof value === 'string'
        ? total > most
          ? value.slice(0, most).replace(/[\ud800-\udbff]$/, '')
          : value
        : mapParts(list ? value.slice(0, most) : value, (part, key) =>
            count++ < most ? limit(part, [key, place]) : undefined,
          )
    }
    // What is cut keeps its type, as far as JSON goes.
    return [limit(value) as T, cuts]
  }
  const { maxBytes = 32_768 } = plan
  // What has more items than bytes are allowed does not fit: the first size that is tried is the whole.
  let size = 0
  let step = maxBytes
  while (step && size < maxBytes)
    if (new TextEncoder().encode(JSON.stringify(cut(size + step)[0])).length > maxBytes) step >>= 1
    else size += step
  return cut(size)
}
