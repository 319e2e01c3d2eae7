/** One value → its text in a URL, header or cookie: location × style × explode × type (RFC 6570, OAS 3.1 4.8.12). */
import type { ParameterPlace } from './contract.ts'
import { refuse } from './errors.ts'
import type { Wire } from './json-text.ts'
import { contentText, deepPairs, fitsHeader, itemsText, rareStyle, withReserved } from './parts.ts'
import { isWhole, percent } from './percent.ts'

/** Whether it has RFC 3986 unreserved characters only. */
const isPlain = (text: string) => /^[\w.~-]*$/.test(text)

export const isJson = (media: string): boolean => /[/+]json\s*(;|$)/i.test(media)

/**
 * Writes a parameter: `a=1&a=2` in a query, the value of a header, `name=value` in a cookie, what replaces
 * the placeholder in a path. `undefined` leaves it out (RFC 6570 2.3). Throws an answer that names the
 * argument for a value that has no text here.
 */
export const serializer = (place: ParameterPlace, argument: string) => {
  const { in: where, name: parameter, style, explode, media, allowReserved, deepArrays } = place
  const [first, separator, named, delimiter = ',', finish = (text: string) => text] =
    style === 'simple' ? ['', ',', false] : /^(form|deep)/.test(style) ? ['', '&', true] : rareStyle(style)
  const isHeader = where === 'header'
  const between = explode ? separator : delimiter
  const start = named ? `${percent(parameter)}=` : ''

  const must = (holds: unknown, expected: string): void => {
    if (!holds) throw refuse(argument, expected)
  }

  const encode = (value: Wire, reserved: boolean | undefined = allowReserved): string => {
    must(value !== null && typeof value !== 'object', 'single values')
    const text = `${value}`
    if (isPlain(text)) return text
    // Half a character has no UTF-8.
    must(isHeader ? fitsHeader(text) : isWhole(text), 'one line of plain text')
    return isHeader ? text : reserved ? withReserved(text) : percent(text)
  }

  return (value: Wire): string | undefined => {
    // Before a header stands nothing.
    if (media) return start + contentText(value, isHeader)
    // JSON can say it; no style can.
    if (value === null) return undefined
    if (style === 'deepObject')
      return deepPairs(value, parameter, deepArrays, must, encode).join('&') || undefined
    if (typeof value !== 'object') return finish(first + start + encode(value))
    const text = itemsText(value, place, between, start, must, encode)
    return text === undefined ? text : finish(first + text)
  }
}
