/**
 * What a user may configure, and what the rest of the code reads instead: `Options` → `ResolvedOptions`.
 * Every default and every rejection stands here. Pure; `project/` calls `resolveOptions`.
 */
import type { Code, Report } from './diagnostic.ts'
import type { DeepArrays, Effect, Json, TargetName } from './runtime/contract.ts'

export { resolveOptions } from './options/resolve.ts'

/** A rule for one parameter or body property; see docs/directives.md. */
export interface ParameterDirective {
  /** Sent with every call; the model does not see the parameter. */
  value?: Json
  /** Declared text written before what the model wrote. Strings only. */
  prefix?: string
  /** Declared text written after what the model wrote. Strings only. */
  suffix?: string
  /** Leaves an optional parameter out. */
  hide?: true
  /** The connection supplies it; the model does not see it. */
  from?: 'connection'
  /** Shows a parameter that looks like a credential. */
  expose?: true
  /** Replaces the document's text. */
  description?: string
}

export interface ResponseDirective {
  pick?: string[]
  maxBytes?: number
  maxItems?: number
  headers?: string[]
}

/** What somebody says about one operation, the same in `x-agent-tool`, a side file and the configuration. */
export interface Directive {
  name?: string
  formerNames?: string[]
  description?: string
  doesNot?: string
  returns?: string
  effect?: Effect
  confirm?: boolean
  params?: Record<string, ParameterDirective>
  body?: 'required'
  response?: ResponseDirective
  idempotencyHeader?: string
  server?: string
}

/** Operations by operationId or `METHOD /path`; `true`, `null` and `{}` select without changes. */
export type Operations = readonly string[] | Readonly<Record<string, Directive | true | null>>

export interface SpecOptions {
  /** Path of the OpenAPI document, relative to `root`. */
  spec: string
  namespace?: string
  /** Path of the side file, relative to `root`. */
  tools?: string
  operations?: Operations
  sha256?: string
  refsRoot?: string
}

export interface Budget {
  nodes: number
  bytes: number
  tools: number
}

export interface Conventions {
  nestedForm?: 'brackets'
  deepObjectArrays?: DeepArrays
}

export interface Options {
  root?: string
  specs: Record<string, string | SpecOptions>
  lock?: string
  golden?: string | false
  dts?: string | false
  targets?: TargetName[]
  budget?: Partial<Budget>
  conventions?: Conventions
  maps?: 'json-text' | 'entries'
  enumLimit?: number
  nameRule?: 'strict' | 'wide'
  silence?: Code[]
  ci?: boolean
}

export interface ResolvedSpec {
  readonly key: string
  /** Root-relative POSIX path, as are the other paths here. */
  readonly file: string
  readonly namespace: string
  readonly tools?: string
  readonly operations?: Operations
  readonly sha256?: string
  readonly refsRoot: string
}

export interface ResolvedOptions {
  /** Absolute. */
  readonly root: string
  readonly specs: ReadonlyMap<string, ResolvedSpec>
  readonly lock: string
  readonly golden: string | false
  readonly dts: string | false
  readonly targets: readonly TargetName[]
  readonly budget: Readonly<Budget>
  readonly conventions: Readonly<Conventions>
  readonly maps: 'json-text' | 'entries'
  readonly enumLimit: number
  readonly nameRule: 'strict' | 'wide'
  readonly silence: readonly Code[]
  readonly ci: boolean
}

export type ResolveOptions = (
  raw: unknown,
  base: { root: string; ci: boolean; file: string },
  report: Report,
) => ResolvedOptions | undefined
