/** What a model may read of a document's text: no link targets, no comments, nothing that cannot be seen. Pure; anyone may call it. */
import { withoutTargets } from './links.ts'

export interface Cleaned {
  text: string
  /** What was taken out: `link`, `html-comment`, or the code point as `U+200B`. */
  removed: { what: string; count: number }[]
}

/**
 * Characters that a person does not see and a model does: controls, bidi, zero-width, tags, fillers, variation
 * selectors of the supplement. Joiners stay between letters, where scripts need them; what stands before one is looked
 * at only where there is one, since a long row of marks would be read again from every place.
 */
const invisible =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|\u034f|\u17b4|\u17b5|[\u180b-\u180f]|[\u{e0000}-\u{e01ef}]|[\u200c\u200d](?<!\p{L}\p{M}*[\u200c\u200d])(?!\p{Extended_Pictographic})|[\u200c\u200d](?<=\p{L}\p{M}*[\u200c\u200d])(?!\p{L})/gu

/** Most texts have nothing but this, which is quickly found out; a class of Unicode properties takes its time. */
const seen = /^[\n\t -~]*$/

/** What stands inside itself comes apart one layer at a time; nobody writes more layers by accident. */
const maxLayers = 8

export function clean(source: string): Cleaned {
  const counts = new Map<string, number>()
  const count = (what: string, n = 1) => counts.set(what, (counts.get(what) ?? 0) + n)
  let text = source.replace(/\r\n?/g, '\n')
  // First: what cannot be seen could hide the rest from the patterns.
  if (!seen.test(text))
    text = text.replace(invisible, c => {
      count(`U+${(c.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`)
      return ''
    })
  // Link targets change with every release of a vendor's docs, and a model cannot follow them.
  for (let layer = 0; layer < maxLayers; layer++) {
    const before = text
    if (text.includes('<')) text = tags(text, count)
    const links = text.includes('](') ? withoutTargets(text) : { text, count: 0 }
    if (links.count > 0) count('link', links.count)
    text = links.text
    if (text === before) break
  }
  text = text
    .replace(/<(?=!--|(?:a|img)\s[^<>]*>)/gi, '< ')
    .split('\n')
    .map(line => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  return { text, removed: [...counts].map(([what, n]) => ({ what, count: n })) }
}

/** The text without comments and without the tags of links. */
const tags = (text: string, count: (what: string) => void): string =>
  text
    .replace(/<!--[\s\S]*?(?:-->|$)/g, () => {
      count('html-comment')
      return ''
    })
    .replace(/<(?:a|img)\s[^<>]*>/gi, () => {
      count('link')
      return ''
    })
    .replace(/<\/a\s*>/gi, '')
