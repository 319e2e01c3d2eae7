/** The Anthropic adapter, without the package: what it offers, and how a turn of tool uses is answered. */
import { describe, expect, it } from 'vitest'
import { anthropicTools } from '../../src/runtime/adapters/anthropic.ts'
import { orderTools, shop } from './shop.ts'

const use = (id: string, input: unknown, name = 'orders_get') => ({
  type: 'tool_use' as const,
  id,
  name,
  input,
})

describe('tools', () => {
  it('declare the exact schema, in new objects each time', () => {
    const api = anthropicTools(shop().bound)
    const expected = orderTools.map(({ name, inputSchema, declarations }) => ({
      name,
      description: declarations.gemini?.declaration.description,
      input_schema: inputSchema,
    }))
    expect(api.tools).toEqual(expected)
    Object.assign(api.tools[0]?.input_schema ?? {}, { type: 'spoilt' })
    expect(api.tools).toEqual(expected)
    expect(api.names).toEqual(orderTools.map(t => t.name))
  })
})

describe('respond', () => {
  it('answers with one message, in call order, ids copied, each id once, errors marked', async () => {
    const { bound, requests } = shop()
    const answer = await anthropicTools(bound).respond({
      content: [
        { type: 'text' },
        use('1', { orderId: 'ord_aaaa' }),
        use('2', { orderId: 'ord_gone' }),
        use('1', { orderId: 'ord_aaaa' }),
        use('3', {}, 'orders_drop'),
        use('4', '{"orderId":"ord_aaaa"}'),
      ],
    })
    expect(answer?.role).toBe('user')
    expect(answer?.content.map(c => [c.type, c.tool_use_id, c.is_error])).toEqual([
      ['tool_result', '1', false],
      ['tool_result', '2', true],
      ['tool_result', '1', false],
      ['tool_result', '3', true],
      ['tool_result', '4', true],
    ])
    expect(answer?.content.map(c => JSON.parse(c.content).error)).toEqual([
      undefined,
      'http_error',
      undefined,
      'unknown_tool',
      'invalid_arguments',
    ])
    expect(requests).toEqual(['GET /orders/ord_aaaa', 'GET /orders/ord_gone'])
  })

  it('is undefined for a message without tool uses', async () => {
    const { respond } = anthropicTools(shop().bound)
    expect(await respond({ content: 'Hello.' })).toBeUndefined()
    expect(await respond({ content: [{ type: 'text' }] })).toBeUndefined()
  })

  it('passes the gate with an approval, and only for that call', async () => {
    const { bound, requests } = shop()
    const refund = (id: string) =>
      use(id, { orderId: 'ord_aaaa', amountCents: 5, reason: 'damaged' }, 'orders_refund_create')
    const answer = await anthropicTools(bound).respond(
      { content: [refund('a'), refund('b')] },
      { confirmed: ['b'] },
    )
    expect(answer?.content.map(c => JSON.parse(c.content).error)).toEqual([
      'confirmation_required',
      undefined,
    ])
    expect(requests).toEqual(['POST /orders/ord_aaaa/refunds'])
  })
})

it('does not run the tool use that a limit cut off: what is there may read as another call', async () => {
  const { bound, requests } = shop()
  const content = [use('1', { orderId: 'ord_aaaa' }), use('2', { orderId: 'ord_bbbb' })]
  const errors = async (stop_reason: string | null | undefined, blocks: { type: string }[] = content) =>
    (await anthropicTools(bound).respond({ content: blocks, stop_reason }))?.content.map(
      c => JSON.parse(c.content).error,
    )
  for (const reason of ['max_tokens', 'model_context_window_exceeded']) {
    expect(await errors(reason)).toEqual([undefined, 'invalid_arguments'])
    // The text was cut off, not the call before it.
    expect(await errors(reason, [...content, { type: 'text' }])).toEqual([undefined, undefined])
  }
  for (const reason of ['tool_use', null, undefined])
    expect(await errors(reason)).toEqual([undefined, undefined])
  expect(requests.filter(r => r.endsWith('ord_bbbb'))).toHaveLength(5)
})

it('throws for a name that the API refuses', () => {
  const [first] = shop().bound
  if (!first) throw new Error('no tool')
  expect(() => anthropicTools([{ ...first, tool: { ...first.tool, name: 'a:b' } }])).toThrow(
    'Anthropic takes no',
  )
  expect(() => anthropicTools([first, first])).toThrow('Two tools')
})
