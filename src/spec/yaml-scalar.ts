/** What one YAML scalar means in the 1.2 core schema, as far as JSON can say it. Only `yaml.ts` calls it. */
import {
  boolCoreTag,
  floatCoreTag,
  getScalarValue,
  intCoreTag,
  NOT_RESOLVED,
  nullCoreTag,
  SCALAR_STYLE,
  type ScalarEvent,
  type ScalarTagDefinition,
} from 'js-yaml'
import type { Json } from '../runtime/contract.ts'
import { quoted } from './text.ts'

/** The value, or why it is refused. */
export type ScalarReading = { value: Json } | { reason: string }

export function scalarValue(text: string, event: ScalarEvent): ScalarReading {
  const source = getScalarValue(text, event)
  if (event.tagStart < 0) return isPlain(event) ? jsonOnly(plainValue(source), source) : { value: source }
  const tag = text.slice(event.tagStart, event.tagEnd)
  if (isTag(tag, 'str')) return { value: source }
  const known = explicit.find(([name]) => isTag(tag, name))
  if (known === undefined) return { reason: unknownTag(tag) }
  const value = known[1].resolve(source, true, known[1].tagName)
  return value === NOT_RESOLVED
    ? { reason: `the tag ${quoted(tag)} before a value that it does not fit` }
    : jsonOnly(value, source)
}

export const unknownTag = (tag: string): string => `the tag ${quoted(tag)}, which JSON has no value for`

export const isPlain = (event: ScalarEvent): boolean => event.style === SCALAR_STYLE.PLAIN
export const isQuoted = (event: ScalarEvent): boolean =>
  event.style === SCALAR_STYLE.SINGLE_QUOTED || event.style === SCALAR_STYLE.DOUBLE_QUOTED
export const isBlock = (event: ScalarEvent): boolean => !isPlain(event) && !isQuoted(event)

type CoreScalar = null | boolean | number

/** `!!str`, its long form, and `!` ("not resolved", YAML 1.2 section 6.9.1), which leaves the kind of the node. */
export const isTag = (tag: string, name: 'str' | 'map' | 'seq' | keyof typeof tags): boolean =>
  tag === `!!${name}` ||
  tag === `!<tag:yaml.org,2002:${name}>` ||
  (tag === '!' && (name === 'str' || name === 'map' || name === 'seq'))

const tags = { null: nullCoreTag, bool: boolCoreTag, int: intCoreTag, float: floatCoreTag } as const
// The library types a tag by what it resolves to; the four together resolve to a core scalar.
const explicit = Object.entries(tags) as [keyof typeof tags, ScalarTagDefinition<CoreScalar>][]

/** Which tags can match a text with this first character; most text is a string and asks none. */
const candidates = new Map<string, ScalarTagDefinition<CoreScalar>[]>()
for (const [, tag] of explicit)
  for (const c of tag.implicitFirstChars ?? []) candidates.set(c, [...(candidates.get(c) ?? []), tag])

function plainValue(source: string): CoreScalar | string {
  for (const tag of candidates.get(source.charAt(0)) ?? []) {
    const value = tag.resolve(source, false, tag.tagName)
    if (value !== NOT_RESOLVED) return value
  }
  return source
}

const jsonOnly = (value: CoreScalar | string, source: string): ScalarReading =>
  typeof value === 'number' && !Number.isFinite(value)
    ? { reason: `the number ${quoted(source)}, which JSON does not have` }
    : { value }
