/** Which names each value writes into the query, or into a form. For `bind/wire-names.ts`. */
import type { Location } from '../diagnostic.ts'
import { tokens } from '../json/pointer.ts'
import type { Media, ParameterPlace, Place } from '../runtime/contract.ts'
import { type Definitions, type Draft, own } from '../schema/draft.ts'
import { writtenField, writtenParameter } from './declared-value.ts'
import type { Applied, Visible } from './directives.ts'
import { fieldsOf, isNested } from './form.ts'
import type { Context, Input } from './input.ts'
import { isForm } from './media.ts'
import { pairsIn } from './query-text.ts'
import type { Security } from './security.ts'
import { spreadOf } from './spread.ts'

/** One value that writes into a query or a form. */
export interface Writer {
  what: string
  at: Location
  /** Names that it may write, each as a whole. */
  names: ReadonlySet<string>
  /** It may also write names that start with this one and a bracket. */
  below?: string
  /** It may also write names that the document does not give. */
  open: boolean
  /** What to do about another writer of one of its names. */
  fix?: string
  /** Its schema can be narrowed. */
  input?: Visible
  /** Of a form as one argument: names that are its fields'. */
  declared?: ReadonlySet<string>
}

/** What is sent beside the values of arguments. */
export interface Around {
  /** The literal query of the path. */
  query: string | undefined
  security: Security
  media: Media | undefined
}

type Sources = Pick<Applied, 'visible' | 'fixed' | 'supplied'>

export function queryWriters(
  c: Context,
  { visible, fixed, supplied }: Sources,
  around: Around,
  definitions: Definitions,
): Writer[] {
  const place = ({ place }: { place: Place }) => (place.in === 'query' ? [place] : [])
  return [
    ...literal(c, around.query),
    ...credentials(c, around.security),
    ...fixed.flatMap(({ value, ...f }) => {
      if (f.in !== 'query') return []
      const written = writtenParameter(f, value, c.options.conventions)
      return 'text' in written
        ? [closedWriter(`the declared value of ${f.name}`, c.named.origin('params'), namesIn(written.text))]
        : []
    }),
    // A connection has no names beside those of the document, where the document gives any.
    ...supplied.flatMap(i =>
      place(i).map(p => {
        const writer = parameterWriter(i, p, definitions)
        return { ...writer, open: writer.open && writer.names.size === 0 }
      }),
    ),
    ...visible.flatMap(i => place(i).map(p => ({ ...parameterWriter(i, p, definitions), input: i }))),
  ]
}

const parameterWriter = (
  { name, at, schema }: Input,
  place: ParameterPlace,
  definitions: Definitions,
): Writer => valueWriter(`the query parameter ${name}`, at, schema, place, definitions)

export function formWriters(
  c: Context,
  { visible, fixed }: Sources,
  { media }: Around,
  definitions: Definitions,
): Writer[] {
  if (media === undefined || !isForm(media.type)) return []
  return [
    ...fixed.flatMap(f => {
      // A part of a field is written with the field.
      const field = f.in === 'body' ? tokens(f.pointer) : []
      const written = field.length === 1 ? writtenField(media, field, f.value) : { fault: '' }
      return 'text' in written
        ? [closedWriter(`the declared value of ${field[0]}`, c.named.origin('params'), namesIn(written.text))]
        : []
    }),
    ...visible.flatMap(input => {
      if (input.place.in !== 'body') return []
      const [name] = tokens(input.place.pointer)
      if (name === undefined) return wholeForm(media, input, definitions)
      return [{ ...fieldWriter(media, name, input.schema, input.at, definitions), input }]
    }),
  ]
}

/** A form that is one argument: its fields, and the names that it may have beside them. */
function wholeForm(media: Media, input: Visible, definitions: Definitions): Writer[] {
  const fields = new Map<string, Writer>()
  for (const [name, schema] of fieldsOf(input.schema, definitions)) {
    if (name === undefined) continue
    const writer = fieldWriter(media, name, schema, schema.at ?? input.at, definitions)
    const before = fields.get(name)
    // Branches may name one field each in their way.
    fields.set(
      name,
      before ? { ...before, ...writer, names: new Set([...before.names, ...writer.names]) } : writer,
    )
  }
  const open = spreadOf(input.schema, definitions)?.open === true
  return [
    ...fields.values(),
    { what: 'the form body', at: input.at, names: new Set(), open, input, declared: new Set(fields.keys()) },
  ]
}

const fieldWriter = (
  media: Media,
  name: string,
  schema: Draft,
  at: Location,
  definitions: Definitions,
): Writer =>
  valueWriter(`the form field ${name}`, at, schema, fieldPlace(media, schema, name, definitions), definitions)

/** How the run time writes a field that a form has no rule for. */
function fieldPlace(media: Media, schema: Draft, name: string, definitions: Definitions): ParameterPlace {
  const how = own(media.form, name) ?? {
    style: isNested(schema, definitions) ? 'deepObject' : 'form',
    explode: true,
  }
  return { in: 'query', name, ...how }
}

function valueWriter(
  what: string,
  at: Location,
  schema: Draft,
  written: ParameterPlace,
  definitions: Definitions,
): Writer {
  const itself = closedWriter(what, at, [written.name])
  if (written.media !== undefined) return itself
  if (written.style === 'deepObject') return { ...itself, below: written.name }
  const spread = written.explode ? spreadOf(schema, definitions) : undefined
  if (spread === undefined) return itself
  const names = new Set([...spread.names, ...(spread.other ? [written.name] : [])])
  return { what, at, names, open: spread.open }
}

const closedWriter = (what: string, at: Location, names: Iterable<string>): Writer => ({
  what,
  at,
  names: new Set(names),
  open: false,
})

const literal = (c: Context, query: string | undefined): Writer[] =>
  query === undefined
    ? []
    : [
        {
          ...closedWriter('the path itself', c.named.operation.pathItem.at, namesIn(query)),
          fix: 'hide the parameter with params, or give it the value that the path has',
        },
      ]

/** One writer for each name: alternatives are never sent together, and one requirement has a place once. */
function credentials(c: Context, { schemes }: Security): Writer[] {
  const byName = new Map(
    Object.entries(schemes).flatMap(([key, s]) =>
      s.type === 'apiKey' && s.in === 'query' ? [[s.name, key] as const] : [],
    ),
  )
  return [...byName].map(([name, key]) =>
    closedWriter(`the credential ${key}`, c.named.operation.node.at, [name]),
  )
}

const namesIn = (text: string): string[] => pairsIn(text).map(p => p.name)
