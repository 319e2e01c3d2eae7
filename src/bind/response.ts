/** The response: its JSON schema, and whether what a directive picks is in it. For `bind/bind.ts`. */
import type { ResponsePlan } from '../runtime/contract.ts'
import { isJson } from '../runtime/serializer.ts'
import { type Definitions, type Draft, own } from '../schema/draft.ts'
import type { Node } from '../spec/spec.ts'
import type { Bound } from './bound.ts'
import { type Context, resolved } from './input.ts'
import { followObject } from './parameters.ts'
import { isObject, member } from './schema/context.ts'
import { createConverter } from './schema/convert.ts'
import { finish } from './schema/finish.ts'

export function response(c: Context): { plan: ResponsePlan; result: Bound['result'] } {
  const said = c.named.directive.response ?? {}
  // Read when somebody asks: a response schema is often larger than all arguments together.
  const result = said.pick ? resultOf(c) : null
  for (const [i, path] of (said.pick ?? []).entries()) {
    if (result && picks(result.schema, result.definitions, path)) continue
    c.problem(
      'pick-unmatched',
      result
        ? `the response has no ${JSON.stringify(path)}`
        : `there is no JSON response to pick ${JSON.stringify(path)} from`,
      'correct the path, or take it out of response.pick',
      c.named.origin('response', 'pick', String(i)),
    )
  }
  return { plan: { ...said }, result: () => result ?? resultOf(c) }
}

/** The first 2xx response with JSON, in document order of codes; `2XX` and `default` stand in. A fault in it fails nothing. */
function resultOf(c: Context): ReturnType<Bound['result']> {
  const { operation } = c.named
  const responses = member(operation.node.value, operation.node.at, 'responses')
  if (responses === undefined || !isObject(responses.value)) return null
  const all = responses.value
  const codes = Object.keys(all).filter(k => /^2\d\d$/.test(k))
  for (const code of [...codes, '2XX', 'default']) {
    const node = member(all, responses.at, code)
    const schema = node && jsonSchema(c, node)
    if (schema === undefined) continue
    const converter = createConverter(
      {
        spec: c.spec,
        direction: 'response',
        label: operation.label,
        checkPattern: c.options.checkPattern,
        limit: 20_000,
      },
      () => {},
    )
    const { drafts, definitions } = finish([converter.convert(schema)], converter.definitions)
    return { schema: drafts[0] ?? {}, definitions }
  }
  return null
}

function jsonSchema(c: Context, node: Node): Node | undefined {
  const found = followObject({ ...c, problem: () => {}, report: () => {} }, node)
  const content = found && member(found.value, found.at, 'content')
  if (content === undefined || !isObject(content.value)) return undefined
  const key = Object.keys(content.value).find(isJson)
  const media = key === undefined ? undefined : member(content.value, content.at, key)
  return media && isObject(media.value) ? member(media.value, media.at, 'schema') : undefined
}

/** Whether `customer.name` or `items[].sku` leads somewhere: through open objects and unions too. */
function picks(schema: Draft, definitions: Definitions, path: string): boolean {
  const steps = path
    .split('.')
    .flatMap(s => (s.endsWith('[]') ? [s.slice(0, -2), '[]'] : [s]))
    .filter(s => s !== '')
  return leads(schema, definitions, steps)
}

function leads(d: Draft, definitions: Definitions, steps: readonly string[]): boolean {
  const [step, ...rest] = steps
  if (step === undefined) return true
  const node = resolved(d, definitions)
  const branches = [...(node.anyOf ?? []), ...(node.oneOf ?? []), ...(node.allOf ?? [])]
  if (branches.some(b => leads(b, definitions, steps))) return true
  if (step === '[]')
    return node.items
      ? leads(node.items, definitions, rest)
      : node.type === undefined && branches.length === 0
  const property = own(node.properties, step)
  if (property) return leads(property, definitions, rest)
  if (typeof node.additionalProperties === 'object')
    return leads(node.additionalProperties, definitions, rest)
  // A schema that declares nothing at all may hold anything.
  return (
    Object.keys(node.properties ?? {}).length === 0 &&
    branches.length === 0 &&
    (node.type === undefined || node.type.includes('object'))
  )
}
