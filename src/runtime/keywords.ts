/** The keywords that speak of one value without its parts. The interpreter calls it. */
import type { InputSchema, Json } from './contract.ts'
import { breaksFormat, int64 } from './formats.ts'
import { stableText } from './json-text.ts'
import { isObject } from './object.ts'
import { wanted } from './words.ts'

/** Whether a value breaks a keyword that has this limit. */
type Rule = (limit: never, value: Json, schema: InputSchema) => unknown

/** What the first keyword that the value breaks expects: a type, members, or the keyword itself, `minLength 3`. */
export const mismatch = (schema: InputSchema, value: Json): string | undefined => {
  for (const keyword in rules) {
    const limit = schema[keyword as keyof InputSchema]
    // A rule stands under the keyword whose limit it takes.
    if (limit !== undefined && rules[keyword]?.(limit as never, value, schema))
      return `${keyword} ${wanted(limit as Json)}`
  }
  return undefined
}

const differs = (one: Json, other: Json) => stableText(one) !== stableText(other)

/** The bounds of an int64 hold for its digits in a string too. */
const numberOf = (value: Json, { format }: InputSchema): number | bigint =>
  typeof value === 'number' ? value : ((format === 'int64' ? int64(value) : NaN) ?? NaN)

/** The two rules of a size: `minLength`, `maxLength`. Nothing is less or more than NaN. */
const bounds = (
  kind: string,
  sizeOf: (value: Json, schema: InputSchema) => number | bigint,
): Record<string, Rule> => ({
  [`min${kind}`]: (least, value, schema) => sizeOf(value, schema) < least,
  [`max${kind}`]: (most, value, schema) => sizeOf(value, schema) > most,
})

const rules: Record<string, Rule> = {
  type(types: string | string[], value) {
    const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
    return (
      types !== type &&
      ![types].flat().some(one => one === type || (one === 'integer' && Number.isInteger(value)))
    )
  },
  enum: (members: Json[], value) => members.every(member => differs(member, value)),
  const: differs,
  format: breaksFormat,
  ...bounds('imum', numberOf),
  exclusiveMinimum: (limit, value, schema) => numberOf(value, schema) <= limit,
  exclusiveMaximum: (limit, value, schema) => numberOf(value, schema) >= limit,
  multipleOf(divisor: number, value, schema) {
    const number = numberOf(value, schema)
    return typeof number === 'bigint' && Number.isInteger(divisor)
      ? number % BigInt(divisor)
      : (Number(number) / divisor) % 1
  },
  // Lengths count code points (JSON Schema validation 6.3). They bound what a pattern has to read.
  ...bounds('Length', value => (typeof value === 'string' ? [...value].length : NaN)),
  ...bounds('Items', value => (Array.isArray(value) ? value.length : NaN)),
  ...bounds('Properties', value => (isObject(value) ? Object.keys(value).length : NaN)),
  pattern(pattern: string, value) {
    for (const flags of ['u', ''])
      try {
        return typeof value === 'string' && !new RegExp(pattern, flags).test(value)
      } catch {
        // No engine reads it with this flag; the build has recorded a loss if with none.
      }
    return false
  },
  uniqueItems: (unique: boolean, value) =>
    unique && Array.isArray(value) && new Set(value.map(stableText)).size < value.length,
}
