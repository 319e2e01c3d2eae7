/**
 * What each place of a request can hold, by style: the grammar behind the serializer's refusals (RFC 6570, OpenAPI 3.1
 * 4.8.12). For `bind/narrow.ts`.
 */
import type { Conventions } from '../options.ts'
import type { FormField, Media, ParameterPlace, TypeName } from '../runtime/contract.ts'
import { own } from '../schema/draft.ts'

/** What may stand at one level of a value. */
export interface Carries {
  /** Tells two of them apart; its first word is part of names. */
  readonly key: string
  readonly types: readonly TypeName[]
  /** What a value of any type may be, where that is less. */
  readonly untyped?: readonly TypeName[]
  /** An empty text has no place here. */
  readonly text?: true
  /** An empty list or object has no place here. */
  readonly some?: true
  /** Lists that would leave nothing, or a dot segment. */
  readonly not?: readonly string[][]
  /** What items and property values may be; `itself` says that it goes on like this. */
  readonly inside?: Carries | 'itself'
  /** Of a form: what a field may be, undefined for any JSON value; no name stands for all that are not declared. */
  readonly field?: (name?: string) => Carries | undefined
}

const scalars = ['boolean', 'integer', 'number', 'string'] as const satisfies TypeName[]
const single: Carries = { key: 'single', types: scalars }

/** Undefined for a place that can hold any JSON value. */
export function carriedBy(place: ParameterPlace, conventions: Conventions): Carries | undefined {
  if (place.media !== undefined) return undefined
  if (place.in === 'path') return inPath(place)
  if (place.style === 'deepObject') return brackets(conventions, place.deepArrays !== undefined)
  // What is null or empty is left out (RFC 6570, 2.3).
  if (place.in === 'cookie' && place.explode) return { key: 'cookie', types: ['null', ...scalars] }
  const types = ['null', ...scalars, 'array', 'object'] as const
  // An exploded object takes names of the whole query: nobody means that who says nothing.
  return place.explode && place.in !== 'header'
    ? { key: 'exploded', types, untyped: ['null', ...scalars, 'array'], inside: single }
    : { key: 'styled', types, inside: single }
}

/** A form body: an object of fields. */
export const carriedByForm = ({ form }: Media, conventions: Conventions): Carries => ({
  key: 'form',
  types: ['object'],
  field: name => {
    // Nested under a name that the document does not give, `a[b]` could be that name too.
    if (name === undefined) return flat
    const how = own(form, name)
    return how ? described(how, conventions) : plain(conventions)
  },
})

const described = (how: FormField, conventions: Conventions) =>
  carriedBy({ in: 'query', name: '', ...how }, conventions)

/** A field that the document says nothing about. */
const plain = (conventions: Conventions): Carries =>
  conventions.nestedForm ? brackets(conventions, true) : flat

const flat: Carries = { key: 'field', types: ['null', ...scalars, 'array'], inside: single }

/** Nothing can be left out of a path: what is empty would lead to another route. */
function inPath({ style, explode }: ParameterPlace): Carries {
  const not =
    style === 'simple' ? [['']] : style === 'label' ? [[''], ...(explode ? [['', '']] : [])] : undefined
  return {
    key: `path ${style} ${explode}`,
    types: [...scalars, 'array', 'object'],
    some: true,
    inside: single,
    ...(style !== 'matrix' && { text: true }),
    ...(not && { not }),
  }
}

/** `a[b]=c`. What is empty further down would have no pair, and leaving it out would change the value. */
function brackets({ nestedForm }: Conventions, lists: boolean): Carries {
  const list: TypeName[] = lists ? ['array'] : []
  const inside: Carries = {
    key: `nested ${lists} ${nestedForm}`,
    types: [...scalars, ...list, ...(nestedForm ? (['object'] as const) : [])],
    some: true,
    inside: 'itself',
  }
  return { key: `deep ${lists} ${nestedForm}`, types: ['null', ...scalars, ...list, 'object'], inside }
}
