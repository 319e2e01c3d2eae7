/** Markdown links in a text, found in one pass: hostile text must not make it slow. For `text/clean.ts`. */

/** The text of every inline link and image without its target, and how many there were. */
export function withoutTargets(source: string): { text: string; count: number } {
  const cuts: [start: number, end: number][] = []
  const open: number[] = []
  for (let i = 0; i < source.length; i++) {
    const c = source.charAt(i)
    if (c === '\\') i++
    else if (c === '[') open.push(i)
    else if (c === ']') {
      const start = open.pop()
      const end = start === undefined || source.charAt(i + 1) !== '(' ? undefined : targetEnd(source, i + 1)
      if (start === undefined || end === undefined) continue
      cuts.push([source.charAt(start - 1) === '!' ? start - 1 : start, start + 1], [i, end])
      i = end - 1
    }
  }
  if (cuts.length === 0) return { text: source, count: 0 }
  const kept: string[] = []
  let from = 0
  for (const [start, end] of cuts.sort((a, b) => a[0] - b[0])) {
    kept.push(source.slice(from, start))
    from = end
  }
  return { text: kept.join('') + source.slice(from), count: cuts.length / 2 }
}

/** `(target "title")` at `open`: where it ends, or undefined when it is none. Parentheses nest once (CommonMark 6.3 allows more). */
function targetEnd(source: string, open: number): number | undefined {
  const target = /\((?:[^()\s]|\([^()\s]*\))*(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)/y
  target.lastIndex = open
  return target.test(source) ? target.lastIndex : undefined
}
