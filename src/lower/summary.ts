/** A schema in a few words, for arguments that a model writes as JSON text. For `lower/keywords/json-text.ts`. */
import { type Definitions, type Draft, isNever, own } from '../schema/draft.ts'

const longest = 400

/** Parts that are looked at; what they leave out is longer than the text may be. */
const mostParts = 200

/** `{"name": string, "tags"?: string[]}`, cut at 400 characters. */
export function summary(root: Draft, definitions: Definitions): string {
  let room = mostParts
  const shape = (d: Draft, depth: number, refs: readonly string[]): string => {
    if (room-- <= 0) return '…'
    if (d.ref !== undefined) {
      const target = definitions.get(d.ref)
      if (target === undefined || refs.includes(d.ref)) return 'the same again'
      return shape(target, depth, [...refs, d.ref])
    }
    const inner = (child: Draft) => shape(child, depth + 1, refs)
    if (d.enum)
      return (
        d.enum
          .slice(0, 12)
          .map(v => JSON.stringify(v))
          .join(' | ') + (d.enum.length > 12 ? ' | …' : '')
      )
    const branches = d.anyOf ?? d.oneOf
    if (branches)
      return depth > 2
        ? 'one of several forms'
        : branches.slice(0, 12).map(inner).join(' | ') + (branches.length > 12 ? ' | …' : '')
    return (d.type ?? ['any value']).map(type => typed(type, d, depth, inner)).join(' | ')
  }
  const text = shape(root, 0, [])
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text
}

function typed(type: string, d: Draft, depth: number, inner: (child: Draft) => string): string {
  if (type === 'array') return list(d, depth, inner)
  if (type !== 'object') return type
  if (depth > 2) return '{…}'
  const names = Object.entries(d.properties ?? {}).flatMap(([name, p]) => (isNever(p) ? [] : [name]))
  const shown = names.slice(0, 20).map(name => {
    const mark = d.required?.includes(name) ? '' : '?'
    return `${JSON.stringify(name)}${mark}: ${inner(own(d.properties, name) ?? {})}`
  })
  if (d.additionalProperties === true && shown.length > 0) shown.push('any key: any value')
  if (typeof d.additionalProperties === 'object') shown.push(`any key: ${inner(d.additionalProperties)}`)
  if (shown.length === 0) return d.additionalProperties === false ? '{}' : '{…}'
  return `{${shown.join(', ')}${names.length > 20 ? ', …' : ''}}`
}

/** `[integer, …]`, with fixed places `[string, integer]`. */
function list({ prefixItems, items }: Draft, depth: number, inner: (child: Draft) => string): string {
  const rest = items === false ? [] : items ? [inner(items), '…'] : ['…']
  if (depth > 2) return items === false && !prefixItems ? '[]' : '[…]'
  return `[${[...(prefixItems ?? []).slice(0, 20).map(inner), ...rest].join(', ')}]`
}
