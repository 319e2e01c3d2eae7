/** Takes secrets and invisible control characters out of everything that leaves a call. */
import type { Json } from './contract.ts'
import { percent } from './serializer.ts'

export const mask = 'REDACTED'
const maxDepth = 500
/** Shorter ones are no secrets, and would hit every other word. */
const shortest = 4

// Unicode tags and bidi controls: text that a person does not see, or sees elsewhere.
const invisible = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/gu

/** A function that cleans one text of the secrets: raw, percent-encoded, form-encoded, JSON-escaped. */
export function cleaner(secrets: Iterable<string>): (text: string) => string {
  const forms = new Set<string>()
  for (const secret of secrets)
    if (secret.length >= shortest)
      for (const form of [
        secret,
        percent(secret),
        encodeURIComponent(secret),
        encodeURIComponent(secret).replaceAll('%20', '+'),
        JSON.stringify(secret).slice(1, -1),
      ])
        forms.add(form).add(form.replace(/%../g, hex => hex.toLowerCase()))
  const longestFirst = [...forms].sort((a, b) => b.length - a.length)
  const pattern = new RegExp(
    longestFirst.map(form => form.replace(/[^\w\s]/g, '\\$&')).join('|') || '(?!)',
    'g',
  )
  return text => text.replace(invisible, '').replace(pattern, mask)
}

/** The value with every key and text cleaned. Throws a RangeError past a depth that no API needs. */
export function scrub(value: Json, clean: (text: string) => string, depth = 0): Json {
  if (depth > maxDepth) throw new RangeError()
  if (typeof value === 'string') return clean(value)
  if (typeof value === 'number') return clean(String(value)) === String(value) ? value : mask
  if (Array.isArray(value)) return value.map(item => scrub(item, clean, depth + 1))
  if (typeof value !== 'object' || !value) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [clean(key), scrub(item, clean, depth + 1)]),
  )
}
