/** A scripted model behind the Gemini REST API: it makes its calls from the results it is sent. The demo starts it. */
import {
  type FakeGemini,
  type GeminiRequest,
  type Part,
  startFakeGemini,
} from '../test/fake-gemini/server.ts'

/** Looks the orders up, refunds what each of them cost, and sums up. Steps are signed as Gemini 3 does it. */
export const startModel = (orderIds: string[]): Promise<FakeGemini> =>
  startFakeGemini({
    script: [
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
      request => {
        const amounts = lastResults(request).map(({ amountCents }) => (Number(amountCents) / 100).toFixed(2))
        return [{ text: `Both orders are refunded: ${amounts.join(' and ')} EUR.` }]
      },
    ],
  })

/** Parallel calls: each has an id, the first carries the signature of the step. */
const callTurn = (name: string, list: Record<string, unknown>[]): Part[] =>
  list.map((args, i) => ({
    functionCall: { id: `${name}-${i + 1}`, name, args },
    ...(i === 0 && { thoughtSignature: Buffer.from(`thoughts before ${name}`).toString('base64') }),
  }))

const lastResults = ({ contents = [] }: GeminiRequest): Record<string, unknown>[] =>
  (contents.at(-1)?.parts ?? []).map(part => part.functionResponse?.response ?? {})
