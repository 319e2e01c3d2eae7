/** What `connect` takes, and its checks: a wrong option is a programmer's error and throws. */
import type { PlannedRequest } from './bound-tool.ts'
import type { Effect, Json, JsonObject, Method, SecurityScheme, SpecInfo } from './contract.ts'
import { isHeaderSafe } from './serializer.ts'

export interface BasicCredential {
  username: string
  password: string
}

// A method, so that a function may name its own type of context (parameters of methods are bivariant).
type Asking<T> = { ask(context: unknown): T | undefined | Promise<T | undefined> }['ask']
/** A value, or a function that is asked for every request with the call's `context`. */
export type Ask<T> = T | Asking<T>

type CredentialFor<Scheme> = Scheme extends { type: 'http'; scheme: 'basic' } ? BasicCredential : string

/** What hooks see of a call. It holds no secret. */
export interface ToolCall {
  tool: string
  effect: Effect
  method: Method
  /** The path template. */
  path: string
  /** Canonical and valid. */
  arguments: JsonObject
  /** The request with every secret masked. */
  request: PlannedRequest
  callId?: string | undefined
  context?: unknown
}

/** What `onCall` gets once per call, whatever its outcome. No argument values. */
export interface CallRecord {
  tool: string
  /** Names of the arguments that were given, as far as the tool declares them. */
  arguments: string[]
  method: Method
  path: string
  outcome: string
  status?: number
  attempts: number
  milliseconds: number
  bytesOut: number
  bytesIn: number
  callId?: string | undefined
  context?: unknown
}

export interface ConnectOptions<S extends SpecInfo = SpecInfo> {
  /** https, or loopback, or `allowHttp`. Its path is kept. */
  baseUrl: string
  allowHttp?: boolean
  /** Base URLs by the names that directives use. */
  servers?: { [N in S['servers'][number]]?: string }
  /** By scheme name. A tool whose schemes are not configured is not bound. */
  credentials?: { [N in keyof S['security']]?: Ask<CredentialFor<S['security'][N]>> }
  /** Parameters that the connection supplies, by wire name. */
  parameters?: { [N in S['parameters'][number]]?: Ask<Json> }
  /** Sent with every request; not one that a scheme owns. */
  headers?: Record<string, Ask<string>>
  fetch?: (url: string, init: RequestInit) => Promise<Response>
  /** Headers to add to the final request, asked for every attempt. */
  sign?(
    request: PlannedRequest,
    call: ToolCall,
  ): Record<string, string> | undefined | Promise<Record<string, string> | undefined>
  /** From sending, over all attempts and waits. Default 30,000. */
  timeoutMs?: number
  /** After decompression. Default 1 MiB. */
  maxResponseBytes?: number
  retry?: { attempts?: number; maxDelayMs?: number }
  /** Policy: `false`, a reason in words, or a throw refuses the call. */
  before?(call: ToolCall): unknown
  /** Asked for a tool with `confirm` unless the call is `confirmed`; only `true` goes on. */
  confirm?(call: ToolCall): boolean | Promise<boolean>
  onCall?(record: CallRecord): unknown
  /** Replaces what the model gets to see; runs after secrets are taken out and before cuts. */
  redact?(value: Json, call: ToolCall): Json | Promise<Json>
}

export interface Base {
  origin: string
  /** Without the slash at the end. */
  path: string
}

export interface Settings {
  spec: SpecInfo
  options: ConnectOptions
  base: Base
  servers: Record<string, Base>
}

const known = [
  'baseUrl',
  'allowHttp',
  'servers',
  'credentials',
  'parameters',
  'headers',
  'fetch',
  'sign',
  'timeoutMs',
  'maxResponseBytes',
  'retry',
  'before',
  'confirm',
  'onCall',
  'redact',
] satisfies (keyof ConnectOptions)[]

/** Throws a TypeError that names the option. */
export function settings(spec: SpecInfo, options: ConnectOptions): Settings {
  only('option', options, known)
  only('credential', options.credentials, Object.keys(spec.security))
  only('server', options.servers, spec.servers)
  only('parameter', options.parameters, spec.parameters)
  only('retry option', options.retry, ['attempts', 'maxDelayMs'])
  const owned = Object.values(spec.security).map(ownedHeader)
  for (const [name, value] of Object.entries(options.headers ?? {})) {
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || (typeof value === 'string' && !isHeaderSafe(value)))
      wrong(`header ${JSON.stringify(name)} cannot be sent`)
    if (owned.includes(name.toLowerCase())) wrong(`header ${name} belongs to a credential`)
  }
  for (const [name, value] of Object.entries({
    timeoutMs: options.timeoutMs,
    maxResponseBytes: options.maxResponseBytes,
    ...options.retry,
  }))
    if (value !== undefined && !(value >= 0)) wrong(`${name} must be a number, 0 or more`)
  return {
    spec,
    options,
    base: parseBase('baseUrl', options.baseUrl, options),
    servers: Object.fromEntries(
      Object.entries<string | undefined>(options.servers ?? {}).map(([name, url]) => [
        name,
        parseBase(`servers.${name}`, url, options),
      ]),
    ),
  }
}

const wrong = (what: string): never => {
  throw new TypeError(`connect: ${what}`)
}

function only(what: string, given: object | undefined, allowed: readonly string[]): void {
  for (const name of Object.keys(given ?? {}))
    if (!allowed.includes(name))
      wrong(`unknown ${what} ${JSON.stringify(name)}; known: ${allowed.join(', ')}`)
}

/** The header that a scheme sends, in lower case. */
const ownedHeader = (scheme: SecurityScheme): string | undefined =>
  scheme.type !== 'apiKey' ? 'authorization' : scheme.in === 'header' ? scheme.name.toLowerCase() : scheme.in

/** The text itself stays out of messages: it may hold a password. */
function parseBase(name: string, text: string | undefined, { allowHttp }: ConnectOptions): Base {
  if (!text || !URL.canParse(text)) return wrong(`${name} must be an absolute URL`)
  const { protocol, hostname, username, password, origin, pathname } = new URL(text)
  const loopback = /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
  if (protocol !== 'https:' && !(protocol === 'http:' && (allowHttp || loopback)))
    wrong(`${name} must be https (or set allowHttp)`)
  if (username || password) wrong(`${name} must hold no user name or password`)
  if (/[?#]/.test(text)) wrong(`${name} must hold no query or fragment`)
  return { origin, path: pathname.replace(/\/+$/, '') }
}
