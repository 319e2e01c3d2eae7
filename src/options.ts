/**
 * What a user may configure, and what the rest of the code reads instead: `Options` → `ResolvedOptions`.
 * Every default and every rejection stands here. Pure; `project/` calls `resolveOptions`.
 */
import type { Code, Report, rules } from './diagnostic.ts'
import type { Operations } from './options/directive.ts'
import type { DeepArrays, TargetName } from './runtime/contract.ts'

export type {
  Directive,
  Operations,
  ParameterDirective,
  ResponseDirective,
  SideFileDocument,
} from './options/directive.ts'
export { resolveOptions } from './options/resolve.ts'

// The files of `schemas/` are made of these types; the tags are what a type cannot say.

export interface SpecOptions {
  /**
   * Path of the OpenAPI document, relative to `root`.
   * @pattern \S
   */
  spec: string
  /**
   * The first part of its tools' names; the key with `_` for `-` when left out.
   * @pattern ^[A-Za-z_][A-Za-z0-9_.:-]{0,126}$
   */
  namespace?: string
  /**
   * Path of the side file, relative to `root`; `<stem>.tools.yaml` beside the document when left out and there.
   * @pattern \S
   */
  tools?: string
  /** The selection, instead of a side file. */
  operations?: Operations
  /**
   * The pinned sum of the document, instead of the lock.
   * @pattern ^[0-9a-fA-F]{64}$
   */
  sha256?: string
  /**
   * How far up file references may go; the document's folder when left out.
   * @pattern \S
   */
  refsRoot?: string
}

export interface Budget {
  /**
   * Schema nodes of one declaration; 500 when left out.
   * @integer
   * @minimum 1
   */
  nodes: number
  /**
   * Bytes of JSON of one declaration; 32,768 when left out.
   * @integer
   * @minimum 1
   */
  bytes: number
  /**
   * Tools of one module before a warning; 20 when left out.
   * @integer
   * @minimum 1
   */
  tools: number
}

export interface Conventions {
  /** Nested form values as `a[b]=c`; when left out, such operations are refused. */
  nestedForm?: 'brackets'
  /** Arrays below deepObject; when left out, such operations are refused. */
  deepObjectArrays?: DeepArrays
}

/** Codes that `silence` may name: errors cannot be silenced. */
export type WarningCode = {
  [C in Code]: (typeof rules)[C]['severity'] extends 'warning' ? C : never
}[Code]

export interface Options {
  /**
   * Where relative paths start; the folder of the configuration when left out.
   * @pattern \S
   */
  root?: string
  /**
   * Documents by key; the key is what is imported: `openapi-tools:orders`.
   * @minProperties 1
   * @propertyNames.pattern ^[a-z][a-z0-9-]*$
   */
  specs: Record<string, string | SpecOptions>
  /**
   * The file of pinned sums; `openapi-tools.lock.json` when left out.
   * @pattern \S
   */
  lock?: string
  /** The folder of reviewed tools; `openapi-tools.golden` when left out, `false` turns it off. */
  golden?: string | false
  /** The file of generated types; `openapi-tools.d.ts` when left out, `false` turns it off. */
  dts?: string | false
  /**
   * The model APIs that tools are declared for; `gemini` when left out.
   * @minItems 1
   * @uniqueItems
   */
  targets?: TargetName[]
  budget?: Partial<Budget>
  conventions?: Conventions
  /** How a model writes a map where its API has none. */
  maps?: 'json-text' | 'entries'
  /**
   * An enum with more members is told in words, and still enforced; 100 when left out.
   * @integer
   * @minimum 1
   */
  enumLimit?: number
  /** `wide` allows `.`, `:` and `-` in names, and 128 characters. */
  nameRule?: 'strict' | 'wide'
  /**
   * `linked`: a build leaves out of the run time what no tool of `specs` needs; a tool from elsewhere that needs it is
   * refused. `whole`: it leaves out nothing. `linked` when left out.
   */
  runtime?: 'linked' | 'whole'
  /** Codes of warnings to leave out. */
  silence?: WarningCode[]
  /** In CI a build writes nothing; what the `CI` variable says when left out. */
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
  readonly runtime: 'linked' | 'whole'
  readonly silence: readonly Code[]
  readonly ci: boolean
}

export type ResolveOptions = (
  raw: unknown,
  base: { root: string; ci: boolean; file: string },
  report: Report,
) => ResolvedOptions | undefined
