/**
 * The closed error envelope. Inside the run time an error is thrown as the answer it will be; `call` and
 * `plan` catch it, so it never leaves them.
 */
import type { ErrorCode, ToolError } from './bound-tool.ts'

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

/** An answer before it is cleaned: what is undefined is left out then. */
export interface Reply {
  [field: string]: unknown
}

/** The errors that are on their way up: nobody else's throw can be taken for one. */
const ours = new WeakSet<object>()

/** An error: the code says what happened, the message says it in words, the rest is in fields. */
export const stop = (error: ErrorCode, more?: Reply): Reply => {
  const reply = { error, message: error.replaceAll('_', ' '), ...more }
  ours.add(reply)
  return reply
}

/** A problem as JSON, with the fields of `ArgumentProblem`. */
export type Problem = { path: string; expected: string; got?: string }

/** One argument that cannot be sent. */
export const refuse = (path: string, expected: string): Reply =>
  stop('invalid_arguments', { details: [{ path, expected }] })

/**
 * What was thrown, if it is an answer, else what `outcome` says it comes to. A RangeError is arguments that are no JSON,
 * or too long or too deep to be checked. Once the arguments have made a request, what cannot be sent is none of them.
 */
export const answerOf = (thrown: unknown, outcome?: ErrorCode): Reply => {
  // What is ours is a reply.
  const reply = thrown as Reply
  if (ours.has(reply) && (!outcome || reply.error !== 'invalid_arguments')) return reply
  if (outcome) return stop(outcome)
  if (thrown instanceof RangeError) return refuse('', 'simpler JSON')
  throw thrown
}
