/** Every single change that can be made to a golden file, for the properties of `review/`. */
import type { Json, JsonObject } from '../../src/runtime/contract.ts'

export interface Mutation {
  /** Where, and what was done there. */
  label: string
  apply: (golden: JsonObject) => JsonObject
}

type Path = readonly (string | number)[]

/** Another value of the same type. */
function other(value: Json): Json {
  if (typeof value === 'string') return `${value}x`
  // Large numbers have no neighbour at a distance of 1.
  if (typeof value === 'number') return value + 1 === value ? value / 2 : value + 1
  if (typeof value === 'boolean') return !value
  return value === null ? 'x' : null
}

export function mutations(golden: JsonObject): Mutation[] {
  const out: Mutation[] = []
  const add = (path: Path, how: string, change: (holder: Json, key: string | number) => void) =>
    out.push({
      label: `/${path.join('/')} ${how}`,
      apply: g => {
        const copy = structuredClone(g)
        const holder = path.slice(0, -1).reduce<Json>((v, k) => (v as JsonObject)[k] as Json, copy)
        change(holder, path.at(-1) ?? '')
        return copy
      },
    })
  const set = (path: Path, how: string, to: (v: Json) => Json) =>
    add(path, how, (holder, key) => {
      const object = holder as JsonObject
      object[key] = to(object[key] as Json)
    })
  const visit = (value: Json, path: Path) => {
    if (path.length > 0) {
      const key = path.at(-1)
      if (typeof key === 'number')
        add(path, 'taken out', (holder, k) => {
          ;(holder as Json[]).splice(k as number, 1)
        })
      else
        add(path, 'removed', (holder, k) => {
          delete (holder as JsonObject)[k]
        })
      set(path, 'of another type', v => (typeof v === 'string' ? 7 : 'x'))
      if (typeof value !== 'object' || value === null) set(path, 'changed', other)
    }
    if (Array.isArray(value)) {
      set(path, 'grown by a text', v => [...(v as Json[]), 'x'])
      set(path, 'grown by an object', v => [...(v as Json[]), { x: 1 }])
      if (value.length > 0)
        set(path, 'doubled', v => [...(v as Json[]), structuredClone((v as Json[])[0] as Json)])
      if (new Set(value.map(v => JSON.stringify(v))).size > 1)
        set(path, 'rotated', v => [...(v as Json[]).slice(1), (v as Json[])[0] as Json])
      for (const [i, v] of value.entries()) visit(v, [...path, i])
    } else if (typeof value === 'object' && value !== null) {
      if (path.length > 0) {
        set(path, 'with a further text', v => ({ ...(v as JsonObject), zz: 'x' }))
        set(path, 'with a further object', v => ({ ...(v as JsonObject), zz: { type: 'string' } }))
      }
      for (const [k, v] of Object.entries(value)) visit(v, [...path, k])
    }
  }
  visit(golden, [])
  // The map key is the tool's name; a file without one is no golden file.
  return out.filter(m => !m.label.startsWith('/tool ') || m.label.endsWith('changed'))
}
