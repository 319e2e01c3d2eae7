/** What no declaration can say, as JSON in a string: maps, anything, recursion, depth. For `lower/`. */
import type { Draft } from '../../schema/draft.ts'
import type { Lowering, Place } from '../context.ts'
import type { Sketch } from '../sketch.ts'
import { summary } from '../summary.ts'
import { ownText } from '../words.ts'

/** The run time decodes it and checks it against the exact schema. */
export function jsonText(l: Lowering, d: Draft, place: Place, keyword: string, reason: string): Sketch {
  l.encode(place, 'json-text')
  l.lose(place, keyword, `${reason}; written as JSON text`, 'type')
  const { description: _, notes: __, ...assertions } = d
  return {
    type: 'string',
    ...(d.type?.includes('null') && { nullable: true }),
    text: [...ownText(d), `JSON text of: ${summary(assertions, l.definitions)}.`],
  }
}
