/** What adapters take: tools with the connection that runs them. Types only. */
import type { JsonObject, TargetName, Tool } from './contract.ts'

export interface CallOptions {
  /** Stops the call; the answer is `aborted`. */
  signal?: AbortSignal
  /** A person has approved this very call; passes the gate of a tool with `confirm`. */
  confirmed?: boolean
  /** The model's id of the call, for records and hooks. */
  callId?: string
  /** Sent in the tool's idempotency header; made up once per call when absent. */
  idempotencyKey?: string
  /** Handed to every hook and credential function: the user, the session. */
  context?: unknown
  /** The arguments have the form of this target's declaration; they are decoded first. */
  from?: TargetName
}

/** The request that a call would send, with every secret masked. */
export interface PlannedRequest {
  method: string
  url: string
  headers: Record<string, string>
  body?: string
}

/** The closed list of `error` values a call answers with. */
export type ErrorCode =
  | 'invalid_arguments'
  | 'unknown_tool'
  | 'confirmation_required'
  | 'declined'
  | 'refused_by_policy'
  | 'no_credential'
  | 'http_error'
  | 'rate_limited'
  | 'timeout'
  | 'aborted'
  | 'network_error'
  | 'redirect_blocked'

/** What is wrong with one argument, in words for a model. */
export interface ArgumentProblem {
  /** `customer.address[0].zip`; `''` for the arguments as a whole. */
  path: string
  expected: string
  /** What was found instead, where that says more. */
  got?: string
}

/** An error as data. A model reads it and goes on. */
export type ToolError = JsonObject & { error: ErrorCode; message: string }

export interface BoundTool {
  readonly tool: Tool
  /** Never rejects and never throws for what a model, a user or a server did. */
  call(args: unknown, options?: CallOptions): Promise<JsonObject>
  /** Decodes, validates and builds the request without sending it, asking no hook and no credential. */
  plan(args: unknown, options?: Pick<CallOptions, 'from'>): Promise<PlannedRequest | ToolError>
}
