/** The styles that few documents use, and reserved characters that stay. For `serializer.ts`. */
import type { Style } from './contract.ts'
import { percent } from './percent.ts'

/** What stands before the first item, what separates exploded ones, whether names are written, what separates others. */
export type Operator = [first: string, separator: string, named: boolean, between?: string]

/** RFC 6570 appendix A, and the delimited styles of OAS 3.1 4.8.12.3. */
export const rareStyle = (style: Style): Operator =>
  style === 'label'
    ? ['.', '.', false]
    : style === 'matrix'
      ? [';', ';', true]
      : ['', '&', true, style === 'pipeDelimited' ? '%7C' : '%20']

/** Reserved characters and `%XX` stay, but not `# [ ] & +`, which would change a query. */
export const withReserved = (text: string): string =>
  text.replace(/%(?![\dA-Fa-f]{2})|[^\w\-.~%!$'()*,;=:@/?]/gu, percent)
