/** What leaves `lower/`. Types only. */
import type { Loss, Removed } from '../bind/bound.ts'
import type { TargetDeclaration, TargetName } from '../runtime/contract.ts'

export interface Lowered {
  declarations: { [T in TargetName]?: TargetDeclaration }
  losses: Loss[]
  removed: Removed[]
}
