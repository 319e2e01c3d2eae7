/** docs/lowering.md as text, from the tables that the compiler itself reads. For `lowering.test.ts`. */
import { objectFate, placeFate } from '../../src/bind/fate.ts'
import { type Fate, fate } from '../../src/bind/schema/fate.ts'
import { narrowings } from '../../src/lower/narrowings.ts'
import { targets } from '../../src/lower/target.ts'
import { interpreted } from './interpreted.ts'

const row = (...cells: string[]) => `| ${cells.map(c => c.replaceAll('|', '\\|')).join(' | ')} |`
const table = (head: string[], rows: string[][]) =>
  [row(...head), row(...head.map(() => '---')), ...rows.map(r => row(...r))].join('\n')
const fates = (fields: Readonly<Record<string, Fate>>) =>
  table(
    ['keyword', 'fate', 'how'],
    Object.entries(fields).map(([k, f]) => [`\`${k}\``, f.fate, f.how]),
  )

export function loweringText(): string {
  const sections = [
    `# Lowering: what becomes of every keyword

This page is written from the compiler's own tables; a test compares the two.

The way of a schema has two steps. **Binding** reads the document's schemas into one exact JSON Schema 2020-12
of the arguments, \`inputSchema\`. The run time checks every call against it. **Lowering** says of that schema what
a model's API can take. What it cannot say is a *loss*: it is listed in the golden file, and the exact schema
still enforces it.

- **carried**: \`inputSchema\` or the request has it exactly
- **read**: it changes how the rest is read
- **told**: the model reads it; nothing enforces it
- **dropped**: it says nothing about a request
- **refused**: a build error with its place

Keywords that nobody knows are ignored, as JSON Schema says, and listed as losses. \`x-\` extensions are left alone.`,
    `## Schema Object\n\n${fates(fate)}`,
    ...Object.entries(objectFate).map(([name, fields]) => `## ${name}\n\n${fates(fields)}`),
    `## What a place can hold

JSON bodies and JSON parameters hold everything. Elsewhere the exact schema accepts what can be written there, and
records what it no longer accepts. An object that is written as names, in a query or a form, has the properties that
the document names; others only where the document names none, or says in \`additionalProperties\` that there may be
others. What a schema does not say is refused by the run time, and nothing is sent: half a character everywhere, and

${table(
  ['place', 'holds', 'letters it cannot hold'],
  Object.entries(placeFate).map(([place, f]) => [place, f.holds, f.letters]),
)}`,
    `## What \`inputSchema\` may hold

The list is closed; the interpreter of the run time checks exactly these.

${table(
  ['keyword', 'checked as'],
  Object.entries(interpreted).map(([k, how]) => [`\`${k}\``, how]),
)}`,
    `## Targets

${table(
  ['', ...Object.keys(targets).map(t => `\`${t}\``)],
  [
    ['field', ...Object.values(targets).map(t => `\`${t.field}\``)],
    ['bounds declared', ...Object.values(targets).map(t => [...t.bounds].map(b => `\`${b}\``).join(' '))],
    ...(['string', 'integer'] as const).map(type => [
      `formats of ${type}`,
      ...Object.values(targets).map(t => (t.formats[type] ?? []).map(f => `\`${f}\``).join(' ') || 'none'),
    ]),
    [
      'enum',
      ...Object.values(targets).map(t => (t.enums === 'strings' ? 'non-empty strings' : 'any scalar')),
    ],
    ['maps', ...Object.values(targets).map(t => (t.maps ? 'declared' : 'JSON text, or entries'))],
    [
      'further properties beside declared ones',
      ...Object.values(targets).map(t =>
        t.maps ? 'declared' : t.closed ? 'JSON text when the document invites them' : 'told',
      ),
    ],
    [
      'optional arguments',
      ...Object.values(targets).map(t =>
        t.optional === 'null' ? 'required, and null when left out' : 'left out',
      ),
    ],
  ],
)}

What no declaration says for any of them: recursion (JSON text at the second visit), more than eight levels of
objects and lists (JSON text), values of any type (JSON text), \`oneOf\` as more than \`anyOf\`, \`not\`,
\`dependentRequired\`, and lists with fixed places. A union is JSON text as a whole where what one branch writes
in its own way would not fit another.`,
    `## What a model cannot say

Everywhere else a declaration takes all that \`inputSchema\` takes. Each of these is a loss in the golden file, and
the description of the tool says it.

${table(
  ['what', 'told as'],
  Object.values(narrowings).map(n => [n.reason, n.told]),
)}`,
  ]
  return `${sections.join('\n\n')}\n`
}
