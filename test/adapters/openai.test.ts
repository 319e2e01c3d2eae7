/** The OpenAI adapter, without the package: what it offers, and how a turn of calls is answered. */
import { describe, expect, it } from 'vitest'
import { lint } from '../../src/lint.ts'
import { chatTools, responsesTools } from '../../src/runtime/adapters/openai.ts'
import { orderTools, shop } from './shop.ts'

const get = (orderId: string, id: string) => ({
  id,
  type: 'function',
  function: { name: 'orders_get', arguments: JSON.stringify({ orderId }) },
})

describe('chat completions', () => {
  it('declare the exact schema, or the strict declaration', () => {
    const { tools, names } = chatTools(shop().bound)
    expect(names).toEqual(orderTools.map(t => t.name))
    expect(tools.map(t => t.function)).toEqual(
      orderTools.map(({ name, inputSchema, declarations }) => ({
        name,
        description: declarations.gemini?.declaration.description,
        parameters: inputSchema,
        strict: false,
      })),
    )
    const strict = chatTools(shop().bound, { strict: true }).tools
    for (const [i, { type, function: declared }] of strict.entries()) {
      expect(type).toBe('function')
      const { strict: isStrict, ...declaration } = declared
      expect(isStrict).toBe(true)
      expect(declaration).toEqual(orderTools[i]?.declarations['openai-strict']?.declaration)
      expect(lint(declaration, 'openai-strict')).toEqual([])
    }
  })

  it('are new objects each time', () => {
    const api = chatTools(shop().bound)
    Object.assign(api.tools[0]?.function.parameters ?? {}, { type: 'spoilt' })
    expect(api.tools[0]?.function.parameters.type).toBe('object')
    expect(orderTools[0]?.inputSchema.type).toBe('object')
  })

  it('are answered in call order, ids copied, each id once', async () => {
    const { bound, requests } = shop()
    const answers = await chatTools(bound).respond({
      tool_calls: [get('ord_aaaa', '1'), get('ord_gone', '2'), get('ord_aaaa', '1')],
    })
    expect(
      answers.map(a => [a.role, a.tool_call_id, JSON.parse(a.content).id ?? JSON.parse(a.content).status]),
    ).toEqual([
      ['tool', '1', 'ord_aaaa'],
      ['tool', '2', 404],
      ['tool', '1', 'ord_aaaa'],
    ])
    expect(requests).toEqual(['GET /orders/ord_aaaa', 'GET /orders/ord_gone'])
  })

  it('answer what cannot be run as data, without a request', async () => {
    const { bound, requests } = shop()
    const call = (name: string, text: string, id = name + text) => ({
      id,
      type: 'function',
      function: { name, arguments: text },
    })
    const answers = await chatTools(bound).respond({
      tool_calls: [
        call('orders_get', '{"orderId": "ord_'),
        call('orders_get', ''),
        call('orders_get', '"ord_aaaa"'),
        call('orders_drop', '{}'),
        call('orders_get', '{"orderId": "ord_aaaa", "extra": 1}'),
        { id: 'custom', type: 'custom' },
      ],
    })
    expect(answers.map(a => JSON.parse(a.content).error)).toEqual([
      'invalid_arguments',
      'invalid_arguments',
      'invalid_arguments',
      'unknown_tool',
      'invalid_arguments',
      'unknown_tool',
    ])
    expect(requests).toEqual([])
    // Positive control.
    await chatTools(bound).respond({ tool_calls: [call('orders_get', '{"orderId": "ord_aaaa"}')] })
    expect(requests).toHaveLength(1)
  })

  it('are no messages for a message without calls', async () => {
    const { respond } = chatTools(shop().bound)
    expect(await respond({})).toEqual([])
    expect(await respond({ tool_calls: null })).toEqual([])
  })

  it('take strict arguments, where null leaves an optional one out', async () => {
    const { bound, requests } = shop()
    const strict = chatTools(bound, { strict: true })
    const args = { orderId: 'ord_aaaa', expand: null }
    await strict.respond({
      tool_calls: [{ ...get('', '1'), function: { name: 'orders_get', arguments: JSON.stringify(args) } }],
    })
    expect(requests).toEqual(['GET /orders/ord_aaaa'])
  })

  it('ask for approval once per call, and take one given before', async () => {
    const refund = (id: string) => ({
      id,
      type: 'function',
      function: {
        name: 'orders_refund_create',
        arguments: JSON.stringify({ orderId: 'ord_aaaa', amountCents: 5, reason: 'damaged' }),
      },
    })
    const { bound, requests } = shop()
    const { respond } = chatTools(bound)
    const error = async (options?: Parameters<typeof respond>[1]) =>
      JSON.parse((await respond({ tool_calls: [refund('r')] }, options))[0]?.content ?? '').error
    expect(await error()).toBe('confirmation_required')
    expect(await error({ confirm: () => false })).toBe('declined')
    expect(await error({ confirmed: ['other'] })).toBe('confirmation_required')
    expect(requests).toEqual([])
    const asked: unknown[] = []
    const confirm = (call: unknown) => asked.push(call) > 0
    expect(await error({ confirm })).toBeUndefined()
    expect(asked).toEqual([refund('r')])
    expect(await error({ confirmed: ['r'] })).toBeUndefined()
    expect(requests).toHaveLength(2)
  })
})

describe('responses', () => {
  it('declare flat tools', () => {
    const [tool] = responsesTools(shop().bound, { strict: true }).tools
    expect(tool).toEqual({
      type: 'function',
      ...orderTools[0]?.declarations['openai-strict']?.declaration,
      strict: true,
    })
  })

  it('are answered item by item; other items are passed over', async () => {
    const { bound, requests } = shop()
    const output = [
      { type: 'reasoning', id: 'x' },
      { type: 'function_call', call_id: '1', name: 'orders_get', arguments: '{"orderId":"ord_aaaa"}' },
      { type: 'message', content: [] },
      { type: 'function_call', call_id: '2', name: 'orders_get', arguments: '{"orderId":"ord_bbbb"}' },
    ]
    const answers = await responsesTools(bound).respond(output)
    expect(answers.map(({ type, call_id, output }) => [type, call_id, JSON.parse(output).id])).toEqual([
      ['function_call_output', '1', 'ord_aaaa'],
      ['function_call_output', '2', 'ord_bbbb'],
    ])
    expect(requests).toHaveLength(2)
    expect(await responsesTools(bound).respond([])).toEqual([])
  })
})

it('runs no call of a response that a limit cut off', async () => {
  const { bound, requests } = shop()
  const item = (status: string) => ({
    type: 'function_call',
    call_id: status,
    name: 'orders_get',
    arguments: '{"orderId":"ord_aaaa"}',
    status,
  })
  const answers = await responsesTools(bound).respond([item('incomplete'), item('completed')])
  expect(answers.map(({ output }) => JSON.parse(output).error)).toEqual(['invalid_arguments', undefined])
  expect(requests).toHaveLength(1)
})

describe('construction', () => {
  it('throws for two tools of one name, a missing target and a name that the API refuses', () => {
    const { bound } = shop()
    const [first] = bound
    if (!first) throw new Error('no tool')
    expect(() => chatTools([...bound, first])).toThrow(`Two tools are called ${first.tool.name}`)
    const without = { ...first, tool: { ...first.tool, declarations: {} } }
    expect(() => responsesTools([without], { strict: true })).toThrow("add 'openai-strict' to `targets`")
    const long = { ...first, tool: { ...first.tool, name: 'a.b' } }
    expect(() => chatTools([long])).toThrow('OpenAI takes no tool called a.b')
    expect(() => responsesTools([without])).not.toThrow()
  })
})
