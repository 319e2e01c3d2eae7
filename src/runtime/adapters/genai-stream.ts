/** The chunks of a streamed answer → the answer. Exported by `genai.ts`. */
import type { GenerateResponse } from './genai-turn.ts'
import type { Part } from './genai-types.ts'

/**
 * Reads what `generateContentStream` gives to its end: one response, as `generateContent` would have given it. Parts
 * stay as they are, each by itself and in order: a thought signature belongs to its part. No call runs before the end,
 * so a stream that breaks has run nothing. `onChunk` sees each chunk as it comes.
 */
export async function readStream<Chunk extends GenerateResponse>(
  chunks: AsyncIterable<Chunk>,
  onChunk?: (chunk: Chunk) => void,
): Promise<GenerateResponse> {
  const parts: Part[] = []
  let finishReason: string | undefined
  for await (const chunk of chunks) {
    onChunk?.(chunk)
    const candidate = chunk.candidates?.[0]
    parts.push(...(candidate?.content?.parts ?? []))
    finishReason = candidate?.finishReason ?? finishReason
  }
  if (parts.some(({ functionCall }) => functionCall?.partialArgs?.length || functionCall?.willContinue))
    throw new Error('Turn streamFunctionCallArguments off: a call is run on all of its arguments')
  return {
    candidates: [
      {
        ...(parts.length > 0 && { content: { role: 'model', parts } }),
        ...(finishReason !== undefined && { finishReason }),
      },
    ],
  }
}
