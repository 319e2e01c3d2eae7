/** `enum`, `const` and `default`: values, with the text a YAML scalar was written with. For `bind/schema/convert.ts`. */
import type { Location } from '../../../diagnostic.ts'
import { equal } from '../../../json/stable.ts'
import type { Json, JsonObject, TypeName } from '../../../runtime/contract.ts'
import { stableText } from '../../../runtime/json-text.ts'
import type { Draft } from '../../../schema/draft.ts'
import { hasType } from '../../../schema/types.ts'
import type { Node } from '../../../spec/spec.ts'
import { combine, items, lost, member, note, type SchemaContext } from '../context.ts'

/** The exact schema holds `const` as a one-member `enum`: one form for one meaning. */
export function enums(
  c: SchemaContext,
  value: JsonObject,
  at: Location,
  type: readonly TypeName[] | undefined,
): Partial<Draft> {
  const constant = member(value, at, 'const')
  const members = items(c, value, at, 'enum')
  const parts: Partial<Draft>[] = []
  if (members) parts.push(enumOf(c, members, type, { at, keyword: 'enum' }))
  if (constant) {
    const only = enumOf(c, [constant], type, { at, keyword: 'const' })
    const both = parts[0]?.enum?.filter(x => only.enum?.some(y => equal(x, y)))
    if (both?.length === 0)
      c.problem(
        'no value can satisfy this const: its enum does not list it',
        'correct the const or the enum in the document, or leave this operation out',
        at,
      )
    parts.push(both ? { ...only, enum: both } : only)
  }
  return combine(...parts, defaults(c, value, at, type))
}

const hasOneOf = (v: Json, types: readonly TypeName[]): boolean => types.some(t => hasType(v, t))

function enumOf(
  c: SchemaContext,
  members: Node[],
  type: readonly TypeName[] | undefined,
  from: { at: Location; keyword: 'enum' | 'const' },
): Partial<Draft> {
  const values = members.map(m => sourceText(c, m, type))
  const distinct = [...new Map(values.map(v => [stableText(v), v])).values()]
  // A member of another type than the schema's can never match: leaving it out changes nothing.
  const possible = type ? distinct.filter(v => hasOneOf(v, type)) : distinct
  if (possible.length === 0) {
    c.problem(
      `no value can satisfy this ${from.keyword}: ${type ? `none of its members is of type ${type.join(' or ')}` : 'it has no members'}`,
      `correct the ${from.keyword} or the type in the document, or leave this operation out`,
      from.at,
    )
    return {}
  }
  if (possible.length === distinct.length) return { enum: possible }
  return combine(
    { enum: possible },
    lost(from.keyword, `members of another type than ${type?.join(' or ')} can never match`, 'enum'),
  )
}

/**
 * YAML 1.2 reads `08` as the number 8. Where the schema says string, the text that was written is what was meant;
 * a plain `null` stays null.
 */
function sourceText(c: SchemaContext, node: Node, type: readonly TypeName[] | undefined): Json {
  if (!type?.includes('string') || typeof node.value === 'string' || node.value === null) return node.value
  if (hasOneOf(node.value, type)) return node.value
  return c.spec.scalarText(node.at) ?? node.value
}

/** The server fills a default; the model is told of it, and it is never sent on its own. */
function defaults(
  c: SchemaContext,
  value: JsonObject,
  at: Location,
  type: readonly TypeName[] | undefined,
): Partial<Draft> | undefined {
  const node = member(value, at, 'default')
  if (node === undefined || node.value === null) return undefined
  const text = JSON.stringify(sourceText(c, node, type))
  if (text.length > 200) return lost('default', 'its text is too long for a description')
  return note(`Default: ${text}.`)
}
