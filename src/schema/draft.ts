/**
 * An exact schema on its way: JSON Schema 2020-12 with what the compiler must remember beside it. `bind/` makes
 * drafts, `lower/` reads them, `plain` turns one into what a module carries. Values are never changed in place.
 */
import type { Location } from '../diagnostic.ts'
import type { InputSchema, Json, TypeName } from '../runtime/contract.ts'

/** A keyword that the exact schema does not hold, or holds in another form. */
export interface LostKeyword {
  keyword: string
  reason: string
  enforcedBy: string
}

export interface Draft {
  /** Id of a definition; its siblings apply too. */
  ref?: string
  type?: readonly TypeName[]
  description?: string
  /** Fixed sentences for the model: defaults, formats, what cannot be declared. */
  notes?: readonly string[]
  lost?: readonly LostKeyword[]
  /** `readOnly`: the property is left out of the request, together with its `required`. */
  excluded?: true
  /** Some assertion of the document is not here: it accepts more than it should. */
  wider?: true
  /** Where the document says it. */
  at?: Location
  enum?: readonly Json[]
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  multipleOf?: number
  minLength?: number
  maxLength?: number
  /** What is enforced; `source` is what the document says, where that is written in another way. */
  pattern?: string
  source?: string
  format?: string
  prefixItems?: readonly Draft[]
  items?: Draft | false
  minItems?: number
  maxItems?: number
  uniqueItems?: true
  properties?: Readonly<Record<string, Draft>>
  /**
   * Wire names of this object, each with what it is called here. Under its wire name such a property would be a
   * further one, unchecked, and take the place of the other: the exact schema refuses it, no declaration has it.
   */
  aliases?: readonly (readonly [wire: string, name: string])[]
  required?: readonly string[]
  additionalProperties?: Draft | boolean
  dependentRequired?: Readonly<Record<string, readonly string[]>>
  /** The only names that any property may have, of whatever branch. `bind/schema/finish.ts` makes properties of them. */
  onlyNames?: readonly string[]
  /** What every property is, of whatever branch. `bind/schema/finish.ts` says it of each. */
  everyProperty?: Draft
  /** Of these a keyword evaluates some, by name or by value: what it leaves over is not known. Until `finish.ts`. */
  evaluatesSome?: readonly ('properties' | 'items')[]
  /** Names that no further property may have, as something else writes them. Said by the exact schema only. */
  without?: readonly string[]
  minProperties?: number
  maxProperties?: number
  anyOf?: readonly Draft[]
  oneOf?: readonly Draft[]
  allOf?: readonly Draft[]
  not?: Draft
}

export type Definitions = ReadonlyMap<string, Draft>

/** Matches nothing. */
export const never: Draft = { not: {} }
export const isNever = (d: Draft): boolean => d.not !== undefined && Object.keys(d.not).length === 0

/** An own property, or undefined: property names are the document's, `__proto__` included. */
export const own = <T>(record: Readonly<Record<string, T>> | undefined, key: string): T | undefined =>
  record !== undefined && Object.hasOwn(record, key) ? record[key] : undefined

/** A record with exactly these own properties, `__proto__` included. */
export function record<T>(entries: Iterable<readonly [string, T]>): Record<string, T> {
  const out: Record<string, T> = {}
  for (const [key, value] of entries)
    Object.defineProperty(out, key, { value, enumerable: true, configurable: true, writable: true })
  return out
}

/** The draft with `change` made to each direct subschema. */
export function mapChildren(d: Draft, change: (child: Draft, token: readonly string[]) => Draft): Draft {
  const list = (key: 'anyOf' | 'oneOf' | 'allOf' | 'prefixItems') => {
    const branches = d[key]
    return branches && { [key]: branches.map((b, i) => change(b, [key, String(i)])) }
  }
  return {
    ...d,
    ...(d.properties && {
      properties: record(
        Object.entries(d.properties).map(([k, v]) => [k, change(v, ['properties', k])] as const),
      ),
    }),
    ...(typeof d.additionalProperties === 'object' && {
      additionalProperties: change(d.additionalProperties, ['additionalProperties']),
    }),
    ...(d.everyProperty && { everyProperty: change(d.everyProperty, ['everyProperty']) }),
    ...(d.items && { items: change(d.items, ['items']) }),
    ...(d.not && !isNever(d) && { not: change(d.not, ['not']) }),
    ...list('prefixItems'),
    ...list('anyOf'),
    ...list('oneOf'),
    ...list('allOf'),
  }
}

/** The subschemas that speak of the same value, `not` aside. */
export const branchesOf = (d: Draft): readonly Draft[] => [
  ...(d.allOf ?? []),
  ...(d.anyOf ?? []),
  ...(d.oneOf ?? []),
]

/** The schemas that speak of the same value, through references; each definition once. */
export function composition(
  start: Draft,
  definitions: Definitions,
  branches: (d: Draft) => readonly Draft[],
): Draft[] {
  const found: Draft[] = []
  const seen = new Set<string>()
  const stack = [start]
  for (let d = stack.pop(); d !== undefined; d = stack.pop()) {
    found.push(d)
    stack.push(...branches(d))
    const target = d.ref === undefined || seen.has(d.ref) ? undefined : definitions.get(d.ref)
    if (d.ref !== undefined) seen.add(d.ref)
    if (target) stack.push(target)
  }
  return found
}

/** `{ required: [a] }`: a branch that only says which properties must be there. */
export const onlyRequires = (d: Draft): boolean =>
  d.required !== undefined &&
  Object.keys(d).every(k =>
    ['type', 'required', 'at', 'description', 'lost', 'notes', 'aliases', 'wider'].includes(k),
  ) &&
  (d.type === undefined || (d.type.length === 1 && d.type[0] === 'object'))

/** The direct subschemas. */
export function children(d: Draft): Draft[] {
  const found: Draft[] = []
  mapChildren(d, child => {
    found.push(child)
    return child
  })
  return found
}

const plainKeys = [
  'enum',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'minItems',
  'maxItems',
  'uniqueItems',
  'required',
  'dependentRequired',
  'minProperties',
  'maxProperties',
] as const satisfies (keyof Draft & keyof InputSchema)[]

/** The draft as a module carries it: keys in one order, nothing beside JSON Schema. Definitions are not followed. */
export function plain(d: Draft): InputSchema {
  const out: Record<string, unknown> = {}
  if (d.ref !== undefined) out.$ref = `#/$defs/${d.ref}`
  if (d.type !== undefined) out.type = d.type.length === 1 ? d.type[0] : [...d.type]
  if (d.description !== undefined) out.description = d.description
  for (const key of plainKeys) if (d[key] !== undefined) out[key] = d[key]
  if (d.properties || d.aliases || d.without)
    out.properties = record(
      [...Object.entries(d.properties ?? {}), ...undeclared(d)].map(([k, v]) => [k, plain(v)] as const),
    )
  if (d.additionalProperties !== undefined)
    out.additionalProperties =
      typeof d.additionalProperties === 'object' ? plain(d.additionalProperties) : d.additionalProperties
  if (d.prefixItems) out.prefixItems = d.prefixItems.map(plain)
  if (d.items !== undefined) out.items = d.items === false ? false : plain(d.items)
  for (const key of ['anyOf', 'oneOf', 'allOf'] as const) {
    const branches = d[key]
    if (branches) out[key] = branches.map(plain)
  }
  if (d.not) out.not = plain(d.not)
  // Every key above is a keyword of InputSchema with that keyword's type.
  return out as InputSchema
}

/** Wire names that are not for use, and the names instead of them that only a branch declares: so they always mean the wire name. */
function undeclared({
  properties,
  additionalProperties,
  aliases = [],
  without = [],
}: Draft): [string, Draft][] {
  const further = typeof additionalProperties === 'object' ? additionalProperties : {}
  return [
    ...without.map((name): [string, Draft] => [name, never]),
    ...aliases.flatMap(([wire, name]): [string, Draft][] => [
      [wire, never],
      ...(own(properties, name) ? [] : [[name, further] as [string, Draft]]),
    ]),
  ]
}
