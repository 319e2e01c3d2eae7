/** Text of a document as a JSDoc comment that cannot end early or switch the checker. Pure; `emit` calls it. */
import { visible } from './visible.ts'

/** The lines of one comment; none when there is no text. */
export function jsdoc(paragraphs: string[], indent: string): string[] {
  const text = paragraphs.filter(p => p.trim() !== '').join('\n\n')
  if (text === '') return []
  const lines = text.split(/\r\n?|[\n\u2028\u2029]/).map(l => inert(l).trimEnd())
  if (lines.length === 1) return [`${indent}/** ${lines[0]} */`]
  return [`${indent}/**`, ...lines.map(l => `${indent} *${l === '' ? '' : ` ${l}`}`), `${indent} */`]
}

// `@` too: TypeScript obeys `@ts-ignore` and `@ts-expect-error` in any comment.
const inert = (line: string) => visible(line).replaceAll('*/', '*\\/').replaceAll('@', '\\@')
