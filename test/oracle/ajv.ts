/** Ajv as the second opinion on an InputSchema: JSON Schema 2020-12 with the formats and readings of the contract. */
import { Ajv2020, type AnySchemaObject, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { InputSchema, Json } from '../../src/runtime/contract.ts'

/** Validators for a schema and the places in it. A keyword that the contract does not list is an error. */
export interface Validators {
  whole: ValidateFunction<unknown>
  /** For the subschema at a JSON pointer. */
  at(pointer: string): ValidateFunction<unknown>
}

export function validators(schema: InputSchema): Validators {
  const known = made.get(schema)
  if (known) return known
  const fresh = make(schema)
  made.set(schema, fresh)
  return fresh
}

/** Making one takes much longer than using it, and one schema is asked about many times. */
const made = new WeakMap<InputSchema, Validators>()

function make(schema: InputSchema): Validators {
  const strangers = unlisted(schema)
  if (strangers.length > 0) throw new Error(`not in the contract: ${strangers.join(', ')}`)
  const ajv = new Ajv2020({
    allErrors: false,
    // Otherwise a property called `constructor` is always there.
    ownProperties: true,
    strict: true,
    strictTypes: false,
    strictRequired: false,
    strictTuples: false,
    allowMatchingProperties: true,
    validateFormats: false,
    code: { regExp: Object.assign(regExp, { code: 'new RegExp' }), optimize: false },
  })
  ajv.removeKeyword('format')
  ajv.addKeyword({
    keyword: 'format',
    validate: (format: string, value: Json, parent?: AnySchemaObject) =>
      // Ajv hands over the schema that holds the keyword: a part of an InputSchema.
      conforms(format, value) &&
      (format !== 'int64' || typeof value !== 'string' || within((parent ?? {}) as InputSchema, value)),
  })
  // Ajv's own comparison calls methods of the values: one called `toString` stops it.
  for (const keyword of ['uniqueItems', 'enum', 'const']) ajv.removeKeyword(keyword)
  const isOneOf = (members: Json[], value: Json) => members.some(m => sorted(m) === sorted(value))
  ajv.addKeyword({ keyword: 'enum', schemaType: 'array', validate: isOneOf })
  ajv.addKeyword({ keyword: 'const', validate: (only: Json, value: Json) => isOneOf([only], value) })
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    validate: (on: boolean, list: Json[]) => !on || new Set(list.map(sorted)).size === list.length,
  })
  // Ajv divides in binary, where 19.99 is no multiple of 0.01.
  ajv.removeKeyword('multipleOf')
  ajv.addKeyword({
    keyword: 'multipleOf',
    type: 'number',
    validate: (of: number, v: number) => isMultiple(v, of),
  })
  ajv.addSchema(seen(schema), 'root')
  const at = (pointer: string) => {
    const found = ajv.getSchema(`root#${encodeURI(pointer)}`)
    if (found === undefined) throw new Error(`no schema at ${pointer}`)
    return found
  }
  return { whole: at(''), at }
}

/** Ajv passes over a property called `__proto__`; by a pattern it sees it. Pointers into `properties` stay as they are. */
const seen = (schema: InputSchema): AnySchemaObject =>
  JSON.parse(JSON.stringify(schema), (_, value) => {
    const hidden = Object.hasOwn(Object(value), 'properties') ? protoOf(value.properties) : undefined
    return hidden === undefined ? value : { ...value, patternProperties: { '^__proto__$': hidden } }
  })
const protoOf = (properties: unknown): unknown =>
  Object.getOwnPropertyDescriptor(Object(properties), '__proto__')?.value

/** One function for the whole schema. */
export const ajvFor = (schema: InputSchema): ValidateFunction<unknown> => validators(schema).whole

const plain = `$ref type description enum const minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength
  maxLength pattern format minItems maxItems uniqueItems required dependentRequired minProperties maxProperties`
const listed = new Set(plain.split(/\s+/))
const single = new Set(['items', 'additionalProperties', 'not'])
const lists = new Set(['prefixItems', 'anyOf', 'oneOf', 'allOf'])
const maps = new Set(['properties', '$defs'])

/** Pointers of the keywords that are not the contract's; Ajv knows more of them. */
export function unlisted(schema: InputSchema): string[] {
  const found: string[] = []
  const queue: [unknown, string][] = [[schema, '']]
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const [node, pointer] = next
    for (const [key, value] of Object.entries(node as Record<string, unknown>)) {
      const at = `${pointer}/${key}`
      if (single.has(key)) typeof value === 'object' && queue.push([value, at])
      else if (lists.has(key) || maps.has(key))
        for (const [k, v] of Object.entries(value as object)) queue.push([v, `${at}/${k}`])
      else if (!listed.has(key)) found.push(at)
    }
  }
  return found
}

/** Documents are full of patterns that are no Unicode expressions; they mean what they mean without the flag. */
export function regExp(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'u')
  } catch {
    return new RegExp(pattern)
  }
}

const text: Record<string, (value: string) => boolean> = {}
for (const name of ['date', 'date-time', 'uuid'] as const) {
  const format = formats.default.get(name, 'full')
  // ajv-formats gives an expression, or an object with a function for the ones that need arithmetic.
  const check = typeof format === 'object' && 'validate' in format ? format.validate : format
  text[name] = value =>
    check instanceof RegExp ? check.test(value) : (check as (v: string) => boolean)(value)
}

/** Text that is the same for equal values. */
const sorted = (v: Json): string =>
  Array.isArray(v)
    ? `[${v.map(sorted).join()}]`
    : typeof v === 'object' && v !== null
      ? `{${Object.entries(v)
          .map(([k, x]) => `${JSON.stringify(k)}:${sorted(x)}`)
          .sort()
          .join()}}`
      : JSON.stringify(v)

/** Whether a number, as it is written, is a multiple of another: both as integers of the least double's last digit. */
export function isMultiple(value: number | bigint, of: number): boolean {
  const exact = (number: number | bigint) => {
    const [digits = '', power = '0'] = (
      typeof number === 'bigint' ? `${number}e0` : number.toExponential()
    ).split('e')
    const [whole = '', part = ''] = digits.split('.')
    return BigInt(whole + part) * 10n ** BigInt(400 + Number(power) - part.length)
  }
  return exact(value) % exact(of) === 0n
}

/** The bounds of an int64 hold for its digits in a text too. */
function within(schema: InputSchema, digits: string): boolean {
  const value = BigInt(digits)
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema
  return (
    (minimum === undefined || value >= minimum) &&
    (maximum === undefined || value <= maximum) &&
    (exclusiveMinimum === undefined || value > exclusiveMinimum) &&
    (exclusiveMaximum === undefined || value < exclusiveMaximum) &&
    (multipleOf === undefined || isMultiple(value, multipleOf))
  )
}

const int64 = { min: -(2n ** 63n), max: 2n ** 63n - 1n }

/** `int32` and `int64` speak of numbers; `int64` of strings too, in the contract's reading. Others say nothing. */
function conforms(format: string, value: Json): boolean {
  if (typeof value === 'string') {
    if (format === 'int64')
      return /^-?(?:0|[1-9]\d*)$/.test(value) && BigInt(value) >= int64.min && BigInt(value) <= int64.max
    return Object.hasOwn(text, format) ? (text[format]?.(value) ?? true) : true
  }
  if (typeof value !== 'number') return true
  if (format === 'int32') return Number.isInteger(value) && value >= -(2 ** 31) && value < 2 ** 31
  return format === 'int64' ? Number.isSafeInteger(value) : true
}
