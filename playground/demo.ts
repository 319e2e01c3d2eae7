/**
 * One conversation with two lookups and two refunds, through one bundle of the agent: prints what happened and
 * throws when it is not what should happen. `demo.mjs` bundles this file and calls it once for each bundle.
 */
import { deepEqual } from 'node:assert/strict'
import type { Content } from 'unplugin-openapi-tools/genai'
import type { Exchange, GeminiRequest } from '../test/fake-gemini/server.ts'
import type { ask } from './agent.ts'
import { startModel } from './model.ts'
import { startOrdersServer } from './server.ts'

const totals = { ord_1100: 4599, ord_1101: 1250 }
const orderIds = Object.keys(totals)
const ordersToken = 'demo-token'

export async function run(bundler: string, agent: { ask: typeof ask }): Promise<void> {
  const apiKey = process.env.GEMINI_API_KEY
  const orders = await startOrdersServer(ordersToken)
  const model = apiKey ? undefined : await startModel(orderIds)
  const print = (title: string, lines: string[]) => console.log([title, ...lines].join('\n  '))
  try {
    console.log(`\n== The agent, bundled with ${bundler}, and ${model ? 'a scripted model' : 'Gemini'} ==`)
    const approved: string[] = []
    const toolCalls: string[] = []
    const { contents, modelCalls, text } = await agent.ask(
      `Refund ${orderIds.join(' and ')} in full: both arrived damaged.`,
      {
        ordersUrl: orders.url,
        ordersToken,
        // The scripted API demands thought signatures of this name, as Google does.
        model: process.env.GEMINI_MODEL ?? (model ? 'gemini-3-flash' : 'gemini-flash-latest'),
        apiKey: apiKey ?? 'scripted',
        ...(model && { geminiUrl: model.url }),
        approve: ({ name, args }) => approved.push(`${name} ${JSON.stringify(args)}`) > 0,
        onToolCall: ({ tool, outcome, attempts }) =>
          toolCalls.push(`${tool}: ${outcome}, requests: ${attempts}`),
      },
    )
    print('conversation', contents.flatMap(lines))
    print(
      'model calls',
      modelCalls.map(
        call => `${call.mode} [${call.declared.join(' ')}] -> ${call.calls.join(', ') || 'text'}`,
      ),
    )
    print('approved by a person', approved)
    print('tool calls', toolCalls)
    print('requests to the orders server', orders.requests)
    if (model) print('requests to the model', model.log.map(requestLine))

    const check = (what: string, actual: unknown, expected: unknown) => {
      deepEqual(actual, expected, `${what}: ${JSON.stringify(actual)}, not ${JSON.stringify(expected)}`)
      console.log(`  ok: ${what}`)
    }
    console.log('outcome')
    const refunds = orders.refunds.map(({ orderId, amountCents }) => [orderId, amountCents])
    check('each order is refunded once, in full', refunds.sort(), Object.entries(totals))
    check('a person approved each refund', approved.length, 2)
    check('the conversation ends with an answer', text !== '', true)
    // Google's model may take other steps to the same end.
    if (model) {
      check('two lookups came first', orders.requests.slice(0, 2).sort(), lookups)
      check('two refunds came then, and nothing else', orders.requests.slice(2).sort(), payments)
      check(
        'the model was asked three times',
        model.log.map(({ status }) => status),
        [200, 200, 200],
      )
      check('it got every thought signature back', model.log.map(signatures), [0, 1, 2])
    }
  } finally {
    await Promise.all([orders.close(), model?.close()])
  }
}

const lookups = orderIds.map(id => `GET /v1/orders/${id} 200`)
const payments = orderIds.map(id => `POST /v1/orders/${id}/refunds 201`)

/** How many thought signatures a request to the model carries. */
function signatures({ body }: Exchange): number {
  // The scripted API accepted it, so it is a request.
  const { contents = [] } = body as GeminiRequest
  return contents.flatMap(({ parts = [] }) => parts.filter(part => part.thoughtSignature)).length
}

const requestLine = (exchange: Exchange) =>
  `${exchange.method} ${exchange.path} ${exchange.status}, signatures: ${signatures(exchange)}`

function lines({ role, parts = [] }: Content): string[] {
  return parts.map(({ text, functionCall, functionResponse, thoughtSignature }) => {
    const said = functionCall
      ? `calls ${functionCall.name} ${JSON.stringify(functionCall.args)}`
      : functionResponse
        ? `${functionResponse.name} answers ${JSON.stringify(functionResponse.response)}`
        : (text ?? '')
    return `${role}: ${said}${thoughtSignature ? ' (signed)' : ''}`
  })
}
