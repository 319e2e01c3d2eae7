/**
 * Argument and property names that every target accepts, and the way back to the wire names. Allocated once, over all
 * sources and depths, in document order. For `bind/bind.ts`.
 */
import { type Definitions, type Draft, mapChildren, own, record } from '../schema/draft.ts'
import type { Input } from './input.ts'

const legal = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/
/** Legal by its letters, but no object literal or assignment can be trusted with it. */
const isLegal = (name: string): boolean => legal.test(name) && name !== '__proto__'

function sanitized(name: string): string {
  if (name === '__proto__') return '_proto_'
  const letters = name.replace(/[^A-Za-z0-9_]/g, '_')
  return (/^[0-9]/.test(letters) || letters === '' ? `_${letters}` : letters).slice(0, 56)
}

function free(wanted: readonly string[], taken: ReadonlySet<string>): string {
  const first = wanted.find(name => !taken.has(name))
  if (first !== undefined) return first
  const base = wanted.at(-1) ?? '_'
  for (let n = 2; ; n++) if (!taken.has(`${base}_${n}`)) return `${base}_${n}`
}

/** One argument name per input: a legal wire name used once is kept, then the others find theirs. */
export function argumentNames(inputs: readonly Input[]): string[] {
  const uses = new Map<string, number>()
  for (const { name } of inputs) uses.set(name, (uses.get(name) ?? 0) + 1)
  const keeps = (name: string) => isLegal(name) && uses.get(name) === 1
  const taken = new Set(inputs.map(i => i.name).filter(keeps))
  return inputs.map(({ name, place }) => {
    if (keeps(name)) return name
    const wanted =
      name === ''
        ? ['body', 'request_body']
        : [sanitized(name), `${place.in}_${sanitized(name)}`.slice(0, 60)]
    const found = free(wanted, taken)
    taken.add(found)
    return found
  })
}

/** Wire name → canonical name for every nested property that cannot keep its own. */
export function nestedNames(roots: readonly Draft[], definitions: Definitions): Map<string, string> {
  const names = new Set<string>()
  const visit = (d: Draft) => {
    for (const name of Object.keys(d.properties ?? {})) names.add(name)
    mapChildren(d, child => {
      visit(child)
      return child
    })
  }
  for (const d of [...roots, ...definitions.values()]) visit(d)
  const taken = new Set([...names].filter(isLegal))
  const renamed = new Map<string, string>()
  for (const name of names) {
    if (isLegal(name)) continue
    const found = free([sanitized(name)], taken)
    taken.add(found)
    renamed.set(name, found)
  }
  return renamed
}

/** The draft with its own and all nested properties renamed. */
export function renameAll(d: Draft, names: ReadonlyMap<string, string>): Draft {
  return names.size === 0 ? d : mapChildren(renameOwn(d, names), child => renameAll(child, names))
}

/** The draft with the names it speaks of itself renamed: properties, required, dependentRequired. */
export function renameOwn(d: Draft, names: ReadonlyMap<string, string>): Draft {
  const to = (name: string) => names.get(name) ?? name
  return {
    ...d,
    ...(d.properties && {
      properties: record(Object.keys(d.properties).map(k => [to(k), own(d.properties, k) ?? {}] as const)),
    }),
    ...(d.required && { required: d.required.map(to) }),
    ...(d.dependentRequired && {
      dependentRequired: record(
        Object.entries(d.dependentRequired).map(([k, list]) => [to(k), list.map(to)] as const),
      ),
    }),
  }
}
