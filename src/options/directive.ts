/** What somebody may say about operations: directives, and the side file that holds them. Types; `options.ts` exports them. */
import type { Effect, Json } from '../runtime/contract.ts'

// The files of `schemas/` are made of these types; the tags are what a type cannot say.

/**
 * A rule for one parameter or body property; see docs/directives.md.
 * @minProperties 1
 */
export interface ParameterDirective {
  /** Sent with every call; the model does not see the parameter. */
  value?: Json
  /**
   * Declared text written before what the model wrote. Strings only.
   * @minLength 1
   */
  prefix?: string
  /**
   * Declared text written after what the model wrote. Strings only.
   * @minLength 1
   */
  suffix?: string
  /** Leaves an optional parameter out. */
  hide?: true
  /** The connection supplies it; the model does not see it. */
  from?: 'connection'
  /** Shows a parameter that looks like a credential. */
  expose?: true
  /**
   * Replaces the document's text.
   * @pattern \S
   */
  description?: string
}

/** What the model gets to see of an answer. */
export interface ResponseDirective {
  /**
   * Fields of the response that are kept: `id`, `customer.name`, `items[].sku`.
   * @minItems 1
   * @uniqueItems
   * @items.pattern \S
   */
  pick?: string[]
  /**
   * Bytes of JSON text that are kept; 32,768 when left out.
   * @integer
   * @minimum 1
   */
  maxBytes?: number
  /**
   * Items that are kept of every list.
   * @integer
   * @minimum 1
   */
  maxItems?: number
  /**
   * Response headers that are shown.
   * @uniqueItems
   * @items.pattern ^[!#$%&'*+.^_`|~0-9A-Za-z-]+$
   */
  headers?: string[]
}

/** What somebody says about one operation, the same in `x-agent-tool`, a side file and the configuration. */
export interface Directive {
  /**
   * The whole name of the tool; no namespace is put before it.
   * @pattern \S
   */
  name?: string
  /**
   * Names that it had: kept from other tools, never declared.
   * @uniqueItems
   * @items.pattern \S
   */
  formerNames?: string[]
  /**
   * The text for the model, instead of the document's.
   * @pattern \S
   */
  description?: string
  /**
   * What it does not do, as a sentence for the model.
   * @pattern \S
   */
  doesNot?: string
  /**
   * What it returns, as a sentence for the model.
   * @pattern \S
   */
  returns?: string
  /** `read` for GET and HEAD, else `write`. PUT, PATCH and DELETE cannot be reads. */
  effect?: Effect
  /** Whether a person is asked before each call; writes are confirmed unless this says otherwise. */
  confirm?: boolean
  /** Rules by parameter: `query:page.size`, `header:X-Tenant`, `body:/customer/name`, or a name that only one has. */
  params?: Record<string, ParameterDirective>
  /** The model has to give a body that the document leaves optional. */
  body?: 'required'
  response?: ResponseDirective
  /**
   * The header that carries an idempotency key; it makes a write repeatable.
   * @pattern ^[!#$%&'*+.^_`|~0-9A-Za-z-]+$
   */
  idempotencyHeader?: string
  /**
   * The name of a server that the connection maps to an address.
   * @pattern \S
   */
  server?: string
}

/** Operations by operationId or `METHOD /path`; `true`, `null` and `{}` select without changes. */
export type Operations = readonly string[] | Readonly<Record<string, Directive | true | null>>

/** A side file: the operations of one spec, chosen beside it. */
export interface SideFileDocument {
  version: 1
  /** The document that it belongs to, as seen from this file. */
  spec?: string
  /**
   * The first part of its tools' names; the key of the spec when left out.
   * @pattern ^[A-Za-z_][A-Za-z0-9_]*$
   */
  namespace?: string
  /** Said of every operation; what an operation says for itself comes first. */
  defaults?: Directive | null
  /** By operationId or `METHOD /path`; `null`, `true` and `{}` select without changes. */
  operations?: Record<string, Directive | true | null> | null
}
