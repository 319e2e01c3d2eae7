/** int64 also as a string of digits, since JSON numbers past 2^53 lose theirs. For `bind/schema/finish.ts`. */
import type { TypeName } from '../../runtime/contract.ts'
import { branchesOf, children, type Definitions, type Draft, mapChildren } from '../../schema/draft.ts'

/**
 * Each int64 of the draft with its second form. Not inside a union, where a branch for strings would compete with it,
 * and not where something is said of numbers alone (`deniedNames`): as digits the value would pass.
 */
export function widen(d: Draft, denied: ReadonlySet<string>, inUnion: boolean): Draft {
  return visit(d, inUnion, denied.has(''))

  /** `isDenied` is of the property that holds the value. */
  function visit(d: Draft, inUnion: boolean, isDenied: boolean): Draft {
    const branches = new Set(branchesOf(d))
    const node = mapChildren(d, (c, [keyword, name = '']) => {
      if (keyword === 'not') return c
      if (branches.has(c)) return visit(c, true, isDenied)
      if (keyword === 'properties') return visit(c, false, denied.has(name))
      // A further property may have any of the names.
      return visit(c, false, keyword === 'additionalProperties' ? denied.size > 0 : isDenied)
    })
    return node.format === 'int64' && node.type?.includes('integer') && !node.enum
      ? asDigits(node, inUnion || isDenied)
      : node
  }
}

/** Names of properties, at any depth, that a `not` speaks of, or a bound of numbers that stands without a type; '' for a value that no property holds. */
export function deniedNames(roots: readonly Draft[], definitions: Definitions): Set<string> {
  const found = new Set<string>()
  const seen = new Set<string>()
  const stack = roots.concat([...definitions.values()]).map(draft => ({ draft, name: '', negated: false }))
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { draft: d, name, negated } = next
    const isBound = d.type === undefined && bounds.some(key => d[key] !== undefined)
    if (isBound || (negated && (d.enum ?? d.type?.some(t => digits.includes(t))))) found.add(name)
    const target = d.ref === undefined || seen.has(d.ref) ? undefined : definitions.get(d.ref)
    if (negated && d.ref !== undefined && target) {
      seen.add(d.ref)
      stack.push({ draft: target, name, negated })
    }
    const names = new Map(Object.entries(d.properties ?? {}).map(([key, p]) => [p, key] as const))
    for (const draft of children(d))
      stack.push({ draft, name: names.get(draft) ?? name, negated: negated || draft === d.not })
  }
  return found
}

/** What digits in a string could be taken for. */
const digits: readonly TypeName[] = ['integer', 'number', 'string']
const bounds = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'] as const

function asDigits(node: Draft, inUnion: boolean): Draft {
  if (node.type?.includes('string')) {
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
  if (!inUnion && !isComposed) return { ...node, type: [...(node.type ?? []), 'string'] }
  const loss = {
    keyword: 'format',
    reason: 'beside other forms, digits in a string would be ambiguous: no value past 2^53 can be given',
    enforcedBy: 'format',
  }
  return { ...node, lost: [...(node.lost ?? []), loss] }
}
