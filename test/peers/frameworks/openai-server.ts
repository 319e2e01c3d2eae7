/**
 * The OpenAI API on localhost, chat completions and responses, with a scripted model. It refuses what the service is
 * known to refuse, in its words. Strict schemas are judged by the SDK's own normalizer: what it changes is not strict.
 */
import { isDeepStrictEqual } from 'node:util'
import { toStrictJsonSchema } from 'openai/lib/transform'
import {
  type Api,
  type Body,
  isObject,
  listOf,
  pieces,
  sendEvents,
  sendJson,
  startWire,
  type Wire,
} from './wire.ts'

export interface Call {
  id: string
  name: string
  /** As the model wrote it, so any text. */
  arguments: string
}
/** Calls, or the last words. */
export type Say = Call[] | string
/** What the model says to the results that it was sent, newest turn only. */
export type Step = Say | ((results: Body[]) => Say)

export const startOpenAI = (...script: Step[]): Promise<Wire> => startWire(apiOf(script))

const apiOf = (script: Step[]): Api => ({
  problem(path, body, headers) {
    if (!headers.authorization?.startsWith('Bearer ')) return 'You did not provide an API key.'
    if (path === '/chat/completions') return chatProblem(body)
    if (path === '/responses') return responsesProblem(body)
    return `Invalid URL (POST ${path})`
  },
  answer(path, body, response) {
    const step = script.shift() ?? 'The script of the fake model is at its end.'
    const said = typeof step === 'function' ? step(resultsIn(body)) : step
    if (path === '/responses') sendJson(response, responseOf(said))
    else if (body.stream) sendEvents(response, chunksOf(said))
    else sendJson(response, completionOf(said))
  },
  error: message => ({ error: { message, type: 'invalid_request_error', param: null, code: null } }),
})

function chatProblem({ messages, tools }: Body): string | undefined {
  for (const [i, tool] of listOf(tools).entries()) {
    const { type, function: declared } = tool as { type?: unknown; function?: Body }
    if (type !== 'function' || !declared) return `Missing required parameter: 'tools[${i}].function'.`
    const problem = functionProblem(declared, `tools[${i}].function`)
    if (problem) return problem
  }
  let waiting: unknown[] = []
  for (const [i, { role, tool_calls, tool_call_id, content }] of listOf(messages).entries()) {
    if (role === 'tool') {
      const found = waiting.indexOf(tool_call_id)
      if (found < 0)
        return "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'."
      if (typeof content !== 'string') return `Invalid type for 'messages[${i}].content'.`
      waiting.splice(found, 1)
      continue
    }
    if (waiting.length > 0) return unanswered(waiting)
    waiting = listOf(tool_calls).map(call => call.id)
  }
  return waiting.length > 0 ? unanswered(waiting) : undefined
}

const unanswered = (ids: unknown[]) =>
  `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${ids.join(', ')}`

function responsesProblem({ input, tools }: Body): string | undefined {
  for (const [i, tool] of listOf(tools).entries()) {
    if (tool.type !== 'function') return `Invalid value: 'tools[${i}].type'.`
    const problem = functionProblem(tool, `tools[${i}]`)
    if (problem) return problem
  }
  const items = listOf(input)
  const idsOf = (type: string) => items.filter(item => item.type === type).map(item => item.call_id)
  const [calls, outputs] = [idsOf('function_call'), idsOf('function_call_output')]
  for (const id of calls) if (!outputs.includes(id)) return `No tool output found for function call ${id}.`
  for (const id of outputs)
    if (!calls.includes(id)) return `No tool call found for function call output with call_id ${id}.`
  const output = items.find(item => item.type === 'function_call_output' && typeof item.output !== 'string')
  return output && `Invalid type for 'input[${items.indexOf(output)}].output'.`
}

function functionProblem(declared: Body, at: string): string | undefined {
  const { name, description, parameters, strict } = declared
  if (!/^[a-zA-Z0-9_-]{1,64}$/.test(String(name)))
    return `Invalid '${at}.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`
  if (String(description).length > 1024)
    return `Invalid '${at}.description': string too long. Expected a string with maximum length 1024, but got a string with length ${String(description).length} instead.`
  const invalid = (why: string) => `Invalid schema for function '${name}': ${why}`
  if (!isObject(parameters) || parameters.type !== 'object')
    return invalid(`schema must be a JSON Schema of 'type: "object"'.`)
  if (['oneOf', 'anyOf', 'allOf', 'enum', 'not'].some(keyword => keyword in parameters))
    return invalid(
      "schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level.",
    )
  if (!strict) return undefined
  try {
    const normal = toStrictJsonSchema(structuredClone(parameters))
    return isDeepStrictEqual(normal, parameters)
      ? undefined
      : invalid(`not strict: ${JSON.stringify(normal)}`)
  } catch (error) {
    return invalid(String(error))
  }
}

/** The results of the last turn, parsed. */
function resultsIn({ messages, input }: Body): Body[] {
  const items = listOf(messages ?? input)
  const last = items.findLastIndex(item => item.role !== 'tool' && item.type !== 'function_call_output')
  return items.slice(last + 1).map(item => JSON.parse(String(item.content ?? item.output)))
}

const head = { id: 'fake', created: 1, model: 'gpt-fake' }
const toolCalls = (said: Call[]) =>
  said.map(({ id, ...call }) => ({ id, type: 'function' as const, function: call }))

function completionOf(said: Say): object {
  const isText = typeof said === 'string'
  const message = {
    role: 'assistant',
    refusal: null,
    content: isText ? said : null,
    ...(!isText && { tool_calls: toolCalls(said) }),
  }
  const finish_reason = isText ? 'stop' : 'tool_calls'
  return {
    ...head,
    object: 'chat.completion',
    choices: [{ index: 0, message, logprobs: null, finish_reason }],
  }
}

function chunksOf(said: Say): { data: object | string }[] {
  const chunk = (delta: object, finish_reason: string | null = null) => ({
    data: { ...head, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] },
  })
  const deltas =
    typeof said === 'string'
      ? pieces(said).map(content => ({ content }))
      : toolCalls(said).flatMap(({ function: { arguments: text, name }, ...call }, index) => [
          { tool_calls: [{ index, ...call, function: { name, arguments: '' } }] },
          ...pieces(text).map(part => ({ tool_calls: [{ index, function: { arguments: part } }] })),
        ])
  return [
    chunk({ role: 'assistant' }),
    ...deltas.map(delta => chunk(delta)),
    chunk({}, typeof said === 'string' ? 'stop' : 'tool_calls'),
    { data: '[DONE]' },
  ]
}

function responseOf(said: Say): object {
  const output =
    typeof said === 'string'
      ? [
          {
            type: 'message',
            id: 'msg',
            role: 'assistant',
            status: 'completed',
            content: [{ type: 'output_text', text: said, annotations: [] }],
          },
        ]
      : said.map(({ id: call_id, ...call }) => ({
          type: 'function_call',
          id: `fc_${call_id}`,
          call_id,
          status: 'completed',
          ...call,
        }))
  return { ...head, object: 'response', created_at: 1, status: 'completed', error: null, output }
}
