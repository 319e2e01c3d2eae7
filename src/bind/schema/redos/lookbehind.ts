/** The most steps that one evaluation of a look-behind may take. For `automaton.ts`. */
import type { AST } from '@eslint-community/regexpp'
import { Unprovable } from './budget.ts'

const most = 1000

/** Ways to match, and steps over all of them. */
interface Tree {
  ways: number
  steps: number
}

export const lookbehindSteps = (alternatives: readonly AST.Alternative[]): number =>
  disjunction(alternatives).steps

function disjunction(alternatives: readonly AST.Alternative[]): Tree {
  const trees = alternatives.map(({ elements }) => elements.map(element).reduce(join, { ways: 1, steps: 1 }))
  return trees.reduce((a, z) => ({ ways: a.ways + z.ways, steps: a.steps + z.steps }), { ways: 0, steps: 0 })
}

function join(a: Tree, z: Tree): Tree {
  // A look-behind reads backwards, a look-ahead in it forwards.
  const steps = Math.max(a.steps + a.ways * z.steps, z.steps + z.ways * a.steps)
  if (steps > most) throw new Unprovable('it looks behind too far')
  return { ways: a.ways * z.ways, steps }
}

function element(e: AST.Element): Tree {
  switch (e.type) {
    case 'Group':
    case 'CapturingGroup':
      return disjunction(e.alternatives)
    case 'Quantifier': {
      if (e.max > most) throw new Unprovable('it looks behind too far')
      const one = element(e.element)
      let all: Tree = { ways: 1, steps: 1 }
      let ways = e.min === 0 ? 1 : 0
      for (let times = 1; times <= e.max; times++) {
        all = join(all, one)
        if (times >= e.min) ways += all.ways
      }
      return { ways, steps: all.steps }
    }
    case 'Assertion':
      return e.kind === 'lookahead' || e.kind === 'lookbehind'
        ? { ways: 1, steps: 1 + disjunction(e.alternatives).steps }
        : { ways: 1, steps: 1 }
    case 'Backreference':
      throw new Unprovable('it refers back to a group')
    default:
      return { ways: 1, steps: 1 }
  }
}
