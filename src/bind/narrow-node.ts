/** Narrowing of one schema node, and what its parts are narrowed to. For `bind/narrow.ts`. */
import type { Json } from '../runtime/contract.ts'
import { check } from '../runtime/interpreter.ts'
import { type Draft, isNever, type LostKeyword, never, own } from '../schema/draft.ts'
import { merge } from '../schema/merge.ts'
import { hasType, typeNames } from '../schema/types.ts'
import type { Carries } from './carries.ts'

/**
 * How much a node must say. `whole`: all of it, and nobody else names properties of the value · `open`: all of it, and
 * others may name some · `part`: it stands beside a node that says all of it.
 */
export type Share = 'whole' | 'open' | 'part'

/** The node with its own keywords narrowed, its parts left alone; the node itself when it fits. */
export function itself(d: Draft, to: Carries, share: Share, free: (to: Carries) => Draft): Draft {
  if (isNever(d)) return d
  if (d.enum) return members(d, d.enum, to)
  const typed = withTypes(d, to, share)
  if (isNever(typed) || typed.type === undefined) return typed
  const has = (type: 'string' | 'array' | 'object') => typed.type?.includes(type) === true
  const more: Partial<Draft> = {
    ...(has('string') && to.text && mayBeEmptyText(typed) && { minLength: 1 }),
    ...(has('array') && to.some && !typed.minItems && { minItems: 1 }),
    ...(has('array') && share !== 'part' && typed.items === undefined && added(to, 'items', free)),
    ...(has('object') && to.some && !typed.minProperties && !typed.required?.length && { minProperties: 1 }),
    ...(has('object') && share !== 'part' && further(typed, to, share, free)),
  }
  const out = Object.keys(more).length === 0 ? typed : { ...typed, ...more }
  return has('array') && to.not && mayHoldEmptyTexts(out) ? merge(out, { not: { enum: to.not } }) : out
}

/** What a part of the node is narrowed to, by its place; undefined for what stays as it is. */
export function partOf(
  d: Draft,
  child: Draft,
  to: Carries,
  share: Share,
  keyword: string,
  name: string | undefined,
): { to: Carries; share: Share } | undefined {
  switch (keyword) {
    case 'anyOf':
    case 'oneOf':
    case 'allOf':
      return { to, share: saysTypes(child) ? shareOf(d, to, share) : 'part' }
    case 'not':
      return undefined
    default: {
      const inside = insideOf(to, keyword === 'properties' ? name : undefined)
      return inside && { to: inside, share: 'whole' }
    }
  }
}

/** The share of what stands beside the node's own keywords: branches, and the target of its reference. */
export function shareOf(d: Draft, to: Carries, share: Share): Share {
  if (share === 'part' || !isSaidElsewhere(d)) return 'part'
  const union = [...(d.anyOf ?? []), ...(d.oneOf ?? [])].filter(mayBeObject)
  const others = [d.ref, d.properties, d.allOf, d.anyOf && d.oneOf].filter(k => k !== undefined)
  if (others.length === 0) return union.length < 2 || standsAlone(d, to, union) ? share : 'open'
  const only = others.length === 1 && union.length === 0
  return only && (d.ref !== undefined || (d.allOf ?? []).filter(mayBeObject).length === 1) ? share : 'open'
}

/**
 * Whether each branch may have its own names alone. With `oneOf` no value fits a branch less then, if each requires
 * what no other one names; the fields of a form are those of one branch.
 */
function standsAlone(d: Draft, to: Carries, union: readonly Draft[]): boolean {
  if (d.anyOf) return to.field !== undefined
  const names = (b: Draft) => new Set([...Object.keys(b.properties ?? {}), ...(b.required ?? [])])
  return union.every(b => {
    const others = union.filter(o => o !== b).map(names)
    return !hasBranches(b) && b.required?.some(name => others.every(o => !o.has(name)))
  })
}

const mayBeObject = (d: Draft): boolean =>
  !isNever(d) && d.enum === undefined && (d.type === undefined || d.type.includes('object'))

function insideOf(to: Carries, name: string | undefined): Carries | undefined {
  if (to.field) return to.field(name)
  return to.inside === 'itself' ? to : to.inside
}

const added = (
  to: Carries,
  keyword: 'items' | 'additionalProperties',
  free: (to: Carries) => Draft,
): Partial<Draft> => {
  const inside = insideOf(to, undefined)
  return inside ? { [keyword]: free(inside) } : {}
}

/** Members that can stand there. */
function members(d: Draft, list: readonly Json[], to: Carries): Draft {
  const kept = list.filter(v => holds(v, to))
  if (kept.length === list.length) return d
  return kept.length === 0 ? never : { ...d, enum: kept, ...lose(d, 'enum', 'a member has no form here') }
}

function withTypes(d: Draft, to: Carries, share: Share): Draft {
  if (d.type === undefined) {
    if (share === 'part' || isSaidElsewhere(d)) return d
    const type = typeNames.filter(t => (to.untyped ?? to.types).includes(t) && t !== 'integer')
    return { ...d, type, ...lose(d, 'type', 'other types have no form here') }
  }
  const type = d.type.filter(t => to.types.includes(t))
  if (type.length === d.type.length) return d
  const gone = d.type.filter(t => !type.includes(t)).join(', ')
  return type.length === 0 ? never : { ...d, type, ...lose(d, 'type', `${gone} has no form here`) }
}

/** Whether what stands beside the node's own keywords names the types. */
function isSaidElsewhere(d: Draft): boolean {
  if (d.type !== undefined || d.enum) return false
  const all = [d.anyOf, d.oneOf].some(u => u?.every(saysTypes))
  return d.ref !== undefined || all || d.allOf?.some(saysTypes) === true
}

const saysTypes = (d: Draft): boolean =>
  d.type !== undefined || d.enum !== undefined || isNever(d) || isSaidElsewhere(d)

/**
 * An object that is written as names has those that the document gives it; others only where it gives none, or says
 * that there may be others.
 */
function further(d: Draft, to: Carries, share: Share, free: (to: Carries) => Draft): Partial<Draft> {
  const says = d.additionalProperties
  if (says !== undefined && says !== true) return {}
  const named = Object.keys(d.properties ?? {}).length > 0
  if (says === undefined && named && share === 'whole' && !hasBranches(d))
    return {
      additionalProperties: false,
      ...lose(d, 'additionalProperties', 'names that the document does not give are not offered'),
    }
  // Fields of a form differ, so one schema for others cannot stand beside branches that name some.
  return to.field && hasBranches(d) ? {} : added(to, 'additionalProperties', free)
}

const hasBranches = (d: Draft): boolean => (d.anyOf ?? d.oneOf ?? d.allOf ?? d.ref) !== undefined

const mayBeEmptyText = (d: Draft): boolean =>
  !d.minLength &&
  !['date', 'date-time', 'uuid', 'int64'].includes(d.format ?? '') &&
  (d.pattern === undefined || check({ pattern: d.pattern }, '').length === 0)

const mayHoldEmptyTexts = (d: Draft): boolean => {
  if (d.items === false || d.prefixItems || (d.minItems ?? 0) > 1) return d.items !== false
  const { items } = d
  if (items === undefined || items.ref !== undefined || items.type === undefined) return true
  return items.type.includes('string') && !items.enum && mayBeEmptyText(items)
}

function holds(v: Json, to: Carries): boolean {
  if (!to.types.some(t => hasType(v, t))) return false
  if (typeof v !== 'object' || v === null) return v !== '' || !to.text
  const parts = Object.entries(v)
  if (parts.length === 0) return !to.some
  if (Array.isArray(v) && to.not?.some(n => JSON.stringify(n) === JSON.stringify(v))) return false
  return parts.every(([name, part]) => {
    const inside = insideOf(to, Array.isArray(v) ? undefined : name)
    return inside === undefined || holds(part, inside)
  })
}

/** The node without types that no value has any more, once its parts are narrowed. */
export function possible(d: Draft): Draft {
  const type = d.type?.filter(t => !(t === 'object' && noObject(d)) && !(t === 'array' && noList(d)))
  if (type === undefined || type.length === d.type?.length) return d
  return type.length === 0 ? never : { ...d, type }
}

function noObject({
  properties = {},
  required = [],
  additionalProperties: further,
  minProperties = 0,
}: Draft) {
  const may = Object.keys(properties).filter(name => !isNever(own(properties, name) ?? {}))
  return (
    required.some(name => Object.hasOwn(properties, name) && !may.includes(name)) ||
    (further === false && may.length < minProperties)
  )
}

const noList = ({ items, prefixItems = [], minItems = 0 }: Draft): boolean =>
  items === false && prefixItems.length < minItems

const lose = (
  d: Draft,
  keyword: 'type' | 'enum' | 'additionalProperties',
  reason: string,
): { lost: readonly LostKeyword[] } => ({
  lost: [...(d.lost ?? []), { keyword, reason, enforcedBy: keyword }],
})
