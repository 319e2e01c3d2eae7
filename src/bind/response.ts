/** The response: what its schemas are, and whether what a directive picks is in it. For `bind/bind.ts`. */
import { pickedTree } from '../json/picked.ts'
import type { InputSchema, ResponsePlan } from '../runtime/contract.ts'
import { isJson } from '../runtime/serializer.ts'
import { own } from '../schema/draft.ts'
import type { Node } from '../spec/spec.ts'
import type { Results } from './bound.ts'
import type { Context } from './input.ts'
import { followObject } from './parameters.ts'
import { type ResultSchemas, resultSchemas } from './result-schema.ts'
import { isObject, member } from './schema/context.ts'

export function response(c: Context): { plan: ResponsePlan; results: () => Results } {
  const said = c.named.directive.response ?? {}
  // Read when somebody asks: a response schema is often larger than all arguments together.
  const read: { results?: Results } = {}
  const results = () => {
    read.results ??= resultsOf(c)
    return read.results
  }
  for (const [i, path] of (said.pick ?? []).entries()) {
    const { schemas, $defs } = results()
    if (schemas.some(schema => picks(schema, $defs, path))) continue
    c.problem(
      'pick-unmatched',
      schemas.length > 0
        ? `the response has no ${JSON.stringify(path)}`
        : `there is no JSON response to pick ${JSON.stringify(path)} from`,
      'correct the path, or take it out of response.pick',
      c.named.origin('response', 'pick', String(i)),
    )
  }
  return { plan: planOf(said), results }
}

/** Schema objects that are read of a response for its type alone. */
const mostSchemas = 250

/** Every 2xx response; `2XX`, then `default`, stands in when there is none. A fault in one fails nothing. */
function resultsOf(c: Context): Results {
  const { operation } = c.named
  const responses = member(operation.node.value, operation.node.at, 'responses')
  const all = responses && isObject(responses.value) ? responses.value : {}
  const codes = Object.keys(all).filter(k => /^2\d\d$/.test(k))
  const wanted = codes.length > 0 ? codes : ['2XX', 'default'].filter(k => Object.hasOwn(all, k)).slice(0, 1)
  const found = wanted.map(code => {
    const node = responses && member(all, responses.at, code)
    return operation.method === 'HEAD' || code === '204' || code === '205' || !node
      ? 'empty'
      : contentOf(c, node)
  })
  const nodes = found.flatMap(f => (typeof f === 'string' ? [] : [f]))
  const onlySilent = found.every(f => f === 'silent')
  return {
    // What is picked may stand deep.
    ...resultSchemas(c.spec, nodes, c.named.directive.response?.pick ? 20_000 : mostSchemas),
    // Nothing said of a body is a body left out by the document more often than by the API.
    unknown: onlySilent || found.includes('unknown'),
    empty: found.includes('empty') || (found.includes('silent') && !onlySilent),
    text: found.includes('text'),
  }
}

/** What the run time reads as text (`runtime/read.ts`). */
const isText = (media: string): boolean =>
  /^text\/|[/+](?:xml|yaml|javascript|x-www-form)/i.test(media) && !/event-s/i.test(media)

/** The JSON schema of a response, or what there is instead: no `content`, text, or something nobody can tell. */
function contentOf(c: Context, node: Node): Node | 'silent' | 'text' | 'unknown' | 'unread' {
  const found = followObject({ ...c, problem: () => {}, report: () => {} }, node)
  if (found === undefined) return 'unknown'
  const content = member(found.value, found.at, 'content')
  if (content === undefined || !isObject(content.value)) return 'silent'
  const types = Object.keys(content.value)
  const key = types.find(isJson)
  if (types.length === 0) return 'silent'
  if (key === undefined) {
    if (types.some(t => t.includes('*'))) return 'unknown'
    return types.some(isText) ? 'text' : 'unread'
  }
  const media = member(content.value, content.at, key)
  const schema = media && isObject(media.value) ? member(media.value, media.at, 'schema') : undefined
  return schema ?? 'unknown'
}

type Definitions = ResultSchemas['$defs']

const planOf = ({ pick, ...plan }: NonNullable<Context['named']['directive']['response']>): ResponsePlan => ({
  ...(pick && { pick: pickedTree(pick) }),
  ...plan,
})

/** Whether `customer.name` or `items[].sku` leads somewhere: through open objects and unions too. */
const picks = (schema: InputSchema, $defs: Definitions, path: string): boolean =>
  leads(
    schema,
    $defs,
    path
      .split('.')
      .flatMap(s => (s.endsWith('[]') ? [s.slice(0, -2), '[]'] : [s]))
      .filter(s => s !== ''),
    new Set(),
  )

/** `passed` are the definitions on the way here that took no step. */
function leads(
  schema: InputSchema,
  $defs: Definitions,
  steps: readonly string[],
  passed: ReadonlySet<string>,
): boolean {
  const [step, ...rest] = steps
  if (step === undefined) return true
  const {
    $ref,
    items,
    properties = {},
    additionalProperties,
    type,
    anyOf = [],
    oneOf = [],
    allOf = [],
  } = schema
  const target =
    $ref === undefined || passed.has($ref) ? undefined : own($defs, $ref.slice('#/$defs/'.length))
  const further = new Set([...passed, ...($ref === undefined ? [] : [$ref])])
  const branches = [...anyOf, ...oneOf, ...allOf, ...(target ? [target] : [])]
  if (branches.some(b => leads(b, $defs, steps, further))) return true
  const on = (s: InputSchema) => leads(s, $defs, rest, new Set())
  const isOpen = branches.length === 0 && $ref === undefined && schema.enum === undefined
  if (step === '[]')
    return items ? on(items) : isOpen && (type === undefined || [type].flat().includes('array'))
  const property = own(properties, step)
  if (property) return on(property)
  if (typeof additionalProperties === 'object') return on(additionalProperties)
  // A schema that declares nothing at all may hold anything.
  return (
    isOpen && Object.keys(properties).length === 0 && (type === undefined || [type].flat().includes('object'))
  )
}
