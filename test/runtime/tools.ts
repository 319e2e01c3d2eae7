/** Small hand-written tools and a spec for the run-time tests. */
import type { ArgumentsSchema, InputSchema, RequestPlan, SpecInfo, Tool } from '../../src/runtime/contract.ts'

export const spec = {
  key: 'shop',
  title: 'Shop',
  version: '1.0.0',
  sha256: '0'.repeat(64),
  security: {
    bearer: { type: 'http', scheme: 'bearer' },
    basic: { type: 'http', scheme: 'basic' },
    header: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
    query: { type: 'apiKey', in: 'query', name: 'api_key' },
    cookie: { type: 'apiKey', in: 'cookie', name: 'session' },
    oauth: { type: 'oauth2' },
  },
  servers: ['upload'],
  parameters: ['tenant'],
} as const satisfies SpecInfo

type Parts = Omit<Partial<Tool<'shop'>>, 'request' | 'inputSchema'> & {
  request?: Partial<RequestPlan>
  properties?: Record<string, InputSchema>
  required?: string[]
  schema?: Partial<InputSchema>
}

/** A tool with everything not named left at the simplest: `GET /x`, no arguments, no security. */
export function tool({ request, properties = {}, required, schema, ...parts }: Parts = {}): Tool<'shop'> {
  const method = parts.operation?.method ?? 'GET'
  const inputSchema: ArgumentsSchema = {
    type: 'object',
    properties,
    ...(required ? { required } : {}),
    additionalProperties: false,
    ...schema,
  } as ArgumentsSchema
  return {
    name: 'shop_x',
    spec: 'shop',
    declarations: {},
    inputSchema,
    effect: method === 'GET' || method === 'HEAD' ? 'read' : 'write',
    confirm: false,
    operation: { id: 'x', method: 'GET', path: '/x' },
    request: { routes: [], fixed: [], supplied: [], security: [], ...request },
    response: {},
    ...parts,
  }
}

/** `GET /orders/{id}?expand=…`. */
export const ordersGet = tool({
  name: 'shop_orders_get',
  operation: { id: 'getOrder', method: 'GET', path: '/orders/{id}' },
  properties: { id: { type: 'string' }, expand: { type: 'array', items: { type: 'string' } } },
  required: ['id'],
  request: {
    routes: [
      { argument: 'id', in: 'path', name: 'id', style: 'simple', explode: false },
      { argument: 'expand', in: 'query', name: 'expand', style: 'form', explode: true },
    ],
  },
})

/** `POST /orders` with a JSON body `{ item, count }`. */
export const ordersCreate = tool({
  name: 'shop_orders_create',
  operation: { id: 'createOrder', method: 'POST', path: '/orders' },
  properties: { item: { type: 'string' }, count: { type: 'integer', minimum: 1 } },
  required: ['item'],
  request: {
    routes: [
      { argument: 'item', in: 'body', pointer: '/item' },
      { argument: 'count', in: 'body', pointer: '/count' },
    ],
    media: { type: 'application/json', required: true },
  },
})
