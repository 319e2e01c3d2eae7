/**
 * A pattern as the tries of a backtracking matcher: from each state (a set that consumed a character), the states
 * tried next and in how many ways. Glushkov's automaton with multiplicities. For `redos/`.
 */
import type { AST } from '@eslint-community/regexpp'
import { type Budget, spend, Unprovable } from './budget.ts'
import { lookbehindSteps } from './lookbehind.ts'
import { everything, type Ranges, rangesOf } from './sets.ts'

export interface Automaton {
  /** By state. State 0 is the start of the text, state 1 the search for a later start. */
  sets: Ranges[]
  next: Map<number, number>[]
  /** A match is certain here, whatever follows. */
  sure: boolean[]
  /** Most characters in a row that the state's own loop takes. */
  most: number[]
  /** What look-behinds may cost at each step. */
  extra: number
  /** Whether a repetition was taken for an endless one. */
  merged: boolean
}

/** What must hold between two characters: the start of the text, its end, something that is not modelled. */
const START = 1
const END = 2
const MAYBE = 4

/** Ways by state and guard (`first`, `last`), ways by guard (`empty`). */
type Ways = Map<number, number>
interface Part {
  first: Ways
  last: Ways
  empty: Ways
}

interface Builder {
  automaton: Automaton
  budget: Budget
  /** Repetitions up to this many times become copies; larger ones loops, which allow more. */
  unroll: number
  /** In how many ways the pattern's alternatives may all match nothing. */
  idle: number
}

export function automatonOf(pattern: AST.Pattern, unroll: number, budget: Budget): Automaton {
  const automaton: Automaton = {
    sets: [[], everything],
    next: [new Map(), new Map()],
    sure: [],
    most: [1, Infinity],
    extra: 0,
    merged: false,
  }
  const root = disjunction({ automaton, budget, unroll, idle: 1 }, pattern.alternatives)
  automaton.sure = automaton.sets.map((_, state) => root.last.has(state * 8))
  const [start, search] = automaton.next
  if (!start || !search) return automaton
  // A pattern that may match nothing matches at the first place; one that needs the start has no other.
  const searches =
    !root.empty.has(0) && [...root.first.keys(), ...root.empty.keys()].some(key => !(key & START))
  for (const [key, ways] of root.first) {
    add(start, key >> 3, ways)
    if (searches && !(key & START)) add(search, key >> 3, ways)
  }
  if (searches) for (const from of [start, search]) from.set(1, 1)
  return automaton
}

function add(to: Ways, key: number, ways: number): void {
  to.set(key, (to.get(key) ?? 0) + ways)
}

const nothing = (guard = 0): Part => ({ first: new Map(), last: new Map(), empty: new Map([[guard, 1]]) })

function disjunction(b: Builder, alternatives: readonly AST.Alternative[]): Part {
  const parts = alternatives.map(({ elements }) =>
    elements.reduce((before, element) => join(b, before, compile(b, element)), nothing()),
  )
  const [only] = parts
  if (only && parts.length === 1) return only
  const out: Part = { first: new Map(), last: new Map(), empty: new Map() }
  for (const part of parts)
    for (const key of ['first', 'last', 'empty'] as const)
      for (const [k, ways] of part[key]) add(out[key], k, ways)
  b.idle *= Math.max(1, parts.filter(part => part.empty.size > 0).length)
  if (b.idle > 16) throw new Unprovable('it can match nothing in too many ways')
  return out
}

/** `a`, then `z`. */
function join(b: Builder, a: Part, z: Part): Part {
  link(b, a.last, z.first)
  spend(b.budget, a.first.size + z.last.size)
  const first = new Map(a.first)
  for (const [guard, ways] of a.empty)
    if (!(guard & END)) for (const [key, more] of z.first) add(first, key | (guard & START), ways * more)
  const last = new Map(z.last)
  for (const [guard, ways] of z.empty)
    if (!(guard & START)) for (const [key, more] of a.last) add(last, key | guard, ways * more)
  const empty: Ways = new Map()
  for (const [g, ways] of a.empty) for (const [h, more] of z.empty) add(empty, g | h, ways * more)
  return { first, last, empty }
}

function link({ automaton, budget }: Builder, last: Ways, first: Ways): void {
  spend(budget, last.size * first.size)
  for (const [from, ways] of last) {
    const next = automaton.next[from >> 3]
    if (from & END || !next) continue
    for (const [to, more] of first) if (!(to & START)) add(next, to >> 3, ways * more)
  }
}

function compile(b: Builder, element: AST.Element): Part {
  switch (element.type) {
    case 'Group':
    case 'CapturingGroup':
      return disjunction(b, element.alternatives)
    case 'Quantifier':
      return repetition(b, element)
    case 'Assertion':
      return assertion(b, element)
    case 'Backreference':
      throw new Unprovable('it refers back to a group')
    default:
      return step(b, element)
  }
}

function step({ automaton, budget }: Builder, element: AST.Element): Part {
  const ranges = rangesOf(element)
  if (!ranges) throw new Unprovable('it cannot be analysed')
  spend(budget, ranges.length)
  const state = automaton.sets.push(ranges) - 1
  automaton.next.push(new Map())
  automaton.most.push(Infinity)
  return { first: new Map([[state * 8, 1]]), last: new Map([[state * 8, 1]]), empty: new Map() }
}

function assertion(b: Builder, element: AST.Assertion): Part {
  switch (element.kind) {
    case 'start':
      return nothing(START)
    case 'end':
      return nothing(END)
    case 'word':
      return nothing(MAYBE)
    case 'lookbehind':
      b.automaton.extra += lookbehindSteps(element.alternatives)
      return nothing(MAYBE)
    case 'lookahead': {
      // A branch that leads nowhere, beside the way past it.
      const { first, empty } = disjunction(b, element.alternatives)
      const atStart = !element.negate && [...first.keys(), ...empty.keys()].every(key => key & START)
      return { first, last: new Map(), empty: new Map([[atStart ? START | MAYBE : MAYBE, 1]]) }
    }
  }
}

function repetition(b: Builder, { element, min, max }: AST.Quantifier): Part {
  if (max === 0) return nothing()
  const state = b.automaton.sets.length
  const body = compile(b, element)
  const nullable = body.empty.size > 0
  // `x+` of an `x` that may be empty is `xx*`: the first one may be empty, the others may not.
  const copies = max < Infinity ? max : Math.max(min, 1) + (nullable && min > 0 ? 1 : 0)
  const parts = [body]
  const more = (count: number) => {
    while (parts.length < count) parts.push(compile(b, element))
    return parts
  }
  if (copies <= Math.max(b.unroll, 1)) return copied(b, more(copies), min, max === Infinity)
  if (nullable && min > 0) throw new Unprovable('it repeats what may match nothing')
  if (min < 2 || min > b.unroll) return loop(b, body, state, min, max)
  more(min - 1)
  const from = b.automaton.sets.length
  return copied(b, [...parts, loop(b, compile(b, element), from, 1, max - min + 1)], min, false)
}

/** Copies in a row: `min` of them, then the others inside each other, `(?:x(?:x)?)?`, none of them empty (ECMA-262, RepeatMatcher). */
function copied(b: Builder, parts: Part[], min: number, endless: boolean): Part {
  const final = parts.at(-1)
  if (endless && final) link(b, final.last, final.first)
  return parts.reduceRight((rest, part, i) => {
    if (i < min) return join(b, part, rest)
    return { ...join(b, { ...part, empty: new Map() }, rest), empty: new Map([[0, 1]]) }
  }, nothing())
}

/** More than `min` to `max` times allow: as often as it likes. Every try of the matcher is still one of this loop. */
function loop(b: Builder, body: Part, state: number, min: number, max: number): Part {
  const { automaton } = b
  automaton.merged = true
  link(b, body.last, body.first)
  if (automaton.sets.length === state + 1) automaton.most[state] = max
  const last = new Map([...body.last].map(([key, ways]) => [min > 1 ? key | MAYBE : key, ways]))
  return { first: body.first, last, empty: min === 0 ? new Map([[0, 1]]) : new Map() }
}
