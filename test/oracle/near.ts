/** Values that almost satisfy an InputSchema, for tests of who accepts what. */
import fc from 'fast-check'
import type { InputSchema, Json, JsonObject } from '../../src/runtime/contract.ts'
import { json, valid } from './arbitrary.ts'

/** Valid values with one place changed, and now and then something else entirely. */
export function near(schema: InputSchema): fc.Arbitrary<Json> {
  return fc.oneof(
    {
      weight: 9,
      arbitrary: fc.tuple(valid(schema), fc.nat(), json).map(([v, n, other]) => spoil(v, n, other)),
    },
    { weight: 1, arbitrary: json },
  )
}

/** One place of the value, chosen by the number, becomes something else, goes, or gets a companion. */
function spoil(root: Json, n: number, other: Json): Json {
  const copy = JSON.parse(JSON.stringify({ root })) as JsonObject
  const places: [JsonObject | Json[], string | number][] = []
  const stack: (JsonObject | Json[])[] = [copy]
  for (let holder = stack.pop(); holder !== undefined; holder = stack.pop())
    for (const [key, v] of Object.entries(holder)) {
      places.push([holder, Array.isArray(holder) ? Number(key) : key])
      if (typeof v === 'object' && v !== null) stack.push(v)
    }
  const [holder, key] = places[n % places.length] ?? [copy, 'root']
  const kind = Math.floor(n / places.length) % 4
  if (Array.isArray(holder)) {
    if (kind === 0) holder.splice(Number(key), 1)
    else if (kind === 1) holder.push(holder[0] ?? null)
    else holder[Number(key)] = kind === 2 ? null : other
  } else if (kind === 0 && holder !== copy) delete holder[key]
  else if (kind === 1 && holder !== copy) put(holder, `${key}_`, other)
  else put(holder, String(key), kind === 2 ? null : other)
  return copy.root ?? null
}

function put(object: JsonObject, key: string, v: Json): void {
  Object.defineProperty(object, key, { value: v, enumerable: true, configurable: true, writable: true })
}
