/**
 * What conditions and branches still ask of an object of which the configuration gives one property: the model does
 * not give it, and they speak of the object that is sent. For `bind/edit.ts`.
 */
import {
  branchesOf,
  composition,
  type Definitions,
  type Draft,
  isNever,
  never,
  own,
  record,
} from '../schema/draft.ts'
import { merge } from '../schema/merge.ts'
import { resolved } from './input.ts'

/** What is known: where the value stands, and which schemas accept it. */
export interface Known {
  path: readonly string[]
  accepts: (schema: Draft) => boolean
}

/** The node that holds the property, or the way to it, with its branches as they are under what is known. */
export function assume(node: Draft, known: Known, definitions: Definitions): Draft {
  return branches(known.path.length > 1 ? node : said(node, known), known, definitions)
}

function branches(node: Draft, known: Known, definitions: Definitions): Draft {
  const { allOf, anyOf, oneOf, not, ...self } = node
  const under = (d: Draft) => within(d, known, definitions)
  const denied = not && under(not)
  let out: Draft = { ...self, ...(denied && !isNever(denied) && { not: isAnything(denied) ? {} : denied }) }
  if (denied && isAnything(denied)) return never
  const beside: Draft[] = []
  for (const part of allOf?.map(under) ?? []) {
    if (isNever(part)) return never
    if (isPlain(part)) out = merge(out, part)
    else beside.push(part)
  }
  for (const [key, forms] of Object.entries({ anyOf, oneOf })) {
    const open = forms?.map(under).filter(b => !isNever(b))
    const [only, ...others] = open ?? []
    if (open === undefined || (key === 'anyOf' && open.some(isAnything))) continue
    if (only === undefined) return never
    if (others.length === 0 && isPlain(only)) out = merge(out, only)
    else out = { ...out, [key]: open }
  }
  return beside.length > 0 ? merge(out, { allOf: beside }) : out
}

/** A schema of the same object. */
function within(d: Draft, known: Known, definitions: Definitions): Draft {
  const [name = '', ...rest] = known.path
  if (!speaks(d, name, definitions)) return d
  const node = resolved(d, definitions)
  const { properties = {}, additionalProperties: further } = node
  const property =
    own(properties, name) ?? (further === false ? never : further === true ? undefined : further)
  if (property === undefined) return branches(said(node, known), known, definitions)
  const inner = rest.length > 0 ? within(property, { ...known, path: rest }, definitions) : undefined
  // The property is sent: where it cannot be, neither can the object.
  if (isNever(inner ?? (known.accepts(property) ? {} : never))) return never
  const others = Object.entries(properties).filter(([key]) => key !== name)
  const { properties: _, ...left } = node
  const kept = inner ? [...others, [name, inner] as const] : others
  const sent = said({ ...left, ...(kept.length > 0 && { properties: record(kept) }) }, known)
  return branches(sent, known, definitions)
}

/** What a node says of names and their number, where the property is given. */
function said(node: Draft, { path }: Known): Draft {
  const [name = '', ...rest] = path
  const { required, dependentRequired, minProperties, maxProperties, ...left } = node
  const asked = new Set([...(required ?? []), ...(own(dependentRequired, name) ?? [])])
  asked.delete(name)
  const dependent = Object.entries(dependentRequired ?? {}).flatMap(([key, list]) => {
    const others = list.filter(n => n !== name)
    return key === name || others.length === 0 ? [] : [[key, others] as const]
  })
  // An object on the way is given by the model too, or is there beside what it gives.
  const counted = rest.length === 0 ? 1 : 0
  if (maxProperties !== undefined && maxProperties < counted) return never
  const least = (minProperties ?? 0) - counted
  return {
    ...left,
    ...(asked.size > 0 && { required: [...asked] }),
    ...(dependent.length > 0 && { dependentRequired: record(dependent) }),
    ...(least > 0 && { minProperties: least }),
    ...(maxProperties !== undefined && { maxProperties: maxProperties - counted }),
  }
}

/** Whether it, or what it refers to at the same place, says anything of the property. */
const speaks = (d: Draft, name: string, definitions: Definitions): boolean =>
  composition(d, definitions, part => [...branchesOf(part), ...(part.not ? [part.not] : [])]).some(
    part =>
      own(part.properties, name) !== undefined ||
      part.required?.includes(name) ||
      Object.entries(part.dependentRequired ?? {}).some(
        ([key, list]) => key === name || list.includes(name),
      ) ||
      (part.additionalProperties ?? true) !== true ||
      part.minProperties !== undefined ||
      part.maxProperties !== undefined,
  )

/** It accepts every object. */
const isAnything = ({ at: _, description: __, notes: ___, lost: ____, type, ...d }: Draft): boolean =>
  Object.keys(d).length === 0 && (type === undefined || type.includes('object'))

/** It merges without a change of meaning, and leaves nothing beside. */
const isPlain = (d: Draft): boolean =>
  Object.keys(d).every(key =>
    ['at', 'type', 'description', 'notes', 'lost', 'properties', 'required', 'dependentRequired'].includes(
      key,
    ),
  )
