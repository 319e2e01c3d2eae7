/**
 * A path template taken apart: its placeholders, and the query that some documents write into it. For `bind/bind.ts`
 * and `compile.ts`.
 */
import { percent } from '../runtime/percent.ts'
import { pairsIn } from './query-text.ts'

export interface PathTemplate {
  /** Without query and fragment, percent-encoded where a URL needs it. */
  path: string
  /** Placeholder names in order; one may stand twice. */
  placeholders: string[]
  /** Literal query text without `?`, and without the placeholders of the query; percent-encoded where a URL needs it. */
  query?: string
  /** `name={placeholder}` of the query, in order. */
  inQuery: { name: string; placeholder: string }[]
}

export interface PathFault {
  fault: string
  /** What to do, where there is more to say than that the path is wrong. */
  fix?: string
}

/**
 * Braces hold a name; several may stand in one segment (`/{a}-{b}.zip`). A fragment tells operations of one path
 * apart and is never sent (Box); a query is sent (OpenAI `?beta=true`), and may hold placeholders as whole values.
 */
export function parsePath(template: string): PathTemplate | PathFault {
  const [withoutFragment = ''] = template.split('#', 1)
  const mark = withoutFragment.indexOf('?')
  const path = mark < 0 ? withoutFragment : withoutFragment.slice(0, mark)
  const query = mark < 0 ? '' : withoutFragment.slice(mark + 1)
  if (!path.startsWith('/')) return { fault: 'it does not start with a slash' }
  const fault = operator(withoutFragment) ?? bracesFault(path)
  if (fault) return fault
  const literal = path.replace(/\{[^{}]*\}/g, 'x')
  if (literal.split('/').some(s => s === '.' || s === '..')) return { fault: 'it has a dot segment' }
  const placeholders = [...path.matchAll(/\{([^{}]*)\}/g)].map(m => m[1] ?? '')
  const pairs = query.split('&').map(text => ({ text, hole: /^([^{}=]+)=\{([^{}]*)\}$/.exec(text) }))
  const rest = pairs.flatMap(p => (p.hole ? [] : [p.text])).join('&')
  if (/[{}]/.test(rest))
    return {
      fault: 'a placeholder of its query is no whole value',
      fix: 'declare a query parameter instead of the placeholder in the document',
    }
  const inQuery = pairs.flatMap(({ text, hole }) => {
    const [pair] = hole ? pairsIn(text) : []
    return pair && hole ? [{ name: pair.name, placeholder: hole[2] ?? '' }] : []
  })
  return { path: encodedPath(template), placeholders, inQuery, ...(rest !== '' && { query: encoded(rest) }) }
}

/** The path of a template as it is sent, placeholders left. */
export const encodedPath = (template: string): string =>
  (template.split(/[?#]/, 1)[0] ?? '').replace(/\{[^{}]*\}|[^{}]+/g, part =>
    part.startsWith('{') ? part : encoded(part),
  )

/** Document text in a URL: what may stand there stays (RFC 3986 3.3 and 3.4), the rest is encoded once. */
const encoded = (text: string): string => text.replace(/[^\w\-.~%!$&'()*+,;=:@/?]/gu, percent)

const bracesFault = (path: string): PathFault | undefined =>
  /[{}]/.test(path.replace(/\{[^{}]*\}/g, '')) ? { fault: 'its braces do not pair' } : undefined

/** What an operator of a URI template means, and how OpenAPI says it (RFC 6570, 2.2 and 2.4). */
const operators: readonly (readonly [pattern: RegExp, name: string, instead: string])[] = [
  [
    /^\./,
    'a dot before the value',
    'write the dot into the path (.{name}), and declare the path parameter without it',
  ],
  [
    /^\//,
    'a slash before the value',
    'write the slash into the path (/{name}), and declare the path parameter without it',
  ],
  [/^;/, 'a path-style parameter', 'declare the path parameter without the operator, with style: matrix'],
  [/^[?&]/, 'a query', 'take it out of the path, and declare query parameters'],
  [/^[+#]/, 'a value with slashes in it', 'leave this operation out: a value in a path is one part of it'],
  [/\*$/, 'an exploded list', 'declare the path parameter without it, with explode: true'],
  [/:\d+$/, 'the start of a value', 'take it out of the path, and declare the path parameter with maxLength'],
  [/,/, 'several values', 'write one placeholder for each'],
]

function operator(template: string): PathFault | undefined {
  for (const [whole, name = ''] of template.matchAll(/\{([^{}]*)\}/g))
    for (const [pattern, means, fix] of operators)
      if (pattern.test(name))
        return {
          fault: `${whole} is ${means} in a URI template (RFC 6570), which OpenAPI does not have`,
          fix,
        }
  return undefined
}
