/** `readStream`: the chunks of the real client become the answer it gives without streaming. */
import { GoogleGenAI } from '@google/genai'
import { afterEach, describe, expect, it } from 'vitest'
import { type GenerateResponse, readStream } from '../../src/runtime/adapters/genai.ts'
import { type FakeGemini, type Part, startFakeGemini } from '../fake-gemini/server.ts'

const open: FakeGemini[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map(fake => fake.close()))
})

const call = (id: string, more: Partial<Part> = {}): Part => ({
  functionCall: { id, name: 'a', args: { n: id } },
  ...more,
})

async function streamed(chunks: Part[][], vertexai = false) {
  const fake = await startFakeGemini({ script: [{ chunks }, { chunks }] })
  open.push(fake)
  const ai = new GoogleGenAI({ apiKey: 'key', vertexai, httpOptions: { baseUrl: fake.url } })
  const request = { model: 'gemini-3-flash', contents: 'x' }
  return {
    stream: await ai.models.generateContentStream(request),
    whole: () => ai.models.generateContent(request),
  }
}

describe('readStream', () => {
  it.each<[string, Part[][]]>([
    ['text', [[{ text: 'a' }], [{ text: 'b' }]]],
    [
      'thoughts, text and parallel calls in chunks of their own',
      [
        [{ text: 'Hm.', thought: true }],
        [{ text: 'Let me see.' }],
        [call('1', { thoughtSignature: 'c2ln' })],
        [call('2')],
      ],
    ],
    ['parallel calls in one chunk', [[call('1', { thoughtSignature: 'c2ln' }), call('2')], []]],
    ['a signature at the end', [[{ text: 'a' }], [{ text: '', thoughtSignature: 'c2ln' }]]],
    ['nothing', [[]]],
  ])('makes of %s what one answer would have been', async (_name, chunks) => {
    const { stream, whole } = await streamed(chunks)
    const seen: unknown[] = []
    const { candidates } = await readStream(stream, chunk => seen.push(chunk.candidates?.[0]?.content?.parts))
    const expected = (await whole()).candidates?.[0]
    expect(candidates).toEqual([
      {
        ...(expected?.content && { content: expected.content }),
        finishReason: expected?.finishReason,
      },
    ])
    // Chunk by chunk, as it came.
    expect(seen.map(parts => parts ?? [])).toEqual(chunks)
  })

  it('fails with the stream, so that nothing of half a turn runs', async () => {
    async function* broken(): AsyncGenerator<GenerateResponse> {
      yield { candidates: [{ content: { parts: [call('1')] } }] }
      throw new Error('reset')
    }
    await expect(readStream(broken())).rejects.toThrow('reset')
  })

  it('takes no arguments that arrive in parts, and says which option does it', async () => {
    const part = (functionCall: object): Part => ({ functionCall })
    for (const chunk of [
      part({ name: 'a', willContinue: true }),
      part({ name: 'a', partialArgs: [{ jsonPath: '$.n', stringValue: 'x' }] }),
    ]) {
      const { stream } = await streamed([[chunk]], true)
      await expect(readStream(stream)).rejects.toThrow('streamFunctionCallArguments')
    }
  })
})
