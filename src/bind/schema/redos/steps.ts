/**
 * The most steps that a text can cost. The tries alive after each character are counted, state by state, for the worst
 * text: the analysis is exact up to taking the maximum of every state apart. For `redos/`.
 */
import type { Automaton } from './automaton.ts'
import { type Budget, spend } from './budget.ts'
import { grows } from './growth.ts'
import { type Arrival, type Subset, subsetsOf } from './subsets.ts'

/** Longer than this, growth alone decides. */
const long = 10_000

/** Whether no text of up to `length` characters costs more than `limit` steps for each of them and for its end. */
export function endsSoon(a: Automaton, length: number, limit: number, budget: Budget): boolean {
  const subsets = subsetsOf(a, budget)
  const capped = (state: number) => a.most[state] !== Infinity && a.next[state]?.get(state) === 1
  const states = subsets.flatMap(subset => subset.states)
  const most = states.map(state =>
    a.sure[state] ? 0 : capped(state) ? (a.most[state] ?? Infinity) : Infinity,
  )
  if (length > long && grows(subsets, most, budget)) return false
  const weights = a.next.map(next => [...next.values()].reduce((sum, ways) => sum + ways, 1 + a.extra))
  const inflow = new Map<number, number>()
  let counts = new Float64Array(states.length)
  counts[0] = 1
  let fresh = new Set(subsets.slice(0, 1))
  const allowed = limit * (length + 1)
  let here = 0
  let total = 0
  for (let j = 0; j <= length && fresh.size > 0; j++) {
    for (const { states, base } of fresh) {
      let cost = 0
      states.forEach((state, i) => {
        cost += (counts[base + i] ?? 0) * (weights[state] ?? 0)
      })
      here = Math.max(here, cost)
    }
    // The counts only grow, so what is left costs no less than this.
    if (total + here * (length + 1 - j) > allowed) return false
    total += here
    const after = counts.slice()
    const grown = new Set<Subset>()
    for (const { out } of fresh)
      for (const { to, arrivals } of out) {
        for (const arrival of arrivals) {
          spend(budget, arrival.from.length)
          const count = arrived(arrival, counts, states[arrival.at] ?? 0, most[arrival.at] ?? 0, inflow)
          if (count > (after[arrival.at] ?? 0)) {
            after[arrival.at] = count
            grown.add(to)
          }
        }
      }
    counts = after
    fresh = grown
  }
  return true
}

function arrived(
  { from, ways, self }: Arrival,
  counts: Float64Array,
  state: number,
  most: number,
  inflow: Map<number, number>,
): number {
  let sum = 0
  for (let i = 0; i < from.length; i++) sum += (counts[from[i] ?? 0] ?? 0) * (ways[i] ?? 0)
  if (most === Infinity) return sum
  if (most === 0) return Math.min(sum, 1)
  // Whoever is in this loop entered it no more than `most` characters ago.
  const entered = Math.max(inflow.get(state) ?? 0, self === -1 ? sum : sum - (counts[from[self] ?? 0] ?? 0))
  inflow.set(state, entered)
  return Math.min(sum, most * entered)
}
