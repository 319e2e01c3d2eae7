/** Two texts: whether they say the same, and both in one sentence. For `review/`. */

const room = 60

/** Of two texts, what differs with a little of what stands around it. */
export function excerpts(a: string, b: string): { old: string; new: string } {
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let end = 0
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++
  const from = Math.max(0, start - 20)
  const cut = (text: string) => {
    const to = Math.min(text.length, text.length - end + 20)
    const part = text.slice(from, Math.min(to, from + 2 * room))
    const isCut = to - from > 2 * room
    return `${from > 0 ? '…' : ''}${part}${isCut || to < text.length ? '…' : ''}`
  }
  return { old: JSON.stringify(cut(a)), new: JSON.stringify(cut(b)) }
}

/** The same words: white space aside, and links that stay on their host, which move with every release of a vendor's site. */
export const sameWords = (a: string, b: string): boolean => words(a) === words(b)

const words = (text: string): string =>
  text
    .replace(/https?:\/\/[^\s<>()[\]"'`]+/gi, link => hostOf(link))
    .replace(/\s+/g, ' ')
    .trim()

function hostOf(link: string): string {
  // What stands between host and user, or is no URL at all, is not what it looks like.
  const [, host] = /^(https?:\/\/[a-z0-9.-]+(?::\d+)?)(?:[/?#][^\\]*)?$/i.exec(link) ?? []
  return host?.toLowerCase() ?? link
}
