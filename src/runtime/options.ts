/** What `connect` takes, and its checks: a wrong option is a programmer's error and throws. */
import type { PlannedRequest } from './bound-tool.ts'
import type { Effect, Json, JsonObject, Method, SpecInfo } from './contract.ts'
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

interface CallInfo {
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
  outcome: string
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
  /** Policy: `false` or a throw refuses the call. */
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
  /** By server name; the one of `baseUrl` has none. */
  bases: Record<string, Base>
  /** What is secret before any function is asked. */
  secrets: unknown[]
  clean: Clean
}

const known =
  'baseUrl,allowHttp,servers,credentials,parameters,headers,fetch,sign,timeoutMs,maxResponseBytes,retry,before,confirm,onCall,redact'

/** Throws a TypeError that names the option. */
export function settings(spec: SpecInfo, options: ConnectOptions): Settings {
  const { security, servers, parameters } = spec
  const secrets = [options.credentials, options.parameters, options.headers].flatMap(group =>
    Object.values(group ?? {}),
  )
  const names: [given: object | undefined, allowed: readonly string[]][] = [
    [options, known.split(',')],
    [options.credentials, Object.keys(security)],
    [options.servers, servers],
    [options.parameters, parameters],
  ]
  for (const [given, allowed] of names)
    for (const name of Object.keys(given ?? {})) if (!allowed.includes(name)) wrong(`unknown ${name}`)
  for (const name of Object.keys(options.headers ?? {}))
    for (const scheme of Object.values(security))
      if (
        name.toLowerCase() ===
        ('name' in scheme ? scheme.in === 'header' && scheme.name.toLowerCase() : 'authorization')
      )
        wrong(`header ${name}: use credentials`)
  const bases = Object.entries({ ...options.servers, '': options.baseUrl })
  return {
    spec,
    options,
    secrets,
    clean: cleaner(secrets),
    bases: Object.fromEntries(bases.map(([name, url]) => [name, parseBase(name, url, options)])),
  }
}

const wrong = (what: string): never => {
  throw new TypeError(`connect: ${what}`)
}

/** The text itself stays out of messages: it may hold a password. */
function parseBase(name: string, text: string | undefined, { allowHttp }: ConnectOptions): Base {
  const { protocol, hostname, origin, pathname, href } = new URL(text && URL.canParse(text) ? text : 'none:')
  const local = allowHttp || /^(.+\.)?localhost$|^127(\.\d+){3}$|^\[::1\]$/.test(hostname)
  // What is in `href` beside origin and path is a user, a query or a fragment.
  if (href !== origin + pathname || !(protocol === 'https:' || (protocol === 'http:' && local)))
    wrong(`${name || 'baseUrl'} must be https (or loopback, or allowHttp), no user, query or fragment`)
  return { origin, path: pathname.replace(/\/+$/, '') }
}
