/**
 * A query that is part of the path (`/x?view=status`) says its names itself: a parameter of such a name is left out
 * when it can say nothing else, and `bind/wire-names.ts` refuses it when it can. For `bind/bind.ts`.
 */
import type { Json, Place } from '../runtime/contract.ts'
import type { Definitions, Draft } from '../schema/draft.ts'
import { writtenParameter } from './declared-value.ts'
import type { Applied } from './directives.ts'
import { type Context, resolved } from './input.ts'
import { pairsIn } from './query-text.ts'

/** The values that go into the request beside the literal query. */
export function besideLiteral(
  c: Context,
  applied: Applied,
  query: string | undefined,
  definitions: Definitions,
): Applied {
  if (query === undefined) return applied
  const pairs = pairsIn(query)
  const isSaid = (place: Place, value: Json): boolean => {
    if (place.in !== 'query' || !pairs.some(p => p.name === place.name)) return false
    const written = writtenParameter(place, value, c.options.conventions)
    if ('fault' in written) return false
    const text = (list: typeof pairs) => JSON.stringify(list)
    return text(pairsIn(written.text)) === text(pairs.filter(p => p.name === place.name))
  }
  return {
    ...applied,
    fixed: applied.fixed.filter(f => !isSaid(f, f.value)),
    visible: applied.visible.filter(input => {
      const only = onlyValue(input.schema, definitions)
      if (only === undefined || !isSaid(input.place, only)) return true
      const reason = `${input.name}: the query of the path says it`
      c.lose({ pointer: '', keyword: 'parameters', reason, enforcedBy: 'none' })
      return false
    }),
  }
}

/** The one value that a parameter can have. */
function onlyValue(schema: Draft, definitions: Definitions): Json | undefined {
  const members = resolved(schema, definitions).enum?.filter(v => v !== null)
  return members?.length === 1 ? members[0] : undefined
}
