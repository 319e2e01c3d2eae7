/** The shop of the conversations: its servers, its tools, and what a model is scripted to say. For the tests of frameworks. */
import { startOrdersServer } from '../../../playground/server.ts'
import type { BoundTool } from '../../../src/runtime/bound-tool.ts'
import type { ConnectOptions } from '../../../src/runtime/options.ts'
import type { FakeGemini, GeminiRequest, Part, Reply, Step } from '../../fake-gemini/server.ts'
import { serve } from '../../runtime/server.ts'
import type { App } from './app.ts'

export const orderIds = ['ord_1100', 'ord_1101'] as const
export const question = `Refund ${orderIds.join(' and ')} in full: both arrived damaged.`
export const summary = 'Both orders are refunded.'
export const refunded = [
  ['ord_1100', 4599],
  ['ord_1101', 1250],
]
export const token = 'a-token-of-the-shop'

export interface Shop {
  /** Of the orders API. */
  bound: BoundTool[]
  /** Of the inventory API. */
  stock: BoundTool[]
  /** Of the orders API. */
  url: string
  /** `GET /v1/orders/ord_1100 200`, in the order of the answers. */
  requests: string[]
  /** Requests to the inventory. */
  lookups: string[]
  /** Order and cents of each refund that was executed. */
  executed(): unknown[][]
  /** How often somebody tried to refund: the API may see a repetition where we do not. */
  posts(): number
}

/** Whatever is open in a test: servers, clients. */
export const open: { close(): unknown }[] = []
export const closeAll = async (): Promise<void> => {
  for (const each of open.splice(0).reverse()) await each.close()
}

export async function openShop(
  { orders, stock, runtime }: App,
  options: Partial<ConnectOptions> = {},
): Promise<Shop> {
  const server = await startOrdersServer(token)
  const inventory = await serve((_, response) =>
    response.end('[{"sku":"AB-12345","name":"Kettle","onHand":3}]'),
  )
  open.push(server, inventory)
  const { requests, refunds, url: baseUrl } = server
  return {
    requests,
    url: baseUrl,
    bound: runtime
      .connect(orders.spec, { baseUrl, credentials: { bearerAuth: token }, ...options })
      .bind(orders.tools),
    stock: runtime
      .connect(stock.spec, { baseUrl: inventory.url, credentials: { apiKey: 'a-key-of-the-stock' } })
      .bind(stock.tools),
    get lookups() {
      return inventory.seen.map(({ method, url }) => `${method} ${url}`)
    },
    executed: () => refunds.map(({ orderId, amountCents }) => [orderId, amountCents]).sort(),
    posts: () => requests.filter(request => request.startsWith('POST')).length,
  }
}

export const lookUp = { tool: 'orders_get', args: orderIds.map(orderId => ({ orderId })) }
export const refunds = (results: Record<string, unknown>[]) => ({
  tool: 'orders_refund_create',
  args: results.map(({ id, totalCents }) => ({ orderId: id, amountCents: totalCents, reason: 'damaged' })),
})

/** Two lookups at once, two refunds at once of what each order cost, a summary: what Gemini is scripted to say. */
export const conversation = (): Step[] => [
  callTurn(lookUp.tool, lookUp.args),
  request => {
    const { tool, args } = refunds(allResults(request).filter(result => 'totalCents' in result))
    return callTurn(tool, args)
  },
  [{ text: summary }],
]

/** Parallel calls: each has an id, the first carries the signature of the step. */
export const callTurn = (name: string, list: Record<string, unknown>[]): Part[] =>
  sign(list.map((args, i) => call(`${name}-${i + 1}`, name, args)))

export const call = (id: string, name: string, args: Record<string, unknown>): Part => ({
  functionCall: { id, name, args },
})
export const sign = ([first, ...rest]: Part[]): Part[] => [
  { ...first, thoughtSignature: Buffer.from(`before ${first?.functionCall?.name}`).toString('base64') },
  ...rest,
]

/** A step of a script with its calls changed; text stays. */
export const mapCalls = (step: Step, change: (calls: Part[]) => Reply): Step => {
  const changed = (reply: Reply) =>
    Array.isArray(reply) && reply.some(part => part.functionCall) ? change(reply) : reply
  return typeof step === 'function' ? request => changed(step(request)) : changed(step)
}

/** The calls of Gemini 2, which have neither ids nor signatures. */
export const withoutIds = (parts: Part[]): Part[] =>
  parts.map(({ functionCall: { id, ...functionCall } = {} }) => ({ functionCall }))

/** Every result that the model was sent, oldest first. */
export const allResults = ({ contents = [] }: GeminiRequest): Record<string, unknown>[] =>
  contents.flatMap(({ parts = [] }) => parts.map(part => part.functionResponse?.response ?? {}))

/** The body that the fake got at one model call. */
export const sent = ({ log }: FakeGemini, modelCall: number): GeminiRequest =>
  // The fake has found it to be a request.
  (log[modelCall]?.body ?? {}) as GeminiRequest

/** What a model gets wrong in a lookup, and the argument that it is told of; nothing of it may become a request. */
export const badInput: [what: string, args: Record<string, unknown>, path: string][] = [
  ['a wrong type', { orderId: 7 }, 'orderId'],
  ['a missing argument', {}, 'orderId'],
  ['an invented argument', { orderId: 'ord_1100', currency: 'EUR' }, 'currency'],
  ['arguments as JSON text', { orderId: '{"orderId":"ord_1100"}' }, 'orderId'],
  ['a very long text', { orderId: 'ord_'.repeat(100_000) }, ''],
  ['half a text', { orderId: 'ord_' }, 'orderId'],
]
