/**
 * What a declaration accepts: an independent reading of Gemini's Schema type (its proto comments)
 * as JSON Schema 2020-12. Declarations in JSON Schema are read as they are.
 */
import type { Declaration, InputSchema, Json, JsonObject } from '../../src/runtime/contract.ts'

/** The arguments that a model may write under this declaration. */
export function declared({ parameters, parametersJsonSchema }: Declaration): InputSchema {
  // Whoever compiles it refuses keywords that are not the contract's: the casts claim nothing.
  if (parametersJsonSchema !== undefined) return parametersJsonSchema as InputSchema
  if (parameters === undefined) throw new Error('no parameters')
  const isGemini = typeof parameters.type === 'string' && /^[A-Z]+$/.test(parameters.type)
  return (isGemini ? fromGemini(parameters) : parameters) as InputSchema
}

const copied = ['format', 'description', 'minimum', 'maximum', 'pattern', 'required']
const counts = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties']

/** One node: `type` in capitals, `nullable`, counts as decimal strings, `anyOf` alone. */
function fromGemini(node: Json): JsonObject {
  if (typeof node !== 'object' || node === null || Array.isArray(node)) throw new Error('no schema')
  const out: JsonObject = {}
  for (const [key, value] of Object.entries(node)) {
    if (copied.includes(key)) out[key] = value
    else if (counts.includes(key)) {
      if (typeof value !== 'string' || !/^\d+$/.test(value))
        throw new Error(`${key}: ${JSON.stringify(value)}`)
      out[key] = Number(value)
    } else if (key === 'type') out.type = String(value).toLowerCase()
    else if (key === 'enum') out.enum = value
    else if (key === 'items') out.items = fromGemini(value)
    else if (key === 'anyOf' && Array.isArray(value)) out.anyOf = value.map(fromGemini)
    else if (key === 'properties')
      out.properties = Object.fromEntries(
        Object.entries(value as JsonObject).map(([name, child]) => [name, fromGemini(child)]),
      )
    else if (key !== 'nullable') throw new Error(`unknown field ${key}`)
  }
  if (node.nullable !== true) return out
  if (out.type === undefined) throw new Error('nullable without a type')
  return {
    ...out,
    type: [out.type, 'null'],
    ...(Array.isArray(out.enum) && { enum: [...out.enum, null] }),
  }
}
