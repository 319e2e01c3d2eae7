/** What `connect` takes, and its checks: a wrong option is a programmer's error and throws. */
import type { ErrorCode, PlannedRequest } from './bound-tool.ts'
import type { Effect, Json, JsonObject, Method, SpecInfo } from './contract.ts'
import { placeOf } from './credentials.ts'
import { stop } from './errors.ts'
import { type Keyed, mapParts, own } from './object.ts'
import { type Clean, cleaner } from './redact.ts'

export interface BasicCredential {
  username: string
  password: string
}

// A method, so that a function may name its own type of context (parameters of methods are bivariant).
type Asking<T> = { ask(context: unknown): T | undefined | Promise<T | undefined> }['ask']
/** A value, or a function that is asked for every request with the call's `context`. */
export type Ask<T> = T | Asking<T>

type CredentialFor<Scheme> = Scheme extends { type: 'http'; scheme: 'basic' } ? BasicCredential : string

/** Which call it is. */
export interface CallInfo {
  tool: string
  effect: Effect
  method: Method
  /** The path template. */
  path: string
  callId?: string | undefined
  context?: unknown
}

/** What hooks see of a call. It holds no secret. */
export interface ToolCall extends CallInfo {
  /** Canonical and valid. */
  arguments: JsonObject
  /** The request with every secret masked. */
  request: PlannedRequest
}

/** What `onCall` gets once per call, whatever its outcome. No argument values. */
export interface CallRecord extends CallInfo {
  /** Names of the arguments that were given, once they are known to be valid. */
  arguments: string[]
  /** `ok`, or the error of the answer. */
  outcome: 'ok' | ErrorCode
  /** Whether the server may have seen the request. */
  sent: boolean
  status?: number
  attempts: number
  milliseconds: number
  bytesOut: number
  bytesIn: number
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
  /** Sent with every request; not one that a scheme, an argument, another option or the message itself owns. */
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
  /** Policy: `false` or a throw refuses the call. */
  before?(call: ToolCall): unknown
  /** Asked for a tool with `confirm` unless the call is `confirmed`; only `true` goes on. */
  confirm?(call: ToolCall): boolean | Promise<boolean>
  onCall?(record: CallRecord): unknown
  /** Replaces what the model gets to see; runs after secrets are taken out and before cuts. */
  redact?(value: Json, call: ToolCall): Json | Promise<Json>
}

/** The options with their defaults, checked. */
export interface Settings extends Required<ConnectOptions> {
  spec: SpecInfo
  /** Where URLs start, by server name; the one of `baseUrl` has none. No slash at the end. */
  servers: Record<string, string>
  retry: { attempts: number; maxDelayMs: number }
  /** What is secret before any function is asked, and what takes it out of a text. */
  secrets: unknown[]
  clean: Clean
}

/** An option has the type of its default. */
const defaults: Required<ConnectOptions> = {
  baseUrl: '',
  allowHttp: false,
  servers: {},
  credentials: {},
  parameters: {},
  headers: {},
  fetch: (url, init) => fetch(url, init),
  sign: () => undefined,
  timeoutMs: 30_000,
  maxResponseBytes: 2 ** 20,
  retry: {},
  before: () => undefined,
  confirm: () => {
    throw stop('confirmation_required')
  },
  onCall: () => undefined,
  redact: value => value,
}

/**
 * The defaults with what is given. Throws a TypeError that names an option that is unknown or of another type.
 * Options are looked up by any name, so the casts.
 */
export const filled = <T extends object>(defaults: T, given: object): T => ({
  ...defaults,
  ...mapParts<object, unknown>(given, (value, name) => {
    // A number counts something.
    const kind = typeof value === 'number' && !(value >= 0) ? value : typeof value
    if (value !== undefined && kind !== typeof own(defaults as Keyed<unknown>, name as string))
      throw new TypeError(`no option ${name}: ${kind}`)
    return value
  }),
})

/** Throws a TypeError that names the option. */
export const settings = (spec: SpecInfo, given: ConnectOptions): Settings => {
  const options = filled(defaults, given)
  only(options.credentials, Object.keys(spec.security))
  only(options.servers, spec.servers)
  only(options.parameters, spec.parameters)
  for (const name of Object.keys(options.headers)) {
    // Names that are none throw; what frames a message is not the connection's (RFC 9110 7.6.1 and 8.3).
    new Headers([[name, '']])
    if (
      /^(te|trailer|upgrade|keep-alive|.*connection|(content|transfer)-(length|type|encoding))$/i.test(name)
    )
      throw new TypeError(`no header ${name}`)
    for (const [where, owned] of Object.values(spec.security).map(placeOf))
      if (where === 'header' && owned.toLowerCase() === name.toLowerCase())
        throw new TypeError(`${name}: use credentials`)
  }
  const secrets = [options.credentials, options.parameters, options.headers].flatMap(Object.values)
  /** The text itself stays out of messages: it may hold a password. */
  const baseOf = (text: string, name: string | number): string => {
    try {
      const url = new URL(text)
      const start = url.origin + url.pathname
      // Plain http goes to this machine only. What is in `href` beside origin and path is a user, a query or a fragment.
      const safe = options.allowHttp
        ? /^https?:/
        : /^https:|^http:\/\/(([\w.-]+\.)?localhost|127\.[\d.]+|\[::1])[:/]/
      if (url.href === start && safe.test(start)) return start.replace(/\/+$/, '')
    } catch {}
    throw new TypeError(`${name || 'baseUrl'}: https or allowHttp, no user, query or fragment`)
  }
  return {
    ...options,
    servers: mapParts({ ...options.servers, '': options.baseUrl } as Record<string, string>, baseOf),
    retry: filled({ attempts: 3, maxDelayMs: 5000 }, options.retry),
    spec,
    secrets,
    clean: cleaner(secrets),
  }
}

const only = (given: object, names: readonly string[]): void => {
  for (const name of Object.keys(given)) if (!names.includes(name)) throw new TypeError(`no option ${name}`)
}
