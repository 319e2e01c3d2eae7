/** The ADK adapter, without the kit: the tool it expects, the gate, one execution per call, repaired histories. */
import { describe, expect, it, vi } from 'vitest'
import { type AdkContext, adkTools, repairHistory } from '../../src/runtime/adapters/adk.ts'
import type { Content } from '../../src/runtime/adapters/genai.ts'
import type { BoundTool } from '../../src/runtime/bound-tool.ts'
import type { JsonObject } from '../../src/runtime/contract.ts'
import { orderTools, shop } from './shop.ts'

interface KitTool {
  name: string
  isLongRunning: boolean
  _getDeclaration(): JsonObject
  checkRequireConfirmation(): Promise<boolean>
  runAsync(request: { args: unknown; toolContext: AdkContext }): Promise<JsonObject>
  processLlmRequest(request: { llmRequest: { toolsDict: object; config?: object } }): Promise<void>
}
const kit = (bound: BoundTool[], options?: Parameters<typeof adkTools>[1]): Record<string, KitTool> => {
  // `SdkOnly` hides what is there.
  const tools = adkTools(bound, options) as unknown as KitTool[]
  return Object.fromEntries(tools.map(t => [t.name, t]))
}
const context = (more: Partial<AdkContext> = {}) => ({
  invocationId: 'i',
  functionCallId: '1',
  userId: 'u',
  sessionId: 's',
  requestConfirmation: vi.fn(),
  ...more,
})
const refund = { orderId: 'ord_aaaa', amountCents: 5, reason: 'damaged' }

describe('tools', () => {
  it('have the mark, the declaration and the gate', async () => {
    for (const tool of Object.values(kit(shop().bound))) {
      expect(Reflect.get(tool, Symbol.for('google.adk.baseTool'))).toBe(true)
      const compiled = orderTools.find(t => t.name === tool.name)
      expect(tool._getDeclaration()).toEqual(compiled?.declarations.gemini?.declaration)
      expect(tool._getDeclaration()).not.toBe(tool._getDeclaration())
      expect(await tool.checkRequireConfirmation()).toBe(compiled?.confirm)
      expect(tool.isLongRunning).toBe(false)
    }
  })

  it('enter themselves in a request, each name once', async () => {
    const tools = Object.values(kit(shop().bound))
    const llmRequest = { toolsDict: {}, config: { tools: [{ googleSearch: {} }] } }
    for (const tool of tools) await tool.processLlmRequest({ llmRequest })
    expect(llmRequest).toEqual({
      toolsDict: Object.fromEntries(tools.map(t => [t.name, t])),
      config: {
        tools: [{ googleSearch: {} }, { functionDeclarations: tools.map(t => t._getDeclaration()) }],
      },
    })
    await expect(tools[0]?.processLlmRequest({ llmRequest })).rejects.toThrow('Duplicate tool name')
  })

  it('hand user and session to credentials, or what is asked for', async () => {
    const seen: unknown[] = []
    const credentials = {
      bearerAuth: (given: unknown) => {
        seen.push(given)
        return 'a-token-of-one-user'
      },
    }
    const run = (options?: Parameters<typeof adkTools>[1]) =>
      kit(shop({ credentials }).bound, options).orders_get?.runAsync({
        args: { orderId: 'ord_aaaa' },
        toolContext: context(),
      })
    await run()
    await run({ context: c => c.invocationId })
    expect(seen).toEqual([{ userId: 'u', sessionId: 's' }, 'i'])
  })

  it('answer errors as data, and stop with the signal', async () => {
    const { orders_get: tool } = kit(shop().bound)
    const run = (args: unknown, more?: Partial<AdkContext>) =>
      tool?.runAsync({ args, toolContext: context(more) })
    expect(await run({ orderId: 1 })).toMatchObject({ error: 'invalid_arguments' })
    const abortSignal = AbortSignal.abort()
    expect(await run({ orderId: 'ord_aaaa' }, { abortSignal })).toMatchObject({ error: 'aborted' })
  })
})

describe('the gate', () => {
  it('asks after the arguments have passed, sends after approval only', async () => {
    const { bound, requests } = shop()
    const { orders_refund_create: tool } = kit(bound)
    const run = (args: unknown, toolContext: AdkContext) => tool?.runAsync({ args, toolContext })
    const wrong = context()
    expect(await run({ orderId: 'ord_aaaa' }, wrong)).toMatchObject({ error: 'invalid_arguments' })
    expect(wrong.requestConfirmation).not.toHaveBeenCalled()
    const first = context()
    expect(await run(refund, first)).toMatchObject({ error: 'confirmation_required' })
    expect(first.requestConfirmation).toHaveBeenCalledWith({
      hint: 'orders_refund_create: POST /orders/{orderId}/refunds',
      payload: refund,
    })
    expect(await run(refund, context({ toolConfirmation: { confirmed: false } }))).toMatchObject({
      error: 'declined',
    })
    expect(requests).toEqual([])
    const approved = { toolConfirmation: { confirmed: true } }
    expect(await run(refund, context({ ...approved, invocationId: 'j' }))).toMatchObject({
      status: 'accepted',
    })
    // The same approval again, in another invocation.
    expect(await run(refund, context({ ...approved, invocationId: 'k' }))).toMatchObject({
      status: 'accepted',
    })
    expect(requests).toHaveLength(1)
    await run(refund, context({ ...approved, functionCallId: '2' }))
    await run(refund, context({ ...approved, sessionId: 'another' }))
    expect(requests).toHaveLength(3)
  })

  it('does not ask when the connection asks by itself', async () => {
    const { bound, requests } = shop({ confirm: () => true })
    const asked = context()
    await kit(bound).orders_refund_create?.runAsync({ args: refund, toolContext: asked })
    expect(asked.requestConfirmation).not.toHaveBeenCalled()
    expect(requests).toHaveLength(1)
  })
})

describe('one execution per call', () => {
  it('within an invocation, also in parallel', async () => {
    const { bound, requests } = shop()
    const { orders_get: tool } = kit(bound)
    const run = (more: Partial<AdkContext>) =>
      tool?.runAsync({ args: { orderId: 'ord_aaaa' }, toolContext: context(more) })
    const [one, two] = await Promise.all([run({}), run({})])
    expect(one).toEqual(two)
    await run({})
    expect(requests).toHaveLength(1)
    await run({ invocationId: 'j' })
    await run({ functionCallId: '2' })
    expect(requests).toHaveLength(3)
    // Without an id nothing is known to be the same.
    await run({ functionCallId: undefined })
    await run({ functionCallId: undefined })
    expect(requests).toHaveLength(5)
  })

  it('keeps no answer of a call that sent nothing', async () => {
    const { bound, requests } = shop()
    const { orders_get: tool } = kit(bound)
    const run = (args: unknown) => tool?.runAsync({ args, toolContext: context() })
    expect(await run({})).toMatchObject({ error: 'invalid_arguments' })
    expect(await run({ orderId: 'ord_aaaa' })).toMatchObject({ id: 'ord_aaaa' })
    expect(requests).toHaveLength(1)
  })

  it('in bounded memory', async () => {
    const { bound, requests } = shop()
    const { orders_get: tool } = kit(bound)
    const run = (n: number) =>
      tool?.runAsync({ args: { orderId: 'ord_aaaa' }, toolContext: context({ functionCallId: `${n}` }) })
    for (let n = 0; n < 300; n++) await run(n)
    expect(requests).toHaveLength(300)
    await run(299)
    expect(requests).toHaveLength(300)
    // The oldest was forgotten.
    await run(0)
    expect(requests).toHaveLength(301)
  })
})

describe('repairHistory', () => {
  const call = (id: string | undefined, name = 'a') => ({
    functionCall: { ...(id && { id }), name, args: {} },
  })
  const response = (id: string | undefined, name = 'a') => ({
    functionResponse: { ...(id && { id }), name, response: { ok: id ?? name } },
  })
  const user: Content = { role: 'user', parts: [{ text: 'go' }] }
  const repaired = (...contents: Content[]) => {
    repairHistory({ request: { contents } })
    return contents
  }
  const lost = (id: string, name = 'a') => ({
    functionResponse: { id, name, response: { error: 'failed', message: expect.any(String) } },
  })

  it('leaves a whole history as it is', () => {
    const history: Content[] = [
      user,
      { role: 'model', parts: [{ ...call('1'), thoughtSignature: 'x' }, call('2')] },
      { role: 'user', parts: [response('2'), response('1')] },
      { role: 'model', parts: [{ text: 'Done.' }] },
    ]
    expect(repaired(...structuredClone(history))).toEqual(history)
  })

  it('adds what is missing, in call order, and touches no model content', () => {
    const calls: Content = {
      role: 'model',
      parts: [{ ...call('1'), thoughtSignature: 'x' }, call('2'), call('3')],
    }
    const before = structuredClone(calls)
    expect(repaired(user, calls, { role: 'user', parts: [response('2'), { text: 'and' }] })).toEqual([
      user,
      before,
      { role: 'user', parts: [lost('1'), response('2'), lost('3'), { text: 'and' }] },
    ])
  })

  it('answers a turn that nothing answered', () => {
    const calls: Content = { role: 'model', parts: [call('1', 'nope')] }
    expect(repaired(user, calls, user)).toEqual([
      user,
      calls,
      { role: 'user', parts: [lost('1', 'nope')] },
      user,
    ])
    expect(repaired(user, calls)).toEqual([user, calls, { role: 'user', parts: [lost('1', 'nope')] }])
  })

  it('goes by name and order where there are no ids', () => {
    const calls: Content = { role: 'model', parts: [call(undefined, 'a'), call(undefined, 'b')] }
    expect(
      repaired(user, calls, { role: 'user', parts: [response(undefined, 'b')] })[2]?.parts,
    ).toMatchObject([
      { functionResponse: { name: 'a', response: { error: 'failed' } } },
      { functionResponse: { name: 'b', response: { ok: 'b' } } },
    ])
  })
})
