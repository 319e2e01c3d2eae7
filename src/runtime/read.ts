/** A response → what its body says, by content type, with a cap on bytes after decompression. */
import type { Json } from './contract.ts'
import { type Gate, quietly } from './gate.ts'
import { parseResult } from './json-text.ts'
import type { CallRecord } from './options.ts'
import { isJson } from './serializer.ts'

/** Why a body cannot be used. */
export type Unread = 'binary' | 'stream' | 'too-large' | 'broken' | 'timeout'

/** Neither for an empty body. */
export interface Body {
  value?: Json | undefined
  unread?: Unread | undefined
}

/** Throws an answer only when the caller aborts: whatever goes wrong with a body, its status is known. */
export const readBody = async (
  response: Response,
  max: number,
  gate: Gate,
  record: CallRecord,
): Promise<Body> => {
  const type = response.headers.get('content-type') ?? ''
  // What is not UTF-8 is broken rather than changed.
  const decoder = new TextDecoder(undefined, { fatal: true })
  let text = ''
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  let unread: Unread | undefined = /event-s|ndjson|jsonl|-seq|stream\+/i.test(type)
    ? 'stream'
    : /^(text|$)|[/+](json|xml|yaml|javascript|x-www-form)/i.test(type)
      ? undefined
      : 'binary'
  try {
    reader = response.body?.getReader()
    while (reader) {
      const { done, value } = await gate.until(reader.read())
      if (done) break
      record.bytesIn += value.length
      if (record.bytesIn > max) unread ??= 'too-large'
      if (unread) return { unread }
      text += decoder.decode(value, { stream: true })
    }
    text += decoder.decode()
    if (text.trim())
      return { value: isJson(type) || (!type && /^\s*[[{]/.test(text)) ? parseResult(text) : text }
  } catch (thrown) {
    const why: 'aborted' | 'timeout' | undefined = gate.signal.reason?.error
    if (why === 'aborted') throw thrown
    unread = why ?? 'broken'
  } finally {
    quietly(reader?.cancel())
  }
  return { unread }
}
