/** A response → what its body says, by content type, with a cap on bytes after decompression. */
import type { Json } from './contract.ts'
import { type Gate, quietly } from './gate.ts'
import { parseResult } from './json-text.ts'
import type { Progress } from './send.ts'
import { isJson } from './serializer.ts'

/** Why a body cannot be used. */
export type Unread = 'binary' | 'stream' | 'too-large' | 'broken' | 'timeout'

/** Neither for an empty body. */
export interface Body {
  value?: Json
  unread?: Unread
}

/** Throws an answer only when the caller aborts: whatever goes wrong with a body, its status is known. */
export async function readBody(
  response: Response,
  max: number,
  gate: Gate,
  progress: Progress,
): Promise<Body> {
  const type = response.headers.get('content-type') ?? ''
  const reader = response.body?.getReader()
  // What is not UTF-8 is broken rather than changed.
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  let unread: Unread | undefined = /event-s|ndjson|jsonl|-seq|stream\+/i.test(type)
    ? 'stream'
    : /^$|^text\/|[/+](json|xml|yaml|javascript|x-www-form)/i.test(type)
      ? undefined
      : 'binary'
  try {
    for (;;) {
      const { done, value } = (await gate.until(reader?.read())) ?? { done: true }
      if (done) break
      progress.bytesIn += value.length
      if (progress.bytesIn > max) unread ??= 'too-large'
      if (unread) break
      text += decoder.decode(value, { stream: true })
    }
    if (!unread) text += decoder.decode()
    if (!unread && text.trim())
      return { value: isJson(type) || (!type && /^\s*[[{]/.test(text)) ? parseResult(text) : text }
  } catch {
    unread = gate.signal.reason?.error ?? 'broken'
    if (gate.signal.reason?.error === 'aborted') throw gate.signal.reason
  }
  quietly(reader?.cancel())
  return unread ? { unread } : {}
}
