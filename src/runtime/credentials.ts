/** Which credentials a tool needs, asking for them, and putting them on a request. */
import type { Draft } from './build.ts'
import type { Json, SecurityScheme, Tool } from './contract.ts'
import { stop } from './errors.ts'
import { own } from './object.ts'
import type { Ask, Base, BasicCredential, Settings } from './options.ts'
import { mask } from './redact.ts'
import { percent } from './serializer.ts'

/** Everything secret that one request carries, as text by name. */
export interface Secrets {
  credentials: Record<string, string>
  parameters: Record<string, Json>
  headers: Record<string, string>
}

/**
 * The first requirement, in document order, whose schemes are all configured; anonymous only when none is.
 * Undefined when the connection cannot satisfy the tool.
 */
export function requirement({ options }: Settings, { request: { security } }: Tool): string[] | undefined {
  if (!security.length) return []
  const anonymous = security.find(names => !names.length)
  return (
    security.find(
      names => names.length && names.every(name => own(options.credentials, name) !== undefined),
    ) ?? anonymous
  )
}

/** What is not configured, in words; undefined when the tool can run. */
export function missing(settings: Settings, tool: Tool): string | undefined {
  const { supplied, server } = tool.request
  if (!requirement(settings, tool)) return 'a credential'
  const parameter = supplied.find(from => own(settings.options.parameters, from.parameter) === undefined)
  if (parameter) return `the parameter ${parameter.parameter}`
  return baseOf(settings, tool) ? undefined : `the server ${server}`
}

export const baseOf = ({ base, servers }: Settings, { request: { server } }: Tool): Base | undefined =>
  server === undefined ? base : own(servers, server)

/** The same names with every value masked: what a plan shows. */
export const masked = (settings: Settings, tool: Tool): Secrets => ({
  credentials: Object.fromEntries((requirement(settings, tool) ?? []).map(name => [name, mask])),
  parameters: Object.fromEntries(tool.request.supplied.map(({ parameter }) => [parameter, mask])),
  headers: Object.fromEntries(Object.keys(settings.options.headers ?? {}).map(name => [name, mask])),
})

/** Asks every function the request needs. What it learns is added to `seen`, for redaction. */
export async function ask(
  settings: Settings,
  tool: Tool,
  context: unknown,
  seen: Set<string>,
): Promise<Secrets> {
  const { credentials, parameters, headers } = settings.options
  const all = async <T, R>(
    names: string[],
    from: Record<string, Ask<T> | undefined> | undefined,
    use: (value: T) => R,
  ) => {
    const entries: [string, R][] = []
    for (const name of names) {
      const configured = own(from, name)
      // Credentials, parameters and headers are never functions themselves.
      const value =
        typeof configured === 'function'
          ? await (configured as (c: unknown) => T | Promise<T>)(context)
          : configured
      if (value === undefined || value === null || value === '')
        throw stop('no_credential', `${name} is empty.`)
      for (const text of leaves(value)) seen.add(text)
      entries.push([name, use(value as T)])
    }
    return Object.fromEntries(entries)
  }
  const names = masked(settings, tool)
  return {
    credentials: await all<string | BasicCredential, string>(
      Object.keys(names.credentials),
      credentials,
      value => {
        if (typeof value === 'string') return value
        const text = base64(`${value.username}:${value.password}`)
        seen.add(text)
        return text
      },
    ),
    parameters: await all<Json, Json>(Object.keys(names.parameters), parameters, value => value),
    headers: await all<string, string>(Object.keys(names.headers), headers, value => value),
  }
}

/** Configured texts that are secret before anything is asked. */
export function configured({ options: { credentials, parameters, headers } }: Settings): Set<string> {
  return new Set([credentials, parameters, headers].flatMap(group => leaves(group)))
}

/** The texts in a value. Of a header like `token abc`, `abc` too. */
function leaves(value: unknown): string[] {
  if (typeof value === 'string') return [value, ...value.split(' ').slice(1)]
  if (typeof value === 'number') return [String(value)]
  return typeof value === 'object' && value ? Object.values(value).flatMap(leaves) : []
}

const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)))

export function attach(scheme: SecurityScheme, secret: string, draft: Draft): void {
  if (scheme.type !== 'apiKey') {
    const basic = scheme.type === 'http' && scheme.scheme === 'basic'
    draft.headers.authorization = `${basic ? 'Basic' : 'Bearer'} ${secret}`
  } else if (scheme.in === 'header') draft.headers[scheme.name.toLowerCase()] = secret
  else if (scheme.in === 'query') draft.query.push(`${percent(scheme.name)}=${percent(secret)}`)
  // A session cookie is sent as it was set: only octets that RFC 6265 4.1.1 allows.
  else if (/^[!#-+\--:<-[\]-~]*$/.test(secret)) draft.cookies.push(`${scheme.name}=${secret}`)
  else throw stop('no_credential', `${scheme.name} is no cookie value.`)
}
