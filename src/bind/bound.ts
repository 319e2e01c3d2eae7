/** What leaves `bind/`: canonical arguments, and the way of each to the wire. Types only. */
import type { Location } from '../diagnostic.ts'
import type { ArgumentsSchema, Json, RequestPlan, ResponsePlan, SecurityScheme } from '../runtime/contract.ts'

/** Something the document says that the declaration or the exact schema does not say. */
export interface Loss {
  /** JSON pointer into the arguments (`*` = every item); `''` for the tool as a whole. */
  pointer: string
  /** The OpenAPI or JSON Schema keyword that was lost. */
  keyword: string
  reason: string
  /** The keyword of `inputSchema` at that place that still enforces it at run time, or `none`. */
  enforcedBy: string
  /** The target whose declaration lost it; absent when `inputSchema` lost it too. */
  target?: string
}

/** Text for the model about one place of the arguments that is no JSON Schema description. */
export interface Note {
  pointer: string
  text: string
}

export interface Bound {
  inputSchema: ArgumentsSchema
  request: RequestPlan
  response: ResponsePlan
  /** Defaults and formats by place, which the lowering tells the model in fixed sentences. */
  notes: Note[]
  losses: Loss[]
  /** The schemes that `request.security` names. */
  schemes: Record<string, SecurityScheme>
  /** The schema of the 2xx JSON response in document form, for result types; null when there is none. */
  result: { schema: Json; at: Location } | null
}
