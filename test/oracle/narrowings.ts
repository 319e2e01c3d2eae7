/**
 * The exact schema without what a declaration may leave unsaid: the narrowings that the product allows itself, and
 * nothing else. A value that the exact schema accepts and this one does not need not be declarable.
 */
import type { InputSchema, TargetName } from '../../src/runtime/contract.ts'

export function narrowed(schema: InputSchema, target: TargetName): InputSchema {
  const inner = (s: InputSchema): InputSchema => narrowed(s, target)
  const out: InputSchema = { ...schema, ...emptyText(schema, target), ...smallInt64(schema) }
  if (out.properties) out.properties = map(out.properties, inner)
  if (out.$defs) out.$defs = map(out.$defs, inner)
  if (typeof out.additionalProperties === 'object') out.additionalProperties = inner(out.additionalProperties)
  // Structured outputs demand closed objects; an object that says nothing of further properties loses them.
  else if (
    target === 'openai-strict' &&
    out.additionalProperties === undefined &&
    out.properties &&
    Object.keys(out.properties).length > 0
  )
    out.additionalProperties = false
  if (out.items) out.items = inner(out.items)
  for (const key of ['prefixItems', 'anyOf', 'oneOf', 'allOf'] as const) {
    const branches = out[key]
    if (branches) out[key] = branches.map(inner)
  }
  // What stands in `not` stays: a narrower `not` would be wider.
  return out
}

/** Gemini refuses the empty text in an enum. */
function emptyText({ enum: members }: InputSchema, target: TargetName): InputSchema {
  if (target !== 'gemini' || members === undefined) return {}
  const rest = members.filter(m => m !== '')
  // An enum of nothing else is told in words, and declared as any text.
  return rest.some(m => m !== null) ? { enum: rest } : {}
}

/** Past 2^53 only digits in a text keep their value; a declaration takes them where the bounds ask for them. */
function smallInt64({ format, type, ...bounds }: InputSchema): InputSchema {
  if (format !== 'int64' || !Array.isArray(type) || !type.includes('integer')) return {}
  const { minimum = 0, maximum = 0, exclusiveMinimum = 0, exclusiveMaximum = 0 } = bounds
  const large = [minimum, maximum, exclusiveMinimum, exclusiveMaximum].some(b => !Number.isSafeInteger(b))
  return large ? {} : { type: type.filter(t => t !== 'string') }
}

const map = <T>(record: Record<string, T>, change: (value: T) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))
