/** What `bind/` works on between reading an operation and laying out its arguments. Types and the two readers all share. */
import type { Code, Location, Report } from '../diagnostic.ts'
import type { Named } from '../name/named.ts'
import type { ParameterDirective, ResolvedOptions } from '../options.ts'
import type { ParameterIn, Place } from '../runtime/contract.ts'
import type { Definitions, Draft } from '../schema/draft.ts'
import { merge } from '../schema/merge.ts'
import type { Spec } from '../spec/spec.ts'
import type { Loss } from './bound.ts'
import type { PatternCheck } from './schema/pattern.ts'

export type BindOptions = Pick<ResolvedOptions, 'conventions' | 'budget'> & { checkPattern: PatternCheck }

/** One operation on its way through `bind/`. */
export interface Context {
  readonly spec: Spec
  readonly named: Named
  readonly options: BindOptions
  problem(code: Code, message: string, fix: string, at: Location): void
  lose(loss: Loss): void
  readonly report: Report
}

/** Something that a model, the document or the connection fills. */
export interface Input {
  /** Its name on the wire; `''` for a whole body. */
  name: string
  place: Place
  /** Where the document declares it, when that is not where it is sent. */
  declared?: ParameterIn
  schema: Draft
  required: boolean
  at: Location
  directive?: { said: ParameterDirective; key: string }
}

/** A draft whose references at its own level are followed and merged; what cannot merge stays beside it in allOf. */
export function resolved(d: Draft, definitions: Definitions): Draft {
  let current = d
  const seen = new Set<string>()
  while (current.ref !== undefined && !seen.has(current.ref)) {
    seen.add(current.ref)
    const { ref, ...siblings } = current
    const target = definitions.get(ref)
    if (target === undefined) throw new Error(`no definition ${ref}`)
    current = Object.keys(siblings).length === 0 ? target : merge(target, siblings)
  }
  return current
}
