/**
 * What can only be done once every schema of an operation is read: properties that the other side fills leave,
 * `required` speaks of declared names, int64 takes digit strings, and definitions stay only where they must.
 * For `bind/`.
 */
import type { Location } from '../../diagnostic.ts'
import {
  branchesOf,
  children,
  composition,
  type Definitions,
  type Draft,
  isNever,
  mapChildren,
  never,
  onlyRequires,
  own,
  record,
} from '../../schema/draft.ts'
import { merge } from '../../schema/merge.ts'
import { cyclic } from './cycles.ts'
import { inline } from './inline.ts'
import { relaxer } from './relax.ts'
import { deniedNames, widen } from './widen.ts'

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
  const named = new Map([...definitions].map(([id, d]) => [id, listed(d)]))
  const roots = drafts.map(listed)
  const denied = deniedNames(roots, named)
  const tidy = (d: Draft, inUnion: boolean) =>
    widen(
      declaredOnly(exclude(d, named, new Set()), named, () => false),
      denied,
      inUnion,
    )
  const tidied = new Map([...named].map(([id, d]) => [id, tidy(d, narrow.has(id))]))
  const relax = relaxer(tidied)
  return {
    ...inline(
      roots.map(d => relax(tidy(d, false))),
      new Map([...tidied].map(([id, d]) => [id, relax(d)])),
    ),
    loops,
  }
}

/** What is said of names, said of the properties: what every one is, and those that there may be. */
function listed(d: Draft): Draft {
  const { onlyNames, everyProperty: every, evaluatesSome: _, ...said } = mapChildren(d, listed)
  const node = every ? ofEach(said, every) : said
  if (onlyNames === undefined) return node
  const further = node.additionalProperties ?? true
  const gone = Object.keys(node.properties ?? {}).filter(name => !onlyNames.includes(name))
  const left = onlyNames.flatMap((name): [string, Draft][] => {
    const declared = own(node.properties, name)
    if (declared) return [[name, declared]]
    return further === false ? [] : [[name, further === true ? {} : further]]
  })
  const properties = record([...left, ...gone.map(name => [name, never] as const)])
  return { ...node, properties, additionalProperties: false }
}

function ofEach(d: Draft, every: Draft): Draft {
  const declared = Object.entries(d.properties ?? {}).map(([name, p]) => [name, merge(every, p)] as const)
  const { additionalProperties: further = true } = d
  const other = typeof further === 'object' ? merge(every, further) : further && every
  return {
    ...d,
    ...(declared.length > 0 && { properties: record(declared) }),
    additionalProperties: other && isNever(other) ? false : other,
  }
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
