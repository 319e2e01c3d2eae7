/** Arrays and objects in a URL, header or cookie, one level deep (RFC 6570 3.2.1, OAS 3.1 4.8.12). For `serializer.ts`. */
import type { ParameterPlace } from './contract.ts'
import type { Wire } from './json-text.ts'
import { partsOf } from './object.ts'

/** Their text, `start` before each exploded item or once before all; undefined for an empty one. */
export const itemsText = (
  value: Wire,
  { in: where, explode }: ParameterPlace,
  between: string,
  start: string,
  must: (holds: unknown, expected: string) => void,
  encode: (value: Wire, reserved?: boolean) => string,
): string | undefined => {
  must(where !== 'cookie' || !explode, 'single values')
  /** Between items a comma is a comma, whatever is reserved; in them it is not. */
  const encodeItem = (value: Wire, reserved?: boolean): string =>
    where === 'header' ? encode(value) : encode(value, reserved).replaceAll(',', '%2C')
  const without = (separator: string, text: string): string => {
    must(!text.includes(separator), `text without "${unescape(separator)}"`)
    return text
  }
  const texts = partsOf<Wire>(value).flatMap(([key, item]) => {
    // What separates items must not occur in one (OAS 3.2 appendix E: undecidable).
    const text = without(between, encodeItem(item))
    if (typeof key === 'number') return explode ? start + text : text
    const property = without(between, encodeItem(key, false))
    return explode ? `${without('=', property)}=${text}` : [property, text]
  })
  const text = texts.join(between)
  return texts[0] === undefined ? undefined : explode ? text : start + text
}
