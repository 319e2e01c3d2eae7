/** The fixed sentences that tell a model what its declaration cannot say. For `lower/`. */
import type { Json } from '../runtime/contract.ts'
import type { Draft } from '../schema/draft.ts'

/** Members of a list that are written out. */
export const listed = 40
export const listing = (values: readonly Json[]): string => values.map(v => JSON.stringify(v)).join(', ')

/** A name of the document in a sentence: one that is no word could end the sentence. */
export const called = (name: string): string =>
  /^[\w.-]+$/.test(name)
    ? name
    : JSON.stringify(name).replace(
        /[\p{C}\p{Zl}\p{Zp}]/gu,
        c => `\\u{${(c.codePointAt(0) ?? 0).toString(16)}}`,
      )

/** `Allowed values: 1, 2.`; a long list shows how many there are and its first members. */
export function allowedValues(values: readonly Json[], limit: number): string {
  const [only] = values
  if (values.length === 1 && only !== undefined) return `Always ${JSON.stringify(only)}.`
  if (values.length <= Math.max(limit, listed)) return `Allowed values: ${listing(values)}.`
  return `One of ${values.length} values, among them: ${listing(values.slice(0, listed))}.`
}

export const formatWords: Readonly<Record<string, string>> = {
  date: 'A date as YYYY-MM-DD.',
  'date-time': 'A date and time as in RFC 3339, with a time zone.',
  uuid: 'A UUID.',
  int32: 'A 32-bit integer.',
  int64: 'A 64-bit integer.',
}

const counted = (n: number | string | boolean, one: string, many: string): string =>
  `${n} ${n === 1 ? one : many}`

/** What a bound means, where it cannot be declared. */
export function boundWords(keyword: string, value: number | string | boolean): string {
  switch (keyword) {
    case 'minimum':
      return `At least ${value}.`
    case 'maximum':
      return `At most ${value}.`
    case 'exclusiveMinimum':
      return `More than ${value}.`
    case 'exclusiveMaximum':
      return `Less than ${value}.`
    case 'multipleOf':
      return `A multiple of ${value}.`
    case 'minLength':
      return `At least ${counted(value, 'character', 'characters')}.`
    case 'maxLength':
      return `At most ${counted(value, 'character', 'characters')}.`
    case 'minItems':
      return `At least ${counted(value, 'item', 'items')}.`
    case 'maxItems':
      return `At most ${counted(value, 'item', 'items')}.`
    case 'minProperties':
      return `At least ${counted(value, 'property', 'properties')}.`
    case 'maxProperties':
      return `At most ${counted(value, 'property', 'properties')}.`
    case 'uniqueItems':
      return 'No item twice.'
    default:
      return `Pattern: ${value}`
  }
}

/** The node's own text: its description, then its notes. */
export const ownText = (d: Draft): string[] => [
  ...(d.description === undefined ? [] : [d.description]),
  ...(d.notes ?? []),
]
