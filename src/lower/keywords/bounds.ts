/** Bounds of numbers, lengths and counts: declared where the target takes them, else told. For `lower/`. */
import type { Draft } from '../../schema/draft.ts'
import type { Lowering, Place } from '../context.ts'
import type { Sketch } from '../sketch.ts'
import { boundWords } from '../words.ts'

const byType = {
  string: ['minLength', 'maxLength', 'pattern'],
  integer: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  array: ['minItems', 'maxItems', 'uniqueItems'],
  object: ['minProperties', 'maxProperties'],
  boolean: [],
} as const

/** Adds the bounds of one type to its sketch. */
export function bounds(
  l: Lowering,
  d: Draft,
  type: keyof typeof byType,
  place: Place,
  sketch: Sketch,
): Sketch {
  const declared: Record<string, number | string | boolean> = {}
  const text = [...(sketch.text ?? [])]
  for (const keyword of byType[type]) {
    // The model reads the document's own pattern.
    const value = (keyword === 'pattern' ? d.source : undefined) ?? d[keyword]
    if (value === undefined) continue
    if (l.target.bounds.has(keyword) && !(keyword === 'pattern' && !isPlain(String(value)))) {
      declared[keyword] = value
      continue
    }
    const inclusive =
      keyword === 'exclusiveMinimum' ? 'minimum' : keyword === 'exclusiveMaximum' ? 'maximum' : undefined
    if (inclusive && type === 'integer' && typeof value === 'number') {
      // An integer above n is at least n + 1.
      const next = inclusive === 'minimum' ? Math.floor(value) + 1 : Math.ceil(value) - 1
      const other = d[inclusive]
      declared[inclusive] =
        other === undefined ? next : inclusive === 'minimum' ? Math.max(next, other) : Math.min(next, other)
      continue
    }
    if (inclusive && typeof value === 'number' && d[inclusive] === undefined) declared[inclusive] = value
    text.push(boundWords(keyword, value))
    l.lose(place, keyword, `${l.target.name} does not take it here`, keyword)
  }
  return {
    ...sketch,
    ...(text.length > 0 && { text }),
    ...(Object.keys(declared).length > 0 && { bounds: declared }),
  }
}

/** RE2 and OpenAI's checker refuse look-around and back-references. */
const isPlain = (pattern: string): boolean => !/\(\?(?:<?[=!]|<[A-Za-z])|\\[1-9]|\\k</.test(pattern)
