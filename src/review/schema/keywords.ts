/** What each keyword of an exact schema may hold. For `review/schema/`. */
import type { InputSchema, Json } from '../../runtime/contract.ts'
import { own } from '../../schema/draft.ts'
import { isObject } from '../json.ts'

type Check = (v: Json) => boolean

const isText: Check = v => typeof v === 'string'
const isNumber: Check = v => typeof v === 'number'
const isTexts: Check = v => Array.isArray(v) && v.every(isText)
const isSchemas: Check = v => Array.isArray(v) && v.length > 0 && v.every(isObject)
const isRecordOf =
  (check: Check): Check =>
  v =>
    isObject(v) && Object.values(v).every(check)

const typeNames = ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object']
const isType: Check = v => typeof v === 'string' && typeNames.includes(v)

/** The type makes the list complete. */
const checks: Readonly<Record<keyof Required<InputSchema>, Check>> = {
  $ref: isText,
  $defs: isObject,
  type: v => isType(v) || (Array.isArray(v) && v.length > 0 && v.every(isType)),
  description: isText,
  enum: Array.isArray,
  const: () => true,
  minimum: isNumber,
  maximum: isNumber,
  exclusiveMinimum: isNumber,
  exclusiveMaximum: isNumber,
  multipleOf: isNumber,
  minLength: isNumber,
  maxLength: isNumber,
  pattern: isText,
  format: isText,
  prefixItems: isSchemas,
  items: v => v === false || isObject(v),
  minItems: isNumber,
  maxItems: isNumber,
  uniqueItems: v => typeof v === 'boolean',
  properties: isObject,
  required: isTexts,
  additionalProperties: v => typeof v === 'boolean' || isObject(v),
  dependentRequired: isRecordOf(isTexts),
  minProperties: isNumber,
  maxProperties: isNumber,
  anyOf: isSchemas,
  oneOf: isSchemas,
  allOf: isSchemas,
  not: isObject,
}

export const isWellFormed = (keyword: string, value: Json): boolean =>
  own(checks as Readonly<Record<string, Check>>, keyword)?.(value) === true
