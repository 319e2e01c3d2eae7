/**
 * The lines of a declared text that the exact schema does not have: lowering puts them there. Of an argument they are all
 * others; of a tool they have to be known, since its own text is in no schema (a test holds the list to what lowering
 * writes). For `review/tool/texts.ts`.
 */

/** `Default: "a".` → `"a"`; undefined for another line. */
export const defaultIn = (line: string): string | undefined => /^Default: (.*)\.$/s.exec(line)?.[1]

export const isDeprecation = (line: string): boolean => line === 'Deprecated.'

/** Lines that say what nothing enforces, each with the keyword that the exact schema has when something does. */
const unenforced: readonly (readonly [RegExp, string])[] = [
  [/^Pattern: /, 'pattern'],
  [/^Format: /, 'format'],
  [/^(?:Encoded as|Content): /, 'format'],
]

/** The keyword of a line that need not stand for anything in the exact schema. */
export const unenforcedKeyword = (line: string): string | undefined =>
  unenforced.find(([pattern]) => pattern.test(line))?.[1]

const ofTool: readonly RegExp[] = [
  /^\S+ is required when .+ is given\.$/,
  /^Give (?:exactly|at least) one of these: .+\.$/,
  /^At (?:least|most) \d+ propert(?:y|ies)\.$/,
  /^Not (?:with|of type) .+\.$/,
  /^Not allowed: .+\.$/,
  /^Any other property may be given: .+\.$/,
  /^Where a value is one of a list, an empty text cannot be given\.$/,
  /^No integer past 2\^53 can be given\.$/,
  /^Objects take the listed properties only\.$/,
]

/** Whether a line of a tool's text is about its arguments. */
export const isToolNote = (line: string): boolean => ofTool.some(pattern => pattern.test(line))
