/** What leaves `bind/`: canonical arguments, and the way of each to the wire. Types only. */
import type {
  ArgumentsSchema,
  InputSchema,
  RequestPlan,
  ResponsePlan,
  SecurityScheme,
} from '../runtime/contract.ts'
import type { Definitions, Draft } from '../schema/draft.ts'

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

/** Text taken out of what the model reads, told by code point because it cannot be seen. */
export interface Removed {
  /** JSON pointer into the arguments; `''` for the tool's description. */
  pointer: string
  /** `U+200B`, or `html-comment`, `link`. */
  what: string
  count: number
}

export interface Bound {
  /** The arguments as drafts: what `lower/` declares from. Its root is a closed object without `ref`. */
  arguments: Draft
  definitions: Definitions
  /** The same as a module carries it. */
  inputSchema: ArgumentsSchema
  request: RequestPlan
  response: ResponsePlan
  /** What binding lost. */
  losses: Loss[]
  /** What was taken out of the arguments' texts. */
  removed: Removed[]
  /** The schemes that `request.security` names. */
  schemes: Record<string, SecurityScheme>
  /** What may come back, for the types of results; read when it is asked for. */
  results(): Results
}

/** What a success may bring, over every 2xx response. */
export interface Results {
  /** The JSON bodies, as far as a type tells them. */
  schemas: InputSchema[]
  $defs: Record<string, InputSchema>
  /** There may be no body. */
  empty: boolean
  /** There may be a body of plain text. */
  text: boolean
  /** The document does not say what comes. */
  unknown: boolean
}
