/** The shop of the conversations: its server, its tools, and what Gemini is scripted to say. For the tests of frameworks. */
import { startOrdersServer } from '../../../playground/server.ts'
import type { GeminiRequest, Part, Step } from '../../fake-gemini/server.ts'
import type { App } from './app.ts'

export const orderIds = ['ord_1100', 'ord_1101']
export const question = `Refund ${orderIds.join(' and ')} in full: both arrived damaged.`
export const refunded = [
  ['ord_1100', 4599],
  ['ord_1101', 1250],
]

export async function openShop({ orders, runtime }: App) {
  const server = await startOrdersServer('a-token-of-the-shop')
  const connection = runtime.connect(orders.spec, {
    baseUrl: server.url,
    credentials: { bearerAuth: 'a-token-of-the-shop' },
  })
  return {
    server,
    bound: connection.bind(orders.tools),
    /** Order and cents of each refund that was executed. */
    executed: () => server.refunds.map(({ orderId, amountCents }) => [orderId, amountCents]).sort(),
  }
}

/** Two lookups at once, two refunds at once of what each order cost, a summary. */
export const conversation = (): Step[] => [
  callTurn(
    'orders_get',
    orderIds.map(orderId => ({ orderId })),
  ),
  request =>
    callTurn(
      'orders_refund_create',
      lastResults(request).map(({ id, totalCents }) => ({
        orderId: id,
        amountCents: totalCents,
        reason: 'damaged',
      })),
    ),
  [{ text: 'Both orders are refunded.' }],
]

/** Parallel calls: each has an id, the first carries the signature of the step. */
export const callTurn = (name: string, list: Record<string, unknown>[]): Part[] =>
  list.map((args, i) => ({
    functionCall: { id: `${name}-${i + 1}`, name, args },
    ...(i === 0 && { thoughtSignature: Buffer.from(`before ${name}`).toString('base64') }),
  }))

export const lastResults = ({ contents = [] }: GeminiRequest): Record<string, unknown>[] =>
  (contents.at(-1)?.parts ?? []).map(part => part.functionResponse?.response ?? {})
