/** Takes secrets and invisible control characters out of everything that leaves a call. */
import type { Json } from './contract.ts'
import { mapParts } from './object.ts'
import { base64 } from './parts.ts'
import { isWhole, percent } from './percent.ts'
import { mask } from './words.ts'

/** `unseen` is what becomes of an invisible character; nothing, if it is not said. */
export type Clean = (text: string, unseen?: (invisible: string) => string) => string

/** Of `token abc` also `abc`; of a user name and password also what Basic makes of them. */
const texts = (secret: unknown): string[] =>
  typeof secret === 'object' && secret
    ? [...Object.values(secret), base64(secret)].flatMap(texts)
    : typeof secret === 'number'
      ? [`${secret}`]
      : isWhole(secret)
        ? [secret, ...secret.split(' ').slice(1)]
        : []

/** Every spelling of a secret: raw, percent-encoded, as a form has it, JSON-escaped. */
const spellings = (secret: string): string[] => [
  ...new Set(
    [
      secret,
      percent(secret),
      encodeURIComponent(secret),
      `${new URLSearchParams([['', secret]])}`.slice(1),
      JSON.stringify(secret).slice(1, -1),
    ].flatMap(form => [form, form.replace(/%../g, hex => hex.toLowerCase())]),
  ),
]

/** Bidi controls and tags: they change what a person sees of a text, or hide in it. */
const invisible = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]|\udb40[\udc00-\udc7f]/g

/** Cleans one text of the secrets. */
export const cleaner = (secrets: unknown[]): Clean => {
  const forms = secrets
    .flatMap(texts)
    // Shorter texts are no secrets, and would hit every other word.
    .filter(secret => secret.length > 3)
    .flatMap(spellings)
    // An engine refuses an expression whose one word is too long, and would quote it.
    .flatMap(form => form.match(/.{4,9999}/gs) ?? [])
    // A secret may hold a shorter one.
    .sort((a, b) => b.length - a.length)
    .map(form => form.replace(/\W/g, '\\$&'))
  const unclean = new RegExp([invisible.source, ...forms].join('|'), 'g')
  return (text, unseen = () => '') => {
    // Where the stack ended in a text, it is still at what it found there.
    unclean.lastIndex = 0
    // Most texts have none of it. What is invisible may stand inside a secret.
    return unclean.test(text) ? text.replace(invisible, unseen).replace(unclean, mask) : text
  }
}

/** The value with every key and text cleaned. */
export const scrub = (value: unknown, clean: Clean): Json =>
  typeof value === 'string'
    ? clean(value)
    : typeof value === 'number' && clean(`${value}`) !== `${value}`
      ? mask
      : // What is left is JSON, but for what is undefined: that is left out.
        (mapParts(value, part => scrub(part, clean), clean) as Json)
