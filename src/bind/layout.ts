/** Puts the arguments of a tool together: names, order, the closed root, the exact schema and the routes. For `bind/bind.ts`. */
import type { ArgumentsSchema, Route } from '../runtime/contract.ts'
import { children, type Definitions, type Draft, plain, record } from '../schema/draft.ts'
import type { Visible } from './directives.ts'
import { argumentNames, nestedNames, renameAll, renamer, withOwnName } from './names.ts'
import { type Told, tell, tellDefinitions } from './texts.ts'
import type { Together } from './together.ts'

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
  { required, ...aboutBody }: Together,
  definitions: Definitions,
): LaidOut {
  const names = argumentNames(inputs)
  const nested = nestedNames(
    inputs.map(i => i.schema),
    definitions,
  )
  const rename = renamer(nested, definitions)
  const renamed = new Map([...definitions].map(([id, d]) => [id, rename(d)]))
  const named = inputs.map((input, i) => ({ input, argument: names[i] ?? input.name }))
  const inBody = named.filter(n => n.input.place.in === 'body').map(n => [n.input.name, n.argument] as const)
  const isRequired = ({ input }: { input: Visible }) =>
    input.required || (input.place.in === 'body' && required.includes(input.name))
  const needed = named.filter(isRequired)
  const ordered = [...needed, ...named.filter(n => !isRequired(n))]
  const told: Told = { losses: [], removed: [] }
  const raw: Draft = {
    type: ['object'],
    properties: record(
      ordered.map(
        ({ input, argument }) => [argument, withOwnName(rename(input.schema), input.name, argument)] as const,
      ),
    ),
    ...(needed.length > 0 && { required: needed.map(n => n.argument) }),
    additionalProperties: false,
    ...renameAll(aboutBody, new Map(inBody)),
  }
  const used = reachable(raw, renamed)
  const root = tell(raw, '', told)
  const clean = tellDefinitions(new Map([...renamed].filter(([id]) => used.has(id))), told)
  const inputSchema = argumentsSchema(root, clean)
  return {
    root,
    definitions: clean,
    inputSchema,
    told,
    routes: named.map(({ input, argument }) => route(input, argument)),
    // The run time looks at values only where there are names: digits of an int64 need a look too.
    ...((nested.size > 0 || JSON.stringify(inputSchema).includes('"format":"int64"')) && {
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
