/** What keywords ask of one value without its parts (JSON Schema validation 6). For `keywords.ts`. */
import type { InputSchema, Json } from './contract.ts'
import { int64 } from './formats.ts'
import { stableText } from './json-text.ts'
import { isObject, type Keyed, own } from './object.ts'

/** For `enum` and `const`. */
export const differs = (one: Json, other: Json): boolean =>
  one !== other && (typeof one !== 'object' || stableText(one) !== stableText(other))

/** For `uniqueItems`. */
export const repeats = (value: Json): boolean =>
  Array.isArray(value) && new Set(value.map(stableText)).size < value.length

/** For `dependentRequired`: the names that the properties of an object ask for, after those that are always required. */
export const requiredBy = (
  value: object,
  required: readonly string[],
  dependent: Keyed<readonly string[]>,
): string[] => [...required, ...Object.keys(value).flatMap(key => own(dependent, key) ?? [])]

/** A size is NaN for what has none: nothing is less or more. In code points (6.3.1). They are counted where it matters: of a text they are at least half of its length. */
export const lengthOf = (value: Json, { minLength = 0, maxLength = Infinity }: InputSchema): number =>
  typeof value === 'string'
    ? (value.length < 2 * minLength || value.length > maxLength) && /[\ud800-\udfff]/.test(value)
      ? [...value].length
      : value.length
    : NaN

export const itemsOf = (value: Json): number => (Array.isArray(value) ? value.length : NaN)

export const propertiesOf = (value: Json): number => (isObject(value) ? Object.keys(value).length : NaN)

/** The bounds of an int64 hold for its digits in a string too. NaN, for what is no number, breaks nothing. */
const numberOf = (value: Json, { format }: InputSchema): number | bigint =>
  typeof value === 'number' ? value : ((format === 'int64' ? int64(value) : NaN) ?? NaN)

/** For `minimum`, `maximum`, `exclusiveMinimum` and `exclusiveMaximum`. */
export const bounds = (limit: number, schema: InputSchema, keyword: string): ((value: Json) => boolean) => {
  const least = keyword.endsWith('inimum')
  const exclusive = keyword[0] === 'e'
  return value => {
    const number = numberOf(value, schema)
    return (least ? number < limit : number > limit) || (exclusive && number >= limit && number <= limit)
  }
}

/** The text of a number as an integer and the power of ten that it is multiplied with. */
const decimal = (number: number | bigint): [bigint, number] => {
  const [digits = '', power = 0] = `${number}`.split('e')
  const [whole, part = ''] = digits.split('.')
  return [BigInt(whole + part), +power - part.length]
}

/**
 * For `multipleOf`: what a division leaves, of the numbers as they are written. 19.99 is a multiple of 0.01, though not in
 * binary.
 */
export const leaves = (divisor: number, schema: InputSchema): ((value: Json) => unknown) => {
  const [b, least] = decimal(divisor)
  return value => {
    const number = numberOf(value, schema)
    if (Number.isNaN(number)) return false
    const [a, power] = decimal(number)
    const shift = 10n ** BigInt(Math.abs(power - least))
    return power > least ? (a * shift) % b : a % (b * shift)
  }
}

/** For `pattern`. */
export const mismatches = (pattern: string): ((value: Json) => boolean) => {
  for (const flags of ['u', ''])
    try {
      const expression = new RegExp(pattern, flags)
      return value => typeof value === 'string' && !expression.test(value)
    } catch {
      // No engine reads it with this flag; the build has recorded a loss if with none.
    }
  return () => false
}
