/**
 * What can only be done once every schema of an operation is read: properties that the other side fills leave,
 * `required` speaks of declared names, int64 takes digit strings, and definitions stay only where they must.
 * For `bind/`.
 */
import type { Location } from '../../diagnostic.ts'
import {
  branchesOf,
  children,
  type Definitions,
  type Draft,
  mapChildren,
  onlyRequires,
  record,
} from '../../schema/draft.ts'
import { cyclic } from './cycles.ts'
import { inline } from './inline.ts'
import { relaxer } from './relax.ts'

/** The drafts, finished in place of meaning; `loops` are schemas that a value would have to satisfy endlessly. */
export interface Finished {
  drafts: Draft[]
  definitions: Map<string, Draft>
  loops: Location[]
}

export function finish(drafts: readonly Draft[], definitions: Definitions): Finished {
  const narrow = unionMembers([...drafts, ...definitions.values()], definitions)
  const loops = [...cyclic(definitions, d => [...branchesOf(d), ...(d.not ? [d.not] : [])])].flatMap(
    id => definitions.get(id)?.at ?? [],
  )
  if (loops.length > 0) return { drafts: [...drafts], definitions: new Map(definitions), loops }
  const tidy = (d: Draft, inUnion: boolean) =>
    widen(
      declaredOnly(exclude(d, definitions, new Set()), definitions, () => false),
      inUnion,
    )
  const tidied = new Map([...definitions].map(([id, d]) => [id, tidy(d, narrow.has(id))]))
  const relax = relaxer(tidied)
  return {
    ...inline(
      drafts.map(d => relax(tidy(d, false))),
      new Map([...tidied].map(([id, d]) => [id, relax(d)])),
    ),
    loops,
  }
}

/** The schemas that speak of the same value, through references; each definition once. */
function composition(
  start: Draft,
  definitions: Definitions,
  branches: (d: Draft) => readonly Draft[],
): Draft[] {
  const found: Draft[] = []
  const seen = new Set<string>()
  const stack = [start]
  for (let d = stack.pop(); d !== undefined; d = stack.pop()) {
    found.push(d)
    stack.push(...branches(d))
    const target = d.ref === undefined || seen.has(d.ref) ? undefined : definitions.get(d.ref)
    if (d.ref !== undefined) seen.add(d.ref)
    if (target) stack.push(target)
  }
  return found
}

const isExcluded = (d: Draft, definitions: Definitions): boolean =>
  composition(d, definitions, part => part.allOf ?? []).some(part => part.excluded)

/** Takes out the properties that the other side fills, and their `required` in this node and its branches. */
function exclude(d: Draft, definitions: Definitions, outer: ReadonlySet<string>): Draft {
  const gone = new Set(outer)
  for (const [name, p] of Object.entries(d.properties ?? {})) if (isExcluded(p, definitions)) gone.add(name)
  const branches = new Set(branchesOf(d))
  // What must not match is said of values, not of what is sent: it stays as it is.
  const node = mapChildren(d, (c, [keyword]) =>
    keyword === 'not' ? c : exclude(c, definitions, branches.has(c) ? gone : new Set()),
  )
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

/** Drops `required` names that nothing declares: no argument could fill them. */
function declaredOnly(d: Draft, definitions: Definitions, outer: (name: string) => boolean): Draft {
  const names = once(
    () =>
      new Set(composition(d, definitions, branchesOf).flatMap(part => Object.keys(part.properties ?? {}))),
  )
  const isDeclared = (name: string): boolean => outer(name) || names().has(name)
  const branches = new Set(branchesOf(d))
  const node = mapChildren(d, (c, [keyword]) =>
    // Without its names such a branch would always match, and oneOf would refuse what it accepts.
    keyword === 'not' || (keyword === 'oneOf' && onlyRequires(c))
      ? c
      : declaredOnly(c, definitions, branches.has(c) ? isDeclared : () => false),
  )
  const missing = node.required?.filter(name => !isDeclared(name)) ?? []
  if (missing.length === 0) return node
  const { required, ...rest } = node
  const kept = required?.filter(name => isDeclared(name)) ?? []
  const lost = missing.map(name => ({
    keyword: 'required',
    reason: `${name} is required but nowhere declared`,
    enforcedBy: 'none',
  }))
  return {
    ...rest,
    ...(kept.length > 0 && { required: kept }),
    lost: [...(node.lost ?? []), ...lost],
    wider: true,
  }
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** Definitions that stand as a branch somewhere, through other definitions too. */
function unionMembers(roots: readonly Draft[], definitions: Definitions): Set<string> {
  const found = new Set<string>()
  const members: Draft[] = []
  const stack = [...roots]
  for (let d = stack.pop(); d !== undefined; d = stack.pop()) {
    members.push(...branchesOf(d))
    stack.push(...children(d))
  }
  for (let d = members.pop(); d !== undefined; d = members.pop()) {
    if (d.ref === undefined || found.has(d.ref)) continue
    found.add(d.ref)
    const target = definitions.get(d.ref)
    if (target) members.push(target, ...branchesOf(target))
  }
  return found
}

/**
 * An int64 also as a string of digits, since JSON numbers past 2^53 lose theirs. Not inside a union, where a branch
 * for strings would compete with it.
 */
function widen(d: Draft, inUnion: boolean): Draft {
  const branches = new Set(branchesOf(d))
  const node = mapChildren(d, (c, [keyword]) => (keyword === 'not' ? c : widen(c, branches.has(c))))
  if (node.format !== 'int64' || !node.type?.includes('integer') || node.enum) return node
  if (node.type.includes('string')) {
    const { format: _, ...rest } = node
    const loss = {
      keyword: 'format',
      reason: 'beside type string, digits in a string would be ambiguous',
      enforcedBy: 'none',
    }
    return { ...rest, lost: [...(node.lost ?? []), loss], wider: true }
  }
  // What composes it speaks of numbers, and would not hold for the digits.
  const isComposed = node.allOf || node.anyOf || node.oneOf || node.not
  if (!inUnion && !isComposed) return { ...node, type: [...node.type, 'string'] }
  const loss = {
    keyword: 'format',
    reason: 'beside other forms, digits in a string would be ambiguous: no value past 2^53 can be given',
    enforcedBy: 'format',
  }
  return { ...node, lost: [...(node.lost ?? []), loss] }
}
