/** int64 also as a string of digits, since JSON numbers past 2^53 lose theirs. For `bind/schema/finish.ts`. */
import { branchesOf, composition, type Definitions, type Draft, mapChildren } from '../../schema/draft.ts'

/**
 * Each int64 of the draft with its second form. Not inside a union, where a branch for strings would compete with it,
 * and not where the object says what it must not be: as digits the value would pass.
 */
export function widen(d: Draft, definitions: Definitions, inUnion: boolean): Draft {
  return visit(d, { inUnion, denied: new Set() })

  function visit(d: Draft, { inUnion, denied }: { inUnion: boolean; denied: ReadonlySet<string> }): Draft {
    const branches = new Set(branchesOf(d))
    const speaks = d.properties !== undefined || branches.size > 0
    const about = speaks ? new Set([...denied, ...deniedNames(d, definitions)]) : denied
    const node = mapChildren(d, (c, [keyword, name = '']) => {
      if (keyword === 'not') return c
      if (branches.has(c)) return visit(c, { inUnion: true, denied: about })
      return visit(c, { inUnion: keyword === 'properties' && about.has(name), denied: new Set() })
    })
    return node.format === 'int64' && node.type?.includes('integer') && !node.enum
      ? asDigits(node, inUnion)
      : node
  }
}

/** Properties that some `not` of the same value speaks of. */
function deniedNames(d: Draft, definitions: Definitions): string[] {
  return composition(d, definitions, branchesOf)
    .flatMap(part => (part.not ? composition(part.not, definitions, alsoNegated) : []))
    .flatMap(part => Object.keys(part.properties ?? {}))
}

const alsoNegated = (d: Draft): readonly Draft[] => [...branchesOf(d), ...(d.not ? [d.not] : [])]

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
