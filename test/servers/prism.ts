/**
 * Prism's validator as a server: it answers 200, or 422 with what it finds wrong with a request. A second opinion
 * that knows the document alone; `prism.test.ts` starts it.
 */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInstance, getHttpOperationsFromSpec } from '@stoplight/prism-http'
import type { JsonObject } from '../../src/runtime/contract.ts'

export interface PrismServer {
  url: string
  close(): Promise<void>
}

type Instance = ReturnType<typeof createInstance>
type Request = Parameters<Instance['request']>[0]

const ignore = () => {}
const silent = {
  info: ignore,
  warn: ignore,
  error: ignore,
  debug: ignore,
  success: ignore,
  child: () => silent,
}

export async function servePrism(document: JsonObject): Promise<PrismServer> {
  const operations = await getHttpOperationsFromSpec(structuredClone(document))
  const prism = createInstance(
    {
      ...{ isProxy: false, errors: false, upstreamProxy: undefined, mock: { dynamic: false } },
      ...{ checkSecurity: true, validateRequest: true, validateResponse: false },
    },
    {
      // Of the logger only the methods above are called.
      logger: silent as never,
      // No example answer is wanted, only the verdict; `{ _tag, right }` is a Right of fp-ts.
      mock:
        ({ input }) =>
        () => ({ _tag: 'Right', right: { statusCode: 200, body: input.validations } }),
    },
  )
  const server = createServer(async (request, response) => {
    response.setHeader('content-type', 'application/json')
    const verdict = await read(request)
      .then(input => prism.request(input, operations)())
      .catch((error: Error) => ({ _tag: 'Left' as const, left: error }))
    const found = verdict._tag === 'Left' ? [{ message: String(verdict.left) }] : verdict.right.output.body
    response.statusCode = Array.isArray(found) && found.length === 0 ? 200 : 422
    response.end(JSON.stringify({ found }))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Reads a request as `@stoplight/prism-http-server` does. */
async function read(request: IncomingMessage): Promise<Request> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString('utf8')
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://prism.test')
  const query: Record<string, string | string[]> = {}
  for (const name of searchParams.keys()) {
    const values = searchParams.getAll(name)
    query[name] = values.length === 1 ? (values[0] ?? '') : values
  }
  const isJson = /^application\/(json|[^;]*\+json)\b/.test(request.headers['content-type'] ?? '')
  return {
    method: (request.method?.toLowerCase() ?? 'get') as Request['method'],
    url: { path: pathname, query },
    // Node gives lists for `set-cookie` only, which is no header of requests.
    headers: request.headers as Record<string, string>,
    ...(text !== '' && { body: isJson ? JSON.parse(text) : text }),
  }
}
