/**
 * An assertion that is not enforced makes its schema accept more. `not` would then refuse more than the document does,
 * and so would `oneOf`, where two branches may hold at once: those two give way. For `bind/schema/finish.ts`.
 */
import { children, type Definitions, type Draft, type LostKeyword, mapChildren } from '../../schema/draft.ts'

/** Gives each draft with what would refuse too much taken out. */
export function relaxer(definitions: Definitions): (d: Draft) => Draft {
  const wider = widerDefinitions(definitions)
  const known = new WeakMap<Draft, boolean>()
  const accepts = (d: Draft): boolean => {
    const answer =
      known.get(d) ??
      (d.wider === true || (d.ref !== undefined && wider.has(d.ref)) || children(d).some(accepts))
    known.set(d, answer)
    return answer
  }
  const relax = (d: Draft): Draft => mapChildren(accepts(d) ? givenWay(d, accepts) : d, relax)
  return relax
}

/** `accepts` says of a schema whether it accepts more than the document does. */
function givenWay(d: Draft, accepts: (d: Draft) => boolean): Draft {
  const { not, oneOf, ...rest } = d
  const drops = not && accepts(not)
  const opens = oneOf && oneOf.length > 1 && oneOf.some(accepts)
  if (!drops && !opens) return d
  const lost: LostKeyword[] = [...(d.lost ?? [])]
  if (drops)
    lost.push({
      keyword: 'not',
      reason: 'what it excludes is not fully checked, and would be refused too often',
      enforcedBy: 'none',
    })
  if (opens)
    lost.push({
      keyword: 'oneOf',
      reason: 'a branch is not fully checked, so that more than one may match',
      enforcedBy: 'none',
    })
  // The branches still are the only forms there are.
  const open = !opens ? {} : d.anyOf ? { allOf: [...(d.allOf ?? []), { anyOf: oneOf }] } : { anyOf: oneOf }
  return {
    ...rest,
    ...(not && !drops && { not }),
    ...(oneOf && !opens && { oneOf }),
    ...open,
    lost,
  }
}

/** The definitions that are wider themselves, or lead to one that is. */
function widerDefinitions(definitions: Definitions): Set<string> {
  const found = new Set<string>()
  const users = new Map<string, string[]>()
  const waiting: string[] = []
  for (const [id, d] of definitions) {
    const stack = [d]
    for (let part = stack.pop(); part !== undefined; part = stack.pop()) {
      if (part.wider) waiting.push(id)
      if (part.ref !== undefined) {
        const known = users.get(part.ref) ?? []
        known.push(id)
        users.set(part.ref, known)
      }
      stack.push(...children(part))
    }
  }
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue
    found.add(id)
    waiting.push(...(users.get(id) ?? []))
  }
  return found
}
