/** A document that says the same in another order: paths, components and keywords; for property tests of the compiler. */
import type { Json, JsonObject } from '../../src/runtime/contract.ts'

/** Data, and lists of names whose order decides the order of arguments or of what is tried first. */
const kept = new Set(['properties', 'mapping', 'content', 'dependentRequired', 'encoding', 'responses'])
const data = new Set(['default', 'enum', 'const', 'example', 'examples'])

/** `pick` gives a number below its argument. */
export function reordered(document: JsonObject, pick: (below: number) => number): JsonObject {
  const visit = (value: Json, isNames: boolean): Json => {
    if (Array.isArray(value)) return value.map(v => visit(v, false))
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value).map(([k, v]): [string, Json] => {
      // Under `properties` the keys are names: one may be called `enum`.
      if (!isNames && data.has(k)) return [k, v]
      return [k, visit(v, !isNames && kept.has(k))]
    })
    return record(isNames ? entries : shuffled(entries, pick))
  }
  // The document is an object, and stays one.
  return visit(document, false) as JsonObject
}

function shuffled<T>(list: readonly T[], pick: (below: number) => number): T[] {
  const rest = [...list]
  const out: T[] = []
  while (rest.length > 0) out.push(...rest.splice(pick(rest.length), 1))
  return out
}

function record(entries: readonly [string, Json][]): JsonObject {
  const out: JsonObject = {}
  for (const [key, value] of entries)
    Object.defineProperty(out, key, { value, enumerable: true, configurable: true, writable: true })
  return out
}
