/** Assertions that no declaration has a place for, in words; none where words would say less than half. For `lower/`. */
import { type Definitions, type Draft, onlyRequires } from '../schema/draft.ts'
import { negated } from './implied.ts'
import { summary } from './summary.ts'
import { boundWords, called, formatWords, listed, listing } from './words.ts'

const bounded = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
] as const

/** What a branch asks besides. */
export const besides = (d: Draft, definitions: Definitions): string[] => [
  ...bounded.flatMap(key =>
    d[key] === undefined ? [] : [boundWords(key, (key === 'pattern' ? d.source : undefined) ?? d[key])],
  ),
  ...(d.format === undefined ? [] : [formatWords[d.format] ?? `Format: ${d.format}.`]),
  ...(d.not ? excluded(d.not, definitions) : []),
]

/** What may not match. Of several assertions together, one alone would be too much. */
export function excluded(
  { at: _, description: __, notes: ___, lost: ____, ...d }: Draft,
  definitions: Definitions,
): string[] {
  if (onlyRequires(d) && d.required) return [`Not with ${d.required.map(called).join(' and ')}.`]
  const wanted = d.items ? negated(d.items) : undefined
  if (wanted && Object.keys(d).every(key => key === 'type' || key === 'items'))
    return [`At least one item is ${summary(wanted, definitions)}.`]
  const { type, source, ...rest } = d
  const [key, ...others] = Object.keys(rest)
  if (others.length > 0) return []
  if (key === undefined) return type ? [`Not of type ${type.join(' or ')}.`] : []
  if (d.enum) return d.enum.length > listed ? [] : [`Not allowed: ${listing(d.enum)}.`]
  return d.pattern === undefined ? [] : [`Not of the pattern ${source ?? d.pattern}`]
}
