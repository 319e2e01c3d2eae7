/** Servers that break HTTP: each does with a socket what it likes once a request has come. For run-time tests. */
import { createServer, type Socket } from 'node:net'

export interface ChaosServer {
  url: string
  /** Requests that began. */
  hits(): number
  /** Connections that were closed. */
  closed(): number
  close(): void
}

export async function chaos(respond: (socket: Socket, count: number) => void): Promise<ChaosServer> {
  const sockets = new Set<Socket>()
  let count = 0
  let closed = 0
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => {
      closed++
      sockets.delete(socket)
    })
    // A body may come by itself.
    socket.on('data', data => /^[A-Z]+ \S+ HTTP\/1/.test(data.toString('latin1')) && respond(socket, ++count))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    hits: () => count,
    closed: () => closed,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

/** Writes again and again, as fast as it is read, until the socket closes. */
export function forever(socket: Socket, text: string | Buffer, everyMs = 1): void {
  const timer = setInterval(() => socket.writableNeedDrain || socket.write(text), everyMs)
  socket.on('close', () => clearInterval(timer))
}

export const ok = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n'
/** A whole response. */
export const answerOf = (text: string, head = ok): string =>
  `${head}content-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
