/**
 * The fixed sentences that lowering adds to a text, and the keywords of the exact schema that explain a change of each.
 * The sentences are made in `bind/` and `lower/`; a test holds this list to them. For `review/tool/declarations.ts`.
 */

/** Keywords; `*` is any. A change of form explains every one of them. */
const notes: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^(?:Always .*|Allowed values: .*|One of \d+ values, among them: .*)\.$/, ['enum', 'const']],
  [/^A date as YYYY-MM-DD\.$/, ['format']],
  [/^A date and time as in RFC 3339, with a time zone\.$/, ['format']],
  [/^A UUID\.$/, ['format']],
  [
    /^A (?:32|64)-bit integer(?:, written as digits)?\.$/,
    ['format', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  ],
  [/^(?:At least|More than) \S+\.$/, ['minimum', 'exclusiveMinimum']],
  [/^(?:At most|Less than) \S+\.$/, ['maximum', 'exclusiveMaximum']],
  [/^A multiple of \S+\.$/, ['multipleOf']],
  [/^At least \d+ characters?\.$/, ['minLength']],
  [/^At most \d+ characters?\.$/, ['maxLength']],
  [/^At least \d+ items?\.$/, ['minItems']],
  [/^At most \d+ items?\.$/, ['maxItems']],
  [/^At least \d+ propert(?:y|ies)\.$/, ['minProperties']],
  [/^At most \d+ propert(?:y|ies)\.$/, ['maxProperties']],
  [/^No item twice\.$/, ['uniqueItems']],
  [/^Pattern: /, ['pattern']],
  [/^Format: /, ['format']],
  [/^(?:Encoded as|Content): /, []],
  [/^\S+ is required when .+ (?:is|are) given\.$/, ['dependentRequired']],
  [/^Give (?:exactly|at least) one of these: /, ['anyOf', 'oneOf']],
  [/^JSON text of: /, ['*']],
  [/^Any other property may be given: /, ['additionalProperties']],
  // What the whole tool leaves out, told once.
  [/^Where a value is one of a list, an empty text cannot be given\.$/, ['*']],
  [/^No integer past 2\^53 can be given\.$/, ['*']],
  [/^Objects take the listed properties only\.$/, ['*']],
]

/** `Default: "a".` → `"a"`; undefined for another sentence. */
export const defaultIn = (line: string): string | undefined => /^Default: (.*)\.$/s.exec(line)?.[1]

export const isDeprecation = (line: string): boolean => line === 'Deprecated.'

/** The keywords that explain a sentence; undefined for one that lowering does not make. */
export const noteKeywords = (line: string): readonly string[] | undefined =>
  notes.find(([pattern]) => pattern.test(line))?.[1]
