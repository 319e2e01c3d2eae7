/** Loopback servers that keep what they were sent, byte for byte. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Seen {
  method: string
  /** The raw request target. */
  url: string
  rawHeaders: string[]
  headers: IncomingMessage['headers']
  body: string
}

export interface TestServer {
  url: string
  seen: Seen[]
  close(): Promise<void>
}

type Respond = (request: Seen, response: ServerResponse, count: number) => unknown

/** Answers `{ ok: true }` unless told otherwise. */
export async function serve(
  respond: Respond = (_, response) => response.end('{"fine":true}'),
): Promise<TestServer> {
  const seen: Seen[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', chunk => chunks.push(chunk))
    request.on('end', () => {
      const entry = {
        method: request.method ?? '',
        url: request.url ?? '',
        rawHeaders: request.rawHeaders,
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      }
      seen.push(entry)
      response.setHeader('content-type', 'application/json')
      respond(entry, response, seen.length)
    })
    request.on('error', () => {})
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
