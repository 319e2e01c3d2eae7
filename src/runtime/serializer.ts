/** One value → its text in a URL, header or cookie: location × style × explode × type (RFC 6570, OAS 3.1 4.8.12). */
import type { ParameterPlace, Style } from './contract.ts'
import { refuse } from './errors.ts'
import { type Wire, writeJson } from './json-text.ts'
import { partsOf } from './object.ts'

/** Percent-encodes everything but RFC 3986 unreserved characters. */
export const percent = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, c => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

/** Text without half a character, which has no UTF-8. */
export const isWhole = (value: unknown): value is string =>
  typeof value === 'string' && !/\p{Cs}/u.test(value)

export const isJson = (media: string): boolean => /[/+]json\s*(;|$)/i.test(media)

/** RFC 6570 appendix A: what stands before the first item, what separates exploded ones, whether names are written. */
const operators: { [S in Style]?: [first: string, separator: string, named: boolean] } = {
  simple: ['', ',', false],
  label: ['.', '.', false],
  matrix: [';', ';', true],
}

/**
 * The text of a parameter: `a=1&a=2` in a query, the value of a header, `name=value` in a cookie, what
 * replaces the placeholder in a path. `undefined` leaves it out (RFC 6570 2.3). Throws an answer for a
 * value that has no text here.
 */
export const serialize = (place: ParameterPlace, value: Wire, argument: string): string | undefined => {
  const [first, separator, named] = operators[place.style] ?? ['', '&', true]
  const name = named ? percent(place.name) : undefined
  if (place.media) {
    const text = writeJson(value)
    return place.in === 'header'
      ? // JSON in a header can say every character in ASCII.
        text.replace(/[^ -~]/g, c => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
      : pair(name, percent(text))
  }
  // JSON can say it; no style can.
  if (value === null) return undefined
  if (place.style === 'deepObject') return deep(place, value, argument, place.name).join('&') || undefined
  if (typeof value !== 'object') return finish(place, first + pair(name, encode(place, value, argument)))
  must(place.in !== 'cookie' || !place.explode, argument, 'single values')
  const between = place.explode
    ? separator
    : ({ spaceDelimited: '%20', pipeDelimited: '%7C' }[place.style as string] ?? ',')
  const texts = partsOf<Wire>(value).flatMap(([key, item]) => {
    const text = inside(place, item, argument, between)
    if (typeof key === 'number') return place.explode ? pair(name, text) : text
    const property = inside(place, key, argument, between, false)
    return place.explode ? pair(without('=', property, argument), text) : [property, text]
  })
  const text = texts.join(between)
  return texts.length ? finish(place, first + (place.explode ? text : pair(name, text))) : undefined
}

const must = (holds: unknown, argument: string, expected: string): void => {
  if (!holds) throw refuse(argument, expected)
}

const pair = (name: string | undefined, text: string): string =>
  name === undefined ? text : `${name}=${text}`

/** A matrix writes no `=` before nothing. */
const finish = (place: ParameterPlace, text: string): string =>
  place.style === 'matrix' ? text.replace(/=(?=;|$)/g, '') : text

const encode = (
  place: ParameterPlace,
  value: Wire,
  argument: string,
  reserved: boolean | undefined = place.allowReserved,
): string => {
  const text = String(value)
  must(value !== null && typeof value !== 'object', argument, 'single values')
  // A header is latin-1, and fetch would trim it; half a character has no UTF-8.
  must(
    place.in === 'header' ? /^[\t -~\x80-\xff]*$/.test(text) && text === text.trim() : isWhole(text),
    argument,
    'one line of plain text',
  )
  return place.in === 'header'
    ? text
    : reserved
      ? // Reserved characters and `%XX` stay, but not `# [ ] & +`, which would change a query.
        text.replace(/%(?![\dA-Fa-f]{2})|[^\w\-.~%!$'()*,;=:@/?]/gu, percent)
      : percent(text)
}

/** What separates items must not occur in one (OAS 3.2 appendix E: undecidable). */
const inside = (
  place: ParameterPlace,
  value: Wire,
  argument: string,
  between: string,
  reserved?: false,
): string => {
  const text = encode(place, value, argument, reserved)
  // Between items a comma is a comma, whatever is reserved; in them it is not.
  const item = place.in === 'header' ? text : text.replaceAll(',', '%2C')
  return without(between, item, argument)
}

const without = (separator: string, text: string, argument: string): string => {
  must(!text.includes(separator), argument, `text without "${unescape(separator)}"`)
  return text
}

/**
 * `a[b][c]=1`: one pair per single value. Objects in lists are always numbered: nothing else keeps them apart.
 * What is empty further down has no pair, so leaving it out would change the value.
 */
const deep = (place: ParameterPlace, value: Wire, argument: string, name: string): string[] =>
  typeof value !== 'object' || value === null
    ? [pair(encode(place, name, argument, false), encode(place, value, argument))]
    : partsOf<Wire>(value).flatMap(([key, part]) => {
        const list = typeof key === 'number'
        const composite = typeof part === 'object' && part
        must(list || /^[^[\]]+$/.test(key), argument, 'names without [ and ]')
        must(
          (!list || place.deepArrays) && (!composite || partsOf(part).length),
          argument,
          'no list, nothing empty',
        )
        const suffix =
          !list || composite || place.deepArrays === 'indices'
            ? `[${key}]`
            : place.deepArrays === 'repeat'
              ? ''
              : '[]'
        return deep(place, part, argument, name + suffix)
      })
