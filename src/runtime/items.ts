/** Arrays and objects in a URL, header or cookie, one level deep (RFC 6570 3.2.1, OAS 3.1 4.8.12). For `serializer.ts`. */
import type { Wire } from './json-text.ts'
import { partsOf } from './object.ts'

/** Their text, `start` before each exploded item or once before all; undefined for an empty one. */
export const itemsText = (
  value: Wire,
  explode: boolean,
  between: string,
  start: string,
  encode: (value: Wire, reserved?: false) => string,
  must: (holds: unknown, expected: string) => void,
): string | undefined => {
  const without = (separator: string, text: string): string => {
    must(!text.includes(separator), `text without "${unescape(separator)}"`)
    return text
  }
  const texts = partsOf<Wire>(value).flatMap(([key, item]) => {
    // What separates items must not occur in one (OAS 3.2 appendix E: undecidable).
    const text = without(between, encode(item))
    if (typeof key === 'number') return explode ? start + text : text
    const property = without(between, encode(key, false))
    return explode ? `${without('=', property)}=${text}` : [property, text]
  })
  const text = texts.join(between)
  return texts[0] === undefined ? undefined : explode ? text : start + text
}
