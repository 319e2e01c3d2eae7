/** Which names each value writes into the query, or into a form. For `bind/wire-names.ts`. */
import type { Location } from '../diagnostic.ts'
import { tokens } from '../json/pointer.ts'
import type { Media, ParameterPlace, Place } from '../runtime/contract.ts'
import { type Definitions, own } from '../schema/draft.ts'
import { writtenField, writtenParameter } from './declared-value.ts'
import type { Applied, Visible } from './directives.ts'
import { isNested } from './form.ts'
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
    ...supplied.flatMap(i => place(i).map(p => valueWriter(i, p, definitions))),
    ...visible.flatMap(i => place(i).map(p => ({ ...valueWriter(i, p, definitions), input: i }))),
  ]
}

export function formWriters(
  c: Context,
  { visible, fixed }: Sources,
  { media }: Around,
  definitions: Definitions,
): Writer[] {
  if (media === undefined || !isForm(media.type)) return []
  return [
    ...fixed.flatMap(f => {
      if (f.in !== 'body') return []
      const written = writtenField(media, tokens(f.pointer), f.value)
      return 'text' in written
        ? [
            closedWriter(
              `the declared value of ${f.pointer}`,
              c.named.origin('params'),
              namesIn(written.text),
            ),
          ]
        : []
    }),
    ...visible.flatMap(input => {
      const [name, ...deeper] = input.place.in === 'body' ? tokens(input.place.pointer) : []
      if (name === undefined || deeper.length > 0) return []
      return [{ ...valueWriter(input, fieldPlace(media, input, name, definitions), definitions), input }]
    }),
  ]
}

/** How the run time writes a field that a form has no rule for. */
function fieldPlace(media: Media, { schema }: Input, name: string, definitions: Definitions): ParameterPlace {
  const how = own(media.form, name) ?? {
    style: isNested(schema, definitions) ? 'deepObject' : 'form',
    explode: true,
  }
  return { in: 'query', name, ...how }
}

function valueWriter(
  { name, place, schema, at }: Input,
  written: ParameterPlace,
  definitions: Definitions,
): Writer {
  const what = place.in === 'body' ? `the form field ${name}` : `the query parameter ${name}`
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
