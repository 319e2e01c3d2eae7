/** One value → its text in a URL, header or cookie: location × style × explode × type (RFC 6570, OAS 3.1 4.8.12). */
import type { ParameterPlace, Style } from './contract.ts'
import { refuse } from './errors.ts'
import { type Wire, writeJson } from './json-text.ts'

/** Percent-encodes everything but RFC 3986 unreserved characters. */
export const percent = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, c => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

/** Leaves reserved characters and `%XX` alone, except `# [ ] & +`, which would change a query. */
const reserved = (text: string): string =>
  encodeURIComponent(text)
    .replace(/%(2[4CF]|3[ABDF]|40)/g, decodeURIComponent)
    .replace(/%25(?=[\da-f]{2})/gi, '%')

/** What stands in a header without being trimmed, folded or refused by fetch: one line of latin-1. */
export const isHeaderSafe = (text: string): boolean =>
  /^[\t -~\x80-\xff]*$/.test(text) && text === text.trim()

export const isJson = (media: string): boolean => /[/+]json\s*(;|$)/i.test(media)

/** RFC 6570 appendix A: what comes first, what separates exploded items, whether names are written, what ends an empty one. */
const operators: { [S in Style]?: [first: string, separator: string, named: boolean, ifEmpty: string] } = {
  simple: ['', ',', false, '='],
  label: ['.', '.', false, '='],
  matrix: [';', ';', true, ''],
}
const delimiters: { [S in Style]?: string } = { spaceDelimited: ' ', pipeDelimited: '|' }

/**
 * The text of a parameter: `a=1&a=2` in a query, the value of a header, `name=value` in a cookie, what
 * replaces the placeholder in a path. `undefined` leaves it out (RFC 6570 2.3). Throws an answer for a
 * value that has no text here.
 */
export function serialize(place: ParameterPlace, value: Wire, argument: string): string | undefined {
  try {
    return write(place, value, argument)
  } catch (thrown) {
    // Half a character has no UTF-8, so no percent-encoding.
    throw thrown instanceof URIError ? refuse(argument, 'whole Unicode characters') : thrown
  }
}

function write(place: ParameterPlace, value: Wire, argument: string): string | undefined {
  const { in: where, style, explode, deepArrays } = place
  const header = where === 'header'
  const name = percent(place.name)
  /** `without`: characters that separate items, so they must not occur in one (OAS 3.2 appendix E: undecidable). */
  const encode = (item: Wire, without = ''): string => {
    const text = String(item)
    if (item === null || typeof item === 'object') throw refuse(argument, 'single values')
    if (without && RegExp(`[${without}]`).test(text)) throw refuse(argument, `text without "${without}"`)
    if (header && !isHeaderSafe(text)) throw refuse(argument, 'one line of latin-1 text')
    return header ? text : place.allowReserved ? reserved(text) : percent(text)
  }
  /**
   * `a[b][c]=1`: one pair per single value. Objects in lists are always numbered: nothing else keeps them apart.
   * What is empty further down has no pair, so leaving it out would change the value.
   */
  const deep = (name: string, value: Wire): string[] =>
    typeof value !== 'object' || value === null
      ? [`${percent(name)}=${encode(value)}`]
      : Object.entries(value).flatMap(([key, item]) => {
          const list = Array.isArray(value)
          if (list ? !deepArrays : !key || /[[\]]/.test(key))
            throw refuse(argument, list ? 'no list' : 'keys that are not empty and have no brackets')
          if (typeof item === 'object' && item && !Object.keys(item).length)
            throw refuse(argument, 'nothing empty inside')
          const index = list && deepArrays !== 'indices' && typeof item !== 'object' ? '' : key
          return deep(index || deepArrays !== 'repeat' ? `${name}[${index}]` : name, item)
        })

  if (place.media) {
    const text = writeJson(value)
    // JSON in a header can say every character in ASCII.
    const ascii = (c: string) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`
    return header ? text.replace(/[^ -~]/g, ascii) : (where === 'path' ? '' : `${name}=`) + percent(text)
  }
  // JSON can say it; no style can.
  if (value === null) return undefined
  if (style === 'deepObject') return deep(place.name, value).join('&') || undefined

  const composite = typeof value === 'object'
  if (where === 'cookie' && composite && explode) throw refuse(argument, 'a single value')
  const [first, separator, named, ifEmpty] = operators[style] ?? ['', '&', true, '=']
  const apart = explode || !composite
  const delimiter = (!apart && delimiters[style]) || ','
  const between = delimiter === ',' ? ',' : percent(delimiter)
  // A dot is never encoded, so an exploded label cannot tell its own from one in a value.
  const dotted = style === 'label' && explode
  const without = !composite ? '' : dotted ? '.' : header || delimiter !== ',' ? delimiter : ''
  const pair = (key: string, text: string) => (text || ifEmpty ? `${key}=${text}` : key)
  const parts = Object.entries(composite ? value : [value]).map(([property, item]) => {
    // Between items a comma is a comma, whatever is reserved; in them it is not.
    const text = composite && !header ? encode(item, without).replaceAll(',', '%2C') : encode(item, without)
    if (!composite || Array.isArray(value)) return named && apart ? pair(name, text) : text
    const key = encode(property, header ? ',=' : without)
    const encoded = header ? key : percent(property)
    return apart ? pair(encoded, text) : encoded + between + text
  })
  const joined = parts.join(apart ? separator : between)
  return parts.length ? first + (named && !apart ? pair(name, joined) : joined) : undefined
}
