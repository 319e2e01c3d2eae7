/** A declaration while it is made: one type per node, or a union and nothing else. `render.ts` writes it for a target. */
import type { Json, TypeName } from '../runtime/contract.ts'

export interface Sketch {
  type?: Exclude<TypeName, 'null'>
  nullable?: boolean
  /** Sentences for the model, in order. */
  text?: string[]
  enum?: Json[]
  format?: string
  /** Bounds that the target takes, by keyword. */
  bounds?: Record<string, number | string | boolean>
  properties?: Record<string, Sketch>
  required?: string[]
  items?: Sketch
  /** Where the target has maps. */
  additionalProperties?: Sketch | boolean
  anyOf?: Sketch[]
}
