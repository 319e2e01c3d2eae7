/** Puts the arguments of a tool together: names, order, the closed root, the exact schema and the routes. For `bind/bind.ts`. */
import type { ArgumentsSchema, Route } from '../runtime/contract.ts'
import { children, type Definitions, type Draft, plain, record } from '../schema/draft.ts'
import type { Visible } from './directives.ts'
import { argumentNames, nestedNames, renameAll, renameOwn } from './names.ts'
import { type Told, tell, tellDefinitions } from './texts.ts'

export interface LaidOut {
  root: Draft
  definitions: Definitions
  inputSchema: ArgumentsSchema
  routes: Route[]
  names?: Record<string, string>
  told: Told
}

/** Names the arguments, puts the required ones first, and closes the root. */
export function layOut(
  inputs: readonly Visible[],
  bodyRoot: Partial<Draft>,
  definitions: Definitions,
  fixesBody: boolean,
): LaidOut {
  const names = argumentNames(inputs)
  const nested = nestedNames(
    inputs.map(i => i.schema),
    definitions,
  )
  const renamed = new Map([...definitions].map(([id, d]) => [id, renameAll(d, nested)]))
  const named = inputs.map((input, i) => ({ input, argument: names[i] ?? input.name }))
  const ordered = [...named.filter(n => n.input.required), ...named.filter(n => !n.input.required)]
  const inBody = named.filter(n => n.input.place.in === 'body').map(n => [n.input.name, n.argument] as const)
  const aboutBody = renameOwn(bodyRoot, new Map(inBody))
  const branches = (list: readonly Draft[] | undefined) => list?.map(d => renameOwn(d, new Map(inBody)))
  const [anyOf, oneOf] = [branches(bodyRoot.anyOf), branches(bodyRoot.oneOf)]
  // The body of an optional-body tool with declared values always exists: what it requires is required.
  const needed = new Set([
    ...named.filter(n => n.input.required).map(n => n.argument),
    ...(fixesBody ? Object.values(aboutBody.dependentRequired ?? {}).flat() : []),
  ])
  const visible = new Set(ordered.map(o => o.argument))
  const dependentRequired = Object.entries(aboutBody.dependentRequired ?? {})
    .filter(([k]) => visible.has(k))
    .map(([k, list]) => [k, list.filter(n => visible.has(n) && !needed.has(n))] as const)
    .filter(([, list]) => list.length > 0)
  const told: Told = { losses: [], removed: [] }
  const raw: Draft = {
    type: ['object'],
    properties: record(
      ordered.map(({ input, argument }) => [argument, renameAll(input.schema, nested)] as const),
    ),
    ...(needed.size > 0 && { required: [...ordered.map(o => o.argument)].filter(a => needed.has(a)) }),
    additionalProperties: false,
    ...(dependentRequired.length > 0 && { dependentRequired: record(dependentRequired) }),
    ...(anyOf && { anyOf }),
    ...(oneOf && { oneOf }),
  }
  const used = reachable(raw, renamed)
  const root = tell(raw, '', told)
  const clean = tellDefinitions(new Map([...renamed].filter(([id]) => used.has(id))), told)
  return {
    root,
    definitions: clean,
    inputSchema: argumentsSchema(root, clean),
    told,
    routes: named.map(({ input, argument }) => route(input, argument)),
    ...(nested.size > 0 && {
      names: record([...nested].map(([wire, canonical]) => [canonical, wire] as const)),
    }),
  }
}

function route(input: Visible, argument: string): Route {
  return {
    argument,
    ...input.place,
    ...(input.prefix !== undefined && { prefix: input.prefix }),
    ...(input.suffix !== undefined && { suffix: input.suffix }),
  }
}

function argumentsSchema(root: Draft, definitions: Definitions): ArgumentsSchema {
  const used = reachable(root, definitions)
  const $defs = record(
    [...definitions].filter(([id]) => used.has(id)).map(([id, d]) => [id, plain(d)] as const),
  )
  const out = plain(root)
  return {
    ...out,
    type: 'object',
    properties: out.properties ?? {},
    additionalProperties: false,
    ...(definitions.size > 0 && { $defs }),
  }
}

function reachable(root: Draft, definitions: Definitions): Set<string> {
  const seen = new Set<string>()
  const stack = [root]
  for (let d = stack.pop(); d !== undefined; d = stack.pop()) {
    stack.push(...children(d))
    if (d.ref === undefined || seen.has(d.ref)) continue
    seen.add(d.ref)
    const target = definitions.get(d.ref)
    if (target) stack.push(target)
  }
  return seen
}
