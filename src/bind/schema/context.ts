/** What the keyword files of `bind/schema/` share: the converter as they see it. Types and small readers only. */
import type { Code, Location } from '../../diagnostic.ts'
import { join } from '../../json/pointer.ts'
import type { Json, JsonObject } from '../../runtime/contract.ts'
import type { Draft } from '../../schema/draft.ts'
import type { Node, Spec } from '../../spec/spec.ts'
import type { PatternCheck } from './pattern.ts'

export interface SchemaContext {
  readonly spec: Spec
  /** A schema in place: references become references. */
  convert(node: Node): Draft
  /** A schema that speaks of the same value as the one being read: a branch. */
  here(node: Node): Draft
  /** A schema that others say the types of: one without `type` speaks of every value, as JSON Schema says. */
  beside(node: Node): Draft
  /** A schema whose own content is needed: a reference is replaced by what it names. */
  expand(node: Node): Draft
  /** One reference followed to the end of its chain; undefined when it was reported as broken. */
  follow(node: Node): Node | undefined
  readonly checkPattern: PatternCheck
  /** Whether a branch is a reference to a schema that is being read at this very place. */
  reading(node: Node): boolean
  problem(message: string, fix: string, at: Location, code?: Code): void
}

export const isObject = (v: Json | undefined): v is JsonObject =>
  typeof v === 'object' && v !== null && !Array.isArray(v)

/** A schema that only says something about the value: `{ description }` as a branch of an allOf. */
export const isAnnotation = (v: Json): boolean =>
  isObject(v) &&
  Object.keys(v).every(
    key =>
      ['description', 'title', 'example', 'default', 'deprecated', 'xml'].includes(key) ||
      key.startsWith('x-'),
  )

const ofProperties = [
  'properties',
  'required',
  'additionalProperties',
  'unevaluatedProperties',
  'patternProperties',
  'propertyNames',
  'dependentRequired',
]
const branches = (v: JsonObject, key: string): readonly Json[] => {
  const list = Object.hasOwn(v, key) ? v[key] : undefined
  return Array.isArray(list) ? list : []
}
const unions = (v: JsonObject) => [branches(v, 'anyOf'), branches(v, 'oneOf')]

/** The schemas that a value of this one must satisfy too: branches of allOf, and the only branch of a union. */
const conjuncts = (v: JsonObject): Json[] =>
  [...branches(v, 'allOf'), ...unions(v).flatMap(u => (u.length === 1 ? u : []))].filter(
    b => !isAnnotation(b),
  )

const refersTo = (v: Json, depth = 0): boolean =>
  isObject(v) && (Object.hasOwn(v, '$ref') || (depth < 16 && conjuncts(v).some(b => refersTo(b, depth + 1))))

/**
 * Whether what a schema holds together must be merged: names declared on one side decide what `required` and
 * `additionalProperties` of the other mean. A wrapper around one reference keeps it, and so recursion stays finite.
 */
export function holdsTogether(value: JsonObject): boolean {
  const count = conjuncts(value).length + (Object.hasOwn(value, '$ref') ? 1 : 0)
  const speaks = ofProperties.some(key => Object.hasOwn(value, key)) || unions(value).some(u => u.length > 1)
  return count > 1 || (count === 1 && speaks)
}

/** Whether reading it reads what it refers to, at the same place. */
export const expandsReferences = (value: JsonObject): boolean => holdsTogether(value) && refersTo(value)

export const child = (at: Location, ...tokens: (string | number)[]): Location => ({
  file: at.file,
  pointer: join(at.pointer, ...tokens),
})

/** The member as a node, or undefined when absent. */
export function member(value: JsonObject, at: Location, key: string): Node | undefined {
  const v = Object.hasOwn(value, key) ? value[key] : undefined
  return v === undefined ? undefined : { value: v, at: child(at, key) }
}

/** The items of an array member; reports a member that is no array. */
export function items(c: SchemaContext, value: JsonObject, at: Location, key: string): Node[] | undefined {
  const node = member(value, at, key)
  if (node === undefined) return undefined
  if (Array.isArray(node.value)) return node.value.map((v, i) => ({ value: v, at: child(node.at, i) }))
  c.problem(`${key} is no array`, `make ${key} an array, or remove it`, node.at)
  return undefined
}

const jsonType = (v: Json): string => (v === null ? 'null' : Array.isArray(v) ? 'array' : typeof v)

/** A member of one JSON type; reports another type. */
export function typed<T extends 'number' | 'string' | 'boolean'>(
  c: SchemaContext,
  value: JsonObject,
  at: Location,
  key: string,
  type: T,
): { number: number; string: string; boolean: boolean }[T] | undefined {
  const node = member(value, at, key)
  if (node === undefined) return undefined
  // The comparison is the narrowing; TypeScript does not relate it to T.
  if (typeof node.value === type) return node.value as { number: number; string: string; boolean: boolean }[T]
  c.problem(
    `${key} is a JSON ${jsonType(node.value)} and must be a ${type}`,
    `write ${key} as a ${type}, or remove it`,
    node.at,
  )
  return undefined
}

/** A length or a number of items: a whole number from 0 (JSON Schema validation, 6.3 to 6.5). */
export function count(c: SchemaContext, value: JsonObject, at: Location, key: string): number | undefined {
  const n = typed(c, value, at, key, 'number')
  if (n === undefined || (Number.isSafeInteger(n) && n >= 0)) return n
  c.problem(
    `${key} is ${n}, and no count`,
    `write ${key} as a whole number from 0, or remove it`,
    child(at, key),
  )
  return undefined
}

/** A list of property names, each once; reports anything else. */
export function nameList(c: SchemaContext, { value, at }: Node, key: string): string[] | undefined {
  if (Array.isArray(value) && value.every(name => typeof name === 'string'))
    return [...new Set<string>(value)]
  c.problem(`${key} is no list of names`, `write ${key} as a list of property names`, at)
  return undefined
}

/** What a keyword file adds: keys of the draft, notes and losses. */
export const note = (text: string): Partial<Draft> => ({ notes: [text] })
export const lost = (keyword: string, reason: string, enforcedBy = 'none'): Partial<Draft> => ({
  lost: [{ keyword, reason, enforcedBy }],
})

/** An assertion that nothing enforces: the schema accepts more than it should. */
export const unenforced = (keyword: string, reason: string): Partial<Draft> => ({
  ...lost(keyword, reason),
  wider: true,
})

/** Parts of one node put together; notes and losses add up, later keys win. */
export function combine(...parts: (Partial<Draft> | undefined)[]): Draft {
  const notes = parts.flatMap(p => p?.notes ?? [])
  const losses = parts.flatMap(p => p?.lost ?? [])
  return {
    ...Object.assign({}, ...parts),
    ...(notes.length > 0 && { notes }),
    ...(losses.length > 0 && { lost: losses }),
  }
}
