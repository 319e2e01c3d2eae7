/** The Anthropic API on localhost with a scripted model. It refuses what the service is known to refuse, in its words. */
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

export interface Use {
  id: string
  name: string
  input: unknown
}
export type Say = Use[] | string
/** `stop_reason` when it is not the usual one. */
export type Step = Say | ((results: Body[]) => Say) | { uses: Use[]; stop_reason: string }

export const startAnthropic = (...script: Step[]): Promise<Wire> => startWire(apiOf(script))

const apiOf = (script: Step[]): Api => ({
  problem(path, body, headers) {
    if (path !== '/v1/messages') return 'Not Found'
    if (!(headers['x-api-key'] ?? headers.authorization) || !headers['anthropic-version'])
      return 'x-api-key header is required'
    return toolsProblem(body) ?? messagesProblem(body)
  },
  answer(_path, body, response) {
    const step = script.shift() ?? 'The script of the fake model is at its end.'
    const said = typeof step === 'function' ? step(resultsIn(body)) : step
    const message = messageOf(said)
    if (body.stream) sendEvents(response, eventsOf(message))
    else sendJson(response, message)
  },
  error: message => ({ type: 'error', error: { type: 'invalid_request_error', message } }),
})

function toolsProblem({ tools }: Body): string | undefined {
  const names = new Set<unknown>()
  for (const [i, { name, input_schema }] of listOf(tools).entries()) {
    if (!/^[a-zA-Z0-9_-]{1,64}$/.test(String(name)))
      return `tools.${i}.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,64}$'`
    if (names.has(name)) return 'tools: Tool names must be unique.'
    names.add(name)
    if (!isObject(input_schema) || input_schema.type !== 'object')
      return `tools.${i}.custom.input_schema.type: Input should be 'object'`
    if (['oneOf', 'allOf', 'anyOf'].some(keyword => keyword in input_schema))
      return `tools.${i}.custom.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level`
    const odd = Object.keys(input_schema.properties ?? {}).find(key => !/^[a-zA-Z0-9_.-]{1,64}$/.test(key))
    if (odd !== undefined)
      return `tools.${i}.custom.input_schema.properties: Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'`
  }
  return undefined
}

function messagesProblem({ messages, max_tokens }: Body): string | undefined {
  if (typeof max_tokens !== 'number') return 'max_tokens: Field required'
  let waiting: unknown[] = []
  for (const [i, { role, content }] of listOf(messages).entries()) {
    const blocks = listOf(content)
    const results = blocks.filter(block => block.type === 'tool_result')
    const given = results.map(block => block.tool_use_id)
    const missing = waiting.filter(id => !given.includes(id))
    if (missing.length > 0)
      return `messages.${i - 1}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${missing.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`
    const unknown = given.find(id => !waiting.includes(id))
    if (unknown !== undefined)
      return `messages.${i}.content: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${unknown}.`
    if (new Set(given).size < given.length)
      return `messages.${i}.content: each tool_use must have a single result.`
    if (results.some(({ content: text }) => typeof text !== 'string'))
      return `messages.${i}.content: Input should be a valid string`
    const uses = role === 'assistant' ? blocks.filter(block => block.type === 'tool_use') : []
    const odd = uses.find(({ input }) => !isObject(input))
    if (odd)
      return `messages.${i}.content.${blocks.indexOf(odd)}.tool_use.input: Input should be a valid dictionary`
    waiting = uses.map(block => block.id)
    if (new Set(waiting).size < waiting.length) return `messages.${i}: \`tool_use\` ids must be unique`
  }
  return waiting.length > 0 ? '`tool_use` ids were found without `tool_result` blocks' : undefined
}

/** The results of the last turn, parsed; whether each is marked as an error. */
const resultsIn = ({ messages }: Body): Body[] =>
  listOf(listOf(messages).at(-1)?.content).map(({ content, is_error }) => ({
    ...JSON.parse(String(content)),
    ...(is_error === true && { isMarked: true }),
  }))

interface Message {
  content: Body[]
  stop_reason: string
}

function messageOf(said: Exclude<Step, (results: Body[]) => Say>): Message {
  const { uses, stop_reason } =
    typeof said === 'string'
      ? { uses: [], stop_reason: 'end_turn' }
      : Array.isArray(said)
        ? { uses: said, stop_reason: 'tool_use' }
        : said
  const content: Body[] =
    typeof said === 'string'
      ? [{ type: 'text', text: said, citations: null }]
      : uses.map(use => ({ type: 'tool_use', ...use }))
  const head = { id: 'msg', type: 'message', role: 'assistant', model: 'claude-fake', stop_sequence: null }
  return { ...head, content, stop_reason, usage: { input_tokens: 1, output_tokens: 1 } } as Message
}

function eventsOf({ content, stop_reason, ...head }: Message): { name: string; data: object }[] {
  const event = (type: string, more: object = {}) => ({ name: type, data: { type, ...more } })
  return [
    event('message_start', { message: { ...head, content: [], stop_reason: null } }),
    ...content.flatMap((block, index) => {
      const isText = block.type === 'text'
      const start = isText ? { ...block, text: '' } : { ...block, input: {} }
      const deltas = isText
        ? pieces(String(block.text)).map(text => ({ type: 'text_delta', text }))
        : pieces(JSON.stringify(block.input)).map(text => ({ type: 'input_json_delta', partial_json: text }))
      return [
        event('content_block_start', { index, content_block: start }),
        ...deltas.map(delta => event('content_block_delta', { index, delta })),
        event('content_block_stop', { index }),
      ]
    }),
    event('message_delta', { delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 1 } }),
    event('message_stop'),
  ]
}
