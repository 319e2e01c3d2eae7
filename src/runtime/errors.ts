/** The closed error envelope: how the run time makes, throws and recognises one. */
import type { ArgumentProblem, ErrorCode, ToolError } from './bound-tool.ts'
import type { Json, JsonObject } from './contract.ts'

const codes: readonly string[] = [
  'invalid_arguments',
  'unknown_tool',
  'confirmation_required',
  'declined',
  'refused_by_policy',
  'no_credential',
  'http_error',
  'rate_limited',
  'timeout',
  'aborted',
  'network_error',
  'redirect_blocked',
] satisfies ErrorCode[]

/** Whether the answer of a call is an error. */
export const isToolError = (answer: unknown): answer is ToolError =>
  typeof answer === 'object' &&
  answer !== null &&
  'error' in answer &&
  'message' in answer &&
  codes.includes(String(answer.error))

/** Ends a call early with the answer it carries. Never leaves `call` or `plan`. */
export class Stop extends Error {
  answer: ToolError
  constructor(answer: ToolError) {
    super(answer.message)
    this.answer = answer
  }
}

export const stop = (error: ErrorCode, message: string, more?: JsonObject): Stop =>
  new Stop({ error, message, ...more })

export const invalid = (...details: ArgumentProblem[]): Stop =>
  stop('invalid_arguments', 'Nothing was sent. Correct what details names, then call again.', {
    // A problem is strings by name: JSON, which an interface cannot say.
    details: details as unknown as Json[],
  })
