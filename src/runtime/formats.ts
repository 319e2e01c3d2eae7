/** The formats that assert; every other format is an annotation. The interpreter calls it. */
import type { Json } from './contract.ts'

/** RFC 3339 full-date: a day that the calendar has gives itself back. Every month has the first 28. */
const isDate = (text: string): boolean => {
  const day = +text.slice(8)
  return (
    /^\d{4}-(0[1-9]|1[0-2])-\d\d$/.test(text) && day > 0 && (day < 29 || new Date(text).getUTCDate() === day)
  )
}

/** The value of an int64 that is written as a string. */
export const int64 = (text: unknown): bigint | undefined =>
  typeof text === 'string' &&
  /^-?(?!0.)\d{1,19}$/.test(text) &&
  BigInt.asIntN(64, BigInt(text)) === BigInt(text)
    ? BigInt(text)
    : undefined

/** Whether a value breaks a format that asserts. */
export const breaksFormat = (format: string, value: Json): boolean =>
  typeof value === 'string'
    ? format === 'date'
      ? !isDate(value)
      : format === 'date-time'
        ? !isDate(value.slice(0, 10)) ||
          // RFC 3339 full-time after its separator; as in ajv-formats, white space may stand for the T. A leap second
          // is known in UTC only.
          !/^[t\s](([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(z|[+-]([01]\d|2[0-3])(:?[0-5]\d)?)|23:59:60(\.\d+)?z)$/i.test(
            value.slice(10),
          )
        : format === 'uuid'
          ? // The last group, of twelve, is read as four and eight.
            !/^(urn:uuid:)?[\da-f]{8}(-[\da-f]{4}){4}[\da-f]{8}$/i.test(value)
          : format === 'int64' && int64(value) === undefined
    : typeof value === 'number' &&
      (format === 'int32' ? (value | 0) !== value : format === 'int64' && !Number.isSafeInteger(value))
