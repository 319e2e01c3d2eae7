/**
 * What the exact schema accepts and a declaration cannot take: the only places where a model can say less than the
 * document. Each is a loss in the golden file, and the model is told once per tool. For `lower/`; the docs list them.
 */
import type { Lowering, Place } from './context.ts'

export interface Narrowing {
  keyword: string
  reason: string
  /** Said to the model. */
  told: string
}

export const narrowings = {
  emptyText: {
    keyword: 'enum',
    reason: 'the empty text is accepted and cannot be listed',
    told: 'Where a value is one of a list, an empty text cannot be given.',
  },
  int64: {
    keyword: 'type',
    reason: 'an integer past 2^53 is accepted as digits in a text, and a number is declared',
    told: 'No integer past 2^53 can be given.',
  },
  closed: {
    keyword: 'additionalProperties',
    reason: 'further properties are not forbidden, and an object of this target is closed',
    told: 'Objects take the listed properties only.',
  },
} as const satisfies Record<string, Narrowing>

export const narrow = (l: Lowering, place: Place, { keyword, reason }: Narrowing): void =>
  l.lose(place, keyword, reason, 'none')

/** The sentences for a tool with these losses. */
export const toldOf = (losses: readonly { keyword: string; reason: string }[]): string[] =>
  Object.values(narrowings)
    .filter(n => losses.some(l => l.reason === n.reason))
    .map(n => n.told)
