/** The keywords that speak of one value without its parts. The interpreter calls it. */
import type { InputSchema, Json } from './contract.ts'
import { breaksFormat, int64 } from './formats.ts'
import { stableText } from './json-text.ts'
import { isObject } from './object.ts'
import { quote } from './words.ts'

/** Whether a value breaks a keyword, and the keyword in words. */
export type Test = [breaks: (value: Json) => unknown, expected: () => string]

/** A limit of a keyword → whether a value breaks it. */
type Rule = (limit: never, schema: InputSchema) => Test[0]

/** The tests of a schema, in the order in which a model should hear of them. */
export const testsOf = (schema: InputSchema): Test[] =>
  Object.entries(rules).flatMap(([name, rule]) => {
    // A rule stands under the keyword whose limit it takes.
    const keyword = name as keyof InputSchema
    const limit = schema[keyword]
    return limit === undefined
      ? []
      : // A limit is JSON.
        [[rule(limit as never, schema), () => `${name} ${quote(limit as Json)}`]]
  })

const differs = (one: Json, other: Json) =>
  one !== other && (typeof one !== 'object' || stableText(one) !== stableText(other))

/** The bounds of an int64 hold for its digits in a string too. */
const numberOf = (value: Json, { format }: InputSchema): number | bigint =>
  typeof value === 'number' ? value : ((format === 'int64' ? int64(value) : NaN) ?? NaN)

/** The text of a number as an integer and the power of ten that it is multiplied with. */
const decimal = (number: number | bigint): [bigint, number] => {
  const [digits = '', power = 0] = `${number}`.split('e')
  const [whole, part = ''] = digits.split('.')
  return [BigInt(whole + part), +power - part.length]
}

/** What a division leaves, of the numbers as they are written: 19.99 is a multiple of 0.01, though not in binary. */
const leaves = (number: number | bigint, divisor: number): bigint => {
  const [a, power] = decimal(number)
  const [b, least] = decimal(divisor)
  const shift = 10n ** BigInt(Math.abs(power - least))
  return power > least ? (a * shift) % b : a % (b * shift)
}

/** The two rules of a size: `minLength`, `maxLength`. Nothing is less or more than NaN. */
const bounds = (
  kind: string,
  sizeOf: (value: Json, schema: InputSchema) => number | bigint,
): Record<string, Rule> => ({
  [`min${kind}`]: (least, schema) => value => sizeOf(value, schema) < least,
  [`max${kind}`]: (most, schema) => value => sizeOf(value, schema) > most,
})

const rules: Record<string, Rule> = {
  type: (types: string | string[]) => value => {
    const name = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
    return (
      name !== types &&
      // No name of a type is part of another: a text holds one as a list does.
      !types.includes(name) &&
      !(types.includes('integer') && Number.isInteger(value))
    )
  },
  enum: (members: Json[]) => value => members.every(member => differs(member, value)),
  const: member => value => differs(member, value),
  format: format => value => breaksFormat(format, value),
  ...bounds('imum', numberOf),
  exclusiveMinimum: (limit, schema) => value => numberOf(value, schema) <= limit,
  exclusiveMaximum: (limit, schema) => value => numberOf(value, schema) >= limit,
  multipleOf: (divisor: number, schema) => value => {
    const number = numberOf(value, schema)
    return !Number.isNaN(number) && leaves(number, divisor)
  },
  // Lengths count code points (JSON Schema validation 6.3). They bound what a pattern has to read.
  ...bounds('Length', value =>
    typeof value === 'string' ? (/[\ud800-\udfff]/.test(value) ? [...value].length : value.length) : NaN,
  ),
  ...bounds('Items', value => (Array.isArray(value) ? value.length : NaN)),
  ...bounds('Properties', value => (isObject(value) ? Object.keys(value).length : NaN)),
  pattern(pattern: string) {
    for (const flags of ['u', ''])
      try {
        const expression = new RegExp(pattern, flags)
        return value => typeof value === 'string' && !expression.test(value)
      } catch {
        // No engine reads it with this flag; the build has recorded a loss if with none.
      }
    return () => false
  },
  uniqueItems: unique => value =>
    unique && Array.isArray(value) && new Set(value.map(stableText)).size < value.length,
}
