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

  it('leave out unions at the root, which the API refuses; a call still checks them', async () => {
    const { bound, requests } = shop()
    const [first] = bound
    if (!first) throw new Error('no tool')
    const schema = {
      ...first.tool.inputSchema,
      required: [],
      anyOf: [{ required: ['orderId'] }, { required: ['expand'] }],
      properties: { ...first.tool.inputSchema.properties, list: { anyOf: [{ type: 'string' as const }] } },
    }
    const api = anthropicTools([{ ...first, tool: { ...first.tool, inputSchema: schema } }])
    expect(api.tools[0]?.input_schema).not.toHaveProperty('anyOf')
    // Further down they stay.
    expect(api.tools[0]?.input_schema).toHaveProperty('properties.list.anyOf')
    expect(requests).toEqual([])
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

it('throws for a name that the API refuses', () => {
  const [first] = shop().bound
  if (!first) throw new Error('no tool')
  expect(() => anthropicTools([{ ...first, tool: { ...first.tool, name: 'a:b' } }])).toThrow(
    'Anthropic takes no',
  )
  expect(() => anthropicTools([first, first])).toThrow('Two tools')
})
