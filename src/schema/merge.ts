/**
 * The conjunction of two schemas as one schema, exactly: what both accept. What has no form in one node stays
 * beside it in `allOf`. Pure; `bind/` (allOf, `$ref` siblings) and `lower/` (definitions) call it.
 *
 * One reading is ours: `additionalProperties` of a branch speaks of names that no branch declares. Taken
 * literally it would forbid what the other branches declare, and no server means that.
 */

import type { Json, TypeName } from '../runtime/contract.ts'
import { stableText } from '../runtime/json-text.ts'
import { type Draft, isNever, never, own, record } from './draft.ts'
import { typeNames } from './types.ts'

/** `b` is the more specific text: its description wins. */
export function merge(a: Draft, b: Draft): Draft {
  // A property that the other side fills leaves, whatever else is said of it.
  const nothing: Draft = a.excluded || b.excluded ? { ...never, excluded: true } : never
  if (isNever(a) || isNever(b)) return nothing
  const type = intersectTypes(a.type, b.type)
  if (type?.length === 0) return nothing
  const members = intersectEnums(a.enum, b.enum)
  if (members?.length === 0) return nothing
  const beside: Draft[] = [...(a.allOf ?? []), ...(b.allOf ?? [])]
  const out: Draft = {
    ...withoutPlaces(a),
    ...withoutPlaces(b),
    ...(type && { type }),
    ...(members && { enum: members }),
    ...highest(a, b),
    ...lowest(a, b),
    ...objects(a, b),
    ...arrays(a, b, beside),
    ...concat(a, b),
  }
  keepBoth(a, b, out, beside)
  if (beside.length > 0) out.allOf = beside
  return out
}

/** Types that both allow; an integer is a number. */
export function intersectTypes(
  a: readonly TypeName[] | undefined,
  b: readonly TypeName[] | undefined,
): readonly TypeName[] | undefined {
  if (a === undefined) return b
  if (b === undefined) return a
  const allows = (list: readonly TypeName[], t: TypeName) =>
    list.includes(t) || (t === 'integer' && list.includes('number'))
  return typeNames.filter(
    t => allows(a, t) && allows(b, t) && !(t === 'integer' && a.includes('number') && b.includes('number')),
  )
}

function intersectEnums(a: readonly Json[] | undefined, b: readonly Json[] | undefined) {
  if (a === undefined) return b
  if (b === undefined) return a
  const texts = new Set(b.map(stableText))
  return a.filter(x => texts.has(stableText(x)))
}

const lowerBounds = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'] as const
const upperBounds = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'] as const

const bounds = (keys: readonly (keyof Draft)[], pick: (...n: number[]) => number, a: Draft, b: Draft) =>
  Object.fromEntries(
    keys.flatMap(key => {
      const [x, y] = [a[key], b[key]]
      return typeof x === 'number' && typeof y === 'number' ? [[key, pick(x, y)]] : []
    }),
  )
const highest = (a: Draft, b: Draft) => bounds(lowerBounds, Math.max, a, b)
const lowest = (a: Draft, b: Draft) => bounds(upperBounds, Math.min, a, b)

function objects(a: Draft, b: Draft): Partial<Draft> {
  const out: Partial<Draft> = {}
  if (a.properties && b.properties) {
    const names = [...new Set([...Object.keys(a.properties), ...Object.keys(b.properties)])]
    out.properties = record(
      names.map(name => {
        const [x, y] = [own(a.properties, name), own(b.properties, name)]
        // One of the two has the name.
        return [name, x && y ? merge(x, y) : ((x ?? y) as Draft)] as const
      }),
    )
  }
  if (a.aliases && b.aliases) out.aliases = [...new Map([...a.aliases, ...b.aliases])]
  const only = b.onlyNames
  if (a.onlyNames && only) out.onlyNames = a.onlyNames.filter(name => only.includes(name))
  if (a.everyProperty && b.everyProperty) out.everyProperty = merge(a.everyProperty, b.everyProperty)
  if (a.required && b.required) out.required = [...new Set([...a.required, ...b.required])]
  if (a.dependentRequired && b.dependentRequired) {
    const names = [...new Set([...Object.keys(a.dependentRequired), ...Object.keys(b.dependentRequired)])]
    out.dependentRequired = record(
      names.map(name => {
        const all = [...(own(a.dependentRequired, name) ?? []), ...(own(b.dependentRequired, name) ?? [])]
        return [name, [...new Set(all)]] as const
      }),
    )
  }
  const [x, y] = [a.additionalProperties, b.additionalProperties]
  if (x !== undefined && y !== undefined) {
    if (x === false || y === false) out.additionalProperties = false
    else out.additionalProperties = x === true ? y : y === true ? x : orFalse(merge(x, y))
  }
  return out
}

type Places = Pick<Draft, 'prefixItems' | 'items'>

function arrays(a: Draft, b: Draft, beside: Draft[]): Places {
  const [x, y] = [places(a), places(b)]
  if (Object.keys(x).length === 0) return y
  if (Object.keys(y).length === 0) return x
  if (x.prefixItems || y.prefixItems) {
    // `items` means "the rest" beside `prefixItems`: two such lists do not fold into one.
    beside.push(y)
    return x
  }
  if (x.items === undefined || y.items === undefined) return { ...x, ...y }
  return { items: x.items === false || y.items === false ? false : orFalse(merge(x.items, y.items)) }
}

/** Where a schema speaks of what else there may be, "nothing" is `false`. */
const orFalse = (d: Draft): Draft | false => (isNever(d) ? false : d)

const places = ({ prefixItems, items }: Draft): Places => ({
  ...(prefixItems && { prefixItems }),
  ...(items !== undefined && { items }),
})

function withoutPlaces(d: Draft): Draft {
  const { prefixItems: _, items: __, ...rest } = d
  return rest
}

function concat(a: Draft, b: Draft): Partial<Draft> {
  const notes = [...new Set([...(a.notes ?? []), ...(b.notes ?? [])])]
  const lost = [...(a.lost ?? []), ...(b.lost ?? [])]
  const without = [...new Set([...(a.without ?? []), ...(b.without ?? [])])]
  const evaluatesSome = [...new Set([...(a.evaluatesSome ?? []), ...(b.evaluatesSome ?? [])])]
  return {
    ...(notes.length > 0 && { notes }),
    ...(lost.length > 0 && { lost }),
    ...(without.length > 0 && { without }),
    ...(evaluatesSome.length > 0 && { evaluatesSome }),
  }
}

/** Keywords of which a node has one: when both have one, `a` keeps the place and `b` goes beside it. */
function keepBoth(a: Draft, b: Draft, out: Draft, beside: Draft[]): void {
  for (const key of ['ref', 'pattern', 'format', 'multipleOf', 'anyOf', 'oneOf', 'not'] as const) {
    const [x, y] = [a[key], b[key]]
    if (x === undefined || y === undefined) continue
    Object.assign(out, { [key]: x })
    if (key === 'pattern') {
      delete out.source
      if (a.source !== undefined) out.source = a.source
    }
    const implied = typeof x === 'number' && typeof y === 'number' ? x % y === 0 : x === y
    const source = key === 'pattern' && b.source !== undefined ? { source: b.source } : {}
    if (!implied) beside.push({ [key]: y, ...source })
  }
}
