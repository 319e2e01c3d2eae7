/** What one consuming step of a pattern accepts, as ranges of character codes. For `redos/`. */
import type { AST } from '@eslint-community/regexpp'
import { type Budget, spend } from './budget.ts'

/** Sorted, disjoint: low, high, low, high … */
export type Ranges = readonly number[]

const highest = 0x10ffff
export const everything: Ranges = [0, highest]

const any: Ranges = [0x0a, 0x0a, 0x0d, 0x0d, 0x2028, 0x2029]
const fixed = {
  digit: [0x30, 0x39],
  word: [0x30, 0x39, 0x41, 0x5a, 0x5f, 0x5f, 0x61, 0x7a],
  // WhiteSpace and LineTerminator (ECMA-262, 12.2 and 12.3).
  space: normal(
    [...'\t\n\v\f\r \u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff'].flatMap(c => {
      const code = c.charCodeAt(0)
      return [code, code]
    }),
    [0x2000, 0x200a],
  ),
}

/** The characters of a set, a class or one character; undefined for what only newer syntax has. */
export function rangesOf(leaf: AST.Node): Ranges | undefined {
  const found = accepted(leaf)
  return found?.vague ? normal(found.ranges, [0x80, highest]) : found?.ranges
}

interface Accepted {
  ranges: Ranges
  /** It may accept more past ASCII: properties change with Unicode's versions, so they are not enumerated there. */
  vague: boolean
}

function accepted(leaf: AST.Node): Accepted | undefined {
  switch (leaf.type) {
    case 'Character':
      return { ranges: [leaf.value, leaf.value], vague: false }
    case 'CharacterClassRange':
      return { ranges: [leaf.min.value, leaf.max.value], vague: false }
    case 'CharacterSet':
      if (leaf.kind === 'property') return property(leaf.raw)
      if (leaf.kind === 'any') return { ranges: inverted(any), vague: false }
      return { ranges: leaf.negate ? inverted(fixed[leaf.kind]) : fixed[leaf.kind], vague: false }
    case 'CharacterClass': {
      const parts = leaf.elements.map(accepted)
      const known = parts.filter(part => part !== undefined)
      if (known.length < parts.length) return undefined
      const ranges = normal(...known.map(part => part.ranges))
      return { ranges: leaf.negate ? inverted(ranges) : ranges, vague: known.some(part => part.vague) }
    }
    default:
      return undefined
  }
}

function property(raw: string): Accepted {
  const test = new RegExp(raw, 'u')
  const codes = Array.from({ length: 0x80 }, (_, code) => code)
  const ranges = codes.filter(code => test.test(String.fromCharCode(code))).map(code => [code, code])
  return { ranges: normal(...ranges), vague: true }
}

function normal(...parts: Ranges[]): Ranges {
  const pairs = parts.flatMap(part =>
    part.flatMap((low, i) => (i % 2 ? [] : [[low, part[i + 1] ?? low] as const])),
  )
  const out: number[] = []
  for (const [low, high] of pairs.sort(([a], [b]) => a - b)) {
    const last = out.at(-1)
    if (last !== undefined && low <= last + 1) out[out.length - 1] = Math.max(last, high)
    else out.push(low, high)
  }
  return out
}

function inverted(ranges: Ranges): Ranges {
  const cuts = [0, ...ranges.map((code, i) => (i % 2 ? code + 1 : code - 1)), highest]
  return cuts.flatMap((low, i) => {
    const high = cuts[i + 1] ?? -1
    return i % 2 === 0 && low <= high ? [low, high] : []
  })
}

export interface Alphabet {
  /** Characters that no set tells apart are one class. */
  classes: number
  /** Whether the set of that index accepts the class. */
  accepts(set: number, c: number): boolean
}

export function alphabetOf(sets: readonly Ranges[], budget: Budget): Alphabet {
  const distinct = new Map<string, { id: number; set: Ranges }>()
  const ids = sets.map(set => {
    const key = set.join()
    const known = distinct.get(key) ?? { id: distinct.size, set }
    distinct.set(key, known)
    return known.id
  })
  const all = [...distinct.values()].map(({ set }) => set)
  const cuts = new Set(all.flatMap(set => set.map((code, i) => (i % 2 ? code + 1 : code))))
  const classes = new Map<string, boolean[]>()
  for (const cut of cuts) {
    spend(budget, all.length)
    const marks = all.map(set => contains(set, cut))
    classes.set(marks.map(Number).join(''), marks)
  }
  const table = [...classes.values()]
  return { classes: table.length, accepts: (set, c) => table[c]?.[ids[set] ?? 0] === true }
}

const contains = (set: Ranges, code: number): boolean =>
  set.some((low, i) => i % 2 === 0 && low <= code && code <= (set[i + 1] ?? low))
