/** What the comparisons of one tool's parts share. For `review/tool/`. */
import type { JsonObject } from '../../runtime/contract.ts'
import type { Emit } from '../row.ts'
import type { Trace } from '../schema/marks.ts'
import type { SchemaRow } from '../schema/walk.ts'
import type { Wire } from './wire.ts'

export interface Context {
  before: JsonObject
  after: JsonObject
  emit: Emit
  wire: Wire
  /** What the exact schema says of the arguments, changed. */
  rows: readonly SchemaRow[]
  trace: (path: string) => Trace
  /** The exact schema changed by its order or its words alone. */
  isRewritten: boolean
  /** The arguments stand in another order, and with them all that is listed by argument. */
  isReordered: boolean
  /** Rows whose change a model sees in another shape of declaration. */
  reshaped: Set<SchemaRow>
}

/** The arguments whose presence changed: they explain what comes and goes with them. */
export const presences = ({ rows }: Context): SchemaRow[] => rows.filter(r => r.keyword === 'presence')
