/** JSON Schema of a tool's arguments → TypeScript types. Pure; `emit` calls it. */
import { stringLiteral } from '../json/literal.ts'
import { tokens } from '../json/pointer.ts'
import type { ArgumentsSchema, InputSchema, Json, TypeName } from '../runtime/contract.ts'
import { jsdoc } from './jsdoc.ts'

// Deeper than anything a person reads; past it everything is accepted.
const maxDepth = 40

/** How schemas become types. */
export interface Typing {
  /** Stands before the names of helper types. */
  prefix: string
  indent: string
  /** Whether descriptions become comments. */
  comments: boolean
  /** Schemas that are written out; what is beyond is `unknown`. */
  most: number
}

interface Scope extends Typing {
  /** Name of a `$defs` entry → name of its type. */
  names: ReadonlyMap<string, string>
  depth: number
  written: { count: number }
}

/**
 * The types of schemas with one set of definitions, and one type per definition, because only a named type can be
 * recursive. A type may be wider than its schema, never narrower.
 */
export function schemaTypes(
  schemas: readonly InputSchema[],
  $defs: Readonly<Record<string, InputSchema>>,
  typing: Typing,
): { types: string[]; helpers: string[] } {
  const defs = Object.entries($defs)
  const names = new Map(defs.map(([name], i) => [name, `${typing.prefix}_${i + 1}`]))
  const scope: Scope = { ...typing, names, depth: 0, written: { count: 0 } }
  const types = schemas.map(schema => typeOf(schema, scope))
  const helpers = defs.map(
    ([name, def]) => `type ${names.get(name)} = ${loops(name, $defs) ? 'unknown' : typeOf(def, scope)}`,
  )
  return { types, helpers }
}

/** The type of the arguments. */
export function argumentTypes(
  schema: ArgumentsSchema,
  prefix: string,
  indent: string,
): { type: string; helpers: string[] } {
  const typing = { prefix, indent, comments: true, most: Number.POSITIVE_INFINITY }
  const { types, helpers } = schemaTypes([schema], schema.$defs ?? {}, typing)
  return { type: types[0] ?? 'unknown', helpers }
}

/** The type of exactly one value. */
export function valueType(value: Json, depth = 0): string {
  if (typeof value === 'string') return stringLiteral(value)
  if (typeof value !== 'object' || value === null) return String(value)
  if (depth > maxDepth) return 'unknown'
  if (Array.isArray(value)) return `[${value.map(v => valueType(v, depth + 1)).join(', ')}]`
  const members = Object.entries(value).map(([k, v]) => `${propertyName(k)}: ${valueType(v, depth + 1)}`)
  return members.length === 0 ? 'Record<string, never>' : `{ ${members.join('; ')} }`
}

function typeOf(schema: InputSchema, outer: Scope): string {
  if (outer.depth > maxDepth || outer.written.count++ > outer.most) return 'unknown'
  if (isNothing(schema)) return 'never'
  const scope = { ...outer, depth: outer.depth + 1 }
  const alternatives = (of: InputSchema[]) => union(of.map(s => typeOf(s, scope)))
  return intersection([
    own(schema, scope),
    ...(schema.$ref === undefined ? [] : [reference(schema.$ref, scope)]),
    ...(schema.allOf ?? []).map(s => typeOf(s, scope)),
    ...(schema.anyOf === undefined ? [] : [alternatives(schema.anyOf)]),
    ...(schema.oneOf === undefined ? [] : [alternatives(schema.oneOf)]),
  ])
}

/** `not: {}`: what may not be there. */
const isNothing = ({ not }: InputSchema): boolean => not !== undefined && Object.keys(not).length === 0

function reference(ref: string, { names }: Scope): string {
  const type = names.get(definitionName(ref))
  if (type === undefined) throw new Error(`not a definition of this schema: ${ref}`)
  return type
}

/** The name in a reference to a definition. */
export function definitionName(ref: string): string {
  const [first, name, ...rest] = ref.startsWith('#') ? tokens(ref.slice(1)) : []
  if (first !== '$defs' || name === undefined || rest.length > 0) throw new Error(`not a definition: ${ref}`)
  return name
}

/** Whether a definition is itself without an object or array between, which no type alias can say (TS2456). */
function loops(name: string, $defs: Readonly<Record<string, InputSchema>>): boolean {
  const seen = new Set<string>()
  const wanted = [name]
  for (const next of wanted) {
    for (const ref of transparent($defs[next] ?? {})) {
      if (ref === name) return true
      if (!seen.has(ref)) wanted.push(ref)
      seen.add(ref)
    }
  }
  return false
}

function transparent(schema: InputSchema, depth = 0): string[] {
  if (depth > maxDepth) return []
  const parts = [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  const own = schema.$ref === undefined ? [] : [definitionName(schema.$ref)]
  return [...own, ...parts.flatMap(p => transparent(p, depth + 1))]
}

function own(schema: InputSchema, scope: Scope): string {
  if (schema.const !== undefined) return valueType(schema.const)
  if (schema.enum !== undefined) return union(schema.enum.map(v => valueType(v)))
  if (schema.type === undefined) return 'unknown'
  const types = typeof schema.type === 'string' ? [schema.type] : schema.type
  return union(types.map(t => ofType[t](schema, scope)))
}

const ofType: Record<TypeName, (schema: InputSchema, scope: Scope) => string> = {
  null: () => 'null',
  boolean: () => 'boolean',
  integer: () => 'number',
  number: () => 'number',
  string: () => 'string',
  array: arrayType,
  object: objectType,
}

function arrayType({ prefixItems, items, minItems = 0 }: InputSchema, scope: Scope): string {
  const rest = items === undefined ? 'unknown' : items === false ? 'never' : typeOf(items, scope)
  if (prefixItems === undefined) return `Array<${rest}>`
  const first = prefixItems.map((s, i) => `(${typeOf(s, scope)})${i < minItems ? '' : '?'}`)
  return `[${[...first, ...(items === false ? [] : [`...Array<${rest}>`])].join(', ')}]`
}

function objectType(schema: InputSchema, scope: Scope): string {
  const properties = Object.entries(schema.properties ?? {})
  const extra = schema.additionalProperties
  const inner = { ...scope, indent: `${scope.indent}  ` }
  if (properties.length === 0) {
    if (extra === false) return 'Record<string, never>'
    // Not `Record`: an alias of it cannot be recursive.
    return `{ [key: string]: ${typeof extra === 'object' ? typeOf(extra, scope) : 'unknown'} }`
  }
  const required = new Set(schema.required)
  const lines = properties.flatMap(([name, s]) => [
    ...(scope.comments ? jsdoc([s.description ?? ''], inner.indent) : []),
    `${inner.indent}${propertyName(name)}${required.has(name) ? '' : '?'}: ${typeOf(s, inner)}`,
  ])
  // `unknown`, because an index signature must also hold for the declared properties. An object that says nothing
  // about further ones gets none: a misspelt property is found more often than an undeclared one is meant.
  if (extra !== undefined && extra !== false) lines.push(`${inner.indent}[key: string]: unknown`)
  return ['{', ...lines, `${scope.indent}}`].join('\n')
}

const propertyName = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : stringLiteral(name))

function union(types: string[]): string {
  const distinct = [...new Set(types)]
  if (distinct.includes('unknown')) return 'unknown'
  if (distinct.length === 1) return distinct[0] ?? 'never'
  return distinct.map(group).join(' | ') || 'never'
}

function intersection(types: string[]): string {
  const known = [...new Set(types)].filter(t => t !== 'unknown')
  return known.length < 2 ? (known[0] ?? 'unknown') : known.map(group).join(' & ')
}

const group = (type: string) => (/[|&]/.test(type) ? `(${type})` : type)
