/** Changes as lines for a terminal. Pure; the CLI and build messages call it. */
import { type Change, changeClasses } from '../change.ts'

/** One line per change, aligned, then how many there are; safety rows say so and show what accepts them. */
export function renderText(changes: readonly Change[]): string {
  if (changes.length === 0) return 'no changes\n'
  const width = Math.max(...changes.map(c => c.class.length))
  return `${[...changes.map(c => changeLine(c, width)), count(changes)].join('\n')}\n`
}

/** `breaking  orders_get: the tool is gone (tool-removed, 0123456789abcdef)` */
export const changeLine = (c: Change, width = 0): string =>
  `${c.class.padEnd(width)}  ${c.tool}: ${c.sentence} (${c.safety ? 'safety, ' : ''}${c.rule}, ${c.fingerprint})`

/** The first few changes of one tool, for a message that goes on with the difference itself. */
export function briefText(changes: readonly Change[], most = 12): string {
  const lines = changes
    .slice(0, most)
    .map(c => `  ${c.class}${c.safety ? ', safety' : ''}: ${c.sentence} (${c.rule})`)
  return [...lines, ...(changes.length > most ? [`  … ${changes.length - most} more`] : [])].join('\n')
}

/** `2 breaking (1 safety), 1 compatible` */
export function count(changes: readonly Change[]): string {
  return changeClasses
    .flatMap(name => {
      const found = changes.filter(c => c.class === name)
      const guarded = found.filter(c => c.safety).length
      return found.length === 0 ? [] : [`${found.length} ${name}${guarded > 0 ? ` (${guarded} safety)` : ''}`]
    })
    .join(', ')
}
