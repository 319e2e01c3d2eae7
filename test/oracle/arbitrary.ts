/** Values that satisfy an InputSchema, for property tests; `near.ts` makes ones that mostly do not. */
import fc, { type GeneratorValue } from 'fast-check'
import type { InputSchema, Json, JsonObject, TypeName } from '../../src/runtime/contract.ts'
import { ajvFor, type Validators, validators } from './ajv.ts'
import { numberFor, stringFor } from './scalars.ts'

export { ajvFor }

/** Values that satisfy the schema. Throws for a schema that it finds no value for. */
export function valid(schema: InputSchema): fc.Arbitrary<Json> {
  const oracle = validators(schema)
  return fc.gen().map(draw => value([{ schema, pointer: '' }], { root: schema, oracle, draw, depth: 0 }))
}

/** Any JSON value, without -0, which JSON text cannot keep apart from 0. */
export const json: fc.Arbitrary<Json> = fc
  .jsonValue({ depthSize: 'small', maxDepth: 3 })
  .map(v => JSON.parse(JSON.stringify(v)) as Json)

/** A subschema with its pointer, under which the oracle knows it. */
interface Part {
  schema: InputSchema
  pointer: string
}
interface Context {
  root: InputSchema
  oracle: Validators
  draw: GeneratorValue
  depth: number
}

class Impossible extends Error {}

const attempts = 60
/** From here on only what is required is made, by the shortest way. */
const deep = 4

/** A value for all the parts at once. */
function value(parts: Part[], context: Context): Json {
  for (let i = 0; i < attempts; i++) {
    const made = attempt(flatten(parts, context), context)
    if (made !== undefined && parts.every(p => context.oracle.at(p.pointer)(made))) return made
  }
  throw new Impossible(`no value found for ${JSON.stringify(parts.map(p => p.schema)).slice(0, 500)}`)
}

/** The parts without `$ref`, `allOf` and, a branch chosen of each, `anyOf` and `oneOf`. */
function flatten(parts: Part[], context: Context): Part[] {
  const out: Part[] = []
  const queue = [...parts]
  for (let part = queue.shift(); part !== undefined; part = queue.shift()) {
    const { schema, pointer } = part
    out.push(part)
    if (schema.$ref !== undefined) queue.push(target(schema.$ref, context.root))
    schema.allOf?.forEach((s, i) => {
      queue.push({ schema: s, pointer: `${pointer}/allOf/${i}` })
    })
    for (const keyword of ['anyOf', 'oneOf'] as const) {
      const branches = schema[keyword]?.map((s, i) => ({ schema: s, pointer: `${pointer}/${keyword}/${i}` }))
      if (branches !== undefined) queue.push(branch(branches, context))
    }
  }
  return out
}

function branch(branches: Part[], context: Context): Part {
  const first = branches[0]
  if (first === undefined) throw new Error('no branch to choose from')
  if (context.depth < deep) return branches[context.draw(fc.nat, { max: branches.length - 1 })] ?? first
  const heights = branches.map(b => height(b.schema, context.root, new Set()))
  return branches[heights.indexOf(Math.min(...heights))] ?? first
}

function attempt(parts: Part[], context: Context): Json | undefined {
  const { draw } = context
  const schemas = parts.map(p => p.schema)
  const constant = schemas.find(s => s.const !== undefined)
  if (constant?.const !== undefined) return constant.const
  const members = schemas.find(s => s.enum !== undefined)?.enum
  if (members !== undefined) {
    const fit = members.filter(m =>
      parts.every(p => p.schema.$ref !== undefined || context.oracle.at(p.pointer)(m)),
    )
    return fit[draw(fc.nat, { max: Math.max(0, fit.length - 1) })]
  }
  const types = typesOf(schemas)
  // Null is one value among many; it should not come half the time.
  const rest = types.filter(t => t !== 'null')
  if (types.includes('null') && (rest.length === 0 || draw(fc.nat, { max: 7 }) === 0)) return null
  const type = rest[draw(fc.nat, { max: Math.max(0, rest.length - 1) })]
  if (type === 'boolean') return draw(fc.boolean)
  if (type === 'integer' || type === 'number') return numberFor(type, schemas, draw)
  if (type === 'string') return stringFor(schemas, draw)
  if (type === 'array') return array(parts, context)
  return type === 'object' ? object(parts, context) : undefined
}

const everyType: TypeName[] = ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object']
/** Keywords that say nothing about other types, but that a schema without `type` is meant by. */
const meant: [TypeName, (keyof InputSchema)[]][] = [
  ['object', ['properties', 'required', 'additionalProperties', 'minProperties', 'dependentRequired']],
  ['array', ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems']],
  ['string', ['pattern', 'minLength', 'maxLength']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
]

function typesOf(schemas: InputSchema[]): TypeName[] {
  let types = everyType
  for (const { type } of schemas) {
    const said = type === undefined ? everyType : [type].flat()
    types = types.filter(t => said.includes(t) || (t === 'integer' && said.includes('number')))
  }
  if (types.length < everyType.length) return types
  const hinted = meant.filter(([, keywords]) => schemas.some(s => keywords.some(k => s[k] !== undefined)))
  return hinted.length > 0 ? hinted.map(([type]) => type) : types
}

function array(parts: Part[], context: Context): Json[] | undefined {
  const schemas = parts.map(p => p.schema)
  const prefix = Math.max(0, ...schemas.map(s => s.prefixItems?.length ?? 0))
  const closed = schemas.some(s => s.items === false)
  const min = Math.max(0, ...schemas.map(s => s.minItems ?? 0))
  const most = context.depth < deep ? min + 3 : min
  const max = Math.min(Math.max(prefix, most), closed ? prefix : 1e9, ...schemas.map(s => s.maxItems ?? 1e9))
  if (max < min) return undefined
  const length = min + context.draw(fc.nat, { max: max - min })
  const unique = schemas.some(s => s.uniqueItems === true)
  const items: Json[] = []
  for (let i = 0; items.length < length && i < length + attempts; i++) {
    const index = items.length
    const here = parts.flatMap(({ schema, pointer }): Part[] => {
      const own = schema.prefixItems?.[index]
      if (own !== undefined) return [{ schema: own, pointer: `${pointer}/prefixItems/${index}` }]
      return schema.items ? [{ schema: schema.items, pointer: `${pointer}/items` }] : []
    })
    const item = child(here, context)
    if (!unique || !items.some(other => same(other, item))) items.push(item)
  }
  return items
}

function object(parts: Part[], context: Context): JsonObject {
  const { draw } = context
  const schemas = parts.map(p => p.schema)
  const declared = [...new Set(schemas.flatMap(s => Object.keys(s.properties ?? {})))]
  const chosen = new Set(schemas.flatMap(s => s.required ?? []))
  const min = Math.max(0, ...schemas.map(s => s.minProperties ?? 0))
  const room = Math.min(...schemas.map(s => s.maxProperties ?? 1e9))
  const wanted = context.depth < deep ? [6, 4, 3, 2][context.depth] : min
  const optional = draw(
    fc.shuffledSubarray,
    declared.filter(k => !chosen.has(k)),
  )
  for (const key of optional.slice(0, wanted)) if (chosen.size < room) chosen.add(key)
  const closed = schemas.some(s => s.additionalProperties === false)
  const free = closed ? 0 : Math.max(min - chosen.size, draw(fc.nat, { max: context.depth < deep ? 2 : 0 }))
  for (let i = 0; i < free && chosen.size < room; i++) chosen.add(draw(freeKey))
  // What a present property calls for, to the end of the chain.
  for (const key of chosen)
    for (const s of schemas) for (const k of own(s.dependentRequired, key) ?? []) chosen.add(k)
  const needed = new Set(
    schemas.flatMap(s => [...(s.required ?? []), ...Object.values(s.dependentRequired ?? {}).flat()]),
  )
  // Present in any order: nothing may depend on the order of keys.
  return Object.fromEntries(
    [...chosen].flatMap((key): [string, Json][] => {
      const here = parts.flatMap(({ schema, pointer }): Part[] => {
        const declaredHere = own(schema.properties, key)
        if (declaredHere !== undefined)
          return [{ schema: declaredHere, pointer: `${pointer}/properties/${token(key)}` }]
        const rest = schema.additionalProperties
        return typeof rest === 'object' ? [{ schema: rest, pointer: `${pointer}/additionalProperties` }] : []
      })
      try {
        return [[key, child(here, context)]]
      } catch (error) {
        // A property that no value fits can still be left out.
        if (needed.has(key) || !(error instanceof Impossible)) throw error
        return []
      }
    }),
  )
}

/** Keys of maps are the caller's choice; some are chosen to hurt. */
const freeKeys = fc.oneof(
  fc.string({ minLength: 1, maxLength: 6 }),
  fc.constantFrom('__proto__', 'constructor', 'toString', 'a/b', 'a~b', '*', 'a[b]', 'x&y=z', 'é', ''),
)

const freeKey = () => freeKeys
const anyJson = () => json

const child = (parts: Part[], context: Context): Json =>
  parts.length === 0 ? context.draw(anyJson) : value(parts, { ...context, depth: context.depth + 1 })

/** How deep the smallest value is; Infinity when it never ends. */
function height(schema: InputSchema, root: InputSchema, seen: Set<string>): number {
  const of = (s: InputSchema) => height(s, root, seen)
  const all = [0]
  if (schema.$ref !== undefined) {
    if (seen.has(schema.$ref)) return Number.POSITIVE_INFINITY
    all.push(height(target(schema.$ref, root).schema, root, new Set([...seen, schema.$ref])))
  }
  for (const s of schema.allOf ?? []) all.push(of(s))
  for (const branches of [schema.anyOf, schema.oneOf]) if (branches) all.push(Math.min(...branches.map(of)))
  if (schema.items && (schema.minItems ?? 0) > 0) all.push(1 + of(schema.items))
  for (const key of schema.required ?? []) all.push(1 + of(own(schema.properties, key) ?? {}))
  return Math.max(...all)
}

function target(ref: string, root: InputSchema): Part {
  const name = ref.slice('#/$defs/'.length).replaceAll('~1', '/').replaceAll('~0', '~')
  const schema = own(root.$defs, name)
  if (schema === undefined) throw new Error(`no definition for ${ref}`)
  return { schema, pointer: `/$defs/${token(name)}` }
}

const own = <T>(map: Record<string, T> | undefined, key: string): T | undefined =>
  map !== undefined && Object.hasOwn(map, key) ? map[key] : undefined
const token = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1')
const same = (a: Json, b: Json): boolean => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b))
const sorted = (v: Json): Json =>
  typeof v !== 'object' || v === null
    ? v
    : Array.isArray(v)
      ? v.map(sorted)
      : Object.fromEntries(
          Object.entries(v)
            .map(([k, x]): [string, Json] => [k, sorted(x)])
            .sort(([a], [b]) => (a < b ? -1 : 1)),
        )
