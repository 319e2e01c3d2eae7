/** `Content-Encoding`, true and untrue: an answer each time, and never bytes as text. */
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { connect } from '../../src/runtime/index.ts'
import { serve } from './server.ts'
import { spec, tool } from './tools.ts'

const json = '{"text":"é 🙂"}'
const value = { text: 'é 🙂' }

/** What a read and a write answer to these bytes. */
async function answers(encoding: string, body: Buffer | string, type = 'application/json') {
  const server = await serve((_, response) => {
    response.setHeader('content-encoding', encoding)
    response.setHeader('content-type', type)
    response.end(body)
  })
  const shop = connect(spec, { baseUrl: server.url, retry: { attempts: 1 } })
  const post = tool({ operation: { id: null, method: 'POST', path: '/x' } })
  try {
    return [await shop.call(tool(), {}), await shop.call(post, {})]
  } finally {
    await server.close()
  }
}

describe('a body that is what it says', () => {
  it.each<[string, Buffer | string]>([
    ['gzip', gzipSync(json)],
    ['x-gzip', gzipSync(json)],
    ['br', brotliCompressSync(json)],
    ['deflate', deflateSync(json)],
    ['gzip, br', brotliCompressSync(gzipSync(json))],
    ['BR , GZIP', gzipSync(brotliCompressSync(json))],
    // Servers say this of text that nobody encoded.
    ['identity', json],
    ['utf-8', json],
    ['aws-chunked', json],
  ])('%s is read', async (encoding, body) => {
    expect(await answers(encoding, body)).toEqual([value, value])
  })
})

describe('a body that is something else', () => {
  it.each<[string, Buffer | string, type?: string]>([
    ['gzip', json],
    ['br', json],
    ['deflate', json],
    ['gzip, br', gzipSync(json)],
    // Node takes the end of its bytes for the end of a gzip; only JSON shows that something is missing.
    ['gzip', gzipSync(json).subarray(0, 15)],
    ['utf-8', gzipSync(json)],
    ['compress', Buffer.from([0x1f, 0x9d, 0x90, 0x7b, 0x44, 0xd0, 0xa1, 0x43, 0xf2]), 'text/plain'],
    ['zstd', Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x04, 0x58, 0x09]), 'text/plain'],
    ['identity', gzipSync('plain text'), 'text/plain'],
  ])('%s (case %#) is a success that nobody can read', async (encoding, body, type) => {
    const unread = { ok: true, status: 200, unread: { reason: 'broken' } }
    expect(await answers(encoding, body, type)).toMatchObject([unread, unread])
  })
})
