/**
 * Conditions in words. What is not said of a premise is said to be there: else the sentence would ask too much. For
 * `lower/node.ts` and `asserted.ts`.
 */
import type { TypeName } from '../runtime/contract.ts'
import {
  type Definitions,
  type Draft,
  isNever,
  mapChildren,
  onlyRequires,
  own,
  record,
} from '../schema/draft.ts'
import { summary } from './summary.ts'
import { boundWords, called, formatWords } from './words.ts'

/**
 * `When x is given: y is required.` of "not this, or that"; nothing where that says nothing, and undefined for a
 * schema that is no condition.
 */
export function implication(d: Draft, definitions: Definitions, depth = 0): string[] | undefined {
  const [first, conclusion, ...others] = d.anyOf ?? []
  if (Object.keys(bare(d)).length > 1 || !first || !conclusion || others.length > 0) return undefined
  const { not: premise, ...more } = bare(first)
  if (Object.keys(more).length > 0) return undefined
  // Whatever it is, it may be.
  if (premise === undefined || isNever(premise) || isAnything(conclusion)) return []
  const other = negated(premise)
  // What always asks is no condition.
  if (isAnything(premise) || (other && isNever(other))) return undefined
  const { said, all } = words(other ?? premise, 'given', definitions)
  const when =
    said.length === 0
      ? 'In some cases'
      : `${other ? 'Unless' : 'When'} ${said.join(' and ')}${all ? '' : ' and more holds'}`
  return [`${when}: ${outcome(conclusion, definitions, depth)}.`]
}

const deepest = 3

function outcome(d: Draft, definitions: Definitions, depth: number): string {
  if (isNever(d)) return 'not allowed'
  const inner =
    depth < deepest ? (d.allOf ?? []).flatMap(b => implication(b, definitions, depth + 1) ?? []) : []
  const all = [...words(d, 'required', definitions).said, ...inner.map(inside)]
  return all.length === 0 ? 'further rules hold' : all.join(' and ')
}

/** Without what asserts nothing. */
const bare = ({ at: _, aliases: __, description: ___, notes: ____, lost: _____, ...d }: Draft): Draft => d

const isAnything = (d: Draft): boolean => Object.keys(bare(d)).length === 0

/** What the schema denies, where that is all it does. */
export function negated(d: Draft): Draft | undefined {
  const { not, ...more } = bare(d)
  return Object.keys(more).length === 0 ? not : undefined
}

interface Words {
  said: string[]
  /** Whether nothing was left out. */
  all: boolean
}

const most = 20

/** The shape, the names it asks for beside that, those it forbids, and bounds. */
function words(start: Draft, asked: 'given' | 'required', definitions: Definitions): Words {
  const d = followed(start, definitions)
  const { type: _, properties = {}, required = [], not, ...others } = d
  const { additionalProperties: __, items: ___, prefixItems: ____, ...more } = others
  const declared = Object.entries(properties).filter(([, p]) => !isNever(p))
  const forbidden = not && onlyRequires(not) && not.required?.length === 1 ? not.required : []
  const names = required.filter(name => own(properties, name) === undefined)
  const gone = [...Object.keys(properties).filter(n => isNever(own(properties, n) ?? {})), ...forbidden]
  const bound = boundsOf(more)
  const parts = declared.map(([name, p]) => [name, boundsOf(bare(p))] as const)
  const inner = record(parts.map(([name, { left, type }]) => [name, type ? { type } : left] as const))
  const shape = shapeOf(d, inner, names.length + gone.length)
  const said = [
    ...(shape ? shownAs(shape, definitions) : []),
    ...names.map(name => `${called(name)} is ${asked}`),
    ...gone.map(name => `${called(name)} is left out`),
    ...bound.said.map(b => `it ${b}`),
    ...parts.flatMap(([name, b]) => b.said.map(said => `${called(name)} ${said}`)),
  ]
  const { enum: _____, anyOf: ______, ...left } = bound.left
  const all =
    Object.keys(left).length === 0 &&
    (not === undefined || forbidden.length > 0) &&
    said.length <= most &&
    !said.some(s => s.includes('…')) &&
    (shape === undefined || isShown(shape, definitions, 0))
  return { said: said.slice(0, most), all }
}

/** What a summary is made of; undefined where names say it all. */
function shapeOf(d: Draft, properties: Record<string, Draft>, names: number): Draft | undefined {
  const { enum: members, anyOf, type, items, prefixItems, additionalProperties } = d
  const hasNames = Object.keys(properties).length > 0
  const required = d.required?.filter(name => own(properties, name) !== undefined)
  const shape: Draft = {
    ...(type && { type }),
    ...(members && { enum: members }),
    ...(anyOf && { anyOf }),
    ...(hasNames && { properties }),
    ...(required && required.length > 0 && { required }),
    ...(additionalProperties !== undefined && { additionalProperties }),
    ...(items !== undefined && { items }),
    ...(prefixItems && { prefixItems }),
  }
  const keys = Object.keys(shape)
  const isObject = keys.length === 1 && type?.length === 1 && type[0] === 'object'
  return keys.length === 0 || (isObject && names > 0) ? undefined : typed(shape, 0)
}

/** With the types that the keywords speak of: under a condition a schema may leave them out. */
function typed(d: Draft, depth: number): Draft {
  const node = depth > deepest ? d : mapChildren(d, child => typed(child, depth + 1))
  if (node.type || node.enum || node.anyOf || node.ref !== undefined) return node
  if (node.properties || node.additionalProperties !== undefined) return { ...node, type: ['object'] }
  return node.items !== undefined || node.prefixItems ? { ...node, type: ['array'] } : node
}

/** `{"a": 1}`, `it is string`; nothing where it would tell nothing. */
function shownAs(shape: Draft, definitions: Definitions): string[] {
  const text = summary(shape, definitions)
  if (/^(?:any value|\{…\}|\[…\]|[ |])*$/.test(text)) return []
  return [/^[{[]/.test(text) ? text : `it is ${text}`]
}

/** Whether a summary shows all that the schema asserts. */
function isShown(start: Draft, definitions: Definitions, depth: number, room = { left: 200 }): boolean {
  if (room.left-- <= 0) return false
  const { type, enum: members, anyOf, ...d } = bare(followed(start, definitions))
  const isAlone = Object.keys(d).length === 0
  if (members) return isAlone && !anyOf && members.length <= 12
  const inner = (child: Draft) => !isNever(child) && isShown(child, definitions, depth + 1, room)
  if (anyOf) return isAlone && !type && depth < deepest && anyOf.every(inner)
  if (isAlone) return true
  const { properties = {}, required = [], additionalProperties: further, items, prefixItems, ...more } = d
  const names = Object.keys(properties)
  if (Object.keys(more).length > 0 || depth >= deepest || names.length > most || !type) return false
  if (further === false && names.length > 0) return false
  return (
    required.every(name => names.includes(name)) &&
    [...Object.values(properties), ...(prefixItems ?? [])].every(inner) &&
    (typeof further !== 'object' || inner(further)) &&
    (!items || inner(items))
  )
}

const bounds = [
  ['minimum', 'number'],
  ['maximum', 'number'],
  ['exclusiveMinimum', 'number'],
  ['exclusiveMaximum', 'number'],
  ['multipleOf', 'number'],
  ['pattern', 'string'],
  ['minLength', 'string'],
  ['maxLength', 'string'],
  ['minItems', 'array'],
  ['maxItems', 'array'],
  ['minProperties', 'object'],
  ['maxProperties', 'object'],
] as const

/** Bounds as parts of a sentence, the type they speak of, and the schema without them. */
function boundsOf({ source, format, ...d }: Draft) {
  const said: string[] = []
  const left: Draft = { ...d }
  let about: TypeName | undefined
  for (const [key, type] of bounds) {
    const value = key === 'pattern' ? (source ?? d.pattern) : d[key]
    if (typeof value !== 'number' && typeof value !== 'string') continue
    const verb = key === 'pattern' || /^m\w+[A-Z]\w*s$|Length$/.test(key) ? 'has' : 'is'
    said.push(`${verb} ${key === 'pattern' ? `the pattern ${value}` : inside(boundWords(key, value))}`)
    delete left[key]
    about = type
  }
  if (format !== undefined) said.push(`is ${inside(formatWords[format] ?? `Of the format ${format}.`)}`)
  return { said, left, ...(about && Object.keys(left).length === 0 && { type: [about] }) }
}

const inside = (sentence: string): string =>
  sentence.slice(0, 1).toLowerCase() + sentence.slice(1).replace(/\.$/, '')

/** What a mere reference names. */
function followed(start: Draft, definitions: Definitions): Draft {
  let d = bare(start)
  for (let step = 0; step < 16 && d.ref !== undefined && Object.keys(d).length === 1; step++)
    d = bare(definitions.get(d.ref) ?? {})
  return d
}
