/**
 * Which names an exploded object puts beside the other parameters, and whether it may put further ones. For
 * `bind/writers.ts`.
 */
import { type Definitions, type Draft, isNever } from '../schema/draft.ts'
import { hasType } from '../schema/types.ts'
import { resolved } from './input.ts'

export interface Spread {
  /** Properties that the document names. */
  names: ReadonlySet<string>
  /** Whether further properties may come. */
  open: boolean
  /** Whether the value may also be a scalar or a list, which stands under the parameter's own name. */
  other: boolean
}

/** Schemas that are looked into; one that needs more is taken for anything. */
const mostVisits = 5000

/** Undefined when no value is an object. */
export function spreadOf(root: Draft, definitions: Definitions): Spread | undefined {
  let visits = 0
  const visit = (d: Draft, path: readonly string[]): Found => {
    if (visits++ > mostVisits) return anything
    if (isNever(d) || (d.ref !== undefined && path.includes(d.ref))) return nothing
    const inside = d.ref === undefined ? path : [...path, d.ref]
    const node = resolved(d, definitions)
    const all = (branches: readonly Draft[] = []) => branches.map(b => visit(b, inside))
    const choices = [node.anyOf, node.oneOf].filter(u => u !== undefined)
    return [...all(node.allOf), ...choices.map(u => all(u).reduce(either, nothing))].reduce(both, own(node))
  }
  const { object, ...spread } = visit(root, [])
  return object ? spread : undefined
}

interface Found extends Spread {
  object: boolean
}

const nothing: Found = { object: false, names: new Set(), open: false, other: false }
const anything: Found = { object: true, names: new Set(), open: true, other: true }

function own(node: Draft): Found {
  const members = (node.enum ?? []).flatMap(v => (hasType(v, 'object') ? Object.keys(v as object) : []))
  return {
    object: may(node, 'object'),
    names: new Set([...Object.keys(node.properties ?? {}), ...members]),
    open: node.additionalProperties !== false && node.enum === undefined,
    other: (['boolean', 'number', 'string', 'array'] as const).some(t => may(node, t)),
  }
}

const may = (
  { type, enum: members }: Draft,
  wanted: 'object' | 'array' | 'boolean' | 'number' | 'string',
): boolean =>
  members
    ? members.some(v => hasType(v, wanted))
    : (type?.some(t => t === wanted || (t === 'integer' && wanted === 'number')) ?? true)

const either = (a: Found, b: Found): Found => ({
  names: new Set([...a.names, ...b.names]),
  object: a.object || b.object,
  open: (a.object && a.open) || (b.object && b.open),
  other: a.other || b.other,
})

const both = (a: Found, b: Found): Found => ({
  names: new Set([...a.names, ...b.names]),
  object: a.object && b.object,
  open: a.open && b.open,
  other: a.other && b.other,
})
