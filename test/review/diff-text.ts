/** docs/diff.md as text, from the table that the comparison itself reads. For `docs.test.ts`. */
import { type Rule, ruleGroups } from '../../src/review/rules.ts'

const row = (...cells: string[]) => `| ${cells.map(c => c.replaceAll('|', '\\|')).join(' | ')} |`
const table = (head: string[], rows: string[][]) =>
  [row(...head), row(...head.map(() => '---')), ...rows.map(r => row(...r))].join('\n')

const ruleRows = (rules: Record<string, Rule>) =>
  Object.entries(rules).map(([id, r]) => [
    `\`${id}\``,
    r.safety ? `${r.class}, **safety**` : r.class,
    r.about,
    r.sentence.replace(/\{(\w+)\}/g, '*$1*'),
    r.opposite.map(o => (o === id ? 'itself' : `\`${o}\``)).join(', '),
  ])

export function diffText(): string {
  const sections = [
    `# Diff: what a change of a tool means

This page is written from the table of rules that the comparison reads; a test compares the two.

Two golden files of one tool are compared part by part. \`openapi-tools diff\`, \`openapi-tools golden\` and the message
of a build that finds a changed golden file all say the same.

| class | meaning |
| --- | --- |
| **breaking** | a call that was valid is refused, goes elsewhere or means something else; or less is guarded |
| **behavioural** | old calls mean the same, but what the model reads, what is sent or what comes back differs: evaluate again |
| **compatible** | more is accepted than before |
| **none** | nothing that a model reads, that is sent or that comes back differs |

A **safety** change asks less of a call, or shows the model more, than before. \`openapi-tools golden --update\` stops at
each until its fingerprint is accepted.

- **Tools are matched by operation**, then by name, so that a rename is one entry. It is breaking, since saved
  sessions, evaluations and prompts name the tool; with the old name in \`formerNames\` it is behavioural, since somebody
  has said so and no other tool can get that name.
- **One change is one entry.** A limit that changed shows in \`inputSchema\`, in each declaration and in the losses:
  it is told where \`inputSchema\` says it. What a declaration says otherwise while \`inputSchema\` stays as it is has
  rules of its own.
- **A compatible change is behavioural where it gives the declaration another type**, such as a second form for what
  had one.
- **A definition is compared once**, by what it says and not by its name.
- An argument that comes, goes or changes its name takes its route, its place in \`required\`, its texts and its
  losses along.
- The order of keys is no change. The order of a list is \`order-changed\`, where it means nothing.
- What no rule knows is \`unrecognised-change\`, and breaking.
- A **fingerprint** is made of rule, operation, tool, place and new value: it stays the same when something else
  changes.

Version and sum of the document are in no golden file, so a new release that changes no tool changes nothing here.`,
    ...Object.entries(ruleGroups).map(
      ([title, rules]) =>
        `## ${title}\n\n${table(['rule', 'class', 'about', 'what it says', 'the other way round'], ruleRows(rules))}`,
    ),
  ]
  return `${sections.join('\n\n')}\n`
}
