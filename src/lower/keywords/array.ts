/** Lists, with and without fixed places. For `lower/node.ts`. */
import type { Draft } from '../../schema/draft.ts'
import { below, type Lowering, maxLevels, type Place } from '../context.ts'
import type { Sketch } from '../sketch.ts'
import { summary } from '../summary.ts'
import { bounds } from './bounds.ts'
import { jsonText } from './json-text.ts'
import { join } from './union.ts'

export function array(l: Lowering, d: Draft, place: Place): Sketch {
  if (place.depth >= maxLevels) return jsonText(l, d, place, 'items', `deeper than ${maxLevels} levels`)
  return bounds(l, d, 'array', place, { type: 'array', ...items(l, d, place) })
}

function items(l: Lowering, d: Draft, place: Place): Pick<Sketch, 'items' | 'text'> {
  const at = below(place, '*')
  const { prefixItems, items: rest } = d
  if (prefixItems === undefined) {
    if (rest !== false) return { items: l.lower(rest ?? {}, at) }
    l.lose(place, 'items', 'the list must be empty', 'items')
    return { items: { type: 'string' }, text: ['Always empty.'] }
  }
  // Which item stands where cannot be said; every item is one of them.
  l.lose(place, 'prefixItems', 'the order of the items is not declared', 'prefixItems')
  const all = [...prefixItems, ...(rest === false ? [] : [rest ?? {}])]
  const form = summary(
    { type: ['array'], prefixItems, ...(rest !== undefined && { items: rest }) },
    l.definitions,
  )
  return {
    items: join(l, all, at, [], { draft: { anyOf: all }, keyword: 'prefixItems' }),
    text: [`Form: ${form}.`],
  }
}
