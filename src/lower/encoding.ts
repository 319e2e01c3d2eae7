/**
 * The encodings of a tool in the order of decoding, and whether the branches of a union can be told apart again once
 * theirs are laid over one another. For `lower/lower.ts` and `lower/keywords/union.ts`.
 */
import type { Encoding } from '../runtime/contract.ts'
import type { Sketch } from './sketch.ts'

/** Outer places before what is inside them; at one place, whether it is `null` comes first. */
export const inOrder = (encodings: readonly Encoding[]): Encoding[] =>
  [...encodings].sort((a, b) => a.pointer.length - b.pointer.length || (a.as < b.as ? 1 : -1))

interface Branch {
  sketch: Sketch
  encodings: readonly Encoding[]
}

/** Comparisons that are worth making; a union with more is written as JSON text. */
const mostComparisons = 250_000

/** True when decoding what one branch encodes would change what another branch means. */
export function clashes(branches: readonly Branch[], pointer: string): boolean {
  const encodings = branches.reduce((sum, b) => sum + b.encodings.length, 0)
  if (encodings * encodings > mostComparisons) return true
  return branches.some((one, i) =>
    one.encodings.some(e => branches.some((other, j) => i !== j && disturbs(e, other, pointer))),
  )
}

function disturbs(e: Encoding, other: Branch, pointer: string): boolean {
  if (other.encodings.some(o => o.pointer === e.pointer && o.as === e.as)) return false
  const path = tokens(e.pointer)
  for (const o of other.encodings) {
    const place = tokens(o.pointer)
    // One place under two pointers would be decoded twice, and what stands in JSON text once too often.
    if (o.pointer !== e.pointer && place.length === path.length && overlaps(place, path)) return true
    if (o.as === 'json-text' && place.length < path.length && overlaps(place, path)) return true
    // A list in JSON text may look like entries.
    if (o.as === 'json-text' && e.as === 'entries' && o.pointer === e.pointer) return true
  }
  const isEntries = (at: string) => other.encodings.some(o => o.pointer === at && o.as === 'entries')
  const inside = path.slice(tokens(pointer).length)
  const found = forms(other.sketch, pointer, inside, isEntries)
  return found.some(s => looksEncoded(s, e.as)) || (found.length > 0 && spoils(e.as, inside.length, found))
}

/**
 * Encoding knows no branches and would write the other branch's value in this form too, which that one may not take.
 * At the union's own place this form is a branch itself. A null that is filled in is for branches that say so.
 */
function spoils(as: Encoding['as'], depth: number, found: readonly Sketch[]): boolean {
  if (as === 'null-means-absent') return false
  return depth > 0 || (as === 'entries' && found.some(s => s.type === 'object'))
}

const tokens = (pointer: string): string[] => pointer.split('/').slice(1)
const overlaps = (short: readonly string[], long: readonly string[]): boolean =>
  short.every((t, i) => t === long[i] || t === '*' || long[i] === '*')

function looksEncoded(s: Sketch, as: Encoding['as']): boolean {
  if (as === 'entries') return s.type === 'array'
  if (as === 'null-means-absent') return s.nullable === true
  return s.type === 'string'
}

/** The nodes that a sketch has at a place of the canonical form: several where it branches, or where `*` is many. */
function forms(
  s: Sketch,
  at: string,
  path: readonly string[],
  isEntries: (pointer: string) => boolean,
): Sketch[] {
  if (s.anyOf) return s.anyOf.flatMap(b => forms(b, at, path, isEntries))
  const [token, ...rest] = path
  if (token === undefined) return [s]
  const { items, properties = {}, additionalProperties } = s
  // An array has items; only a map has values under names.
  const values = isEntries(at) ? items?.properties?.value : token === '*' ? items : undefined
  const next: [string, Sketch | undefined][] = [
    ...Object.entries(properties).filter(([name]) => token === '*' || token === name),
    ['*', values],
    ['*', typeof additionalProperties === 'boolean' ? undefined : additionalProperties],
  ]
  return next.flatMap(([name, child]) => (child ? forms(child, `${at}/${name}`, rest, isEntries) : []))
}
