/** A connection for tests of agents: it checks and builds like the real one, and answers from functions. */
import { type Connection, connect } from './connect.ts'
import type { JsonObject, SpecInfo } from './contract.ts'
import { own } from './object.ts'
import type { ConnectOptions, ToolCall } from './options.ts'

/** By tool name. The value is sent as JSON, `undefined` as an empty answer, a `Response` as it is. */
export type MockHandlers = Record<string, (args: JsonObject, call: ToolCall) => unknown>

/** Credentials, parameters and servers are made up, every confirmation is given, and nothing is sent. */
export function mockConnection<const S extends SpecInfo>(
  spec: S,
  handlers: MockHandlers,
): Connection<S['key']> {
  const calls = new Map<string, ToolCall>()
  const all = (names: readonly string[], value: string) =>
    Object.fromEntries(names.map(name => [name, value]))
  const options = {
    baseUrl: 'https://mock.invalid',
    servers: all(spec.servers, 'https://mock.invalid'),
    credentials: Object.fromEntries(
      Object.entries(spec.security).map(([name, scheme]) => [
        name,
        scheme.type === 'http' && scheme.scheme === 'basic'
          ? { username: 'a-mock-user', password: 'a-mock-secret' }
          : 'a-mock-secret',
      ]),
    ),
    parameters: all(spec.parameters, 'a-mock-secret'),
    retry: { attempts: 1 },
    confirm: () => true,
    // `sign` sees the call, `fetch` only the request: a header leads from one to the other.
    sign: (_: unknown, call: ToolCall) => {
      const id = String(calls.size)
      calls.set(id, call)
      return { 'x-mock-call': id }
    },
    fetch: async (_: string, { headers }: RequestInit) => {
      const call = calls.get(new Headers(headers).get('x-mock-call') ?? '')
      const handler = call && own(handlers, call.tool)
      if (!call || !handler) return Response.json({ message: 'no handler' }, { status: 501 })
      const answer = await handler(call.arguments, call)
      if (answer instanceof Response) return answer
      return answer === undefined ? new Response(null, { status: 204 }) : Response.json(answer)
    },
  }
  // The names are the spec's own; the type parameter cannot follow `Object.fromEntries`.
  return connect(spec, options as unknown as ConnectOptions<S>)
}
