/** A local API of JSON posts: it judges each request as the real one would, then follows a script. For the servers here. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** Any JSON object that came over the wire; what is not checked is not known. */
export type Body = Record<string, unknown>

export interface Exchange {
  path: string
  body: Body
  /** `ok`, or the message of the 400. */
  outcome: string
}

export interface Wire {
  url: string
  log: Exchange[]
  close(): void
}

export interface Api {
  /** The message of the 400 that answers this request; undefined when it is fine. */
  problem(path: string, body: Body, headers: IncomingHttpHeaders): string | undefined
  answer(path: string, body: Body, response: ServerResponse): void
  error(message: string): object
}

export async function startWire(api: Api): Promise<Wire> {
  const log: Exchange[] = []
  const server = createServer(async (request, response) => {
    const path = request.url ?? ''
    const body: Body = JSON.parse((await text(request)) || '{}')
    const problem = request.method === 'POST' ? api.problem(path, body, request.headers) : 'no such method'
    log.push({ path, body, outcome: problem ?? 'ok' })
    if (problem === undefined) return api.answer(path, body, response)
    response.writeHead(400, { 'content-type': 'application/json' })
    response.end(JSON.stringify(api.error(problem)))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on TCP has such an address.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    log,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

export const sendJson = (response: ServerResponse, value: object): void => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(value))
}

export function sendEvents(
  response: ServerResponse,
  events: { name?: string; data: object | string }[],
): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const { name, data } of events)
    response.write(
      `${name ? `event: ${name}\n` : ''}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`,
    )
  response.end()
}

export const listOf = (value: unknown): Body[] => (Array.isArray(value) ? value : [])
export const isObject = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A text as it arrives in a stream: a few pieces, or many when it is long. */
export function pieces(whole: string): string[] {
  const size = Math.max(7, Math.ceil(whole.length / 50))
  return whole.match(new RegExp(`.{1,${size}}`, 'gs')) ?? []
}
