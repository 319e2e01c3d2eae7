/**
 * Response schemas as far as types and `pick` need them: names, types, members. Not exact: what is left out makes a
 * schema wider, never narrower. For `bind/response.ts`.
 */
import type { Location } from '../diagnostic.ts'
import type { InputSchema, Json, JsonObject, TypeName } from '../runtime/contract.ts'
import { own, record } from '../schema/draft.ts'
import type { Node, Spec } from '../spec/spec.ts'
import { child, isObject } from './schema/context.ts'

export interface ResultSchemas {
  schemas: InputSchema[]
  $defs: Record<string, InputSchema>
}

/** A longer list of members is no help to anybody who writes code. */
const mostMembers = 100
const deepest = 64
const typeNames: readonly string[] = ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object']

/** What lies beyond `limit` schema objects stands for anything. References become definitions, nearest first. */
export function resultSchemas(spec: Spec, nodes: readonly Node[], limit: number): ResultSchemas {
  const ids = new Map<string, string>()
  const waiting: { id: string; node: Node; beside: boolean }[] = []
  const state = { visited: 0 }

  /** `beside`: others speak of the same value, so that free names of this schema may be declared by them. */
  function read({ value, at }: Node, depth: number, beside: boolean): InputSchema {
    if (++state.visited > limit || depth > deepest || !isObject(value)) return {}
    const composed = beside || isComposed(value)
    const inner = (key: string, v: Json, ...more: (string | number)[]) =>
      read({ value: v, at: child(at, key, ...more) }, depth + 1, false)
    const branch = (key: string, v: Json, i: number) =>
      read({ value: v, at: child(at, key, i) }, depth + 1, composed)
    const out: InputSchema = { ...ownKeywords(value), ...objectOf(value, composed, inner) }
    const ref = own(value, '$ref')
    if (typeof ref === 'string') {
      const id = definition(ref, at, composed)
      if (id === undefined) return {}
      out.$ref = `#/$defs/${id}`
    }
    const { items, prefixItems } = value
    if (isObject(items)) out.items = inner('items', items)
    if (Array.isArray(prefixItems)) out.prefixItems = prefixItems.map((v, i) => inner('prefixItems', v, i))
    for (const key of ['allOf', 'anyOf', 'oneOf'] as const) {
      const branches = own(value, key)
      if (Array.isArray(branches) && branches.length > 0) out[key] = branches.map((v, i) => branch(key, v, i))
    }
    return own(value, 'nullable') === true ? { anyOf: [out, { type: 'null' }] } : out
  }

  function definition(ref: string, at: Location, beside: boolean): string | undefined {
    const resolved = spec.resolve(ref, at)
    if ('problem' in resolved) return undefined
    const { node } = resolved
    const place = `${node.at.file}#${node.at.pointer}${beside ? ' beside' : ''}`
    const known = ids.get(place)
    if (known !== undefined) return known
    const id = String(ids.size + 1)
    ids.set(place, id)
    waiting.push({ id, node, beside })
    return id
  }

  const schemas = nodes.map(node => read(node, 0, false))
  const $defs: [string, InputSchema][] = []
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
    $defs.push([next.id, read(next.node, 0, next.beside)])
  return { schemas, $defs: record($defs) }
}

/** Whether more than one schema object speaks of the value. */
function isComposed(value: JsonObject): boolean {
  const parts = ['allOf', 'anyOf', 'oneOf'].flatMap(key => {
    const branches = own(value, key)
    if (!Array.isArray(branches)) return []
    // Alternatives do not speak of one value together.
    return key === 'allOf' ? branches : branches.slice(0, 1)
  })
  const ownWords = ['$ref', 'properties', 'additionalProperties'].filter(key => Object.hasOwn(value, key))
  return parts.length + ownWords.length > 1
}

/** What a schema says by itself. Bounds and patterns say nothing about a type. */
function ownKeywords(value: JsonObject): InputSchema {
  const types = [own(value, 'type') ?? []].flat().filter((t): t is TypeName => typeNames.includes(String(t)))
  const members = membersOf(value, types)
  if (members) return { enum: members }
  const type = types.length > 0 ? types : inferred(value)
  // The run time gives an integer past 2^53 as text.
  const wide: TypeName[] =
    type.includes('integer') && own(value, 'format') === 'int64' && !type.includes('string')
      ? [...type, 'string']
      : type
  const [only] = wide
  return wide.length === 0 ? {} : { type: wide.length === 1 && only ? only : wide }
}

function inferred(value: JsonObject): TypeName[] {
  if (isObject(own(value, 'properties')) || isObject(own(value, 'additionalProperties'))) return ['object']
  return isObject(own(value, 'items')) ? ['array'] : []
}

/** Members, unless there are many, or one that is read differently by different parsers. */
function membersOf(value: JsonObject, types: readonly TypeName[]): Json[] | undefined {
  const constant = own(value, 'const')
  const said = own(value, 'enum') ?? (constant === undefined ? undefined : [constant])
  if (!Array.isArray(said) || said.length === 0 || said.length > mostMembers) return undefined
  const fits = (m: Json) => types.length === 0 || types.some(t => isOf(m, t))
  return said.every(m => m === null || (typeof m !== 'object' && fits(m))) ? said : undefined
}

const isOf = (value: Json, type: TypeName): boolean =>
  type === 'integer' ? Number.isInteger(value) : type === 'null' ? value === null : typeof value === type

type Inner = (key: string, value: Json, ...more: (string | number)[]) => InputSchema

/** A closed object is not told from an open one: beside others in an `allOf` it would hold nothing. */
function objectOf(value: JsonObject, composed: boolean, inner: Inner): InputSchema {
  const said = own(value, 'properties')
  const further = own(value, 'additionalProperties')
  const properties = Object.entries(isObject(said) ? said : {}).filter(([, p]) => !isWriteOnly(p))
  const required = own(value, 'required')
  const names = (Array.isArray(required) ? required : []).filter(
    (n): n is string => typeof n === 'string' && properties.some(([name]) => name === n),
  )
  return {
    ...(properties.length > 0 && {
      properties: record(properties.map(([name, p]) => [name, inner('properties', p, name)] as const)),
    }),
    ...(names.length > 0 && { required: names }),
    ...(isObject(further) && {
      additionalProperties: composed ? true : inner('additionalProperties', further),
    }),
    ...(further === true && { additionalProperties: true }),
  }
}

/** A response leaves it out. */
const isWriteOnly = (value: Json): boolean => isObject(value) && own(value, 'writeOnly') === true
