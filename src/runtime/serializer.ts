/** One value → its text in a URL, header or cookie: location × style × explode × type (RFC 6570, OAS 3.1 4.8.12). */
import type { DeepArrays, ParameterPlace, Style } from './contract.ts'
import { invalid } from './errors.ts'
import { type Wire, type WireObject, writeJson } from './json-text.ts'
import { isObject } from './object.ts'

/** Percent-encodes everything but RFC 3986 unreserved characters. */
export const percent = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, c => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

/** Leaves reserved characters and `%XX` alone, except `# [ ] & +`, which would change a query. */
const reserved = (text: string): string =>
  encodeURIComponent(text)
    .replace(/%(?:2[4CF]|3[ABDF]|40)/g, decodeURIComponent)
    .replace(/%25(?=[\da-f]{2})/gi, '%')

/** What may stand in a header value without being trimmed, folded or refused by fetch (latin-1). */
export const isHeaderSafe = (text: string): boolean =>
  /^[\t -~\x80-\xff]*$/.test(text) && text === text.trim()

/** RFC 6570 appendix A: what comes first, what separates, whether names are written, what follows an empty one. */
const operators: { [S in Style]?: [first: string, separator: string, named: boolean, ifEmpty: string] } = {
  simple: ['', ',', false, ''],
  label: ['.', '.', false, ''],
  matrix: [';', ';', true, ''],
  form: ['', '&', true, '='],
}
const delimiters: { [S in Style]?: string } = { spaceDelimited: ' ', pipeDelimited: '|' }

/**
 * The text of a parameter: `a=1&a=2` in a query, the value of a header, `name=value` in a cookie, what
 * replaces the placeholder in a path. `undefined` leaves it out (RFC 6570 2.3). Throws `Stop` for a
 * value that has no text here.
 */
export function serialize(place: ParameterPlace, value: Wire, argument: string): string | undefined {
  const { style, explode, in: location, media } = place
  const refuse = (expected: string) =>
    invalid({ path: argument, expected, got: 'a value that cannot be written there' })
  const raw = location === 'header'
  const encode = (text: string): string => {
    if (raw && !isHeaderSafe(text)) throw refuse('one line of latin-1 text, no space at either end')
    return raw ? text : place.allowReserved ? reserved(text) : percent(text)
  }
  const name = raw ? '' : percent(place.name)
  if (value === null) return undefined
  if (media !== undefined) {
    const text = isJson(media) ? writeJson(value) : scalar(value, refuse)
    // JSON in a header can say any character in ASCII.
    const safe = raw
      ? text.replace(/[^ -~]/g, c => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
      : text
    return location === 'query' || location === 'cookie' ? `${name}=${encode(safe)}` : encode(safe)
  }
  if (style === 'deepObject') {
    return (
      deep(place.name, value, place.deepArrays, refuse)
        .map(([key, item]) => `${percent(key)}=${encode(item)}`)
        .join('&') || undefined
    )
  }

  const composite = typeof value === 'object'
  const delimiter = delimiters[style]
  const [first, separator, named, ifEmpty] = operators[style] ?? ['', '&', true, '=']
  const pair = (key: string, text: string) => (text ? `${key}=${text}` : key + ifEmpty)
  if (!composite) {
    const text = encode(scalar(value, refuse))
    return first + (named ? pair(name, text) : text)
  }
  if (location === 'cookie' && explode) throw refuse('a single value')
  // A character that separates items must not occur in one (OAS 3.2 appendix E: undecidable).
  const forbidden = raw ? ',' : explode ? undefined : delimiter
  const part = (item: Wire, extra = ''): string => {
    const text = scalar(item, refuse)
    if ((forbidden && text.includes(forbidden)) || (extra && text.includes(extra)))
      throw refuse(`text without ${JSON.stringify(forbidden)}`)
    // A comma between items must stay apart from a comma in one, whatever is reserved.
    return place.allowReserved && !explode ? encode(text).replaceAll(',', '%2C') : encode(text)
  }
  const key = (text: string) => {
    const encoded = part(text, raw ? '=' : '')
    return raw ? encoded : percent(text)
  }
  const items = Array.isArray(value)
  const parts = items
    ? value.map(item => (explode && named ? pair(name, part(item)) : part(item)))
    : Object.entries(value).map(([k, item]) =>
        explode ? (named ? pair(key(k), part(item)) : `${key(k)}=${part(item)}`) : `${key(k)},${part(item)}`,
      )
  if (!parts.length) return undefined
  if (explode) return first + parts.join(separator)
  const joined = parts.join(',')
  return (
    first + (named ? pair(name, delimiter ? joined.replaceAll(',', percent(delimiter)) : joined) : joined)
  )
}

export const isJson = (media: string): boolean => /[/+]json\s*(?:;|$)/i.test(media)

type Refuse = (expected: string) => Error

export function scalar(value: Wire, refuse: Refuse): string {
  if (value === null || typeof value === 'object') throw refuse('text, numbers, true or false')
  return String(value)
}

/** `a[b][c]=1`: the names and texts of a nested value. */
export function deep(
  name: string,
  value: Wire,
  arrays: DeepArrays | undefined,
  refuse: Refuse,
): [string, string][] {
  if (Array.isArray(value)) {
    if (!arrays) throw refuse('no list')
    return value.flatMap((item, i) => {
      if (arrays !== 'indices' && typeof item === 'object') throw refuse('a list of single values')
      return deep(
        arrays === 'repeat' ? name : `${name}[${arrays === 'indices' ? i : ''}]`,
        item,
        arrays,
        refuse,
      )
    })
  }
  if (typeof value !== 'object' || value === null) return [[name, scalar(value, refuse)]]
  return Object.entries(value).flatMap(([key, item]) => {
    if (/[[\]]/.test(key)) throw refuse('keys without brackets')
    return deep(`${name}[${key}]`, item, arrays, refuse)
  })
}

export const isNested = (value: Wire): value is WireObject | Wire[] =>
  isObject(value) || (Array.isArray(value) && value.some(item => typeof item === 'object'))
