/** Whether the branches of a union can be told apart again once their encodings are laid over one another. For `lower/keywords/union.ts`. */
import type { Encoding } from '../runtime/contract.ts'
import { own } from '../schema/draft.ts'
import type { Sketch } from './sketch.ts'

interface Branch {
  sketch: Sketch
  encodings: readonly Encoding[]
}

/** True when one branch encodes a place that another uses, unencoded, in the same form. */
export function clashes(branches: readonly Branch[], pointer: string): boolean {
  return branches.some((one, i) =>
    one.encodings.some(e =>
      branches.some((other, j) => {
        if (i === j || other.encodings.some(o => o.pointer === e.pointer && o.as === e.as)) return false
        return forms(other.sketch, e.pointer.slice(pointer.length).split('/').slice(1)).some(s =>
          looksEncoded(s, e.as),
        )
      }),
    ),
  )
}

function looksEncoded(s: Sketch, as: Encoding['as']): boolean {
  if (as === 'entries') return s.type === 'array'
  if (as === 'null-means-absent') return s.nullable === true
  return s.type === 'string'
}

/** The nodes that a sketch has at a place: several where it branches. */
function forms(s: Sketch, path: readonly string[]): Sketch[] {
  if (s.anyOf) return s.anyOf.flatMap(b => forms(b, path))
  const [token, ...rest] = path
  if (token === undefined) return [s]
  const next =
    token === '*'
      ? (s.items ?? (s.additionalProperties === true ? undefined : s.additionalProperties))
      : own(s.properties, token)
  return next ? forms(next, rest) : []
}
