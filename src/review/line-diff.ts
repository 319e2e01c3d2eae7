/** Two texts → a unified diff of their lines. Pure; `review` calls it. */

interface Line {
  mark: ' ' | '-' | '+'
  text: string
}

const context = 2
const maxLines = 80
// Cells of the comparison table; a middle that is larger is shown as replaced whole.
const maxCells = 1_000_000

/** Changed lines marked `-` and `+` with a few lines around; `@@` stands where lines are left out. */
export function lineDiff(before: string, after: string): string {
  const lines = compare(splitLines(before), splitLines(after))
  const near = new Set<number>()
  for (const [i, { mark }] of lines.entries())
    if (mark !== ' ') for (let j = i - context; j <= i + context; j++) near.add(j)
  const shown: string[] = []
  for (const [i, { mark, text }] of lines.entries()) {
    if (near.has(i)) shown.push(`${mark} ${text}`)
    else if (near.has(i + 1)) shown.push('@@')
  }
  if (shown.length > maxLines)
    return [...shown.slice(0, maxLines), `… ${shown.length - maxLines} more`].join('\n')
  return shown.join('\n')
}

const splitLines = (text: string) => (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n')

function compare(a: string[], b: string[]): Line[] {
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let end = 0
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++
  return [
    ...a.slice(0, start).map(same),
    ...middle(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    ...a.slice(a.length - end).map(same),
  ]
}

const same = (text: string): Line => ({ mark: ' ', text })
const gone = (text: string): Line => ({ mark: '-', text })
const added = (text: string): Line => ({ mark: '+', text })

/** The longest common subsequence, by the textbook's table of suffix lengths. */
function middle(a: string[], b: string[]): Line[] {
  if (a.length * b.length > maxCells) return [...a.map(gone), ...b.map(added)]
  const width = b.length + 1
  const table = new Uint32Array((a.length + 1) * width)
  const at = (i: number, j: number) => table[i * width + j] ?? 0
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      table[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  const lines: Line[] = []
  let i = 0
  let j = 0
  while (i < a.length || j < b.length) {
    const [x, y] = [a[i], b[j]]
    if (x !== undefined && x === y) {
      lines.push(same(x))
      i++
      j++
    } else if (x !== undefined && (y === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push(gone(x))
      i++
    } else if (y !== undefined) {
      lines.push(added(y))
      j++
    }
  }
  return lines
}
