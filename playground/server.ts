/** A small orders API with rules of its own: it trusts neither the agent nor the tools. The demo starts it. */
import Fastify, { type FastifyReply } from 'fastify'

interface Order {
  status: 'placed' | 'shipped' | 'delivered' | 'cancelled'
  totalCents: number
  items: { sku: string; quantity: number; priceCents: number }[]
}

interface Refund {
  id: string
  orderId: string
  status: 'paid'
  amountCents: number
  note: string | null
}

const stock = (): Map<string, Order> =>
  new Map([
    [
      'ord_1100',
      { status: 'delivered', totalCents: 4599, items: [{ sku: 'kettle', quantity: 1, priceCents: 4599 }] },
    ],
    [
      'ord_1101',
      { status: 'delivered', totalCents: 1250, items: [{ sku: 'mug', quantity: 2, priceCents: 625 }] },
    ],
    [
      'ord_1102',
      { status: 'placed', totalCents: 900, items: [{ sku: 'spoon', quantity: 3, priceCents: 300 }] },
    ],
  ])

const orderParams = {
  type: 'object',
  required: ['orderId'],
  properties: { orderId: { type: 'string', pattern: '^ord_[a-z0-9]{4,12}$' } },
}
const expandQuery = {
  type: 'object',
  additionalProperties: false,
  properties: { expand: { type: 'string', enum: ['items', 'payments'] } },
}
const refundBody = {
  type: 'object',
  additionalProperties: false,
  required: ['amountCents', 'reason'],
  properties: {
    amountCents: { type: 'integer', minimum: 1, maximum: 5_000_000 },
    reason: { type: 'string', enum: ['damaged', 'late', 'wrong_item', 'goodwill'] },
    note: { type: ['string', 'null'], maxLength: 200 },
  },
}

export interface OrdersServer {
  url: string
  /** One line per request, in the order of the answers: `GET /v1/orders/ord_1100 200`. */
  requests: string[]
  refunds: Refund[]
  close(): Promise<void>
}

export async function startOrdersServer(token: string): Promise<OrdersServer> {
  const orders = stock()
  const requests: string[] = []
  const refunds: Refund[] = []
  const byKey = new Map<string, Refund>()
  // Fastify's defaults repair requests; this server refuses them.
  const app = Fastify({ ajv: { customOptions: { coerceTypes: false, removeAdditional: false } } })
  app.addHook('onSend', async (request, reply) => {
    requests.push(`${request.method} ${request.url} ${reply.statusCode}`)
  })
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers.authorization !== `Bearer ${token}`)
      return problem(reply, 401, 'unauthorized', 'No valid token.')
  })

  app.get<{ Params: { orderId: string }; Querystring: { expand?: 'items' | 'payments' } }>(
    '/v1/orders/:orderId',
    { schema: { params: orderParams, querystring: expandQuery } },
    async (request, reply) => {
      const { orderId } = request.params
      const order = orders.get(orderId)
      if (!order) return problem(reply, 404, 'not_found', `There is no order ${orderId}.`)
      const { items, ...rest } = order
      const { expand } = request.query
      return {
        id: orderId,
        ...rest,
        currency: 'EUR',
        createdAt: '2026-11-02T09:30:00Z',
        deliveredAt: order.status === 'delivered' ? '2026-11-05T16:10:00Z' : null,
        ...(expand === 'items' && { items }),
        ...(expand === 'payments' && { payments: [{ method: 'card', amountCents: order.totalCents }] }),
      }
    },
  )

  app.post<{
    Params: { orderId: string }
    Body: { amountCents: number; reason: string; note?: string | null }
  }>(
    '/v1/orders/:orderId/refunds',
    { schema: { params: orderParams, body: refundBody } },
    async (request, reply) => {
      const { orderId } = request.params
      const { amountCents, note = null } = request.body
      const key = request.headers['idempotency-key']
      const done = typeof key === 'string' ? byKey.get(key) : undefined
      if (done) return reply.code(201).send(done)
      const order = orders.get(orderId)
      if (!order) return problem(reply, 404, 'not_found', `There is no order ${orderId}.`)
      const paidBack = refunds.filter(r => r.orderId === orderId).reduce((sum, r) => sum + r.amountCents, 0)
      if (order.status !== 'delivered')
        return problem(reply, 409, 'not_delivered', `The order is ${order.status}.`)
      if (amountCents > order.totalCents - paidBack)
        return problem(reply, 409, 'too_much', `Only ${order.totalCents - paidBack} cents are left.`)
      const refund: Refund = { id: `ref_${refunds.length + 1}`, orderId, status: 'paid', amountCents, note }
      refunds.push(refund)
      if (typeof key === 'string') byKey.set(key, refund)
      return reply.code(201).send(refund)
    },
  )

  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return { url: `${url}/v1`, requests, refunds, close: () => app.close() }
}

const problem = (reply: FastifyReply, status: number, code: string, detail: string) =>
  reply.code(status).send({ code, detail })
