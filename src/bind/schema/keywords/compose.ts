/** allOf, oneOf, anyOf, not, and the discriminator. For `bind/schema/convert.ts`. */
import type { Location } from '../../../diagnostic.ts'
import { tokens } from '../../../json/pointer.ts'
import type { JsonObject } from '../../../runtime/contract.ts'
import { type Draft, isNever, own, record } from '../../../schema/draft.ts'
import { merge } from '../../../schema/merge.ts'
import type { Node } from '../../../spec/spec.ts'
import { combine, holdsTogether, isObject, items, lost, member, type SchemaContext } from '../context.ts'
import { conditions, negation } from './conditions.ts'
import { foldNull } from './nullable.ts'

/** The node's own assertions together with its branches. */
export function compose(c: SchemaContext, value: JsonObject, at: Location, self: Draft): Draft {
  let d = self
  const all = items(c, value, at, 'allOf')
  if (all) d = allOf(c, value, all, d, at)
  for (const key of ['oneOf', 'anyOf'] as const) {
    const branches = items(c, value, at, key)
    if (branches) d = union(c, value, branches, key, d, at)
  }
  if (!Object.hasOwn(value, 'oneOf') && !Object.hasOwn(value, 'anyOf')) d = inheritance(value, d)
  const not = member(value, at, 'not')
  if (not) d = merge(d, negation(c.here(not)))
  const held = conditions(c, value, at)
  const branches = held.filter(condition => condition.anyOf)
  for (const condition of held) if (!condition.anyOf) d = merge(d, condition)
  return branches.length > 0 ? merge(d, { allOf: branches }) : d
}

function allOf(c: SchemaContext, value: JsonObject, branches: Node[], self: Draft, at: Location): Draft {
  const together = holdsTogether(value)
  const parts = branches.map(b => (together ? c.expand(b) : c.here(b)))
  const merged = [...parts, self].reduce((a, b) => merge(a, b), {})
  if (isNever(merged) && !parts.some(isNever) && !isNever(self))
    c.problem(
      'no value can satisfy this allOf: its branches ask for different types or values',
      'correct the branches in the document, or leave this operation out',
      at,
    )
  // The text that stands beside allOf speaks of the whole.
  return self.description === undefined ? merged : { ...merged, description: self.description }
}

function union(
  c: SchemaContext,
  value: JsonObject,
  branches: Node[],
  key: 'oneOf' | 'anyOf',
  self: Draft,
  at: Location,
): Draft {
  if (branches.length === 0) {
    c.problem(`${key} has no branches`, `remove the empty ${key}`, at)
    return self
  }
  // A base that lists the schema being read as one of its variants: the variant has said all there is to say.
  if (branches.some(b => c.reading(b)))
    return combine(self, lost(key, 'it lists the schema that extends it as a variant of itself', 'none'))
  const tags = discriminator(c, value, branches)
  const drafts = branches.map((b, i) => {
    const tag = tags?.values[i]
    const draft = branches.length === 1 && holdsTogether(value) ? c.expand(b) : c.here(b)
    return tags && tag ? merge(draft, tagged(tags.property, tag)) : draft
  })
  const loss = Object.hasOwn(value, 'discriminator') ? untagged(branches, tags) : undefined
  const [first] = drafts
  if (drafts.length === 1 && first) return combine(merge(first, self), loss)
  const folded = foldNull(drafts)
  if (folded) return combine(merge(folded, self), loss)
  const other = self[key]
  if (other) return merge(self, { [key]: drafts })
  return combine(self, { [key]: drafts }, loss)
}

const tagged = (property: string, values: string[]): Draft => ({
  type: ['object'],
  properties: record([[property, { type: ['string'], enum: values }]]),
  required: [property],
})

/**
 * The property and, per branch, the values that mean it (OpenAPI 3.1, 4.8.25): the mapping's keys, or without one
 * the component's name. A branch that is no reference has none.
 */
function discriminator(c: SchemaContext, value: JsonObject, branches: Node[]) {
  const d = own(value, 'discriminator')
  if (!isObject(d) || typeof d.propertyName !== 'string') return undefined
  const mapping = isObject(d.mapping) ? Object.entries(d.mapping) : []
  const property = d.propertyName
  const values = branches.map(branch => {
    const ref = isObject(branch.value) ? own(branch.value, '$ref') : undefined
    if (typeof ref !== 'string') return undefined
    const fragment = ref.slice(ref.indexOf('#') + 1)
    const name = ref.includes('#/') ? tokens(fragment).at(-1) : undefined
    const mapped = mapping.filter(([, to]) => to === ref || to === name).map(([key]) => key)
    const candidates = mapped.length > 0 ? mapped : name === undefined ? [] : [name]
    return candidates.length > 0 && allows(c, branch, property, candidates) ? candidates : undefined
  })
  return { property, values }
}

/** What of a discriminator does not become an enum: a reference whose own schema says otherwise. */
function untagged(
  branches: readonly Node[],
  tags: ReturnType<typeof discriminator>,
): Partial<Draft> | undefined {
  if (tags === undefined) return lost('discriminator', 'it names no property')
  const names = branches.flatMap((b, i) => {
    const ref = isObject(b.value) ? own(b.value, '$ref') : undefined
    return tags.values[i] || typeof ref !== 'string' ? [] : [ref.slice(ref.lastIndexOf('/') + 1)]
  })
  if (names.length === 0) return undefined
  return lost(
    'discriminator',
    `${names.join(', ')} does not declare ${tags.property}, or not with the value that the mapping gives it`,
  )
}

/** Whether the branch's own schema lets the property have these values: a mapping that contradicts it is no help. */
function allows(c: SchemaContext, branch: Node, property: string, values: string[]): boolean {
  const declared = declaration(c, branch, property, 0)
  if (declared === undefined || !isObject(declared.value)) return false
  const only = own(declared.value, 'const')
  const members = only === undefined ? own(declared.value, 'enum') : [only]
  return !Array.isArray(members) || values.some(v => members.includes(v))
}

/** Where a branch declares a property: in itself or through its allOf. Raw, since a base may lead back here. */
function declaration(c: SchemaContext, node: Node, property: string, depth: number): Node | undefined {
  const target = c.follow(node)
  if (target === undefined || !isObject(target.value) || depth > 16) return undefined
  const properties = member(target.value, target.at, 'properties')
  const found =
    properties && isObject(properties.value) ? member(properties.value, properties.at, property) : undefined
  if (found) return c.follow(found)
  for (const branch of items(c, target.value, target.at, 'allOf') ?? []) {
    const inherited = declaration(c, branch, property, depth + 1)
    if (inherited) return inherited
  }
  return undefined
}

/** A discriminator without branches: a base whose subtypes the document lists elsewhere. Its own properties are carried. */
function inheritance(value: JsonObject, self: Draft): Draft {
  if (!isObject(own(value, 'discriminator'))) return self
  return combine(
    self,
    lost(
      'discriminator',
      'the subtypes of this schema are not declared; their properties are accepted where it is open',
    ),
  )
}
