/** What a hoisted body asks of its properties together, once some are fixed or hidden. For `bind/bind.ts`. */
import { type Draft, record } from '../schema/draft.ts'
import type { Context } from './input.ts'

/** Said of a hoisted body as a whole, in wire names. */
export interface Whole extends Pick<Draft, 'dependentRequired' | 'anyOf' | 'oneOf'> {
  /** What an optional body requires as soon as there is one. */
  whenGiven: readonly string[]
}

/** The same, of the arguments, in wire names. */
export interface Together extends Pick<Draft, 'dependentRequired' | 'anyOf' | 'oneOf' | 'not'> {
  required: readonly string[]
}

/** `visible` and `fixed` are names of body properties: what a model fills, and what is sent with every call. */
export function together(
  c: Context,
  whole: Whole,
  visible: ReadonlySet<string>,
  fixed: ReadonlySet<string>,
): Together {
  const required: string[] = []
  const dependent = new Map<string, string[]>()
  const ask = (name: string, needs: readonly string[]) => {
    const open = needs.filter(n => n !== name && !fixed.has(n))
    if (fixed.has(name)) required.push(...open)
    else if (visible.has(name) && open.length > 0)
      dependent.set(name, [...new Set([...(dependent.get(name) ?? []), ...open])])
  }
  for (const [name, needs] of Object.entries(whole.dependentRequired ?? {})) ask(name, needs)
  for (const name of fixed.size > 0 ? [...fixed].slice(0, 1) : visible) ask(name, whole.whenGiven)
  const hidden = new Set([...required, ...[...dependent.values()].flat()].filter(n => !visible.has(n)))
  for (const name of hidden) unfillable(c, `the body requires ${name} beside what is sent, and it is hidden`)
  return {
    required: [...new Set(required)],
    ...(dependent.size > 0 && { dependentRequired: record(dependent) }),
    ...anyOf(c, whole, visible, fixed),
    ...oneOf(c, whole, visible, fixed),
  }
}

/** Branches that can still hold, each with what a model must give for it. */
function open(branches: readonly Draft[], visible: ReadonlySet<string>, fixed: ReadonlySet<string>): Draft[] {
  return branches
    .map(b => ({ ...b, required: (b.required ?? []).filter(n => !fixed.has(n)) }))
    .filter(b => b.required.every(n => visible.has(n)))
}

const isGiven = (b: Draft): boolean => b.required?.length === 0

function anyOf(
  c: Context,
  whole: Whole,
  visible: ReadonlySet<string>,
  fixed: ReadonlySet<string>,
): Pick<Together, 'anyOf'> {
  if (whole.anyOf === undefined) return {}
  const branches = open(whole.anyOf, visible, fixed)
  if (branches.length === 0) unfillable(c, 'every form of the body requires something that is hidden')
  return branches.some(isGiven) ? {} : { anyOf: branches }
}

function oneOf(
  c: Context,
  whole: Whole,
  visible: ReadonlySet<string>,
  fixed: ReadonlySet<string>,
): Pick<Together, 'oneOf' | 'not'> {
  if (whole.oneOf === undefined) return {}
  const branches = open(whole.oneOf, visible, fixed)
  const given = branches.filter(isGiven)
  if (branches.length === 0) unfillable(c, 'every form of the body requires something that is hidden')
  if (given.length > 1)
    unfillable(c, 'the declared values are of two forms of the body, and only one is allowed')
  if (given.length === 0) return { oneOf: branches }
  const others = branches.filter(b => !isGiven(b))
  return others.length > 0 ? { not: { anyOf: others } } : {}
}

function unfillable(c: Context, message: string): void {
  c.problem(
    'parameter-unfillable',
    message,
    'show it, or give it a value in params',
    c.named.origin('params'),
  )
}
