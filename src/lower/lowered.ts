/** What leaves `lower/`. Types only. */
import type { Loss } from '../bind/bound.ts'
import type { TargetDeclaration, TargetName } from '../runtime/contract.ts'

/** Text taken out of what the model reads, told by code point because it cannot be seen. */
export interface Removed {
  /** JSON pointer into the arguments; `''` for the tool's description. */
  pointer: string
  /** `U+200B`, or `html-comment`, `link`. */
  what: string
  count: number
}

export interface Lowered {
  declarations: { [T in TargetName]?: TargetDeclaration }
  losses: Loss[]
  removed: Removed[]
}
