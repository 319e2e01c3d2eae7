/** Which credentials a request carries, and where it may go. For `bind/bind.ts`. */
import { equal } from '../json/stable.ts'
import type { Json, JsonObject, Media, SecurityScheme } from '../runtime/contract.ts'
import { own, record } from '../schema/draft.ts'
import type { Node } from '../spec/spec.ts'
import { isHeaderName } from '../text/header-name.ts'
import { isIgnoredHeader, isOwnedHeader } from './credentials.ts'
import type { Context } from './input.ts'
import { followObject } from './parameters.ts'
import { child, isObject, member } from './schema/context.ts'

export interface Security {
  /** Alternatives in document order; see `RequestPlan.security`. */
  alternatives: string[][]
  schemes: Record<string, SecurityScheme>
}

/** `media` of the body, if there is one: it has the header Content-Type then. */
export function security(c: Context, media: Media | undefined): Security {
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
  const schemes = new Map<string, SecurityScheme>()
  const reasons = new Set<string>()
  const repeated = new Set<string>()
  const alternatives = said.value.flatMap(requirement => {
    const read = Object.keys(requirement).map(name => [name, scheme(c, name, media)] as const)
    const faults = read.flatMap(([name, s]) => (typeof s === 'string' ? [`${name} ${s}`] : []))
    const slots = slotsOf(read.flatMap(([name, s]) => (typeof s === 'string' ? [] : [[name, s] as const])))
    for (const fault of [...faults, ...slots.faults]) reasons.add(fault)
    if (faults.length + slots.faults.length > 0) return []
    for (const [name, s] of slots.kept) schemes.set(name, s)
    for (const again of slots.again) repeated.add(again)
    return [slots.kept.map(([name]) => name)]
  })
  if (alternatives.length === 0 && said.value.length > 0)
    c.problem(
      'security-unsupported',
      `no security requirement can be met: ${[...reasons].join(', ')}`,
      'leave this operation out, or declare a scheme of apiKey, http basic or bearer, oauth2 or openIdConnect',
      said.at,
    )
  else
    for (const reason of reasons)
      c.lose({
        pointer: '',
        keyword: 'security',
        reason: `an alternative is left out: ${reason}`,
        enforcedBy: 'none',
      })
  for (const reason of repeated) c.lose({ pointer: '', keyword: 'security', reason, enforcedBy: 'none' })
  return { alternatives, schemes: record(schemes) }
}

type Named = readonly [name: string, scheme: SecurityScheme]

/**
 * Every place of a request holds one value. Of two schemes of one requirement that write the same form into one place
 * the first is sent, which meets both; two forms in one place meet nothing.
 */
function slotsOf(read: readonly Named[]): { kept: Named[]; again: string[]; faults: string[] } {
  const holders = new Map<string, Named>()
  const out = { kept: [] as Named[], again: [] as string[], faults: [] as string[] }
  for (const named of read) {
    const [name, s] = named
    const holder = holders.get(placeOf(s))
    if (holder === undefined) {
      holders.set(placeOf(s), named)
      out.kept.push(named)
    } else if (formOf(s) === formOf(holder[1]))
      out.again.push(`${name} is sent where ${holder[0]} is, so ${holder[0]} alone is asked for`)
    else out.faults.push(`${name} and ${holder[0]} need two values in one ${placeOf(s).replace(':', ' ')}`)
  }
  return out
}

const placeOf = (s: SecurityScheme): string =>
  s.type !== 'apiKey'
    ? 'header:authorization'
    : `${s.in}:${s.in === 'header' ? s.name.toLowerCase() : s.name}`

const formOf = (s: SecurityScheme): string =>
  s.type === 'apiKey' ? 'as it is' : s.type === 'http' ? s.scheme : 'bearer'

/** Of two that write one header one would be lost. */
export function checkIdempotencyHeader(c: Context, { schemes }: Security): void {
  const name = c.named.directive.idempotencyHeader
  if (name === undefined) return
  const owner =
    isIgnoredHeader(name) || isOwnedHeader(name)
      ? 'is set by the connection or by HTTP itself'
      : Object.values(schemes).some(s => placeOf(s) === `header:${name.toLowerCase()}`) &&
        'a security scheme fills'
  if (owner)
    c.problem(
      'directive-invalid',
      `idempotencyHeader is ${name}, which ${owner}`,
      'name the header that the API reads the key from',
      c.named.origin('idempotencyHeader'),
    )
}

/** The scheme, or why it cannot be used. */
function scheme(c: Context, name: string, media: Media | undefined): SecurityScheme | string {
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
      if (typeof key !== 'string' || key === '') return 'has no name'
      if (media && place === 'header' && key.toLowerCase() === 'content-type')
        return `is sent as ${key}, which the body has`
      return place !== 'header' || isHeaderName(key)
        ? { type: 'apiKey', in: place, name: key }
        : `has the name ${JSON.stringify(key)}, which no header can have`
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
