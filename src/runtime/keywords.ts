/** The keywords that speak of one value without its parts. The interpreter calls it. */
import type { InputSchema, Json } from './contract.ts'
import { hasFormat, int64 } from './formats.ts'
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

  /** `min` and `max` of each kind: minimum, minLength, minItems, minProperties. */
  const outside = (size: number | bigint, kind: 'imum' | 'Length' | 'Items' | 'Properties', unit = '') => {
    const least = schema[`min${kind}`] ?? -Infinity
    const most = schema[`max${kind}`] ?? Infinity
    return size < least ? `at least ${least}${unit}` : size > most ? `at most ${most}${unit}` : undefined
  }
  // The bounds of an int64 hold for its digits in a string too.
  const digits = format === 'int64' && typeof value === 'string' ? int64(value) : undefined
  const number = typeof value === 'number' ? value : digits
  const wrongSize =
    (number !== undefined && outside(number, 'imum')) ||
    (typeof value === 'string'
      ? // Lengths count code points (JSON Schema validation 6.3).
        outside([...value].length, 'Length', ' characters')
      : Array.isArray(value)
        ? outside(value.length, 'Items', ' items')
        : isObject(value) && outside(Object.keys(value).length, 'Properties', ' properties'))
  if (wrongSize) return wrongSize
  if (number !== undefined) {
    const { exclusiveMinimum: low = -Infinity, exclusiveMaximum: high = Infinity } = schema
    if (number <= low) return `more than ${low}`
    if (number >= high) return `less than ${high}`
    const whole =
      typeof number === 'bigint'
        ? !Number.isInteger(multipleOf) || number % BigInt(multipleOf ?? 1) === 0n
        : Number.isInteger(number / (multipleOf ?? number))
    if (multipleOf && !whole) return `a multiple of ${multipleOf}`
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
