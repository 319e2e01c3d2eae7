/** The AI SDK adapter, without the package: the shape of its tools, validation, approval. */
import { describe, expect, it } from 'vitest'
import { type AISDKCall, aiTools } from '../../src/runtime/adapters/ai-sdk.ts'
import type { JsonObject } from '../../src/runtime/contract.ts'
import { orderTools, shop } from './shop.ts'

interface Schema {
  jsonSchema: JsonObject
  validate(value: unknown): Promise<{ success: boolean; value?: unknown; error?: Error }>
}
const call = (more: Partial<AISDKCall> = {}): AISDKCall => ({ toolCallId: '1', messages: [], ...more })
const refund = { orderId: 'ord_aaaa', amountCents: 5, reason: 'damaged' }

describe('tools', () => {
  it('carry the exact schema under the mark that the SDK looks for', () => {
    const { tools } = aiTools(shop().bound)
    expect(Object.keys(tools)).toEqual(orderTools.map(t => t.name))
    for (const { name, inputSchema } of orderTools) {
      const schema = tools[name]?.inputSchema as unknown as Schema
      expect(Reflect.get(schema, Symbol.for('vercel.ai.schema'))).toBe(true)
      expect(schema.jsonSchema).toEqual(inputSchema)
    }
  })

  it('validate without a request and without a hook', async () => {
    const { bound, requests } = shop({ before: () => Promise.reject(new Error('asked')) })
    const schema = aiTools(bound).tools.orders_get?.inputSchema as unknown as Schema
    expect(await schema.validate({ orderId: 'ord_aaaa' })).toEqual({
      success: true,
      value: { orderId: 'ord_aaaa' },
    })
    const { success, error } = await schema.validate({ orderId: 5 })
    expect([success, error?.message]).toEqual([false, expect.stringContaining('orderId')])
    expect(requests).toEqual([])
  })

  it('run with the arguments of their target', async () => {
    const { bound, requests } = shop()
    const { tools } = aiTools(bound, { target: 'openai-strict' })
    const schema = tools.orders_get?.inputSchema as unknown as Schema
    expect(schema.jsonSchema).toEqual(
      orderTools.find(t => t.name === 'orders_get')?.declarations['openai-strict']?.declaration.parameters,
    )
    const args = { orderId: 'ord_aaaa', expand: null }
    expect((await schema.validate(args)).success).toBe(true)
    expect(await tools.orders_get?.execute(args, call())).toMatchObject({ id: 'ord_aaaa' })
    expect(requests).toEqual(['GET /orders/ord_aaaa'])
  })

  it("hand the caller's context to credentials", async () => {
    const seen: unknown[] = []
    const credentials = {
      bearerAuth: (given: unknown) => {
        seen.push(given)
        return 'a-token-of-one-user'
      },
    }
    const { tools } = aiTools(shop({ credentials }).bound, { context: 'ann' })
    await tools.orders_get?.execute({ orderId: 'ord_aaaa' }, call())
    expect(seen).toEqual(['ann'])
  })

  it('run one id of a turn once', async () => {
    const { bound, requests } = shop()
    const { tools } = aiTools(bound)
    const messages: AISDKCall['messages'] = []
    const run = (orderId: string, turn = messages) =>
      tools.orders_get?.execute({ orderId }, call({ messages: turn }))
    const answers = await Promise.all([run('ord_aaaa'), run('ord_aaaa'), run('ord_bbbb')])
    expect(answers).toMatchObject([{ id: 'ord_aaaa' }, { id: 'ord_aaaa' }, { error: 'invalid_arguments' }])
    expect(requests).toHaveLength(1)
    // The SDK hands another list to the next turn.
    await run('ord_aaaa', [])
    expect(requests).toHaveLength(2)
  })

  it('stop with the signal of the call', async () => {
    const { tools } = aiTools(shop().bound)
    const stopped = call({ abortSignal: AbortSignal.abort() })
    expect(await tools.orders_get?.execute({ orderId: 'ord_aaaa' }, stopped)).toMatchObject({
      error: 'aborted',
    })
  })
})

describe('approval', () => {
  const messages = (approved: unknown, toolCallId = '1', input: object = refund, approvalId?: string) => [
    { role: 'user', content: 'Refund it.' },
    {
      role: 'assistant',
      content: [
        { type: 'tool-call', toolCallId, toolName: 'orders_refund_create', input },
        { type: 'tool-approval-request', approvalId: approvalId ?? 'a', toolCallId },
      ],
    },
    { role: 'tool', content: [{ type: 'tool-approval-response', approvalId: 'a', approved }] },
  ]

  it('is asked for by the SDK for the tools that need it', () => {
    expect(aiTools(shop().bound).toolApproval).toEqual({ orders_refund_create: 'user-approval' })
  })

  it('counts for the approved call only', async () => {
    const { bound, requests } = shop()
    const tool = aiTools(bound).tools.orders_refund_create
    expect(await tool?.execute(refund, call())).toMatchObject({ error: 'confirmation_required' })
    for (const wrong of [
      messages(false),
      messages('true'),
      messages(true, 'another'),
      // The id of a call that was approved, for another call.
      messages(true, '1', { ...refund, amountCents: 500 }),
      // Asked for again, and not answered yet.
      [...messages(true), ...messages(true, '1', refund, 'b')],
      messages(true, '1', refund, 'b'),
      [{ role: 'tool', content: [{ type: 'tool-approval-response', approved: true }] }],
      messages(true).slice(2),
      [...messages(true).slice(2), { role: 'user', content: null }],
    ])
      expect(await tool?.execute(refund, call({ messages: wrong }))).toMatchObject({
        error: 'confirmation_required',
      })
    expect(requests).toEqual([])
    expect(await tool?.execute(refund, call({ messages: messages(true) }))).toMatchObject({
      status: 'accepted',
    })
    expect(requests).toHaveLength(1)
  })

  it('can be a function instead', async () => {
    const { bound, requests } = shop()
    const asked: unknown[] = []
    const { tools } = aiTools(bound, { confirm: source => asked.push(source) > 0 })
    await tools.orders_refund_create?.execute(refund, call())
    expect(asked).toEqual([{ toolCallId: '1', toolName: 'orders_refund_create', input: refund }])
    expect(requests).toHaveLength(1)
  })
})
