/** Changes as workflow commands, which GitHub shows beside the files of a pull request. Pure; the CLI calls it. */
import type { Change } from '../change.ts'

/** One annotation per change; `fileOf` gives the path of a tool's golden file from the root of the repository. */
export const renderGithub = (
  changes: readonly Change[],
  fileOf: (change: Change) => string | undefined = () => undefined,
): string => changes.map(c => `${annotation(c, fileOf(c))}\n`).join('')

function annotation(c: Change, file: string | undefined): string {
  const level = c.class === 'breaking' ? 'error' : c.class === 'behavioural' ? 'warning' : 'notice'
  const title = `${c.class}${c.safety ? ', safety' : ''}: ${c.rule}`
  const properties = [...(file === undefined ? [] : [`file=${property(file)}`]), `title=${property(title)}`]
  return `::${level} ${properties.join(',')}::${data(`${c.tool}: ${c.sentence} (${c.fingerprint})`)}`
}

// github/toolkit, packages/core/src/command.ts: what a command's text and its properties escape.
const data = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
