/** Places in a text: offset → line, column and code frame. Only `spec/` calls it. */
import { type Position, visible } from '../diagnostic.ts'

export { visible }

/** Why a text cannot be read, and where. */
export interface TextFault {
  offset: number
  reason: string
}

/** Answers many questions about one text; the lines are found at the first. */
export function createLocator(text: string): (offset: number) => Position {
  const found: { starts?: number[] } = {}
  return offset => {
    found.starts ??= lineStarts(text)
    const line = lineOf(found.starts, offset)
    const column = offset - startOf(found.starts, line)
    return { line: line + 1, column: column + 1, frame: frame(text, found.starts, line, column) }
  }
}

// YAML 1.2 (5.4) breaks lines at CR too, and editors count them the same way.
function lineStarts(text: string): number[] {
  const starts = [0]
  if (text.includes('\r')) {
    for (const match of text.matchAll(/\r\n?|\n/g)) starts.push(match.index + match[0].length)
    return starts
  }
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

const startOf = (starts: readonly number[], line: number): number => starts[line] ?? 0

/** The last line that starts at or before the offset. */
function lineOf(starts: readonly number[], offset: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (startOf(starts, middle) <= offset) low = middle
    else high = middle - 1
  }
  return low
}

const linesBefore = 2
const linesAfter = 1
const shownWidth = 100
/** A line is cut when the caret would stand further right than this. */
const leftOfCaret = 70

function frame(text: string, starts: readonly number[], line: number, column: number): string {
  const first = Math.max(0, line - linesBefore)
  const last = Math.min(starts.length - 1, line + linesAfter)
  const gutter = String(last + 1).length
  const from = column > leftOfCaret ? column - leftOfCaret : 0
  const rows: string[] = []
  for (let n = first; n <= last; n++) {
    const shown = cut(text, startOf(starts, n), starts[n + 1] ?? text.length, from)
    rows.push(`${String(n + 1).padEnd(gutter)} | ${shown}`.trimEnd())
    if (n === line) {
      const before = visible(text.slice(startOf(starts, n) + from, startOf(starts, n) + column))
      const width = [...before].length + (from > 0 ? 1 : 0)
      rows.push(`${' '.repeat(gutter)} | ${' '.repeat(width)}^`)
    }
  }
  return rows.join('\n')
}

function cut(text: string, start: number, next: number, from: number): string {
  // Long lines are cut before they are cleaned: a minified document is one line of many megabytes.
  const end = Math.min(next, start + from + shownWidth)
  const shown = text.slice(Math.min(start + from, next), end).replace(/[\r\n]+$/, '')
  return `${from > 0 ? '…' : ''}${visible(shown)}${end < next && !/^[\r\n]/.test(text.slice(end, end + 1)) ? '…' : ''}`
}

/** Text of a document inside a message: quoted, escaped, and not longer than a line. */
export const quoted = (text: string): string =>
  visible(JSON.stringify(text.length > 120 ? `${text.slice(0, 120)}…` : text))
