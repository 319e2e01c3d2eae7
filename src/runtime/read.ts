/** A response → what its body says, by content type, with a cap on bytes after decompression. */
import type { Json } from './contract.ts'
import type { Gate } from './gate.ts'
import { parseJson } from './json-text.ts'
import { discard, type Progress } from './send.ts'
import { isJson } from './serializer.ts'

/** Why a body cannot be used. */
export type Unread = 'binary' | 'stream' | 'too-large' | 'broken' | 'timeout'

/** `value` is undefined for an empty body. */
export type Body = { value: Json | undefined } | { unread: Unread }

/** Throws `Stop` only when the caller aborts: whatever goes wrong with a body, its status is known. */
export async function readBody(
  response: Response,
  max: number,
  gate: Gate,
  progress: Progress,
): Promise<Body> {
  const type = response.headers.get('content-type') ?? ''
  const refused = /event-stream|ndjson|jsonl|json-seq|stream\+json/i.test(type)
    ? 'stream'
    : type && !isJson(type) && !/^text\/|[/+](?:xml|yaml|javascript|x-www-form-urlencoded)/i.test(type)
      ? 'binary'
      : undefined
  const chunks: Uint8Array<ArrayBuffer>[] = []
  try {
    const reader = response.body?.getReader()
    for (;;) {
      const { done, value } = (await gate.until(reader?.read())) ?? { done: true }
      if (done) break
      progress.bytesIn += value.length
      if (refused || progress.bytesIn > max) {
        reader?.cancel().catch(() => {})
        return { unread: refused ?? 'too-large' }
      }
      chunks.push(value)
    }
  } catch {
    discard(response)
    const code = gate.signal.aborted && gate.signal.reason.answer?.error
    if (code === 'aborted') throw gate.signal.reason
    return { unread: code === 'timeout' ? code : 'broken' }
  }
  try {
    const text = await decodeText(chunks, /charset="?([\w-]+)/i.exec(type)?.[1])
    if (!text.trim()) return { value: undefined }
    if (isJson(type)) return { value: parseJson(text) }
    if (!type)
      try {
        return { value: parseJson(text) }
      } catch {}
    return { value: text }
  } catch {
    return { unread: 'broken' }
  }
}

/** UTF-8 unless the server says otherwise; a byte order mark is dropped. */
async function decodeText(chunks: Uint8Array<ArrayBuffer>[], charset: string | undefined): Promise<string> {
  let decoder = new TextDecoder()
  try {
    decoder = new TextDecoder(charset)
  } catch {}
  return decoder.decode(await new Blob(chunks).arrayBuffer())
}
