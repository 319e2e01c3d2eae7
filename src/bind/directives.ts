/** Applies `params` to the inputs: what is fixed, wrapped, hidden, supplied or shown. For `bind/bind.ts`. */
import { tokens } from '../json/pointer.ts'
import type { Fixed, Json, Media, Supplied } from '../runtime/contract.ts'
import { type Definitions, type Draft, isNever } from '../schema/draft.ts'
import { looksLikeCredential } from './credentials.ts'
import { faultOf, writtenField, writtenParameter } from './declared-value.ts'
import { demand } from './demand.ts'
import { edit } from './edit.ts'
import type { Context, Input } from './input.ts'
import { fullKey, match, type Said } from './match.ts'
import { isForm } from './media.ts'
import type { Security } from './security.ts'
import { wrap } from './wrap.ts'
import type { Around } from './writers.ts'

/** An input that a model fills, with declared text around it. */
export interface Visible extends Input {
  prefix?: string
  suffix?: string
}

export interface Applied {
  visible: Visible[]
  fixed: Fixed[]
  supplied: Input[]
}

/** What is collected on the way: declared values with the key that declares them. */
interface Collected extends Pick<Applied, 'visible' | 'supplied'> {
  declared: { key: string; place: Fixed }[]
}

export function applyDirectives(
  c: Context,
  inputs: readonly Input[],
  definitions: Definitions,
  { security, media }: Pick<Around, 'security' | 'media'>,
): Applied {
  const byInput = match(c, inputs)
  const out: Collected = { visible: [], supplied: [], declared: [] }
  for (const input of inputs) {
    const said = byInput.get(input) ?? []
    const owner = isIdempotencyHeader(c, input)
      ? 'idempotencyHeader'
      : isSuppliedByScheme(input, security) && 'a security scheme'
    if (owner) {
      for (const { key, directive } of said) if (!directive.hide) saidInVain(c, key, owner)
      continue
    }
    const here = said.find(s => s.below.length === 0)
    let schema: Draft | undefined = input.schema
    for (const deep of said.filter(s => s.below.length > 0))
      schema = schema && applyDeep(c, input, schema, deep, definitions, out)
    if (schema !== undefined)
      applyHere(c, demand({ ...input, schema }, said, definitions), here, definitions, out)
  }
  for (const { key, place } of out.declared) checkWritten(c, key, place, media)
  return { visible: out.visible, supplied: out.supplied, fixed: out.declared.map(d => d.place) }
}

/** What is said of an input that is filled elsewhere would be ignored in silence. */
const saidInVain = (c: Context, key: string, owner: string): void =>
  c.problem(
    'parameter-unmatched',
    `params: ${JSON.stringify(key)} is filled by ${owner}`,
    'take the entry out, or write { hide: true }',
    c.named.origin('params', key),
  )

/** A declared value is sent with every call, so it must have a form. */
function checkWritten(c: Context, key: string, fixed: Fixed, media: Media | undefined): void {
  const { value, ...place } = fixed
  const written =
    place.in !== 'body'
      ? writtenParameter(place, value, c.options.conventions)
      : media && isForm(media.type) && writtenField(media, tokens(place.pointer), value)
  if (written && 'fault' in written)
    c.problem(
      'parameter-value',
      `params: the value of ${JSON.stringify(key)} has no form in its place: ${written.fault}`,
      'give a value that can be written there',
      c.named.origin('params', key),
    )
}

const isSuppliedByScheme = ({ place }: Input, { schemes }: Security): boolean =>
  Object.values(schemes).some(
    s =>
      s.type === 'apiKey' &&
      s.in === place.in &&
      (place.in === 'header' ? s.name.toLowerCase() === place.name.toLowerCase() : s.name === place.name),
  )

const isIdempotencyHeader = (c: Context, { place, name }: Input): boolean =>
  place.in === 'header' && name.toLowerCase() === c.named.directive.idempotencyHeader?.toLowerCase()

function applyHere(
  c: Context,
  input: Input,
  said: Said | undefined,
  definitions: Definitions,
  out: Collected,
): void {
  const directive = said?.directive ?? {}
  const at = said ? c.named.origin('params', said.key) : input.at
  const label = fullKey(input)
  const { place } = input
  const credential =
    place.in !== 'body' && place.in !== 'path' && [input.name, place.name].some(looksLikeCredential)
  if (directive.value !== undefined) {
    if (credential) {
      c.problem(
        'parameter-value',
        `${label} looks like a credential and is given a value`,
        "supply it with { from: 'connection' }: secrets never enter a bundle",
        at,
      )
      return
    }
    fix(c, input, said, definitions, out)
    return
  }
  if (directive.hide) {
    if (!input.required) return
    c.problem(
      'parameter-unfillable',
      `${label} is required and hidden`,
      'give it a value, or supply it from the connection',
      at,
    )
    return
  }
  if (directive.from === 'connection') {
    if (input.place.in !== 'body') out.supplied.push(input)
    else
      c.problem(
        'parameter-value',
        `${label} is part of the body and cannot come from the connection`,
        'give it a value, or leave it to the model',
        at,
      )
    return
  }
  if (credential && !directive.expose) {
    c.problem(
      'credential-unclassified',
      `${label} looks like a credential`,
      `say in params what it is: { from: 'connection' } supplies it, { hide: true } leaves it out, { expose: true } shows it to the model`,
      input.at,
    )
    return
  }
  const described =
    directive.description === undefined
      ? input.schema
      : { ...input.schema, description: directive.description }
  out.visible.push(wrap(c, { ...input, schema: described }, directive, definitions, at))
}

function fix(
  c: Context,
  input: Input,
  said: Said | undefined,
  definitions: Definitions,
  out: Collected,
): void {
  const value = said?.directive.value
  if (said === undefined || value === undefined) return
  if (!accepted(c, input.schema, value, said, definitions)) return
  out.declared.push({ key: said.key, place: { ...input.place, value } })
}

/** Checks a declared value against the exact schema it replaces. */
function accepted(c: Context, schema: Draft, value: Json, said: Said, definitions: Definitions): boolean {
  const problem = faultOf(schema, value, definitions)
  if (problem === undefined) return true
  const where = problem.path === '' ? '' : ` at ${problem.path}`
  c.problem(
    'parameter-value',
    `params: the value of ${JSON.stringify(said.key)} is not what the document allows${where}: expected ${problem.expected}, got ${problem.got}`,
    'give a value that the schema accepts',
    c.named.origin('params', said.key),
  )
  return false
}

/** A directive for a property inside one input: the property leaves the schema, or gets another text. */
function applyDeep(
  c: Context,
  input: Input,
  schema: Draft,
  said: Said,
  definitions: Definitions,
  out: Collected,
): Draft | undefined {
  const { value, hide, description } = said.directive
  const at = c.named.origin('params', said.key)
  const place = input.place
  const sent = place.in === 'body' ? value : undefined
  const accepts = sent === undefined ? undefined : (d: Draft) => faultOf(d, sent, definitions) === undefined
  const change = (d: Draft, required: boolean) => {
    if (value !== undefined) {
      if (place.in === 'body' && accepted(c, d, value, said, definitions))
        out.declared.push({
          key: said.key,
          place: { in: 'body', pointer: said.key.slice('body:'.length), value },
        })
      return undefined
    }
    if (hide) {
      if (required)
        c.problem('parameter-unfillable', `${said.key} is required and hidden`, 'give it a value', at)
      return undefined
    }
    if (description === undefined)
      c.problem(
        'parameter-value',
        `${said.key} is not a top-level property`,
        'only value, hide and description reach inside a body',
        at,
      )
    return { ...d, ...(description !== undefined && { description }) }
  }
  const found = edit(schema, definitions, said.below, change, accepts)
  if (found && accepts && isNever(found))
    c.problem(
      'parameter-value',
      `params: with the value of ${JSON.stringify(said.key)} nothing is what the document allows`,
      'give a value that the schema accepts',
      at,
    )
  if (found === undefined)
    c.problem(
      'parameter-unmatched',
      `params: the body has no ${JSON.stringify(said.key)}`,
      'name a property that the document declares',
      at,
    )
  return found
}

/** Parameters that the connection supplies, by wire name; by place and name where one name has two places. */
export function suppliedParameters(inputs: readonly Input[]): Supplied[] {
  const places = inputs.flatMap(({ place }) => (place.in === 'body' ? [] : [place]))
  return places.map(p => ({
    ...p,
    parameter: places.filter(q => q.name === p.name).length > 1 ? `${p.in}:${p.name}` : p.name,
  }))
}
