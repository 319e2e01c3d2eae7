/** What one analysis may cost, counted in steps so that every machine gives the same answer. For `redos/`. */

export interface Budget {
  left: number
}

/** Nothing is proved, so the pattern is not enforced; the message says why. */
export class Unprovable extends Error {}

export function spend(budget: Budget, steps: number): void {
  budget.left -= steps
  if (budget.left < 0) throw new Unprovable('it is too large to analyse')
}
