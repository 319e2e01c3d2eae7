/**
 * The shapes a tool module carries. The run time owns them; the compiler imports them from here,
 * never the other way round. Everything is plain JSON: a module is object literals and nothing else.
 */

export type Json = null | boolean | number | string | Json[] | JsonObject
export interface JsonObject {
  [key: string]: Json
}

export type TypeName = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object'

/**
 * JSON Schema 2020-12, cut to the keywords the interpreter checks. The list is closed: what is not here
 * is merged away, refused or recorded as a loss at build. `$ref` points at `#/$defs/<name>` of the root
 * and, as in 2020-12, its siblings apply too.
 *
 * One reading is ours: `format: 'int64'` beside `type: ['integer', 'string']` means "a safe integer, or a
 * string of digits"; such a string goes onto the wire as bare digits.
 */
export interface InputSchema {
  $ref?: string
  $defs?: Record<string, InputSchema>
  type?: TypeName | TypeName[]
  description?: string
  enum?: Json[]
  const?: Json
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  multipleOf?: number
  /** Lengths count Unicode code points (JSON Schema validation 6.3). */
  minLength?: number
  maxLength?: number
  pattern?: string
  format?: string
  prefixItems?: InputSchema[]
  items?: InputSchema | false
  minItems?: number
  maxItems?: number
  uniqueItems?: boolean
  properties?: Record<string, InputSchema>
  required?: string[]
  additionalProperties?: InputSchema | boolean
  dependentRequired?: Record<string, string[]>
  minProperties?: number
  maxProperties?: number
  anyOf?: InputSchema[]
  oneOf?: InputSchema[]
  allOf?: InputSchema[]
  not?: InputSchema
}

/** The root of a tool's arguments: always a closed object. */
export interface ArgumentsSchema extends InputSchema {
  type: 'object'
  properties: Record<string, InputSchema>
  additionalProperties: false
}

/**
 * How the form a model writes differs from the canonical one, at one place.
 * - `json-text`: the model writes JSON in a string
 * - `entries`: the model writes a map as `[{ key, value }]`
 * - `int64-text`: the model writes an integer as a string of digits
 * - `null-means-absent`: the model writes `null` where the canonical form leaves the property out
 */
export type EncodingKind = 'json-text' | 'entries' | 'int64-text' | 'null-means-absent'

export interface Encoding {
  /** JSON pointer into the arguments; `*` stands for every item of an array or every value of a map. */
  pointer: string
  as: EncodingKind
}

export type TargetName = 'gemini' | 'gemini-json-schema' | 'openai-strict'

/** What is sent to a model's API for one tool. `parameters` has the shape that the target's API takes. */
export interface Declaration {
  name: string
  description: string
  parameters?: JsonObject
  parametersJsonSchema?: JsonObject
}

export interface TargetDeclaration {
  declaration: Declaration
  /** In the order of decoding: outer places first; at one place, whether it is `null` first. */
  encoding: Encoding[]
}

export type ParameterIn = 'path' | 'query' | 'header' | 'cookie'
/** OpenAPI 3.1, 4.8.12.3 "Style Values". */
export type Style = 'simple' | 'label' | 'matrix' | 'form' | 'spaceDelimited' | 'pipeDelimited' | 'deepObject'

export interface ParameterPlace {
  in: ParameterIn
  /** The name on the wire. */
  name: string
  style: Style
  explode: boolean
  /** Reserved characters pass unencoded (query only). */
  allowReserved?: true
  /** A `content` parameter: the value is serialized in this media type, then percent-encoded. */
  media?: string
  /** How an array below `deepObject` is written; from the `deepObjectArrays` convention. */
  deepArrays?: DeepArrays
}

export interface BodyPlace {
  in: 'body'
  /** JSON pointer of wire names into the body; `''` is the whole body. */
  pointer: string
}

export type Place = ParameterPlace | BodyPlace
/** `repeat`: `a[k]=1&a[k]=2` · `brackets`: `a[k][]=1&a[k][]=2` · `indices`: `a[k][0]=1&a[k][1]=2`. */
export type DeepArrays = 'repeat' | 'brackets' | 'indices'

/** The only way from an argument back to the wire. */
export type Route = Place & {
  argument: string
  /** Declared text written before and after what the model wrote. */
  prefix?: string
  suffix?: string
}
/** A value declared at build; no argument feeds it. */
export type Fixed = Place & { value: Json }
/** A parameter that the connection supplies, by wire name (`in:name` when one name has two places). */
export type Supplied = ParameterPlace & { parameter: string }

/** How one top-level property of a form-urlencoded body is written (OpenAPI "Encoding Object"). */
export interface FormField {
  style: Style
  explode: boolean
  allowReserved?: true
  media?: string
  deepArrays?: DeepArrays
}

export interface Media {
  /** The exact Content-Type to send. */
  type: string
  /** Whether a body is sent even when no argument feeds it: then it is `{}`. */
  required: boolean
  /** Present for `application/x-www-form-urlencoded`: fields by wire name, for the ones that are not `form` explode. */
  form?: Record<string, FormField>
  /** Present when nested form values are written as `a[b]=c` (the `nestedForm` convention). */
  nestedForm?: 'brackets'
}

export interface RequestPlan {
  routes: Route[]
  fixed: Fixed[]
  supplied: Supplied[]
  /**
   * Canonical property name → wire name, for nested properties whose wire name no target accepts. Applied only where
   * the schema declares the property, never to the keys of a map. Empty when only digits of an int64 are converted.
   */
  names?: Record<string, string>
  media?: Media
  /**
   * Alternatives in document order, each the schemes that must all be sent. `[[]]` is "anonymous is fine"
   * (an empty requirement object); `[]` sends no credential at all.
   */
  security: string[][]
  /** A name that the connection maps to a base URL. */
  server?: string
  /** A header that carries the idempotency key; it makes a write retryable. */
  idempotencyHeader?: string
  /** Literal query text of the path template, without `?`, percent-encoded where a URL needs it. */
  query?: string
}

/** The properties of a result that are kept, as a tree. Lists are looked into: they have no level of their own. */
export type Picked = { [name: string]: true | Picked }

export interface ResponsePlan {
  /** `{ id: true, customer: { name: true } }`; without it, everything is kept. */
  pick?: Picked
  /** Bytes of the JSON text of a result; 32,768 when unset. */
  maxBytes?: number
  /** Items kept of every array. */
  maxItems?: number
  /** Response headers, by name, that the result carries. */
  headers?: string[]
}

export type Method = 'GET' | 'HEAD' | 'PUT' | 'POST' | 'PATCH' | 'DELETE'
export type Effect = 'read' | 'write'

export interface OperationRef {
  /** operationId, or null when the document gives none. */
  id: string | null
  method: Method
  /** Path template without query or fragment. What is no placeholder is percent-encoded where a URL needs it. */
  path: string
}

declare const argumentsType: unique symbol
declare const resultType: unique symbol

/** One tool, as a tool module exports it. The type parameters exist for the type checker only. */
export interface Tool<Key extends string = string, Arguments = JsonObject, Result = unknown> {
  name: string
  /** Key of the spec it was compiled from; only a connection of the same spec runs it. */
  spec: Key
  declarations: { [T in TargetName]?: TargetDeclaration }
  inputSchema: ArgumentsSchema
  effect: Effect
  confirm: boolean
  operation: OperationRef
  request: RequestPlan
  response: ResponsePlan
  /** The parts of the run time that its calls can reach, one bit each (`needs.ts`). Without it, all. */
  needs?: number
  readonly [argumentsType]?: Arguments
  readonly [resultType]?: Result
}

export type SecurityScheme =
  | { type: 'apiKey'; in: 'header' | 'query' | 'cookie'; name: string }
  | { type: 'http'; scheme: 'basic' | 'bearer' }
  | { type: 'oauth2' }
  | { type: 'openIdConnect' }

/** The `spec` export of a tool module. */
export interface SpecInfo<
  Key extends string = string,
  Security extends Record<string, SecurityScheme> = Record<string, SecurityScheme>,
  Server extends string = string,
  Parameter extends string = string,
> {
  key: Key
  title: string
  version: string
  sha256: string
  /** The schemes that its tools use, by name. */
  security: Security
  /** Names that `connect` maps to base URLs. */
  servers: readonly Server[]
  /** Parameters that `connect` supplies. */
  parameters: readonly Parameter[]
}

/** The type of a tool's canonical arguments. */
export type ArgumentsOf<T> = T extends { readonly [argumentsType]?: infer A } ? A : never
/** The type of a tool's result when the call succeeds and nothing is cut. */
export type ResultOf<T> = T extends { readonly [resultType]?: infer R } ? R : never
