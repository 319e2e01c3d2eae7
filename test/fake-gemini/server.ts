/**
 * The Gemini REST API on localhost, with a scripted model behind it. Tests and the playground start it.
 * It judges requests as the real service does (`request.ts`); what it does not imitate is the model.
 */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Rules, strictest } from './declaration.ts'
import { type GeminiRequest, type Part, requestError } from './request.ts'

export type { Content, GeminiRequest, Part } from './request.ts'

export interface Failure {
  code: number
  status: string
  message: string
}
interface Speech {
  /** What a stream sends one after the other; without streaming, one list of parts. */
  chunks: Part[][]
  finishReason?: string
  /** A stream that breaks after its chunks, without a finish reason. */
  breaks?: true
}
/** What the model says at one step, or how the service fails. */
export type Reply = Part[] | Speech | Failure
export type Step = Reply | ((request: GeminiRequest) => Reply)

export interface FakeOptions extends Partial<Rules> {
  /** One step for each request that is accepted. A request beyond it fails. */
  script: Step[]
}

export interface Exchange {
  method: string
  path: string
  headers: IncomingHttpHeaders
  /** The body as it came. */
  body?: unknown
  status: number
  /** The message of the error that was sent. */
  error?: string
}

export interface FakeGemini {
  /** For `httpOptions.baseUrl`, or the variable `GOOGLE_GEMINI_BASE_URL`. */
  url: string
  log: Exchange[]
  close(): Promise<void>
}

export async function startFakeGemini(options: FakeOptions): Promise<FakeGemini> {
  const log: Exchange[] = []
  const model = scriptedModel(options)
  const server = createServer((request, response) => {
    const exchange: Exchange = {
      method: request.method ?? '',
      path: request.url ?? '/',
      headers: request.headers,
      status: 200,
    }
    log.push(exchange)
    readText(request)
      .then(text => model(exchange, text))
      .catch((error: unknown): Failure => ({ code: 500, status: 'INTERNAL', message: String(error) }))
      .then(outcome => {
        if (!('code' in outcome)) return send(response, outcome)
        exchange.status = outcome.code
        exchange.error = outcome.message
        sendError(response, outcome)
      })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on TCP has such an address.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    log,
    close: () =>
      new Promise((resolve, reject) => {
        server.close(error => (error ? reject(error) : resolve()))
        server.closeAllConnections()
      }),
  }
}

interface Outcome {
  way: 'whole' | 'array' | 'sse'
  frames: object[]
  breaks?: true | undefined
}

const endpoint =
  /^\/(?:v1|v1beta|v1beta1)\/(?:projects\/[^/]+\/locations\/[^/]+\/)?(publishers\/google\/)?models\/([^/:]+):(generateContent|streamGenerateContent)$/

function scriptedModel({ script, ...rules }: FakeOptions) {
  const steps = [...script]
  /** By model: a signature is good for the model that gave it. */
  const given = new Map<string, Set<string>>()
  return (exchange: Exchange, text: string): Outcome | Failure => {
    const url = new URL(exchange.path, 'http://localhost')
    const [, publisher, model = '', verb] = endpoint.exec(url.pathname) ?? []
    if (verb === undefined || exchange.method !== 'POST')
      return { code: 404, status: 'NOT_FOUND', message: 'Requested entity was not found.' }
    if (!exchange.headers['x-goog-api-key'] && !exchange.headers.authorization) return unregistered
    try {
      exchange.body = JSON.parse(text)
    } catch {
      return invalid('Invalid JSON payload received. Unexpected token.')
    }
    const signatures = given.get(model) ?? new Set()
    given.set(model, signatures)
    const problem = requestError(exchange.body, {
      ...strictest,
      ...rules,
      backEnd: publisher === undefined ? 'developer' : 'vertex',
      isGemini3: /^gemini-(?:[3-9]|\d\d)/.test(model),
      signatures,
    })
    if (problem !== undefined) return invalid(problem)
    const step = steps.shift()
    if (step === undefined)
      return { code: 500, status: 'INTERNAL', message: 'The script of the fake model is at its end.' }
    // `requestError` has found the body to be a request.
    const reply = typeof step === 'function' ? step(exchange.body as GeminiRequest) : step
    if ('code' in reply) return reply
    const {
      chunks,
      breaks,
      finishReason = 'STOP',
    }: Speech = Array.isArray(reply) ? { chunks: [reply] } : reply
    for (const { thoughtSignature } of chunks.flat()) if (thoughtSignature) signatures.add(thoughtSignature)
    const frames = (verb === 'generateContent' ? [chunks.flat()] : chunks).map((parts, i, all) =>
      frame(parts, i === all.length - 1 && !breaks ? finishReason : undefined, model),
    )
    if (verb === 'generateContent') return { way: 'whole', frames }
    return { way: url.searchParams.get('alt') === 'sse' ? 'sse' : 'array', frames, breaks }
  }
}

const invalid = (message: string): Failure => ({ code: 400, status: 'INVALID_ARGUMENT', message })
const unregistered: Failure = {
  code: 403,
  status: 'PERMISSION_DENIED',
  message:
    "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.",
}

function frame(parts: Part[], finishReason: string | undefined, modelVersion: string): object {
  const hasCalls = finishReason === 'STOP' && parts.some(part => part.functionCall)
  const candidate = {
    ...(parts.length > 0 && { content: { parts, role: 'model' } }),
    ...(finishReason !== undefined && { finishReason }),
    index: 0,
    ...(hasCalls && { finishMessage: 'Model generated function call(s).' }),
  }
  const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 }
  return { candidates: [candidate], usageMetadata, modelVersion, responseId: 'scripted' }
}

function send(response: ServerResponse, { way, frames, breaks }: Outcome) {
  if (way !== 'sse') return sendJson(response, 200, way === 'whole' ? frames[0] : frames)
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const events = frames.map(item => `data: ${JSON.stringify(item)}\r\n\r\n`).join('')
  // What was written is out before the connection ends.
  if (breaks) response.write(events, () => response.destroy())
  else response.end(events)
}

function sendError(response: ServerResponse, { code, status, message }: Failure) {
  const violations = message
    .split('\n')
    .filter(line => line.startsWith('Invalid '))
    .map(description => ({ field: /at '([^']+)'/.exec(description)?.[1], description }))
  const details = [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: violations }]
  sendJson(response, code, {
    error: { code, message, status, ...(code === 400 && violations.length > 0 && { details }) },
  })
}

function sendJson(response: ServerResponse, status: number, value: unknown) {
  response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8' })
  response.end(JSON.stringify(value))
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
