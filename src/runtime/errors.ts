/**
 * The closed error envelope. Inside the run time an error is thrown as the answer it will be; `call` and
 * `plan` catch it, so it never leaves them.
 */
import type { ErrorCode, ToolError } from './bound-tool.ts'
import type { JsonObject } from './contract.ts'

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

/** The code says what happened, the message says it in words, the rest is in fields. */
export const stop = (error: ErrorCode, more?: JsonObject): ToolError => ({
  error,
  message: error.replaceAll('_', ' '),
  ...more,
})

/** A problem as JSON, with the fields of `ArgumentProblem`. */
export type Problem = { path: string; expected: string; got: string }

export const invalid = (details: Problem[]): ToolError => stop('invalid_arguments', { details })

/** One argument that cannot be sent. */
export const refuse = (path: string, expected: string, got = 'other'): ToolError =>
  invalid([{ path, expected, got }])

/** What was thrown, if it is an answer; a stack that ran over is too deep an argument. Anything else is our bug. */
export const answerOf = (thrown: unknown): ToolError => {
  if ((thrown as Partial<ToolError>)?.error) return thrown as ToolError
  if (thrown instanceof RangeError) return refuse('', 'fewer levels')
  throw thrown
}
