/** A sketch in the words of its target. For `lower/lower.ts`. */
import type { Json, JsonObject } from '../runtime/contract.ts'
import { record } from '../schema/draft.ts'
import type { Sketch } from './sketch.ts'
import type { Target } from './target.ts'

export function render(s: Sketch, target: Target): JsonObject {
  return target.dialect === 'gemini' ? gemini(s) : jsonSchema(s, target)
}

const description = (s: Sketch): JsonObject => {
  const text = (s.text ?? []).filter(t => t !== '').join('\n')
  return text === '' ? {} : { description: text }
}

/** Counts are int64 in the API's own message, and int64 is a string in JSON. */
const counts = new Set(['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'])

/** A union stands alone: no other key may stand beside `anyOf`. */
function gemini(s: Sketch): JsonObject {
  if (s.anyOf) return { anyOf: s.anyOf.map(gemini) }
  const bounds = Object.entries(s.bounds ?? {}).map(([k, v]) => [k, counts.has(k) ? String(v) : v] as const)
  return {
    type: (s.type ?? 'string').toUpperCase(),
    ...(s.format !== undefined && { format: s.format }),
    ...description(s),
    ...(s.nullable && { nullable: true }),
    ...(s.enum && { enum: s.enum }),
    ...Object.fromEntries(bounds),
    ...(s.items && { items: gemini(s.items) }),
    ...(s.properties && {
      properties: record(Object.entries(s.properties).map(([k, v]) => [k, gemini(v)] as const)),
    }),
    ...(s.required && { required: s.required }),
  }
}

function jsonSchema(s: Sketch, target: Target): JsonObject {
  if (s.anyOf) return { anyOf: s.anyOf.flatMap(b => alternatives(b, target)).filter(isFirst) }
  const [value, nothing] = alternatives(s, target)
  if (value === undefined || nothing === undefined) return value ?? {}
  if (target.closed) {
    // Strict mode writes a nullable value as a list of types.
    const { type, enum: members, ...rest } = value
    if (typeof type === 'string')
      return { type: [type, 'null'], ...rest, ...(Array.isArray(members) && { enum: [...members, null] }) }
  }
  const { description: text, ...rest } = value
  return { ...(text !== undefined && { description: text }), anyOf: [rest, nothing] }
}

const isFirst = (v: JsonObject, i: number, all: readonly JsonObject[]): boolean =>
  all.findIndex(w => JSON.stringify(w) === JSON.stringify(v)) === i

function alternatives(s: Sketch, target: Target): JsonObject[] {
  const inner = (child: Sketch): JsonObject => jsonSchema(child, target)
  const additional: Json | undefined =
    s.additionalProperties === undefined
      ? undefined
      : typeof s.additionalProperties === 'boolean'
        ? s.additionalProperties
        : inner(s.additionalProperties)
  const value: JsonObject = {
    type: s.type ?? 'string',
    ...(s.format !== undefined && { format: s.format }),
    ...description(s),
    ...(s.enum && { enum: s.enum }),
    ...s.bounds,
    ...(s.items && { items: inner(s.items) }),
    ...(s.properties && {
      properties: record(Object.entries(s.properties).map(([k, v]) => [k, inner(v)] as const)),
    }),
    ...(s.required && { required: s.required }),
    ...(additional !== undefined && { additionalProperties: additional }),
    ...(s.type === 'object' && target.closed && { additionalProperties: false }),
  }
  return s.nullable ? [value, { type: 'null' }] : [value]
}
