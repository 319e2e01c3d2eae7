/**
 * Argument and property names that every target accepts, and the way back to the wire names. Allocated once, over all
 * sources and depths, in document order. For `bind/bind.ts`.
 */
import { type Definitions, type Draft, mapChildren, record } from '../schema/draft.ts'
import type { Input } from './input.ts'

const legal = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/
/** Legal by its letters, but no object literal or assignment can be trusted with it. */
const isLegal = (name: string): boolean => legal.test(name) && name !== '__proto__'

function sanitized(name: string): string {
  if (name === '__proto__') return '_proto_'
  const letters = name.replace(/[^A-Za-z0-9_]/g, '_')
  return (/^[0-9]/.test(letters) || letters === '' ? `_${letters}` : letters).slice(0, 56)
}

/** What a separator is to anyone who reads the name with `_` in its place. */
const readable = /^[\w\-.[\]$@/: ]*$/

/** The schema of what is called `name` here, with its own name where that one does not show it. */
export function withOwnName(d: Draft, wire: string, name: string): Draft {
  if (isLegal(wire) || wire === '' || (name === sanitized(wire) && readable.test(wire))) return d
  return { ...d, notes: [...(d.notes ?? []), `The API calls it ${JSON.stringify(wire)}.`] }
}

/** Gives each asker the first of the names it wants that is free, else the last one with the next number. */
function allocator(taken: Set<string>): (wanted: readonly string[]) => string {
  const numbers = new Map<string, number>()
  return wanted => {
    const base = wanted.at(-1) ?? '_'
    let name = wanted.find(w => !taken.has(w))
    for (let n = numbers.get(base) ?? 2; name === undefined; n++) {
      if (!taken.has(`${base}_${n}`)) name = `${base}_${n}`
      numbers.set(base, n + 1)
    }
    taken.add(name)
    return name
  }
}

/** One argument name per input: a legal wire name used once is kept, then the others find theirs. */
export function argumentNames(inputs: readonly Input[]): string[] {
  const uses = new Map<string, number>()
  for (const { name } of inputs) uses.set(name, (uses.get(name) ?? 0) + 1)
  const keeps = (name: string) => isLegal(name) && uses.get(name) === 1
  const allocate = allocator(new Set(inputs.map(i => i.name).filter(keeps)))
  return inputs.map(({ name, place }) => {
    if (keeps(name)) return name
    const wanted =
      name === ''
        ? ['body', 'request_body']
        : [sanitized(name), `${place.in}_${sanitized(name)}`.slice(0, 60)]
    return allocate(wanted)
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
  const allocate = allocator(new Set([...names].filter(isLegal)))
  const renamed = new Map<string, string>()
  for (const name of names) {
    if (isLegal(name)) continue
    renamed.set(name, allocate([sanitized(name)]))
  }
  return renamed
}

/** The draft with its own and all nested properties renamed. */
export function renameAll(d: Draft, names: ReadonlyMap<string, string>): Draft {
  return names.size === 0 ? d : mapChildren(renameOwn(d, names), child => renameAll(child, names))
}

/**
 * `renameAll` for arguments: a name means one thing wherever it stands, so that an open object takes no wire name
 * for a further property.
 */
export function renamer(names: ReadonlyMap<string, string>, definitions: Definitions): (d: Draft) => Draft {
  const aliasesOf = aliasReader(names, definitions)
  const rename = (d: Draft): Draft => {
    const own = renameOwn(d, names)
    const aliases = d.additionalProperties === false ? [] : aliasesOf(d)
    return mapChildren(aliases.length === 0 ? own : { ...own, aliases }, rename)
  }
  return names.size === 0 ? d => d : rename
}

/**
 * Which renamed properties a value of the schema may have, as far as the schema itself must say it: its own and those
 * of branches that may or may not hold. What always holds beside it, `$ref` and `allOf`, says its own.
 */
function aliasReader(names: ReadonlyMap<string, string>, definitions: Definitions) {
  const spoken = new Map<Draft, ReadonlySet<string>>()
  const visit = (d: Draft, parts: readonly Draft[]): ReadonlySet<string> => {
    const found = new Set(ownNames(d).filter(name => names.has(name)))
    for (const part of parts) for (const name of all(part)) found.add(name)
    return found
  }
  const all = (d: Draft): ReadonlySet<string> => {
    const known = spoken.get(d)
    if (known) return known
    spoken.set(d, new Set())
    const target = d.ref === undefined ? undefined : definitions.get(d.ref)
    const found = visit(d, [...(target ? [target] : []), ...(d.allOf ?? []), ...conditional(d)])
    spoken.set(d, found)
    return found
  }
  return (d: Draft) => [...visit(d, conditional(d))].map(wire => [wire, names.get(wire) ?? wire] as const)
}

const conditional = (d: Draft): readonly Draft[] => [
  ...(d.anyOf ?? []),
  ...(d.oneOf ?? []),
  ...(d.not ? [d.not] : []),
]

const ownNames = (d: Draft): string[] => [
  ...Object.keys(d.properties ?? {}),
  ...(d.required ?? []),
  ...Object.entries(d.dependentRequired ?? {}).flatMap(([name, list]) => [name, ...list]),
]

/** The draft with the names it speaks of itself renamed: properties, required, dependentRequired. */
function renameOwn(d: Draft, names: ReadonlyMap<string, string>): Draft {
  const to = (name: string) => names.get(name) ?? name
  return {
    ...d,
    ...(d.properties && {
      properties: record(
        Object.entries(d.properties).map(([k, p]) => [to(k), withOwnName(p, k, to(k))] as const),
      ),
    }),
    ...(d.required && { required: d.required.map(to) }),
    ...(d.dependentRequired && {
      dependentRequired: record(
        Object.entries(d.dependentRequired).map(([k, list]) => [to(k), list.map(to)] as const),
      ),
    }),
  }
}
