/** Which credentials a request carries, and where it may go. For `bind/bind.ts`. */
import { equal } from '../json/stable.ts'
import type { Json, JsonObject, SecurityScheme } from '../runtime/contract.ts'
import { own } from '../schema/draft.ts'
import type { Node } from '../spec/spec.ts'
import type { Context } from './input.ts'
import { followObject } from './parameters.ts'
import { child, isObject, member } from './schema/context.ts'

export interface Security {
  /** Alternatives in document order; see `RequestPlan.security`. */
  alternatives: string[][]
  schemes: Record<string, SecurityScheme>
}

export function security(c: Context): Security {
  const { operation } = c.named
  const root: Node<JsonObject> = { value: c.spec.document, at: { file: c.spec.file, pointer: '' } }
  const said =
    member(operation.node.value, operation.node.at, 'security') ?? member(root.value, root.at, 'security')
  if (said === undefined) return { alternatives: [], schemes: {} }
  if (!Array.isArray(said.value) || !said.value.every(isObject)) {
    c.problem(
      'security-unsupported',
      'security is no list of requirements',
      'write security as a list of objects',
      said.at,
    )
    return { alternatives: [], schemes: {} }
  }
  const schemes: Record<string, SecurityScheme> = {}
  const reasons: string[] = []
  const alternatives = said.value.flatMap(requirement => {
    const names = Object.keys(requirement)
    const read = names.map(name => [name, scheme(c, name)] as const)
    for (const [name, s] of read) if (typeof s === 'string') reasons.push(`${name} ${s}`)
    if (read.some(([, s]) => typeof s === 'string')) return []
    for (const [name, s] of read)
      if (typeof s !== 'string')
        Object.defineProperty(schemes, name, {
          value: s,
          enumerable: true,
          configurable: true,
          writable: true,
        })
    return [names]
  })
  if (alternatives.length === 0 && said.value.length > 0)
    c.problem(
      'security-unsupported',
      `no security requirement can be met: ${[...new Set(reasons)].join(', ')}`,
      'leave this operation out, or declare a scheme of apiKey, http basic or bearer, oauth2 or openIdConnect',
      said.at,
    )
  else
    for (const reason of new Set(reasons))
      c.lose({
        pointer: '',
        keyword: 'security',
        reason: `an alternative is left out: ${reason}`,
        enforcedBy: 'none',
      })
  return { alternatives, schemes: used(schemes, alternatives) }
}

/** Schemes of alternatives that were kept. */
function used(
  schemes: Record<string, SecurityScheme>,
  alternatives: readonly string[][],
): Record<string, SecurityScheme> {
  const names = new Set(alternatives.flat())
  return Object.fromEntries(Object.entries(schemes).filter(([name]) => names.has(name)))
}

/** The scheme, or why it cannot be used. */
function scheme(c: Context, name: string): SecurityScheme | string {
  const components = member(c.spec.document, { file: c.spec.file, pointer: '' }, 'components')
  const all =
    components && isObject(components.value)
      ? member(components.value, components.at, 'securitySchemes')
      : undefined
  const node = all && isObject(all.value) ? member(all.value, all.at, name) : undefined
  const found = node && followObject(c, node)
  if (found === undefined) return 'is not declared'
  const value = (key: string): Json | undefined => own(found.value, key)
  switch (value('type')) {
    case 'apiKey': {
      const place = value('in')
      const key = value('name')
      if (place !== 'header' && place !== 'query' && place !== 'cookie') return 'has no known place'
      return typeof key === 'string' && key !== '' ? { type: 'apiKey', in: place, name: key } : 'has no name'
    }
    case 'http': {
      const how = String(value('scheme')).toLowerCase()
      return how === 'basic' || how === 'bearer' ? { type: 'http', scheme: how } : `is HTTP ${how}`
    }
    case 'oauth2':
      return { type: 'oauth2' }
    case 'openIdConnect':
      return { type: 'openIdConnect' }
    default:
      return `is of type ${JSON.stringify(value('type') ?? null)}`
  }
}

/** The name that the connection maps to a base URL, for an operation that is served elsewhere than the rest. */
export function server(c: Context): string | undefined {
  const { operation, directive } = c.named
  if (directive.server !== undefined) return directive.server
  const elsewhere =
    member(operation.node.value, operation.node.at, 'servers') ??
    member(operation.pathItem.value, operation.pathItem.at, 'servers')
  if (elsewhere === undefined || !Array.isArray(elsewhere.value) || elsewhere.value.length === 0)
    return undefined
  const common = own(c.spec.document, 'servers')
  if (common !== undefined && equal(urls(common), urls(elsewhere.value))) return undefined
  c.problem(
    'server-unnamed',
    `it is served at ${String(urls(elsewhere.value)).slice(0, 120)}`,
    'give it a name with server, and map that name to a URL in connect',
    child(elsewhere.at, 0),
  )
  return undefined
}

const urls = (servers: Json): Json =>
  Array.isArray(servers) ? servers.map(s => (isObject(s) ? (own(s, 'url') ?? null) : null)) : null
