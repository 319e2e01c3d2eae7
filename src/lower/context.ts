/** What the construct files of `lower/` share. Types and the two helpers all need. */
import type { Loss } from '../bind/bound.ts'
import type { ResolvedOptions } from '../options.ts'
import type { Encoding } from '../runtime/contract.ts'
import type { Definitions, Draft } from '../schema/draft.ts'
import type { Sketch } from './sketch.ts'
import type { Target } from './target.ts'

export type LowerOptions = Pick<ResolvedOptions, 'maps' | 'enumLimit'>

/** Where lowering stands. */
export interface Place {
  /** JSON pointer into the arguments, `*` for items and map values. */
  pointer: string
  /** OBJECT and ARRAY levels above. */
  depth: number
  /** Definitions entered on the way here. */
  refs: readonly string[]
}

export interface Lowering {
  readonly target: Target
  readonly options: LowerOptions
  readonly definitions: Definitions
  lower(d: Draft, place: Place): Sketch
  lose(place: Place, keyword: string, reason: string, enforcedBy?: string): void
  encode(place: Place, as: Encoding['as']): void
  /** Runs a step with its encodings kept apart, for a union to weigh. */
  apart<T>(step: () => T): { value: T; encodings: Encoding[]; losses: Loss[] }
  keep(encodings: readonly Encoding[], losses: readonly Loss[]): void
}

/** Levels of OBJECT and ARRAY that are declared; what is deeper is JSON text. */
export const maxLevels = 8

export const below = (place: Place, token: string): Place => ({
  pointer: `${place.pointer}/${token}`,
  depth: place.depth + 1,
  refs: place.refs,
})
