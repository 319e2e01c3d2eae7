/** What leaves `select/`: the chosen operations with what was said about them. Types only. */
import type { Location } from '../diagnostic.ts'
import type { Directive, Operations } from '../options.ts'
import type { Effect, Json, JsonObject, Method } from '../runtime/contract.ts'
import type { Node } from '../spec/spec.ts'

/** The one place that chooses operations of a spec. */
export type Selection =
  | { place: 'spec' }
  | { place: 'inline'; operations: Operations; at: Location }
  | { place: 'side-file'; document: Json; file: string }

export interface Operation {
  method: Method
  /** The path template as the document has it. */
  path: string
  id: string | null
  /** operationId, or `GET /path` without one: how messages name it. */
  label: string
  /** The Operation Object. */
  node: Node<JsonObject>
  /** The Path Item Object that holds it. */
  pathItem: Node<JsonObject>
}

export interface Selected {
  operation: Operation
  /** All directives merged, `description` not yet applied. */
  directive: Directive
  /** Where a key of the directive was said, for messages: `origin('params', 'query:page')`. */
  origin(...path: string[]): Location
  /** The text for the model, uncleaned: the vendor's or the directive's, with `doesNot` and `returns` appended. */
  description: string
  effect: Effect
  confirm: boolean
}
