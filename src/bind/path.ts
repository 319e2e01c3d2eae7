/** A path template taken apart: its placeholders, and the literal query that some documents write into it. For `bind/bind.ts`. */

export interface PathTemplate {
  /** Without query and fragment. */
  path: string
  /** Placeholder names in order; one may stand twice. */
  placeholders: string[]
  /** Literal query text without `?`. */
  query?: string
}

/**
 * Braces hold a name; several may stand in one segment (`/{a}-{b}.zip`). A fragment tells operations of one path
 * apart and is never sent (Box); a literal query is sent (OpenAI `?beta=true`).
 */
export function parsePath(template: string): PathTemplate | { fault: string } {
  const [withoutFragment = ''] = template.split('#', 1)
  const mark = withoutFragment.indexOf('?')
  const path = mark < 0 ? withoutFragment : withoutFragment.slice(0, mark)
  const query = mark < 0 ? '' : withoutFragment.slice(mark + 1)
  if (!path.startsWith('/')) return { fault: 'the path does not start with a slash' }
  if (/[{}]/.test(query)) return { fault: 'its literal query holds a placeholder' }
  const placeholders = [...path.matchAll(/\{([^{}]*)\}/g)].map(m => m[1] ?? '')
  if (/[{}]/.test(path.replace(/\{[^{}]*\}/g, ''))) return { fault: 'its braces do not pair' }
  const literal = path.replace(/\{[^{}]*\}/g, 'x')
  if (literal.split('/').some(s => s === '.' || s === '..')) return { fault: 'it has a dot segment' }
  return { path, placeholders, ...(query !== '' && { query }) }
}
