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

  it('refuse names that the kit looks up in a plain object, and arguments that arrive in parts', async () => {
    const [first] = shop().bound
    if (!first) throw new Error('no tool')
    for (const name of ['__proto__', 'constructor']) {
      const [tool] = Object.values(kit([{ ...first, tool: { ...first.tool, name } }]))
      const toolsDict = {}
      await expect(tool?.processLlmRequest({ llmRequest: { toolsDict } })).rejects.toThrow('Duplicate')
      expect(Object.getPrototypeOf(toolsDict)).toBe(Object.prototype)
    }
    const request = (streamFunctionCallArguments: boolean) => ({
      llmRequest: {
        toolsDict: {},
        config: { toolConfig: { functionCallingConfig: { streamFunctionCallArguments } } },
      },
    })
    const [tool] = Object.values(kit([first]))
    await expect(tool?.processLlmRequest(request(true))).rejects.toThrow('streamFunctionCallArguments')
    await tool?.processLlmRequest(request(false))
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

  it('keep what a function of the caller throws from the model, and tell the caller', async () => {
    const thrown = new Error('password=hunter2')
    const fail = () => {
      throw thrown
    }
    for (const options of [{ context: fail }, { idempotencyKey: fail }]) {
      const { bound, requests } = shop()
      const seen: unknown[] = []
      const tool = kit(bound, { ...options, onError: error => seen.push(error) }).orders_get
      expect(await tool?.runAsync({ args: { orderId: 'ord_aaaa' }, toolContext: context() })).toEqual({
        error: 'failed',
        message: 'The function failed. Its outcome is unknown.',
      })
      expect([seen, requests]).toEqual([[thrown], []])
    }
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
    // The last three are what a client may send, and what 1.x hands on.
    for (const confirmed of [false, 'false', 'true', undefined] as boolean[])
      expect(await run(refund, context({ toolConfirmation: { confirmed } }))).toMatchObject({
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
    const appName = 'another'
    for (const more of [
      { functionCallId: '2' },
      { sessionId: 'another' },
      // Sessions have names of their own for each user and app.
      { userId: 'another' },
      { invocationContext: { session: { appName } } },
    ])
      await run(refund, context({ ...approved, ...more }))
    expect(requests).toHaveLength(5)
    // A model that uses an id again: another refund, which a person approved.
    expect(await run({ ...refund, amountCents: 6 }, context(approved))).toMatchObject({ status: 'accepted' })
    expect(requests).toHaveLength(6)
  })

  it('asks about the first of two calls with one id, and refuses the second', async () => {
    const { bound, requests } = shop()
    const { orders_refund_create: tool } = kit(bound)
    const run = (args: unknown, toolContext: AdkContext) => tool?.runAsync({ args, toolContext })
    const [first, second, again] = [context(), context(), context()]
    await run(refund, first)
    // Else a person would read the second and approve the first.
    expect(await run({ ...refund, amountCents: 500 }, second)).toMatchObject({ error: 'invalid_arguments' })
    expect(await run(refund, again)).toMatchObject({ error: 'confirmation_required' })
    for (const [asked, times] of [
      [first, 1],
      [second, 0],
      [again, 1],
    ] as const)
      expect(asked.requestConfirmation).toHaveBeenCalledTimes(times)
    expect(requests).toEqual([])
  })

  it('sends the key that the caller makes', async () => {
    const keys: (string | null)[] = []
    const { bound } = shop({
      fetch: async (_url, init) => {
        keys.push(new Headers(init.headers).get('idempotency-key'))
        return Response.json({ id: 'ref_1' }, { status: 201 })
      },
    })
    const idempotencyKey = ({ sessionId, functionCallId }: AdkContext) => `${sessionId}-${functionCallId}`
    const approved = context({ toolConfirmation: { confirmed: true } })
    // Two processes: neither remembers what the other did, the API does.
    for (const tools of [kit(bound, { idempotencyKey }), kit(bound, { idempotencyKey })])
      await tools.orders_refund_create?.runAsync({ args: refund, toolContext: approved })
    expect(keys).toEqual(['s-1', 's-1'])
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
    // One id stands for one call.
    expect(await tool?.runAsync({ args: { orderId: 'ord_bbbb' }, toolContext: context() })).toMatchObject({
      error: 'invalid_arguments',
    })
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

  it('where many reads do not push an approval out, and no call that still runs', async () => {
    const gates: (() => void)[] = []
    let isSlow = false
    const requests: string[] = []
    const { bound } = shop({
      fetch: async (_url, init) => {
        requests.push(String(init.method))
        if (isSlow) await new Promise<void>(resolve => gates.push(resolve))
        return Response.json({ id: 'x' })
      },
    })
    const { orders_get: read, orders_refund_create: write } = kit(bound)
    const get = (n: number) =>
      read?.runAsync({ args: { orderId: 'ord_aaaa' }, toolContext: context({ functionCallId: `${n}` }) })
    const approve = () =>
      write?.runAsync({ args: refund, toolContext: context({ toolConfirmation: { confirmed: true } }) })
    await approve()
    for (let n = 0; n < 300; n++) await get(n)
    await approve()
    expect(requests.filter(method => method === 'POST')).toHaveLength(1)
    isSlow = true
    const running = Array.from({ length: 300 }, (_, n) => get(1000 + n))
    const again = get(1000)
    await vi.waitFor(() => expect(gates).toHaveLength(300))
    for (const open of gates) open()
    await Promise.all([...running, again])
    expect(requests.filter(method => method === 'GET')).toHaveLength(600)
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

  it('takes out responses that answer no call of the turn, and repeats none', () => {
    const calls = (id: string): Content => ({ role: 'model', parts: [call(id)] })
    // 2.0 answers two approvals at once, and puts both answers under both calls.
    const both = { role: 'user', parts: [response('1'), response('2')] }
    expect(repaired(user, calls('1'), both, calls('2'), both)).toEqual([
      user,
      calls('1'),
      { role: 'user', parts: [response('1')] },
      calls('2'),
      { role: 'user', parts: [response('2')] },
    ])
  })

  it('names the tools when the model called none of them', () => {
    for (const name of ['nope', 'constructor', '__proto__']) {
      const contents: Content[] = [
        user,
        { role: 'model', parts: [call('1', name), call('2')] },
        // What the kit makes of a name that every object has.
        { role: 'user', parts: [response('1', 'Object'), response('2')] },
      ]
      repairHistory({ request: { contents, toolsDict: { a: {}, b: {} } } })
      expect(contents[2]?.parts).toEqual([
        {
          functionResponse: {
            id: '1',
            name,
            response: { error: 'unknown_tool', message: 'No such tool. There is: a, b' },
          },
        },
        response('2'),
      ])
    }
  })

  it('gives a dropped response back while it is remembered, to the session it belongs to', async () => {
    const tools = kit(shop().bound)
    const args = { orderId: 'ord_aaaa' }
    await tools.orders_get?.runAsync({ args, toolContext: context() })
    const repair = (who: Partial<AdkContext>, id?: string, made: object = args) => {
      const functionCall = { ...(id && { id }), name: 'orders_get', args: { ...made } }
      const contents: Content[] = [user, { role: 'model', parts: [{ functionCall }] }]
      repairHistory({ context: context(who), request: { contents, toolsDict: tools } })
      return contents[2]?.parts?.[0]?.functionResponse
    }
    const kept = { name: 'orders_get', response: expect.objectContaining({ id: 'ord_aaaa' }) }
    // The approval has started another invocation.
    expect(repair({ invocationId: 'j' }, '1')).toEqual({ id: '1', ...kept })
    // Ids of the kit's own are gone from what it sends.
    expect(repair({ invocationId: 'j' })).toEqual(kept)
    for (const other of [
      repair({ userId: 'another' }, '1'),
      repair({ sessionId: 'another' }, '1'),
      repair({}, '2'),
      repair({}, '1', { orderId: 'ord_bbbb' }),
    ])
      expect(other?.response).toMatchObject({ error: 'failed' })
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
