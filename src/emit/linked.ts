/** `runtime/parts` without the parts that no tool of a build needs. Pure; the plugin calls it. */
import { type Part, partNames } from '../needs.ts'

/** What a build puts into its bundle: the parts by their bits (as in `Tool.needs`), or all of them. */
export type Links = number | 'all'

/** In a text that nobody has linked yet, and in one that is to stay whole. */
const [fresh, whole] = ['linked = -1', 'linked = ~0']

/** A part that adds to what is done without it is missed by nobody who does not need it; the others throw. */
const standIn = (part: Part) => (part === 'base64' ? 'nothing' : 'leftOut')

/** One line of the module. It has parts only. */
const reExport = /export \{([^}]*)\} from (['"])(.*?)(\.[jt]s)\2/g
const namesOf = (list: string): string[] => list.match(/\w+/g) ?? []

/**
 * The text of `runtime/parts`, source or built, with stand-ins for the parts that are not in `links`. `query` is put after
 * the name of their file.
 */
export const linkedParts = (text: string, links: Links, query = ''): string => {
  if (links === 'all') return text.replace(fresh, whole)
  const has = (part: string) => links & (1 << partNames.indexOf(part as Part))
  return text
    .replace(fresh, `linked = ${links}`)
    .replace(reExport, (_, names: string, quote: string, file: string, extension: string) =>
      namesOf(names)
        .map(name =>
          has(name)
            ? `export { ${name} } from ${quote}${file}${extension}${quote}`
            : `export { ${standIn(name as Part)} as ${name} } from ${quote}./left-out${extension}${query}${quote}`,
        )
        .join('\n'),
    )
}

/** What two that share a bundle need of it. */
export const bothLinks = (one: Links | undefined, other: Links): Links =>
  one === 'all' || other === 'all' ? 'all' : (one ?? 0) | other

/** Whether a text is one that can be linked: a plugin of others may have changed it, down to how it exports. */
export function isFresh(text: string): boolean {
  const names = Array.from(text.matchAll(reExport), ([, list = '']) => namesOf(list)).flat()
  return text.includes(fresh) && partNames.every(part => names.includes(part))
}

/** What a text is linked for already; undefined for one that nobody has linked. */
export function linksOf(text: string): Links | undefined {
  if (text.includes(whole)) return 'all'
  // Any way that a number is written: a minifier chooses.
  const [, bits] = /linked\s*=\s*(\d[\w.]*)/.exec(text) ?? []
  return bits === undefined ? undefined : Number(bits)
}
