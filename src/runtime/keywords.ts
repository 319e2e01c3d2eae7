/** The keywords that speak of one value without its parts. The interpreter calls it. */
import type { InputSchema, Json } from './contract.ts'
import { hasFormat } from './formats.ts'
import { stableText } from './json-text.ts'
import { isObject } from './object.ts'
import { expects, oneOf, typeName } from './words.ts'

/** Compiled patterns; one that no engine flag accepts has none (the build records such a loss). */
const patterns = new WeakMap<InputSchema, RegExp>()

/** What the first keyword that the value fails expects, in words. */
export function mismatch(schema: InputSchema, value: Json): string | undefined {
  const { enum: members, const: only, type, format, pattern, multipleOf } = schema
  const name = typeName(value)
  const same = (other: Json) => other === value || stableText(other) === stableText(value)
  if (type && ![type].flat().some(t => t === name || (t === 'integer' && Number.isInteger(value))))
    return expects(schema)
  if (members && !members.some(same)) return oneOf(members)
  if (only !== undefined && !same(only)) return oneOf([only])
  if (format && !hasFormat(format, value)) return `format ${format}`

  // `min` and `max` of each kind: minimum, minLength, minItems, minProperties.
  const [size, kind, unit] =
    typeof value === 'number'
      ? ([value, 'imum', ''] as const)
      : typeof value === 'string'
        ? // Lengths count code points (JSON Schema validation 6.3).
          ([[...value].length, 'Length', ' characters'] as const)
        : Array.isArray(value)
          ? ([value.length, 'Items', ' items'] as const)
          : ([isObject(value) ? Object.keys(value).length : NaN, 'Properties', ' properties'] as const)
  const least = schema[`min${kind}` as const] ?? -Infinity
  const most = schema[`max${kind}` as const] ?? Infinity
  if (size < least) return `at least ${least}${unit}`
  if (size > most) return `at most ${most}${unit}`
  if (typeof value === 'number') {
    const { exclusiveMinimum: low = -Infinity, exclusiveMaximum: high = Infinity } = schema
    if (value <= low) return `more than ${low}`
    if (value >= high) return `less than ${high}`
    if (multipleOf && !Number.isInteger(value / multipleOf)) return `a multiple of ${multipleOf}`
  }
  // After lengths, which bound what a pattern has to read.
  if (typeof value === 'string' && pattern && compiled(schema, pattern)?.test(value) === false)
    return `text that matches ${pattern}`
  if (Array.isArray(value) && schema.uniqueItems && new Set(value.map(stableText)).size < value.length)
    return 'items that all differ'
  return undefined
}

function compiled(schema: InputSchema, pattern: string): RegExp | undefined {
  if (!patterns.has(schema))
    for (const flag of ['', 'u'])
      try {
        patterns.set(schema, new RegExp(pattern, flag))
      } catch {}
  return patterns.get(schema)
}
