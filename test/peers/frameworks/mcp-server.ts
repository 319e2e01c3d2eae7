/**
 * A Model Context Protocol server with the tools of the orders API, written as an application would. `mcp.test.ts`
 * serves it over HTTP; run as a program it speaks stdio: `node mcp-server.ts BUNDLE ORDERS_URL TOKEN`.
 */
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import {
  CallToolRequestSchema,
  type ElicitRequestFormParams,
  ListToolsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import type { BoundTool } from '../../../src/runtime/bound-tool.ts'
import type { App } from './app.ts'

export function serverOf({ mcp }: App, bound: readonly BoundTool[]): Server {
  const api = mcp.mcpTools(bound)
  const server = new Server({ name: 'orders', version: '1.0.0' }, { capabilities: { tools: {} } })
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: api.tools }))
  server.setRequestHandler(CallToolRequestSchema, ({ params }, { signal, authInfo, requestId }) =>
    api.call(params, {
      signal,
      context: authInfo?.clientId,
      // Clients that cannot ask a person leave the call unconfirmed.
      ...(server.getClientCapabilities()?.elicitation && {
        confirm: async ({ name, arguments: args }) =>
          (await server.elicitInput(approval(name, args), { relatedRequestId: requestId })).action ===
          'accept',
      }),
    }),
  )
  return server
}

const approval = (name: string, args: unknown): ElicitRequestFormParams => ({
  message: `Allow ${name} with ${JSON.stringify(args)}?`,
  requestedSchema: { type: 'object', properties: {} },
})

if (import.meta.main) {
  const [bundle = '', baseUrl = '', token = ''] = process.argv.slice(2)
  const app: App = await import(bundle)
  const { orders, runtime } = app
  const connection = runtime.connect(orders.spec, { baseUrl, credentials: { bearerAuth: token } })
  await serverOf(app, connection.bind(orders.tools)).connect(new StdioServerTransport())
}
