/** The agent: two tools of the orders API, Gemini, and a person who approves refunds. What a user would write. */
import { ordersGet, ordersRefundCreate, spec } from 'openapi-tools:orders'
import { GoogleGenAI } from '@google/genai'
import {
  type Content,
  type FunctionCall,
  geminiTools,
  runTurn,
  type Turn,
} from 'unplugin-openapi-tools/genai'
import { type CallRecord, connect } from 'unplugin-openapi-tools/runtime'

export interface AgentOptions {
  ordersUrl: string
  ordersToken: string
  model: string
  apiKey: string
  /** Where the Gemini API is, when it is not Google's. */
  geminiUrl?: string
  approve(call: FunctionCall): boolean | Promise<boolean>
  onToolCall(record: CallRecord): void
}

const systemInstruction =
  'You help customers of a shop with refunds. Always look an order up before you refund it, and refund amounts in cents.'

/** Asks the agent; resolves to its answer and the whole conversation. */
export async function ask(question: string, options: AgentOptions): Promise<Turn & { contents: Content[] }> {
  const orders = connect(spec, {
    baseUrl: options.ordersUrl,
    credentials: { bearerAuth: () => options.ordersToken },
    onCall: options.onToolCall,
  })
  const tools = geminiTools(orders.bind([ordersGet, ordersRefundCreate]))
  const ai = new GoogleGenAI({
    apiKey: options.apiKey,
    ...(options.geminiUrl && { httpOptions: { baseUrl: options.geminiUrl } }),
  })
  const contents: Content[] = [{ role: 'user', parts: [{ text: question }] }]
  const turn = await runTurn(
    tools,
    contents,
    ({ contents, config }) =>
      ai.models.generateContent({ model: options.model, contents, config: { ...config, systemInstruction } }),
    { first: { mode: 'ANY', allow: [ordersGet.name] }, confirm: options.approve },
  )
  return { ...turn, contents }
}
