/** Lengths, patterns and formats. For `bind/schema/convert.ts`. */
import type { Location } from '../../../diagnostic.ts'
import type { JsonObject, TypeName } from '../../../runtime/contract.ts'
import type { Draft } from '../../../schema/draft.ts'
import { child, combine, count, lost, note, type SchemaContext, typed, unenforced } from '../context.ts'

export function strings(
  c: SchemaContext,
  value: JsonObject,
  at: Location,
  type: readonly TypeName[] | undefined,
): Partial<Draft> {
  const minLength = count(c, value, at, 'minLength')
  const maxLength = count(c, value, at, 'maxLength')
  return combine(
    minLength ? { minLength } : undefined,
    maxLength !== undefined ? { maxLength } : undefined,
    pattern(c, value, at, maxLength),
    format(c, value, at, type),
    content(value),
  )
}

function pattern(
  c: SchemaContext,
  value: JsonObject,
  at: Location,
  maxLength: number | undefined,
): Partial<Draft> | undefined {
  const source = typed(c, value, at, 'pattern', 'string')
  if (source === undefined || source === '') return undefined
  const checked = c.checkPattern(source, maxLength)
  if ('pattern' in checked) return checked.pattern === source ? checked : { ...checked, source }
  c.problem(
    `the pattern ${JSON.stringify(source.slice(0, 80))} is not enforced: ${checked.fault}`,
    'give the schema a small maxLength, rewrite the pattern, or silence the warning "pattern-unsafe"',
    child(at, 'pattern'),
    'pattern-unsafe',
  )
  return combine(note(`Pattern: ${source}`), unenforced('pattern', checked.fault))
}

/** Formats that the interpreter checks, by the type they speak of. */
const enforced: Record<string, readonly TypeName[]> = {
  date: ['string'],
  'date-time': ['string'],
  uuid: ['string'],
  int32: ['integer'],
  int64: ['integer'],
}

function format(
  c: SchemaContext,
  value: JsonObject,
  at: Location,
  type: readonly TypeName[] | undefined,
): Partial<Draft> | undefined {
  const name = typed(c, value, at, 'format', 'string')
  if (name === undefined || name === '') return undefined
  const types = Object.hasOwn(enforced, name) ? enforced[name] : undefined
  // A format asserts nothing about a value of another type.
  if (types && (type === undefined ? types[0] === 'string' : types.some(t => type.includes(t))))
    return { format: name }
  if (name === 'float' || name === 'double')
    return lost('format', `${name} is the width of a number; JSON has one`)
  // An annotation to JSON Schema, but what a vendor's oneOf tells its branches apart by.
  if (type && !type.includes('string')) return unenforced('format', `no check is known for ${name} here`)
  return combine(
    note(`Format: ${name}.`),
    unenforced('format', `${name} is told to the model and not checked`),
  )
}

/** 3.1 `contentEncoding`, `contentMediaType`, `contentSchema`: annotations of a string (JSON Schema validation, 8). */
function content(value: JsonObject): Partial<Draft> | undefined {
  const schema = Object.hasOwn(value, 'contentSchema')
    ? combine(
        note('Its content has a schema of its own.'),
        lost('contentSchema', 'told to the model and not checked'),
      )
    : undefined
  const parts = ['contentEncoding', 'contentMediaType'].flatMap(key => {
    const v = Object.hasOwn(value, key) ? value[key] : undefined
    return typeof v === 'string'
      ? [
          combine(
            note(`${key === 'contentEncoding' ? 'Encoded as' : 'Content'}: ${v}.`),
            lost(key, 'told to the model and not checked'),
          ),
        ]
      : []
  })
  return parts.length > 0 || schema ? combine(...parts, schema) : undefined
}
