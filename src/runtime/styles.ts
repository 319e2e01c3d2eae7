/** What few parameters have: a rare style, reserved characters that stay, a media type, a place in a header. For `serializer.ts`. */
import type { Style } from './contract.ts'
import { ascii, type Wire, writeJson } from './json-text.ts'
import { percent } from './percent.ts'

/**
 * What stands before the first item, what separates exploded ones, whether names are written, what separates others, and
 * what is made of the whole text.
 */
export type Operator = [
  first: string,
  separator: string,
  named: boolean,
  delimiter?: string,
  finish?: (text: string) => string,
]

/** RFC 6570 appendix A, and the delimited styles of OAS 3.1 4.8.12.3. */
export const rareStyle = (style: Style): Operator =>
  style === 'label'
    ? ['.', '.', false]
    : style === 'matrix'
      ? // It writes no `=` before nothing.
        [';', ';', true, ',', text => text.replace(/=(?=;|$)/g, '')]
      : ['', '&', true, style === 'pipeDelimited' ? '%7C' : '%20']

/** Reserved characters and `%XX` stay, but not `# [ ] & +`, which would change a query. */
export const withReserved = (text: string): string =>
  text.replace(/%(?![\dA-Fa-f]{2})|[^\w\-.~%!$'()*,;=:@/?]/gu, percent)

/** A header is latin-1, and fetch would trim it. */
export const fitsHeader = (text: string): boolean => /^[\t -~\x80-\xff]*$/.test(text) && text === text.trim()

/** The JSON text of a parameter that has `content`. */
export const contentText = (value: Wire, isHeader: boolean): string =>
  (isHeader ? ascii : percent)(writeJson(value))
