/** The type names of JSON Schema, and which values have them. Pure; `bind/` and `lower/` call it. */
import type { Json, TypeName } from '../runtime/contract.ts'

/** In the order in which the exact schema lists them. */
export const typeNames: readonly TypeName[] = [
  'null',
  'boolean',
  'integer',
  'number',
  'string',
  'array',
  'object',
]

export function hasType(v: Json, type: TypeName): boolean {
  switch (type) {
    case 'null':
      return v === null
    case 'integer':
      return Number.isInteger(v)
    case 'array':
      return Array.isArray(v)
    case 'object':
      return typeof v === 'object' && v !== null && !Array.isArray(v)
    default:
      return typeof v === type
  }
}
