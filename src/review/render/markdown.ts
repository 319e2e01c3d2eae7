/** Changes as Markdown for a pull request. Pure; the CLI calls it. */
import { type Change, toReevaluate } from '../change.ts'
import { count } from './text.ts'

/** A table, worst first, and the tools to evaluate again. Text of a document never becomes markup. */
export function renderMarkdown(changes: readonly Change[]): string {
  if (changes.length === 0) return 'No tool changed.\n'
  const rows = changes.map(
    c =>
      `| ${c.class}${c.safety ? ', **safety**' : ''} | ${code(c.tool)} | ${plain(c.sentence)} | ${code(c.rule)} | ${code(c.fingerprint)} |`,
  )
  const again = toReevaluate(changes)
  return [
    `${count(changes)}.`,
    '',
    '| class | tool | change | rule | fingerprint |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
    ...(again.length > 0 ? ['', `To evaluate again: ${again.map(code).join(', ')}.`] : []),
    '',
  ].join('\n')
}

/**
 * Every character that starts anything in GitHub's Markdown or HTML is written as a character reference. Mentions, numbers
 * of issues and addresses are looked for in what these stand for; a space without width ends that.
 */
const plain = (text: string): string =>
  text
    .replace(/[\\`*_{}[\]()<>#+!|~@&:$^=-]|\r?\n/g, c => (/\n/.test(c) ? ' ' : `&#${c.codePointAt(0) ?? 0};`))
    .replace(/(?:&#64;|&#35;|gh&#45;)(?=\w)|www(?=\.)|&#58;(?=\/\/)/gi, start => `${start}&#8203;`)

/** Names of tools and rules have no character that could end a code span; a file from elsewhere may. */
const code = (text: string): string => `\`${text.replace(/[`|\r\n]/g, ' ')}\``
