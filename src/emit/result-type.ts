/** What may come back from a tool → the type of its result. Pure; `emit` calls it. */

import type { Results } from '../compile.ts'
import { stringLiteral } from '../json/literal.ts'
import { pickedPaths } from '../json/picked.ts'
import type { InputSchema, ResponsePlan } from '../runtime/contract.ts'
import { picked } from './picked.ts'
import { definitionName, schemaTypes } from './schema-type.ts'

type Definitions = Readonly<Record<string, InputSchema>>

/** Nobody reads a larger type, and editors slow down. */
const mostSchemas = 1000

/** The type of a success that is neither cut nor unreadable (`runtime/result.ts`). Texts of a response are left out. */
export function resultType(
  { schemas, $defs, ...others }: Results,
  { pick, headers }: ResponsePlan,
  prefix: string,
  indent: string,
): { type: string; helpers: string[] } {
  const shown = (pick ? schemas.map(s => picked(s, $defs, pickedPaths(pick))) : schemas).flatMap(s =>
    apart(s),
  )
  const { types, helpers } = schemaTypes(shown, reached(shown, $defs), {
    ...{ prefix: `${prefix}_r`, indent, comments: false, most: mostSchemas },
  })
  if (others.unknown || types.includes('unknown')) return { type: 'unknown', helpers: [] }
  const more = headers ? `; headers: ${headersType(headers)}` : ''
  const results = types.flatMap((type, i) => {
    const wrapped = `{ result: ${type}${more} }`
    const form = headers ? 'wrapped' : formOf(kindOf(shown[i] ?? {}, $defs))
    return form === 'either' ? [type, wrapped] : [form === 'wrapped' ? wrapped : type]
  })
  if (others.text) results.push(`{ result: string${more} }`)
  if (others.empty) results.push(`{ ok: true; status: number${more} }`)
  return { type: [...new Set(results)].join(' | ') || 'never', helpers }
}

/** Alternatives at the top, one by one: an object is shown as it is, `null` beside it is not. */
function apart(schema: InputSchema, depth = 0): InputSchema[] {
  const { type, anyOf, oneOf, ...rest } = schema
  const branches = anyOf ?? oneOf
  const only = type === undefined && !(anyOf && oneOf) && Object.keys(rest).length === 0
  if (branches && only && depth < deepest) return branches.flatMap(b => apart(b, depth + 1))
  if (!Array.isArray(type) || !type.includes('object') || type.length === 1) return [schema]
  const others = type.filter(t => t !== 'object')
  return [
    { ...schema, type: 'object' },
    { ...schema, type: others },
  ]
}

const headersType = (names: readonly string[]) =>
  `{ ${names.map(n => `${stringLiteral(n)}?: string`).join('; ')} }`

/** Definitions that these schemas use, in the order of the document's. */
function reached(schemas: readonly InputSchema[], $defs: Definitions): Record<string, InputSchema> {
  const names = new Set<string>()
  const stack: unknown[] = [...schemas]
  for (let value = stack.pop(); value !== undefined; value = stack.pop()) {
    if (typeof value !== 'object' || value === null) continue
    for (const [key, inner] of Object.entries(value)) {
      stack.push(inner)
      if (key !== '$ref' || typeof inner !== 'string' || !inner.startsWith('#/$defs/')) continue
      const name = definitionName(inner)
      if (!names.has(name)) stack.push(Object.hasOwn($defs, name) ? $defs[name] : undefined)
      names.add(name)
    }
  }
  return Object.fromEntries(Object.entries($defs).filter(([name]) => names.has(name)))
}

/** Which values a schema has, as far as it decides how a result is shown. */
interface Kind {
  object: boolean
  other: boolean
  /** Whether an object has a key that would make it look like an answer of the run time. */
  telling: 'never' | 'maybe' | 'always'
}

/** `runtime/result.ts` wraps what is no object, and an object with one of these keys. */
const tellingKeys = ['error', 'output']
const deepest = 40

const formOf = ({ object, other, telling }: Kind): 'itself' | 'wrapped' | 'either' => {
  if (!object) return 'wrapped'
  if (other) return 'either'
  return telling === 'maybe' ? 'either' : telling === 'always' ? 'wrapped' : 'itself'
}

function kindOf(schema: InputSchema, $defs: Definitions, depth = 0): Kind {
  if (depth > deepest) return { object: true, other: true, telling: 'maybe' }
  const inner = (s: InputSchema) => kindOf(s, $defs, depth + 1)
  const { $ref, allOf = [], anyOf, oneOf } = schema
  return [
    ...($ref === undefined ? [] : [inner($defs[definitionName($ref)] ?? {})]),
    ...allOf.map(inner),
    ...(anyOf ? [eitherOf(anyOf.map(inner))] : []),
    ...(oneOf ? [eitherOf(oneOf.map(inner))] : []),
  ].reduce(bothOf, ownKind(schema))
}

function ownKind({
  type,
  enum: members,
  const: value,
  properties = {},
  required = [],
  additionalProperties,
}: InputSchema): Kind {
  const values = members ?? (value === undefined ? undefined : [value])
  const types = type === undefined ? undefined : [type].flat()
  const isObject = (v: unknown) => typeof v === 'object' && v !== null && !Array.isArray(v)
  const declared = tellingKeys.filter(k => Object.hasOwn(properties, k))
  return {
    object: values ? values.some(isObject) : (types?.includes('object') ?? true),
    other: values ? !values.every(isObject) : (types?.some(t => t !== 'object') ?? true),
    telling: declared.some(k => required.includes(k))
      ? 'always'
      : declared.length > 0 || typeof additionalProperties === 'object'
        ? 'maybe'
        : 'never',
  }
}

const bothOf = (a: Kind, b: Kind): Kind => ({
  object: a.object && b.object,
  other: a.other && b.other,
  telling: [a, b].some(k => k.telling === 'always')
    ? 'always'
    : [a, b].some(k => k.telling === 'maybe')
      ? 'maybe'
      : 'never',
})

function eitherOf(kinds: readonly Kind[]): Kind {
  const objects = kinds.filter(k => k.object)
  const every = (telling: Kind['telling']) => objects.every(k => k.telling === telling)
  return {
    object: objects.length > 0,
    other: kinds.some(k => k.other),
    telling: every('never') ? 'never' : every('always') ? 'always' : 'maybe',
  }
}
