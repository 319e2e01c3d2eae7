/** Assertions that no declaration has a place for, in words; none where words would say less than half. For `lower/`. */
import { type Definitions, type Draft, isNever, onlyRequires, own } from '../schema/draft.ts'
import { summary } from './summary.ts'
import { boundWords, formatWords, listed, listing } from './words.ts'

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
  if (onlyRequires(d) && d.required) return [`Not with ${d.required.join(' and ')}.`]
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

/** `When x is given: y is required.` of "not this, or that"; undefined for another schema. */
export function implication(
  { at: _, aliases: __, ...d }: Draft,
  definitions: Definitions,
): string | undefined {
  const [first, conclusion, ...others] = d.anyOf ?? []
  if (Object.keys(d).length > 1 || !first || !conclusion || others.length > 0) return undefined
  const premise = negated(first)
  if (premise === undefined) return undefined
  const other = negated(premise)
  const when = other ? `not ${said(other, 'given', definitions)}` : said(premise, 'given', definitions)
  return `When ${when}: ${said(conclusion, 'required', definitions)}.`
}

const negated = ({ at: _, aliases: __, not, ...d }: Draft): Draft | undefined =>
  Object.keys(d).length === 0 ? not : undefined

/** The shape, the names it asks for beside that, and those it forbids. */
function said(d: Draft, asked: 'given' | 'required', definitions: Definitions): string {
  const declared = Object.entries(d.properties ?? {})
  const shape = declared.some(([, p]) => !isNever(p)) || !d.required ? summary(d, definitions) : undefined
  const names = d.required?.filter(name => own(d.properties, name) === undefined) ?? []
  const gone = declared.flatMap(([name, p]) => (isNever(p) ? [name] : []))
  return [
    ...(shape === undefined || shape === '{…}' ? [] : [shape]),
    ...names.map(name => `${name} is ${asked}`),
    ...gone.map(name => `${name} is left out`),
  ].join(' and ')
}
