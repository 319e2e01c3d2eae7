/** The keywords that speak of one value without its parts. The interpreter calls it. */
import type { InputSchema, Json } from './contract.ts'
import {
  bounds,
  breaksFormat,
  differs,
  itemsOf,
  leaves,
  lengthOf,
  mismatches,
  propertiesOf,
  repeats,
} from './parts.ts'
import { quote } from './words.ts'

/** Whether a value breaks a keyword, and the keyword in words. */
export type Test = [breaks: (value: Json) => unknown, expected: () => string]

/** A limit of a keyword → whether a value breaks it. A limit has the type of its keyword. */
type Rule = (limit: never, schema: InputSchema, keyword: string) => Test[0]

/** The tests of a schema. */
export const testsOf = (schema: InputSchema): Test[] =>
  Object.entries(rules).flatMap(([name, rule]) => {
    // A rule stands under the keyword whose limit it takes.
    const limit = schema[name as keyof InputSchema]
    return limit === undefined
      ? []
      : // A limit is JSON.
        [[rule(limit as never, schema, name), () => `${name} ${quote(limit as Json)}`]]
  })

/** The rules of a size: `minLength`, `maxLength`. */
const limits = (
  kind: string,
  sizeOf: (value: Json, schema: InputSchema) => number,
): Record<string, Rule> => ({
  [`min${kind}`]: (least, schema) => value => sizeOf(value, schema) < least,
  [`max${kind}`]: (most, schema) => value => sizeOf(value, schema) > most,
})

/** In the order in which a model should hear of them. */
const rules: Record<string, Rule> = {
  type: (types: string | string[]) => {
    const list = [types].flat()
    return value => {
      const name = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
      return name !== types && !list.includes(name) && !(Number.isInteger(value) && list.includes('integer'))
    }
  },
  enum: (members: Json[]) => value => members.every(member => differs(member, value)),
  const: member => value => differs(member, value),
  format: format => value => breaksFormat(format, value),
  minimum: bounds,
  maximum: bounds,
  exclusiveMinimum: bounds,
  exclusiveMaximum: bounds,
  multipleOf: leaves,
  // Lengths bound what a pattern has to read.
  ...limits('Length', lengthOf),
  ...limits('Items', itemsOf),
  ...limits('Properties', propertiesOf),
  pattern: mismatches,
  uniqueItems: unique => value => unique && repeats(value),
}
