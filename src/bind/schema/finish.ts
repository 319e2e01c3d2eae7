/**
 * What can only be done once every schema of an operation is read: properties that the other side fills leave,
 * `required` speaks of declared names, int64 takes digit strings, and definitions stay only where they must.
 * For `bind/`.
 */
import type { Location } from '../../diagnostic.ts'
import {
  children,
  countNodes,
  type Definitions,
  type Draft,
  mapChildren,
  record,
} from '../../schema/draft.ts'
import { merge } from '../../schema/merge.ts'

/** The drafts, finished in place of meaning; `loops` are schemas that a value would have to satisfy endlessly. */
export interface Finished {
  drafts: Draft[]
  definitions: Map<string, Draft>
  loops: Location[]
}

export function finish(drafts: readonly Draft[], definitions: Definitions): Finished {
  const narrow = unionMembers([...drafts, ...definitions.values()], definitions)
  const loops = [...definitions].flatMap(([id, d]) => (loopsBack(id, d, definitions) && d.at ? [d.at] : []))
  if (loops.length > 0) return { drafts: [...drafts], definitions: new Map(definitions), loops }
  const tidy = (d: Draft, inUnion: boolean) =>
    widen(declaredOnly(exclude(d, definitions, new Set()), definitions, new Set()), inUnion)
  const tidied = new Map([...definitions].map(([id, d]) => [id, tidy(d, narrow.has(id))]))
  return {
    ...inline(
      drafts.map(d => tidy(d, false)),
      tidied,
    ),
    loops,
  }
}

const branchesOf = (d: Draft): readonly Draft[] => [
  ...(d.allOf ?? []),
  ...(d.anyOf ?? []),
  ...(d.oneOf ?? []),
]

/** Whether a value of the definition must satisfy the definition again, without a step into the value. */
function loopsBack(id: string, start: Draft, definitions: Definitions): boolean {
  const seen = new Set<string>()
  const stack = [start]
  for (let d = stack.pop(); d !== undefined; d = stack.pop()) {
    stack.push(...branchesOf(d), ...(d.not ? [d.not] : []))
    if (d.ref === undefined) continue
    if (d.ref === id) return true
    const target = definitions.get(d.ref)
    if (seen.has(d.ref) || target === undefined) continue
    seen.add(d.ref)
    stack.push(target)
  }
  return false
}

function isExcluded(d: Draft, definitions: Definitions, seen: ReadonlySet<string> = new Set()): boolean {
  if (d.excluded || d.allOf?.some(b => isExcluded(b, definitions, seen))) return true
  if (d.ref === undefined || seen.has(d.ref)) return false
  const target = definitions.get(d.ref)
  return target !== undefined && isExcluded(target, definitions, new Set([...seen, d.ref]))
}

/** Takes out the properties that the other side fills, and their `required` in this node and its branches. */
function exclude(d: Draft, definitions: Definitions, outer: ReadonlySet<string>): Draft {
  const gone = new Set(outer)
  for (const [name, p] of Object.entries(d.properties ?? {})) if (isExcluded(p, definitions)) gone.add(name)
  const branches = new Set(branchesOf(d))
  const node = mapChildren(d, c => exclude(c, definitions, branches.has(c) ? gone : new Set()))
  if (gone.size === 0) return node
  const { properties, required, dependentRequired, ...rest } = node
  const kept = Object.entries(properties ?? {}).filter(([name]) => !gone.has(name))
  const stillRequired = required?.filter(name => !gone.has(name))
  const dependent = Object.entries(dependentRequired ?? {})
    .filter(([name]) => !gone.has(name))
    .map(([name, list]) => [name, list.filter(n => !gone.has(n))] as const)
  return {
    ...rest,
    ...(kept.length > 0 && { properties: record(kept) }),
    ...(stillRequired && stillRequired.length > 0 && { required: stillRequired }),
    ...(dependent.length > 0 && { dependentRequired: record(dependent) }),
  }
}

/** Names that a schema declares, through its branches and references. */
function declaredNames(d: Draft, definitions: Definitions, seen: ReadonlySet<string>): string[] {
  const target = d.ref !== undefined && !seen.has(d.ref) ? definitions.get(d.ref) : undefined
  return [
    ...Object.keys(d.properties ?? {}),
    ...branchesOf(d).flatMap(b => declaredNames(b, definitions, seen)),
    ...(target && d.ref !== undefined ? declaredNames(target, definitions, new Set([...seen, d.ref])) : []),
  ]
}

/** Drops `required` names that nothing declares: no argument could fill them. */
function declaredOnly(d: Draft, definitions: Definitions, outer: ReadonlySet<string>): Draft {
  const declared = new Set([...outer, ...declaredNames(d, definitions, new Set())])
  const branches = new Set(branchesOf(d))
  const node = mapChildren(d, c => declaredOnly(c, definitions, branches.has(c) ? declared : new Set()))
  const missing = node.required?.filter(name => !declared.has(name)) ?? []
  if (missing.length === 0) return node
  const { required, ...rest } = node
  const kept = required?.filter(name => declared.has(name)) ?? []
  const lost = missing.map(name => ({
    keyword: 'required',
    reason: `${name} is required but nowhere declared`,
    enforcedBy: 'none',
  }))
  return { ...rest, ...(kept.length > 0 && { required: kept }), lost: [...(node.lost ?? []), ...lost] }
}

/** Definitions that stand as a branch somewhere, through other definitions too. */
function unionMembers(roots: readonly Draft[], definitions: Definitions): Set<string> {
  const found = new Set<string>()
  const mark = (d: Draft) => {
    if (d.ref !== undefined && !found.has(d.ref)) {
      found.add(d.ref)
      const target = definitions.get(d.ref)
      if (target) mark(target)
    }
    for (const b of branchesOf(d)) mark(b)
  }
  const stack = [...roots]
  for (let d = stack.pop(); d !== undefined; d = stack.pop()) {
    for (const b of branchesOf(d)) mark(b)
    stack.push(...children(d))
  }
  return found
}

/**
 * An int64 also as a string of digits, since JSON numbers past 2^53 lose theirs. Not inside a union, where a branch
 * for strings would compete with it.
 */
function widen(d: Draft, inUnion: boolean): Draft {
  const branches = new Set(branchesOf(d))
  const node = mapChildren(d, c => widen(c, branches.has(c)))
  if (node.format !== 'int64' || !node.type?.includes('integer') || node.enum) return node
  if (node.type.includes('string')) {
    const { format: _, ...rest } = node
    const loss = {
      keyword: 'format',
      reason: 'beside type string, digits in a string would be ambiguous',
      enforcedBy: 'none',
    }
    return { ...rest, lost: [...(node.lost ?? []), loss] }
  }
  return inUnion ? node : { ...node, type: [...node.type, 'string'] }
}

/** Puts definitions in place where that ends, and is no larger than `small` nodes or happens once. */
function inline(
  drafts: Draft[],
  definitions: Map<string, Draft>,
): { drafts: Draft[]; definitions: Map<string, Draft> } {
  const small = 12
  const uses = new Map<string, number>()
  const count = (d: Draft) => {
    if (d.ref !== undefined) uses.set(d.ref, (uses.get(d.ref) ?? 0) + 1)
    children(d).forEach(count)
  }
  for (const d of [...drafts, ...definitions.values()]) count(d)
  const kept = new Set(
    [...definitions]
      .filter(
        ([id, d]) => reaches(id, d, definitions) || ((uses.get(id) ?? 0) > 1 && countNodes(d, small) > small),
      )
      .map(([id]) => id),
  )
  const done = new Map<string, Draft>()
  const place = (d: Draft): Draft => {
    const node = mapChildren(d, place)
    if (node.ref === undefined || kept.has(node.ref)) return node
    const { ref, ...siblings } = node
    const target = definitions.get(ref)
    if (target === undefined) throw new Error(`no definition ${ref}`)
    const placed = done.get(ref) ?? place(target)
    done.set(ref, placed)
    return Object.keys(siblings).length === 0 ? placed : merge(placed, siblings)
  }
  return {
    drafts: drafts.map(place),
    definitions: new Map([...kept].map(id => [id, place(definitions.get(id) ?? {})])),
  }
}

/** Whether a definition contains itself, at any depth. */
function reaches(id: string, start: Draft, definitions: Definitions): boolean {
  const seen = new Set<string>()
  const stack = [start]
  for (let d = stack.pop(); d !== undefined; d = stack.pop()) {
    stack.push(...children(d))
    if (d.ref === undefined) continue
    if (d.ref === id) return true
    const target = definitions.get(d.ref)
    if (seen.has(d.ref) || target === undefined) continue
    seen.add(d.ref)
    stack.push(target)
  }
  return false
}
