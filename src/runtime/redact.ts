/** Takes secrets and invisible control characters out of everything that leaves a call. */
import type { Json } from './contract.ts'
import { mapParts } from './object.ts'
import type { BasicCredential } from './options.ts'
import { percent } from './serializer.ts'

export const mask = 'REDACTED'
/** Shorter texts are no secrets, and would hit every other word. */
const shortest = 4

// Unicode tags and bidi controls: text that a person does not see, or sees elsewhere.
const invisible = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/gu

export type Clean = (text: string) => string

/** The credential of the Basic scheme (RFC 7617): base64 of UTF-8. */
export const basic = (secret: object): string => {
  const { username, password } = secret as BasicCredential
  return btoa(String.fromCharCode(...new TextEncoder().encode(`${username}:${password}`)))
}

/** Of `token abc` also `abc`; of a user name and password also what Basic makes of them. */
const texts = (secret: unknown): string[] =>
  typeof secret === 'object' && secret
    ? [...Object.values(secret).flatMap(texts), basic(secret)]
    : typeof secret === 'string' || typeof secret === 'number'
      ? [`${secret}`, ...`${secret}`.split(' ').slice(1)]
      : []

/** Cleans one text of the secrets: raw, percent-encoded, JSON-escaped. */
export function cleaner(secrets: Iterable<unknown>): Clean {
  const all = [...secrets]
    .flatMap(texts)
    .filter(secret => secret.length >= shortest)
    .flatMap(secret => [
      secret,
      percent(secret),
      encodeURIComponent(secret),
      JSON.stringify(secret).slice(1, -1),
    ])
    .flatMap(form => [form, form.replace(/%../g, hex => hex.toLowerCase())])
  // A secret may hold a shorter one.
  const forms = [...new Set(all)].sort((a, b) => b.length - a.length)
  return text => forms.reduce((rest, form) => rest.replaceAll(form, mask), text.replace(invisible, ''))
}

/** The value with every key and text cleaned. */
export const scrub = (value: Json, clean: Clean): Json =>
  typeof value === 'string'
    ? clean(value)
    : typeof value === 'number' && clean(`${value}`) !== `${value}`
      ? mask
      : mapParts(value, part => scrub(part, clean), clean)
