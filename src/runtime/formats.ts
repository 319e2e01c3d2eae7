/** The formats that assert; every other format is an annotation. The interpreter calls it. */
import type { InputSchema, Json } from './contract.ts'

const days = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** RFC 3339 full-date. */
function isDate(text: string): boolean {
  const [, year = 0, month = 0, day = 0] = (/^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []).map(Number)
  const leap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 1 : 0
  return day > 0 && day <= (days[month - 1] ?? 0) + leap
}

/** RFC 3339 full-time. A leap second is 23:59:60 in UTC. */
function isTime(text: string): boolean {
  const match = /^(\d\d):(\d\d):(\d\d(?:\.\d+)?)(?:z|([+-])(\d\d)(?::?(\d\d))?)$/i.exec(text)
  if (!match) return false
  const [hour = 0, minute = 0, second = 0, , offsetHour = 0, offsetMinute = 0] = match
    .slice(1)
    .map(part => Number(part ?? 0))
  if (offsetHour > 23 || offsetMinute > 59) return false
  if (hour < 24 && minute < 60 && second < 60) return true
  const sign = match[4] === '-' ? -1 : 1
  const utcMinute = minute - offsetMinute * sign
  const utcHour = hour - offsetHour * sign - (utcMinute < 0 ? 1 : 0)
  return (utcHour === 23 || utcHour === -1) && (utcMinute === 59 || utcMinute === -1) && second < 61
}

/** RFC 3339 date-time; as in ajv-formats, white space may stand for the `T`. */
function isDateTime(text: string): boolean {
  const [date = '', time = '', ...more] = text.split(/[t\s]/i)
  return !more.length && isDate(date) && isTime(time)
}

/** The digits of an int64 that was written as a string, where the schema reads strings so. */
export function int64Digits(schema: InputSchema, value: Json): bigint | undefined {
  return schema.format === 'int64' &&
    typeof value === 'string' &&
    Array.isArray(schema.type) &&
    schema.type.includes('integer') &&
    /^-?\d{1,99}$/.test(value)
    ? BigInt(value)
    : undefined
}

/** What the format asks for, in words, when the value does not have it. */
export function formatProblem(schema: InputSchema, value: Json): string | undefined {
  const { format } = schema
  let fine = true
  if (typeof value === 'string') {
    if (format === 'date') fine = isDate(value)
    else if (format === 'date-time') fine = isDateTime(value)
    else if (format === 'uuid') fine = /^(?:urn:uuid:)?[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(value)
    else if (format === 'int64' && Array.isArray(schema.type) && schema.type.includes('integer')) {
      const digits = int64Digits(schema, value)
      fine = digits !== undefined && BigInt.asIntN(64, digits) === digits
    }
  } else if (typeof value === 'number') {
    if (format === 'int32') fine = (value | 0) === value
    else if (format === 'int64') fine = Number.isSafeInteger(value)
  }
  return fine ? undefined : `format ${format}${format === 'int64' ? ', digits in a string past 2^53' : ''}`
}
