/** Changes as JSON for other programs. Pure; the CLI calls it. */
import { fileText } from '../../json/stable.ts'
import { type Change, changeClasses, toReevaluate } from '../change.ts'

/** `{ format, summary, reevaluate, changes }`; `old` and `new` are left out where there is nothing. */
export const renderJson = (changes: readonly Change[]): string =>
  fileText({
    format: 1,
    summary: {
      ...Object.fromEntries(changeClasses.map(name => [name, changes.filter(c => c.class === name).length])),
      safety: changes.filter(c => c.safety).length,
    },
    reevaluate: toReevaluate(changes),
    changes,
  })
