/**
 * Any arguments, any response, hooks that throw or return anything: a call resolves to JSON that holds no secret, and what
 * is sent is what was planned. `FUZZ_RUNS` looks longer.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Json } from '../../../src/runtime/contract.ts'
import { type CallRecord, connect, isToolError, type PlannedRequest } from '../../../src/runtime/index.ts'
import { serve, type TestServer } from '../server.ts'
import { spec } from '../tools.ts'
import { anyTool, args, few, hooks, junk, response, secret } from './arbitrary.ts'

const numRuns = Number(process.env.FUZZ_RUNS ?? 150)
const credentials = { bearer: secret, header: `${secret}-h`, query: `${secret}-q`, cookie: `${secret}-c` }

let reply: { status: number; type: string; body: Uint8Array | 'echo' }
let server: TestServer
beforeAll(async () => {
  server = await serve((request, response) => {
    response.statusCode = reply.status
    if (reply.type) response.setHeader('content-type', reply.type)
    else response.removeHeader('content-type')
    response.end(reply.body === 'echo' ? JSON.stringify(request) : reply.body)
  })
})
afterAll(() => server.close())

/** JSON, and nothing else: what it says does not change when it is written. */
const isJson = (given: unknown) => expect(JSON.parse(JSON.stringify(given))).toEqual(given)

describe('any call', () => {
  it('resolves to JSON without a secret, and sends what was planned, or nothing', async () => {
    await fc.assert(
      fc.asyncProperty(anyTool, args, response, async (t, given, replied) => {
        reply = replied
        const records: CallRecord[] = []
        const connection = connect(spec, {
          baseUrl: `${server.url}/v1`,
          credentials,
          retry: { attempts: 1 },
          onCall: r => records.push(r),
        })
        const before = server.seen.length
        const planned = await connection.plan(t, given)
        const answer = await connection.call(t, given as Record<string, Json>)
        const [seen, ...more] = server.seen.slice(before)
        isJson(planned)
        isJson(answer)
        expect(JSON.stringify([planned, answer, records])).not.toContain(secret)
        expect(more).toEqual([])
        expect(records).toHaveLength(1)
        if (isToolError(planned)) {
          expect([answer, seen]).toEqual([planned, undefined])
          return
        }
        const { method, url, headers, body } = planned as PlannedRequest
        const shown = (text = '') =>
          text.replace(/canary-7f3k9(-[hqc])?/g, 'REDACTED').replace(/REDACTED(-[hqc])?/g, 'REDACTED')
        if (!seen) throw new Error(`planned, and not sent: ${JSON.stringify(answer)}`)
        expect([seen.method, shown(server.url + seen.url), shown(seen.body)]).toEqual([
          method,
          url,
          body ?? '',
        ])
        for (const [name, text] of Object.entries(headers))
          expect([name, shown(String(seen.headers[name]))]).toEqual([name, text])
      }),
      { numRuns },
    )
  })

  it('resolves to JSON without a secret, whatever hooks return or throw', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyTool,
        few,
        response,
        hooks,
        fc.option(junk),
        async (t, given, replied, theirs, asked) => {
          reply = replied
          const connection = connect(spec, {
            baseUrl: server.url,
            credentials:
              asked === null ? credentials : { ...credentials, bearer: (() => asked) as () => string },
            retry: { attempts: 1 },
            // Hooks of the wrong type, as far as types go.
            ...(theirs as object),
          })
          const answer = await connection.call(
            { ...t, confirm: !!theirs.confirm },
            given as Record<string, Json>,
          )
          isJson(answer)
          // What a function was not asked for is no secret of this connection.
          const known = Object.values(credentials).slice(asked === null ? 0 : 1)
          expect(known.filter(form => JSON.stringify(answer).includes(form))).toEqual([])
          if (isToolError(answer)) expect(answer.message).toMatch(/^[a-z ]+(; the outcome is unknown.*)?$/)
        },
      ),
      { numRuns },
    )
  })
})
