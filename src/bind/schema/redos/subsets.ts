/** Which states a text can lead the matcher's tries to, all at once: the subset construction. For `steps.ts`. */
import type { Automaton } from './automaton.ts'
import { type Budget, spend } from './budget.ts'
import { alphabetOf } from './sets.ts'

export interface Subset {
  /** Ascending, with the number of the first; the others follow it. Numbers are unique over all subsets. */
  states: readonly number[]
  base: number
  /** One more character: where its tries come from. */
  out: { to: Subset; arrivals: Arrival[] }[]
}

/** The tries in one state of one subset are the sum of those in others, each in so many ways. */
export interface Arrival {
  at: number
  from: number[]
  ways: number[]
  /** Place in `from` of the same state, which loops; -1 when there is none. */
  self: number
}

/** The first one is the start of the text. */
export function subsetsOf(a: Automaton, budget: Budget): Subset[] {
  const alphabet = alphabetOf(a.sets, budget)
  const all: Subset[] = []
  const known = new Map<string, Subset>()
  let size = 0
  const subset = (states: number[]): Subset => {
    spend(budget, 4 * states.length)
    const key = states.join()
    const old = known.get(key)
    if (old) return old
    const made: Subset = { states, base: size, out: [] }
    size += states.length
    known.set(key, made)
    all.push(made)
    return made
  }
  subset([0])
  // `all` grows while it is walked.
  for (const from of all) {
    const targets = [...new Set(from.states.flatMap(state => [...(a.next[state]?.keys() ?? [])]))].sort(
      (x, y) => x - y,
    )
    const seen = new Set<Subset>()
    for (let c = 0; c < alphabet.classes; c++) {
      spend(budget, targets.length)
      for (const states of alternatives(
        a,
        targets.filter(state => alphabet.accepts(state, c)),
      )) {
        if (states.length === 0) continue
        const to = subset(states)
        if (seen.has(to)) continue
        seen.add(to)
        from.out.push({ to, arrivals: arrivals(a, from, to, budget) })
      }
    }
  }
  return all
}

/** The first try to reach a sure state ends the search, so no other is ever in one: each in turn may be it. */
function alternatives({ sure }: Automaton, states: number[]): number[][] {
  const certain = states.filter(state => sure[state])
  if (certain.length < 2) return [states]
  return certain.map(one => states.filter(state => !sure[state] || state === one))
}

function arrivals({ next }: Automaton, from: Subset, to: Subset, budget: Budget): Arrival[] {
  const out = to.states.map((_, i): Arrival => ({ at: to.base + i, from: [], ways: [], self: -1 }))
  const places = new Map(to.states.map((state, i) => [state, out[i]]))
  from.states.forEach((state, i) => {
    for (const [target, ways] of next[state] ?? []) {
      const arrival = places.get(target)
      if (!arrival) continue
      spend(budget, 1)
      if (target === state) arrival.self = arrival.from.length
      arrival.from.push(from.base + i)
      arrival.ways.push(ways)
    }
  })
  return out
}
