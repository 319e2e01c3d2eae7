/** What a merge leaves in a file that it could not merge. Pure; readers of files call it where a text makes no sense. */

/** Where the first marker stands that git writes, as an offset; no JSON of ours, and no YAML, has one at the start of a line. */
export function conflictAt(text: string): number | undefined {
  const at = text.search(/^(?:<{7}|\|{7}|={7}|>{7})(?:\s|$)/m)
  return at < 0 ? undefined : at
}
