/** The Gemini adapter: alone with a connection of our own, and with the real client against the fake API. */

import { gzipSync } from 'node:zlib'
import * as sdk from '@google/genai'
import { build } from 'esbuild'
import { afterEach, describe, expect, expectTypeOf, it, vi } from 'vitest'
import {
  type Content,
  checkHistory,
  type GeminiTool,
  type GeminiToolsOptions,
  geminiTools,
  type ModelCall,
  type Part,
  type ResponseContent,
  runTurn,
  type ToolConfig,
} from '../../src/runtime/adapters/genai.ts'
import type { BoundTool, CallOptions } from '../../src/runtime/bound-tool.ts'
import type { JsonObject, Tool } from '../../src/runtime/contract.ts'
import { type FakeGemini, type Step, startFakeGemini } from '../fake-gemini/server.ts'

const tool = (name: string, more: Partial<Tool> = {}): Tool => ({
  name,
  spec: 'orders',
  declarations: {
    gemini: {
      declaration: {
        name,
        description: `Does ${name}.`,
        parameters: {
          type: 'OBJECT',
          properties: {
            orderId: { type: 'STRING', description: 'The order.' },
            items: {
              type: 'ARRAY',
              items: { anyOf: [{ type: 'STRING' }, { type: 'INTEGER', nullable: true }] },
            },
          },
          required: ['orderId'],
        },
      },
      encoding: [],
    },
  },
  inputSchema: { type: 'object', properties: { orderId: { type: 'string' } }, additionalProperties: false },
  effect: 'write',
  confirm: false,
  operation: { id: name, method: 'POST', path: `/${name}` },
  request: { routes: [], fixed: [], supplied: [], security: [] },
  response: {},
  ...more,
})

type Call = (args: unknown, options: CallOptions) => Promise<JsonObject>
/** A tool with a connection of our own: it records what it is called with. */
function bind(name: string, run: Call = async () => ({ ok: name }), more: Partial<Tool> = {}) {
  const call = vi.fn((args: unknown, options: CallOptions = {}) => run(args, options))
  const bound: BoundTool = {
    tool: tool(name, more),
    call,
    plan: () => Promise.reject(new Error('not planned')),
  }
  return { bound, call }
}

const model = (...parts: Part[]): Content => ({ role: 'model', parts })
const user = (text: string): Content => ({ role: 'user', parts: [{ text }] })
const fc = (name: string, id?: string, args: Record<string, unknown> = { orderId: id }): Part => ({
  functionCall: { ...(id !== undefined && { id }), name, args },
})
const results = (answer: ResponseContent | undefined) =>
  answer?.parts.map(part => part.functionResponse.response)
const deepFreeze = <T>(value: T): T => {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(deepFreeze)
  return value
}

describe('tools', () => {
  it('are declared as the modules say, in new objects each time', () => {
    const { bound } = bind('a')
    const tools = geminiTools([deepFreeze(bound), bind('b').bound])
    const expected = ['a', 'b'].map(name => tool(name).declarations.gemini?.declaration)
    expect(tools.tools).toEqual([{ functionDeclarations: expected }])
    const [one, two] = [tools.tools, tools.tools]
    expect(one).not.toBe(two)
    const declaration = one[0]?.functionDeclarations[0]
    Object.assign(declaration ?? {}, { name: 'spoilt' })
    // `parameters` is typed for the SDK; at run time it is the plain object.
    Object.assign((declaration?.parameters ?? {}) as object, { type: 'spoilt' })
    expect(two).toEqual([{ functionDeclarations: expected }])
    expect(tools.tools).toEqual(two)
    expect(tools.names).toEqual(['a', 'b'])
  })

  it('are no entry at all when nothing is bound, as the API refuses an empty one', () => {
    expect(geminiTools([]).tools).toEqual([])
  })

  it('take another target when asked, for the declaration and for the arguments', async () => {
    const declaration = {
      name: 'a',
      description: 'x',
      parametersJsonSchema: { type: 'object', properties: {} },
    }
    const declarations = { 'gemini-json-schema': { declaration, encoding: [] } }
    const { bound, call } = bind('a', undefined, { declarations })
    const tools = geminiTools([bound], { target: 'gemini-json-schema' })
    expect(tools.tools).toEqual([{ functionDeclarations: [declaration] }])
    await tools.respond(model(fc('a', '1')))
    expect(call.mock.calls[0]?.[1]?.from).toBe('gemini-json-schema')
    expect(() => geminiTools([bound])).toThrow("a has no declaration for Gemini: add 'gemini' to `targets`")
    expect(() => geminiTools([bind('b').bound], { target: 'gemini-json-schema' })).toThrow(
      "add 'gemini-json-schema'",
    )
  })

  it('have names of their own, hand-written functions included', () => {
    const functions = { a: { declaration: { description: 'x' }, run: () => ({}) } }
    expect(() => geminiTools([bind('a').bound, bind('a').bound])).toThrow('Two tools are called a')
    expect(() => geminiTools([bind('a').bound], { functions })).toThrow('Two tools are called a')
    expect(geminiTools([bind('b').bound], { functions }).names).toEqual(['b', 'a'])
  })
})

describe('toolConfig', () => {
  const tools = geminiTools([bind('a').bound, bind('b').bound])
  it('names the mode, and the allowed functions where the API takes them', () => {
    expect(tools.toolConfig({ mode: 'AUTO' })).toEqual({ functionCallingConfig: { mode: 'AUTO' } })
    for (const mode of ['ANY', 'VALIDATED'] as const)
      expect(tools.toolConfig({ mode, allow: ['b'] })).toEqual({
        functionCallingConfig: { mode, allowedFunctionNames: ['b'] },
      })
  })

  it('throws on what the API would refuse or take for something else', () => {
    expect(() => tools.toolConfig({ mode: 'ANY', allow: ['b', 'c', 'constructor'] })).toThrow(
      'No tool is called c, constructor',
    )
    expect(() => tools.toolConfig({ mode: 'ANY', allow: [] })).toThrow('`allow` names no tool')
    // @ts-expect-error: by type as well
    expect(() => tools.toolConfig({ mode: 'AUTO', allow: ['b'] })).toThrow(
      '`allow` goes with ANY or VALIDATED',
    )
    // @ts-expect-error: by type as well
    expect(() => tools.toolConfig({ mode: 'NONE', allow: ['b'] })).toThrow(
      '`allow` goes with ANY or VALIDATED',
    )
  })
})

describe('respond', () => {
  it('answers every call in one user content: ids and names copied, call order kept', async () => {
    const content = deepFreeze(
      model(
        { text: 'Let me see.', thought: true },
        { ...fc('a', '1'), thoughtSignature: 'c2ln' },
        fc('b', '2'),
        fc('a'),
      ),
    )
    const before = JSON.stringify(content)
    const tools = geminiTools([bind('a').bound, bind('b').bound])
    expect(await tools.respond(content)).toEqual({
      role: 'user',
      parts: [
        { functionResponse: { id: '1', name: 'a', response: { ok: 'a' } } },
        { functionResponse: { id: '2', name: 'b', response: { ok: 'b' } } },
        { functionResponse: { name: 'a', response: { ok: 'a' } } },
      ],
    })
    expect(JSON.stringify(content)).toBe(before)
  })

  it('says so when there is no call', async () => {
    const tools = geminiTools([bind('a').bound])
    expect(await tools.respond(model({ text: 'Done.' }))).toBeUndefined()
    expect(await tools.respond({})).toBeUndefined()
    // A blocked prompt has no candidate, and so no content.
    expect(await tools.respond(undefined)).toBeUndefined()
  })

  it('passes arguments, call id, context and signal on', async () => {
    const { bound, call } = bind('a')
    const { signal } = new AbortController()
    await geminiTools([bound]).respond(model(fc('a', '1', { orderId: 'x' })), {
      signal,
      context: { user: 7 },
    })
    expect(call).toHaveBeenCalledExactlyOnceWith(
      { orderId: 'x' },
      { from: 'gemini', signal, context: { user: 7 }, callId: '1', confirmed: false },
    )
    await geminiTools([bound]).respond({ parts: [{ functionCall: { name: 'a' } }] })
    expect(call).toHaveBeenLastCalledWith({}, { from: 'gemini', context: undefined })
  })

  it('runs the calls at the same time, and keeps their order however they end', async () => {
    const log: string[] = []
    const gates: (() => void)[] = []
    const { bound } = bind('a', async args => {
      const { orderId } = args as { orderId: string }
      log.push(`start ${orderId}`)
      await new Promise<void>(resolve => gates.push(resolve))
      log.push(`end ${orderId}`)
      return { orderId }
    })
    const answering = geminiTools([bound]).respond(model(fc('a', '1'), fc('a', '2'), fc('a', '3')))
    await vi.waitFor(() => expect(gates).toHaveLength(3))
    for (const open of gates.reverse()) {
      open()
      await Promise.resolve()
    }
    expect(results(await answering)).toEqual([{ orderId: '1' }, { orderId: '2' }, { orderId: '3' }])
    expect(log).toEqual(['start 1', 'start 2', 'start 3', 'end 3', 'end 2', 'end 1'])
  })

  it('runs one id once, and calls without ids each', async () => {
    const { bound, call } = bind('a')
    const tools = geminiTools([bound])
    const answer = await tools.respond(model(fc('a', '1'), fc('a', '1'), fc('a', '1', { orderId: 'other' })))
    expect(call).toHaveBeenCalledTimes(1)
    expect(results(answer)).toEqual([
      { ok: 'a' },
      { ok: 'a' },
      { error: 'invalid_arguments', message: expect.any(String) },
    ])
    await tools.respond(model(fc('a', undefined, {}), fc('a', undefined, {})))
    expect(call).toHaveBeenCalledTimes(3)
  })

  it('does not compare what nests too deeply to be written', async () => {
    let deep: unknown = 1
    for (let i = 0; i < 100_000; i++) deep = [deep]
    const { bound, call } = bind('a')
    const answer = await geminiTools([bound]).respond(model(fc('a', '1', { deep }), fc('a', '1', { deep })))
    expect(results(answer)).toEqual([
      { ok: 'a' },
      { error: 'invalid_arguments', message: expect.any(String) },
    ])
    expect(call).toHaveBeenCalledTimes(1)
  })

  it('never runs a call whose arguments are still arriving', async () => {
    const { bound, call } = bind('a')
    const answer = await geminiTools([bound]).respond(
      model(
        { functionCall: { id: '1', name: 'a', willContinue: true } },
        { functionCall: { id: '2', name: 'a', partialArgs: [{ jsonPath: '$.orderId' }] } },
        {
          functionCall: { id: '3', name: 'a', args: { orderId: 'x' }, partialArgs: [], willContinue: false },
        },
      ),
    )
    const refused = {
      error: 'invalid_arguments',
      message: 'The arguments are not complete, so nothing was run.',
    }
    expect(results(answer)).toEqual([refused, refused, { ok: 'a' }])
    expect(call).toHaveBeenCalledTimes(1)
  })

  it.each(['nope', '', 'constructor', '__proto__', 'toString'])(
    'answers an unknown tool %j as data',
    async name => {
      const tools = geminiTools([bind('a').bound], {
        functions: { b: { declaration: { description: 'x' }, run: () => 1 } },
      })
      const answer = await tools.respond(model(fc(name, '1'), fc('a', '2')))
      expect(answer?.parts[0]).toEqual({
        functionResponse: {
          id: '1',
          name,
          response: { error: 'unknown_tool', message: 'No such tool. There is: a, b' },
        },
      })
      expect(results(answer)?.[1]).toEqual({ ok: 'a' })
    },
  )
})

describe('confirmation', () => {
  const gated: Call = async (_args, { confirmed }) =>
    confirmed ? { ok: 'sent' } : { error: 'confirmation_required', message: 'Ask a person.' }

  it('is data for the model by default', async () => {
    const { bound } = bind('a', gated)
    expect(results(await geminiTools([bound]).respond(model(fc('a', '1'))))).toEqual([
      { error: 'confirmation_required', message: 'Ask a person.' },
    ])
  })

  it('asks the hook for each gated call, and sends what it approves', async () => {
    const { bound, call } = bind('a', gated)
    const tools = geminiTools([bound, bind('b').bound])
    const confirm = vi.fn(async ({ id }: { id?: string }) => id === '1')
    const answer = await tools.respond(model(fc('a', '1'), fc('a', '2'), fc('b', '3')), { confirm })
    expect(results(answer)).toEqual([
      { ok: 'sent' },
      { error: 'declined', message: expect.any(String) },
      { ok: 'b' },
    ])
    expect(confirm.mock.calls.map(([asked]) => asked.id)).toEqual(['1', '2'])
    expect(call.mock.calls.filter(([, options]) => options?.confirmed === true)).toHaveLength(1)
  })

  it.each<[string, () => boolean | Promise<boolean>]>([
    [
      'throws',
      () => {
        throw new Error('secret')
      },
    ],
    ['rejects', () => Promise.reject(new Error('secret'))],
    // Callers without types return such things.
    ['answers a word', () => 'yes' as unknown as boolean],
    ['answers nothing', () => undefined as unknown as boolean],
  ])('takes a hook that %s as a no', async (_name, confirm) => {
    const { bound, call } = bind('a', gated)
    const answer = await geminiTools([bound]).respond(model(fc('a', '1')), { confirm })
    expect(results(answer)).toEqual([{ error: 'declined', message: 'A person declined this call.' }])
    expect(call.mock.calls.some(([, options]) => options?.confirmed)).toBe(false)
  })

  it('does not ask for what the connection refuses anyway', async () => {
    const { bound } = bind('a', async () => ({ error: 'invalid_arguments', message: 'x' }))
    const confirm = vi.fn(() => true)
    await geminiTools([bound]).respond(model(fc('a', '1')), { confirm })
    expect(confirm).not.toHaveBeenCalled()
  })

  it('can be given later: only calls that wait for it are run again', async () => {
    const refund = bind('a', gated)
    const plain = bind('b')
    const tools = geminiTools([refund.bound, plain.bound])
    const content = model(fc('a', '1'), fc('b', '2'), fc('a', '3'))
    const earlier = await tools.respond(content)
    const later = await tools.respond(content, { confirmed: ['1'], earlier })
    expect(results(later)).toEqual([
      { ok: 'sent' },
      { ok: 'b' },
      { error: 'confirmation_required', message: 'Ask a person.' },
    ])
    expect(plain.call).toHaveBeenCalledTimes(1)
    // The positive control: without `earlier` it runs again.
    await tools.respond(content, { confirmed: ['1'] })
    expect(plain.call).toHaveBeenCalledTimes(2)
    // What was answered for another call does not count.
    await tools.respond(model(fc('b', '4'), fc('b', '5'), fc('b', '6')), { earlier })
    expect(plain.call).toHaveBeenCalledTimes(5)
  })
})

describe('hand-written functions', () => {
  const circular: Record<string, unknown> = {}
  circular.self = circular
  const answerOf = async (run: () => unknown, options = {}) => {
    const functions: GeminiToolsOptions['functions'] = { f: { declaration: { description: 'x' }, run } }
    return results(await geminiTools([], { functions }).respond(model(fc('f', '1')), options))?.[0]
  }
  it.each<[string, unknown, JsonObject]>([
    ['an object', { a: 1, b: undefined }, { a: 1 }],
    ['an array', [1], { result: [1] }],
    ['text', 'x', { result: 'x' }],
    ['nothing', undefined, { result: null }],
    ['null', null, { result: null }],
    ['a Date', new Date(0), { result: '1970-01-01T00:00:00.000Z' }],
    ['a function', () => 1, { result: null }],
    ['a bigint', 1n, { error: 'failed', message: 'The function failed. Its outcome is unknown.' }],
    ['a cycle', circular, { error: 'failed', message: 'The function failed. Its outcome is unknown.' }],
  ])('answer with a JSON object for %s', async (_name, value, expected) => {
    expect(await answerOf(async () => value)).toEqual(expected)
  })

  it('keep what they throw from the model, and tell the caller', async () => {
    const thrown = new Error('password=hunter2')
    const onError = vi.fn()
    const answer = await answerOf(
      () => {
        throw thrown
      },
      { onError },
    )
    expect(answer).toEqual({ error: 'failed', message: 'The function failed. Its outcome is unknown.' })
    expect(onError).toHaveBeenCalledExactlyOnceWith(thrown, fc('f', '1').functionCall)
  })

  it('get arguments, signal and context, and stand beside the tools', async () => {
    const run = vi.fn((args: object) => args)
    const parameters = { type: 'OBJECT', properties: { q: { type: 'STRING' } } }
    const functions = { f: { declaration: { description: 'Finds.', parameters }, run } }
    const tools = geminiTools([bind('a').bound], { functions })
    expect(tools.tools[0]?.functionDeclarations[1]).toEqual({ name: 'f', description: 'Finds.', parameters })
    const { signal } = new AbortController()
    expect(results(await tools.respond(model(fc('f', '1', { q: 'x' })), { signal, context: 7 }))).toEqual([
      { q: 'x' },
    ])
    expect(run).toHaveBeenCalledWith({ q: 'x' }, { signal, context: 7, callId: '1', confirmed: false })
  })
})

const fr = (name: string, id?: string): Part => ({
  functionResponse: { ...(id !== undefined && { id }), name, response: {} },
})
const signed = (part: Part): Part => ({ ...part, thoughtSignature: 'c2ln' })
const answered = (...parts: Part[]): Content => ({ role: 'user', parts })

describe('checkHistory', () => {
  const two = model(signed(fc('a', '1')), fc('b', '2'))
  const both = answered(fr('a', '1'), fr('b', '2'))
  it.each<[string, Content[]]>([
    ['nothing', []],
    [
      'a conversation',
      [user('x'), two, both, model(signed(fc('a', '3'))), answered(fr('a', '3')), model({ text: 'y' })],
    ],
    ['responses with ids in another order', [user('x'), two, answered(fr('b', '2'), fr('a', '1'))]],
    ['calls without ids', [user('x'), model(fc('a'), fc('b'), fc('a')), answered(fr('a'), fr('b'), fr('a'))]],
    [
      'an older turn without signatures',
      [user('x'), model(fc('a', '1')), answered(fr('a', '1')), model({ text: 'y' }), user('z'), two, both],
    ],
    ['a model without signatures', [user('x'), model(fc('a', '1')), answered(fr('a', '1'))]],
  ])('finds nothing in %s', (_name, contents) => {
    expect(checkHistory(deepFreeze(contents))).toEqual([])
  })

  it.each<[string, Content[], [string, number][]]>([
    [
      'a call turn at the end',
      [user('x'), two],
      [
        ['unanswered', 1],
        ['unanswered', 1],
      ],
    ],
    ['a missing response', [user('x'), two, answered(fr('a', '1'))], [['unanswered', 1]]],
    [
      'a response to nothing',
      [user('x'), both],
      [
        ['unpaired', 1],
        ['unpaired', 1],
      ],
    ],
    [
      'a response too many',
      [user('x'), two, answered(fr('a', '1'), fr('b', '2'), fr('a', '3'))],
      [['unpaired', 2]],
    ],
    [
      'an id that changed',
      [user('x'), two, answered(fr('a', '1'), fr('b', '9'))],
      [
        ['unanswered', 1],
        ['unpaired', 2],
      ],
    ],
    [
      'a name that changed',
      [user('x'), two, answered(fr('a', '1'), fr('c', '2'))],
      [
        ['unanswered', 1],
        ['unpaired', 2],
      ],
    ],
    [
      'ids that got lost',
      [user('x'), two, answered(fr('a'), fr('b'))],
      [
        ['unanswered', 1],
        ['unanswered', 1],
        ['unpaired', 2],
        ['unpaired', 2],
      ],
    ],
    ['split responses', [user('x'), two, answered(fr('a', '1')), answered(fr('b', '2'))], [['split', 2]]],
    [
      'another order without ids',
      [user('x'), model(fc('a'), fc('b')), answered(fr('b'), fr('a'))],
      [['reordered', 2]],
    ],
    ['a call turn after a model turn', [user('x'), model({ text: 'y' }), two, both], [['misplaced', 2]]],
    ['a call turn at the start', [two, both], [['misplaced', 0]]],
    [
      'a lost signature',
      [user('x'), two, both, model(fc('a', '3')), answered(fr('a', '3'))],
      [['signature-lost', 3]],
    ],
    [
      'a signature on the second call only',
      [user('x'), model(fc('a', '1'), signed(fc('b', '2'))), both],
      [['signature-lost', 1]],
    ],
  ])('finds %s', (_name, contents, expected) => {
    expect(checkHistory(deepFreeze(contents)).map(({ code, content }) => [code, content])).toEqual(expected)
  })

  it('can be told that the model demands signatures', () => {
    const contents = [user('x'), model(fc('a', '1')), answered(fr('a', '1'))]
    expect(checkHistory(contents, { signatures: true })).toEqual([
      { code: 'signature-lost', content: 1, message: 'the first call, a, has no thought signature' },
    ])
    expect(
      checkHistory([user('x'), two, both, model(fc('a', '3')), answered(fr('a', '3'))], {
        signatures: false,
      }),
    ).toEqual([])
  })
})

const open: FakeGemini[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map(fake => fake.close()))
})

/** The real client, talking to a scripted model. */
async function client(script: Step[], { vertexai = false } = {}) {
  const fake = await startFakeGemini({ script })
  open.push(fake)
  const ai = new sdk.GoogleGenAI({ apiKey: 'key', vertexai, httpOptions: { baseUrl: fake.url } })
  return { ai, fake, bodies: () => fake.log.map(exchange => exchange.body as Record<string, unknown>) }
}

describe('with the real client', () => {
  const modelName = 'gemini-3-flash'
  it.each([false, true])('sends declarations and mode as they are (Vertex: %s)', async vertexai => {
    const { ai, bodies } = await client([[{ text: 'Done.' }]], { vertexai })
    const tools = geminiTools([bind('a').bound, bind('b').bound])
    const config = { tools: tools.tools, toolConfig: tools.toolConfig({ mode: 'VALIDATED', allow: ['a'] }) }
    await ai.models.generateContent({ model: modelName, contents: 'x', config })
    const functionDeclarations = ['a', 'b'].map(name => tool(name).declarations.gemini?.declaration)
    expect(bodies()[0]).toMatchObject({
      tools: [{ functionDeclarations }],
      toolConfig: { functionCallingConfig: { mode: 'VALIDATED', allowedFunctionNames: ['a'] } },
    })
    expect(bodies()[0]?.tools).toStrictEqual([{ functionDeclarations }])
  })

  it('returns model turns untouched, with their signatures', async () => {
    const said = [signed(fc('a', '1')), fc('b', '2')]
    const { ai, fake, bodies } = await client([said, [signed(fc('a', '3'))], [{ text: 'Done.' }]])
    const tools = geminiTools([bind('a').bound, bind('b').bound])
    const contents: sdk.Content[] = [{ role: 'user', parts: [{ text: 'x' }] }]
    const turn = await runTurn(tools, contents, request =>
      ai.models.generateContent({ model: modelName, ...request }),
    )
    expect(turn).toMatchObject({ ended: 'answer', text: 'Done.', finishReason: 'STOP' })
    expect(fake.log.map(exchange => exchange.error)).toEqual([undefined, undefined, undefined])
    expect(bodies()[2]?.contents).toEqual(contents.slice(0, 5))
    expect(contents[1]).toEqual(model(...said))
    expect(checkHistory(contents)).toEqual([])
  })

  it('is refused when a program drops the signature: what checkHistory sees before', async () => {
    const { ai } = await client([[signed(fc('a', '1'))]])
    const tools = geminiTools([bind('a').bound])
    const contents: sdk.Content[] = [{ role: 'user', parts: [{ text: 'x' }] }]
    const { candidates } = await ai.models.generateContent({ model: modelName, contents })
    const rebuilt = model(
      ...((candidates?.[0]?.content?.parts ?? []).map(({ functionCall }) => ({ functionCall })) as Part[]),
    )
    contents.push(rebuilt)
    const answer = await tools.respond(rebuilt)
    if (answer) contents.push(answer)
    expect(checkHistory(contents, { signatures: true })).toMatchObject([
      { code: 'signature-lost', content: 1 },
    ])
    await expect(ai.models.generateContent({ model: modelName, contents })).rejects.toThrow(
      'missing a thought_signature',
    )
  })

  it('never runs streamed chunks of a call', async () => {
    const chunks = [
      [{ functionCall: { name: 'a', willContinue: true }, thoughtSignature: 'c2ln' }],
      [
        {
          functionCall: {
            partialArgs: [{ jsonPath: '$.orderId', stringValue: 'x', willContinue: true }],
            willContinue: true,
          },
        },
      ],
    ]
    const { ai } = await client([{ chunks }], { vertexai: true })
    const { bound, call } = bind('a')
    for await (const chunk of await ai.models.generateContentStream({ model: modelName, contents: 'x' }))
      expect(results(await geminiTools([bound]).respond(chunk.candidates?.[0]?.content ?? {}))).toMatchObject(
        [{ error: 'invalid_arguments' }],
      )
    expect(call).not.toHaveBeenCalled()
  })
})

describe('runTurn', () => {
  /** Answers with one content after the other, and remembers the requests. */
  function scripted(...contents: (Content | undefined)[]) {
    const requests: unknown[] = []
    return {
      requests,
      generate: async (request: unknown) => {
        requests.push(structuredClone(request))
        const content = contents.shift()
        return { candidates: [{ finishReason: 'STOP', ...(content && { content }) }] }
      },
    }
  }
  const modes = (requests: unknown[]) =>
    // Only as deep as the test looks.
    requests.map(
      r =>
        (r as { config: { toolConfig?: { functionCallingConfig: object } } }).config.toolConfig
          ?.functionCallingConfig,
    )

  it('forces the first step only, and records each model call', async () => {
    const { generate, requests } = scripted(
      model(fc('a', '1'), fc('b', '2')),
      model(fc('a', '3')),
      model({ text: 'I think.', thought: true }, { text: 'Done.' }),
    )
    const tools = geminiTools([bind('a').bound, bind('b').bound])
    const contents = [user('x')]
    const seen: ModelCall[] = []
    const turn = await runTurn(tools, contents, generate, {
      first: { mode: 'ANY', allow: ['a'] },
      onModelCall: call => seen.push(call),
    })
    expect(modes(requests)).toEqual([
      { mode: 'ANY', allowedFunctionNames: ['a'] },
      { mode: 'AUTO' },
      { mode: 'AUTO' },
    ])
    const record = (mode: string, calls: string[]) => ({
      declared: ['a', 'b'],
      mode,
      calls,
      milliseconds: expect.any(Number),
    })
    expect(turn).toEqual({ ended: 'answer', text: 'Done.', finishReason: 'STOP', modelCalls: seen })
    expect(seen).toEqual([record('ANY', ['a', 'b']), record('AUTO', ['a']), record('AUTO', [])])
    expect(contents).toHaveLength(6)
  })

  it('makes the last call with NONE, so that the model has to sum up', async () => {
    const step = () => model(fc('a', 'x'))
    const { bound, call } = bind('a')
    const { generate, requests } = scripted(step(), step(), model({ text: 'So far.' }))
    const turn = await runTurn(geminiTools([bound]), [user('x')], generate, { maxModelCalls: 3 })
    expect(modes(requests)).toEqual([{ mode: 'AUTO' }, { mode: 'AUTO' }, { mode: 'NONE' }])
    expect(turn).toMatchObject({ ended: 'answer', text: 'So far.' })
    expect(call).toHaveBeenCalledTimes(2)
  })

  it('stops when the model calls even then, and leaves a history that can go on', async () => {
    const { bound, call } = bind('a')
    const contents = [user('x')]
    const { generate } = scripted(model(fc('a', '1')), model(fc('a', '2')))
    expect(await runTurn(geminiTools([bound]), contents, generate, { maxModelCalls: 2 })).toMatchObject({
      ended: 'limit',
    })
    expect(call).toHaveBeenCalledTimes(1)
    expect(contents).toHaveLength(3)
    expect(checkHistory(contents)).toEqual([])
    for (const maxModelCalls of [1, 0, -1, Number.NaN])
      await expect(runTurn(geminiTools([bound]), contents, generate, { maxModelCalls })).rejects.toThrow(
        'at least 2',
      )
  })

  it('says when the model said nothing', async () => {
    const contents = [user('x')]
    const { generate } = scripted(undefined)
    expect(await runTurn(geminiTools([]), contents, generate)).toMatchObject({
      ended: 'empty',
      text: '',
      finishReason: 'STOP',
    })
    expect(contents).toHaveLength(1)
    expect(await runTurn(geminiTools([]), contents, async () => ({}))).toMatchObject({ ended: 'empty' })
  })

  it('sends no tool configuration without tools: the API refuses it', async () => {
    const { generate, requests } = scripted(model({ text: 'Done.' }))
    await runTurn(geminiTools([]), [user('x')], generate)
    expect(requests).toEqual([{ contents: [user('x')], config: {} }])
  })

  it('keeps what ran, and its records, when a later model call fails', async () => {
    const { bound, call } = bind('a')
    const contents = [user('x')]
    const seen: ModelCall[] = []
    const generate = vi.fn(async () => {
      if (generate.mock.calls.length > 1) throw new Error('503')
      return { candidates: [{ content: model(fc('a', '1')) }] }
    })
    await expect(
      runTurn(geminiTools([bound]), contents, generate, { onModelCall: call => seen.push(call) }),
    ).rejects.toThrow('503')
    expect(call).toHaveBeenCalledTimes(1)
    expect(contents).toHaveLength(3)
    expect(seen.map(({ calls }) => calls)).toEqual([['a'], []])
  })

  it('hands signal, context and confirmation on', async () => {
    const { bound, call } = bind('a', async (_args, { confirmed }) =>
      confirmed ? { ok: 1 } : { error: 'confirmation_required' },
    )
    const { signal } = new AbortController()
    const { generate, requests } = scripted(model(fc('a', '1')), model({ text: 'Done.' }))
    const seen: unknown[] = []
    await runTurn(
      geminiTools([bound]),
      [user('x')],
      request => {
        seen.push(request.config.abortSignal)
        const { abortSignal, ...config } = request.config
        return generate({ ...request, config })
      },
      { signal, context: 7, confirm: () => true },
    )
    expect(seen).toEqual([signal, signal])
    expect(requests).toHaveLength(2)
    expect(call.mock.calls.map(([, options]) => options)).toEqual([
      { from: 'gemini', signal, context: 7, callId: '1', confirmed: false },
      { from: 'gemini', signal, context: 7, callId: '1', confirmed: true },
    ])
  })
})

describe('types', () => {
  it('are assignable to those of the SDK, and back', () => {
    expectTypeOf<GeminiTool>().toExtend<sdk.Tool>()
    expectTypeOf<ToolConfig>().toExtend<sdk.ToolConfig>()
    expectTypeOf<ResponseContent>().toExtend<sdk.Content>()
    expectTypeOf<Content>().toExtend<sdk.Content>()
    expectTypeOf<sdk.Content>().toExtend<Content>()
    expectTypeOf<sdk.GenerateContentResponse>().toExtend<Awaited<ReturnType<Parameters<typeof runTurn>[2]>>>()
    expectTypeOf<Parameters<Parameters<typeof runTurn>[2]>[0]>().toExtend<
      Omit<sdk.GenerateContentParameters, 'model'>
    >()
    // The positive control: text is not what the SDK takes for a mode.
    expectTypeOf<{ functionCallingConfig: { mode: 'ANY' } }>().not.toExtend<sdk.ToolConfig>()
  })
})

describe('size', () => {
  async function gzipped(names: string) {
    const { outputFiles } = await build({
      stdin: { contents: `export ${names} from './src/runtime/adapters/genai.ts'`, resolveDir: '.' },
      bundle: true,
      minify: true,
      format: 'esm',
      write: false,
      metafile: true,
    })
    return gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length
  }
  it('stays small: 1.5 kB for the tools, 2.7 kB for everything', async () => {
    const [tools, all] = await Promise.all([gzipped('{ geminiTools }'), gzipped('*')])
    expect(tools).toBeLessThanOrEqual(1536)
    expect(all).toBeLessThanOrEqual(2700)
    // The positive control: something was built, and the rest is not in the first.
    expect(tools).toBeGreaterThan(500)
    expect(all).toBeGreaterThan(tools)
  })
})
