/**
 * Which value goes into which style: the cells that OpenAPI leaves undefined are found here, at build
 * (OpenAPI 3.1, 4.8.12.3 and appendix E). The run time writes the others. For `bind/parameters.ts` and `bind/form.ts`.
 */
import type { Conventions } from '../options.ts'
import type { ParameterPlace } from '../runtime/contract.ts'
import { type Definitions, type Draft, isNever } from '../schema/draft.ts'
import { resolved } from './input.ts'

type Written = Pick<ParameterPlace, 'style' | 'explode' | 'deepArrays'>

export const styles = {
  path: ['simple', 'label', 'matrix'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  header: ['simple'],
  cookie: ['form'],
} as const satisfies Record<ParameterPlace['in'], readonly ParameterPlace['style'][]>

/** How deep a declared value goes: a scalar, or a list or object of what its parts may be. */
interface Shape {
  list?: Shape
  object?: Shape
}

/** Undefined when every declared value has a form, else what has none and which convention would give it one. */
export function serializationFault(
  schema: Draft,
  definitions: Definitions,
  written: Written & { cookie?: boolean },
  conventions: Conventions,
): { what: string; convention?: string } | undefined {
  const { list, object } = shapeOf(schema, definitions)
  if (written.style === 'deepObject')
    return deepFault({ ...(list && { list }), ...(object && { object }) }, conventions)
  if (list?.list || list?.object) return { what: 'a list of lists or objects' }
  if (object?.list || object?.object)
    return { what: `an object whose properties are lists or objects, in style ${written.style}` }
  if (written.cookie && written.explode && (list || object))
    return { what: 'a list or an object in an exploded cookie' }
  return undefined
}

/** `a[b]=c` for nested values, in `deepObject` parameters and in form bodies. */
export function deepFault(
  shape: Shape,
  conventions: Conventions,
): { what: string; convention?: string } | undefined {
  const inner = [shape.list, shape.object]
  if (inner.some(s => s?.list) || shape.list) {
    if (conventions.deepObjectArrays === undefined)
      return { what: 'a list below deepObject', convention: 'conventions.deepObjectArrays' }
  }
  if (inner.some(s => s?.object || s?.list?.object || s?.object?.object)) {
    if (conventions.nestedForm === undefined)
      return {
        what: 'an object inside an object or list, below deepObject',
        convention: 'conventions.nestedForm',
      }
  }
  return undefined
}

const onlyRefers = (d: Draft): boolean =>
  Object.keys(d).every(k => ['ref', 'at', 'description', 'notes', 'lost'].includes(k))

/** Levels that are told apart; no style writes more. */
const deepest = 6

export function shapeOf(d: Draft, definitions: Definitions): Shape {
  // A definition at a level is read once, however often it is named.
  const known = new Map<string, Shape>()
  const visit = (d: Draft, depth: number): Shape => {
    if (depth > deepest || isNever(d)) return {}
    const key = d.ref !== undefined && onlyRefers(d) ? `${depth} ${d.ref}` : undefined
    const seen = key === undefined ? undefined : known.get(key)
    if (seen) return seen
    const node = resolved(d, definitions)
    const shapes = [...(node.anyOf ?? []), ...(node.oneOf ?? []), ...(node.allOf ?? [])].map(b =>
      visit(b, depth),
    )
    // Where others say the types, keywords without one speak of theirs.
    const may = (type: 'array' | 'object', ...keywords: unknown[]) =>
      node.type?.includes(type) ?? keywords.some(k => k !== undefined)
    if (may('array', node.items, node.prefixItems)) {
      const items = [...(node.items ? [node.items] : []), ...(node.prefixItems ?? [])]
      shapes.push({ list: union(items.map(i => visit(i, depth + 1))) })
    }
    if (may('object', node.properties, node.additionalProperties)) {
      const values = [
        ...Object.values(node.properties ?? {}),
        ...(typeof node.additionalProperties === 'object' ? [node.additionalProperties] : []),
      ]
      shapes.push({ object: union(values.map(v => visit(v, depth + 1))) })
    }
    const shape = union(shapes)
    if (key !== undefined) known.set(key, shape)
    return shape
  }
  return visit(d, 0)
}

function union(shapes: Shape[]): Shape {
  const lists = shapes.flatMap(s => s.list ?? [])
  const objects = shapes.flatMap(s => s.object ?? [])
  return {
    ...(lists.length > 0 && { list: union(lists) }),
    ...(objects.length > 0 && { object: union(objects) }),
  }
}
