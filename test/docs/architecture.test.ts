/** docs/architecture.md, file by file: written from the first comment of each file and from who imports it. `UPDATE=1` writes it. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, it } from 'vitest'

const page = 'docs/architecture.md'
const title = '## File by file: emit, review, project, cli'
const told = ['emit', 'review', 'project', 'cli']

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map(f => f.replaceAll('\\', '/'))
  .filter(f => f.endsWith('.ts'))
  .sort()
const texts = new Map(files.map(f => [f, readFileSync(`src/${f}`, 'utf8')]))

/** `review/schema/walk.ts` → `review/schema`; an entry is told by its own name. */
const partOf = (file: string) => (file.includes('/') ? posix.dirname(file) : file)

/** Types count: who reads a shape depends on it too. */
function importersOf(file: string): string[] {
  const found = [...texts].filter(([importer, text]) =>
    [...text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].some(
      ([, target = '']) => posix.join(posix.dirname(importer), target) === file,
    ),
  )
  return [...new Set(found.map(([importer]) => partOf(importer)))].sort()
}

/** The first comment without its last sentence, which says who may call the file. */
function purposeOf(text: string): string {
  const [, comment = ''] = /^\/\*\*([\s\S]*?)\*\//.exec(text) ?? []
  return comment
    .replace(/\n\s*\* ?/g, ' ')
    .trim()
    .replace(/ (?:Pure; |For |The plugin is its user)[^.]*(?:\.\w+[^.]*)*\.$/, '')
    .replace(/ [^.:]*(?:`[^`]*`[^.:]*)*\b(?:calls?|makes|takes?|parses with) it\.?$/, '')
    .replaceAll('|', '\\|')
}

const row = (file: string) =>
  `| \`${file}\` | ${purposeOf(texts.get(file) ?? '')} | ${importersOf(file)
    .map(p => `\`${p}\``)
    .join(', ')} |`

it('tells every file of the parts behind the compiler, and who imports it', () => {
  const rows = told.flatMap(part => files.filter(f => f.startsWith(`${part}/`)).map(row))
  const section = `${title}

Written from the first comment of each file, which also says who may call it; the last column is who does.

| file | for | imported by |
| --- | --- | --- |
${rows.join('\n')}
`
  const text = readFileSync(page, 'utf8')
  const [before = '', after = ''] = text.split(`${title}\n`)
  const rest = after.slice(Math.max(0, after.search(/^## /m)))
  const whole = `${before.trimEnd()}\n\n${section}${after.search(/^## /m) < 0 ? '' : `\n${rest}`}`
  if (process.env.UPDATE) writeFileSync(page, whole)
  expect(readFileSync(page, 'utf8')).toBe(whole)
  // A file that nobody imports is a command, which is loaded when it is run, or of no use.
  expect(rows.filter(r => r.endsWith('|  |'))).toEqual([])
  expect(rows.length).toBeGreaterThan(80)
  expect(
    [...texts].filter(([f, t]) => told.includes(f.split('/')[0] ?? '') && purposeOf(t).length < 20),
  ).toEqual([])
})
