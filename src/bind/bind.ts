/**
 * The third phase: one object of canonical arguments, its exact schema, and the route of each argument to the wire.
 * The same for every target; knows nothing of models. compile.ts calls it.
 */
import type { Report } from '../diagnostic.ts'
import { isError } from '../diagnostic.ts'
import { tokens } from '../json/pointer.ts'
import type { Named } from '../name/named.ts'
import type { Media, RequestPlan } from '../runtime/contract.ts'
import { type Definitions, own } from '../schema/draft.ts'
import type { Spec } from '../spec/spec.ts'
import { planBody, rawBody } from './body.ts'
import type { Bound, Loss } from './bound.ts'
import { applyDirectives, suppliedParameters, type Visible } from './directives.ts'
import type { BindOptions, Context, Input } from './input.ts'
import { layOut } from './layout.ts'
import { besideLiteral } from './literal-query.ts'
import { parameters } from './parameters.ts'
import { parsePath } from './path.ts'
import { fillQuery } from './path-query.ts'
import { response } from './response.ts'
import { createConverter } from './schema/convert.ts'
import { finish } from './schema/finish.ts'
import { checkIdempotencyHeader, security, server } from './security.ts'
import { sendable } from './sendable.ts'
import { serializationFault } from './serialization.ts'
import { together } from './together.ts'
import { keepApart } from './wire-names.ts'

/** Schema objects that one operation may reach before it is refused; a budget of declaration nodes is far below. */
const reachLimit = 20_000

/** Undefined when the operation cannot be carried; why is reported. */
export function bind(spec: Spec, named: Named, options: BindOptions, report: Report): Bound | undefined {
  const { operation } = named
  const losses: Loss[] = []
  const state = { sound: true }
  const watched: Report = finding => {
    if (isError(finding)) state.sound = false
    report(finding)
  }
  const c: Context = {
    spec,
    named,
    options,
    report: watched,
    problem: (code, message, fix, at) =>
      watched({ code, message: `${operation.label}: ${message}`, fix, at }),
    lose: loss => losses.push(loss),
  }
  checkDialect(c)
  const template = parsePath(operation.path)
  if ('fault' in template) {
    c.problem(
      'schema-unsupported',
      `the path cannot be filled: ${template.fault}`,
      template.fix ?? 'correct the path in the document',
      operation.pathItem.at,
    )
    return undefined
  }
  const converter = createConverter(
    {
      spec,
      label: operation.label,
      checkPattern: options.checkPattern,
      limit: reachLimit,
    },
    watched,
  )
  const raw = parameters(c, converter)
  const body = rawBody(c, converter)
  if (!state.sound) return undefined
  const finished = finish([...raw.map(i => i.schema), ...(body ? [body.schema] : [])], converter.definitions)
  for (const at of finished.loops)
    c.problem(
      'schema-unsupported',
      'a schema asks a value to satisfy itself',
      'break the cycle in the document',
      at,
    )
  if (!state.sound) return undefined
  const { definitions } = finished
  const read = raw.map((input, i): Input => ({ ...input, schema: finished.drafts[i] ?? input.schema }))
  const params = fillQuery(c, template, read, definitions)
  const bodySchema = finished.drafts[raw.length]
  const plan =
    body && bodySchema
      ? planBody(c, body, bodySchema, definitions, new Set(params.map(p => p.name)))
      : undefined
  const secured = security(c, plan?.media)
  checkIdempotencyHeader(c, secured)
  const inputs = [...params, ...(plan?.inputs ?? [])]
  const around = { query: template.query, security: secured, media: plan?.media }
  const directed = applyDirectives(c, inputs, definitions, around)
  const applied = besideLiteral(c, directed, template.query, definitions)
  const placed = applied.visible.filter(input => hasForm(c, input, definitions))
  const { visible: fitting, definitions: narrowed } = sendable(c, placed, plan?.media, definitions)
  const visible = keepApart(c, { ...applied, visible: fitting }, around, narrowed)
  checkPath(c, template.placeholders, params)
  const { plan: responsePlan, results } = response(c)
  const host = server(c)
  if (!state.sound) return undefined
  const fixed = new Set(applied.fixed.flatMap(f => (f.in === 'body' ? tokens(f.pointer).slice(0, 1) : [])))
  const media = plan && mediaOf(plan.media, fixed.size > 0)
  const inBody = visible.filter(i => i.place.in === 'body')
  const whole = plan?.whole && together(c, plan.whole, new Set(inBody.map(i => i.name)), fixed)
  if (!state.sound) return undefined
  const laid = layOut(
    inPath(c, bodyGiven(visible, fixed.size > 0), template.placeholders),
    whole ?? { required: [] },
    narrowed,
  )
  return {
    arguments: laid.root,
    definitions: laid.definitions,
    inputSchema: laid.inputSchema,
    request: {
      routes: laid.routes,
      fixed: applied.fixed,
      supplied: suppliedParameters(applied.supplied),
      ...(laid.names && { names: laid.names }),
      ...(media && { media }),
      security: secured.alternatives,
      ...(host !== undefined && { server: host }),
      ...(named.directive.idempotencyHeader !== undefined && {
        idempotencyHeader: named.directive.idempotencyHeader,
      }),
      ...(template.query !== undefined && { query: template.query }),
    } satisfies RequestPlan,
    response: responsePlan,
    losses: [...losses, ...laid.told.losses],
    removed: laid.told.removed,
    schemes: secured.schemes,
    results,
  }
}

/** A body that holds a declared value is always sent: its argument says the rest of it. */
const bodyGiven = (inputs: readonly Visible[], fixesBody: boolean): Visible[] =>
  inputs.map(i =>
    fixesBody && i.place.in === 'body' && i.place.pointer === '' ? { ...i, required: true } : i,
  )

/** A declared value is sent with every call, so then there always is a body. */
const mediaOf = (media: Media, fixesBody: boolean): Media => ({
  ...media,
  required: media.required || fixesBody,
})

const dialects =
  /^https:\/\/(?:spec\.openapis\.org\/oas\/3\.[12]\/dialect\/|json-schema\.org\/draft\/2020-12\/schema#?$)/

/** Schemas of another dialect would be read wrongly (OpenAPI 3.1, 4.8.24.6). */
function checkDialect(c: Context): void {
  const dialect = own(c.spec.document, 'jsonSchemaDialect')
  if (dialect === undefined || (typeof dialect === 'string' && dialects.test(dialect))) return
  c.problem(
    'schema-unsupported',
    `the document says that its schemas are of the dialect ${JSON.stringify(dialect).slice(0, 80)}`,
    'write the document in the OpenAPI base dialect',
    { file: c.spec.file, pointer: '/jsonSchemaDialect' },
  )
}

/** Whether OpenAPI says how the parameter is written; reports one of which it does not. */
function hasForm(c: Context, { place, name, schema, at }: Visible, definitions: Definitions): boolean {
  if (place.in === 'body' || place.media !== undefined) return true
  const fault = serializationFault(
    schema,
    definitions,
    { ...place, cookie: place.in === 'cookie' },
    c.options.conventions,
  )
  if (fault === undefined) return true
  c.problem(
    'serialization-undefined',
    `the ${place.in} parameter ${name} may be ${fault.what}`,
    fault.convention
      ? `say how the API reads it with ${fault.convention}`
      : 'hide the parameter with params, or leave this operation out',
    at,
  )
  return false
}

function checkPath(c: Context, placeholders: readonly string[], params: readonly Input[]): void {
  const declared = new Set(params.filter(p => p.place.in === 'path').map(p => p.name))
  for (const name of placeholders)
    if (!declared.has(name))
      c.problem(
        'parameter-unfillable',
        `the path has {${name}}, and no parameter declares it`,
        'declare the path parameter in the document',
        c.named.operation.pathItem.at,
      )
}

/** A path parameter without a placeholder has nowhere to go. */
function inPath(c: Context, inputs: readonly Visible[], placeholders: readonly string[]): Visible[] {
  return inputs.filter(({ place, name }) => {
    const lost = place.in === 'path' && !placeholders.includes(name)
    if (lost)
      c.lose({ pointer: '', keyword: 'parameters', reason: `the path has no {${name}}`, enforcedBy: 'none' })
    return !lost
  })
}
