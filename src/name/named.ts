/** What leaves `name/`. Types only. */
import type { Selected } from '../select/selected.ts'

export interface Named extends Selected {
  /** Legal under the name rule, unique in its spec. */
  toolName: string
  /** A JavaScript identifier, unique in its module. */
  exportName: string
  formerNames: string[]
}
