/**
 * What DESIGN promises of every tool, for the tools of real documents. The requests are read back by a reader that
 * knows the document alone.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PlannedRequest } from '../../src/runtime/index.ts'
import { valid } from '../oracle/arbitrary.ts'
import { difference } from '../oracle/round-trip.ts'
import { connectionTo } from '../support/connection.ts'
import { compiledFrom, documentOf, realDocuments, toolsOf } from '../support/real.ts'
import { checkTool } from './tool.ts'

const runs = Number(process.env.FUZZ_RUNS ?? 3)
const baseUrl = 'https://api.example.com/base'

describe.each(realDocuments)('%s', name => {
  const document = documentOf(name)
  const tools = toolsOf(name)
  const compiled = compiledFrom(document, tools)

  // Compiling validators takes its time on a busy machine.
  it('keeps the properties of every tool', { timeout: 60_000 }, () => {
    for (const tool of compiled.tools) expect(checkTool(tool, 1, runs)).toBeGreaterThan(0)
  })

  it('sends what the arguments say', { timeout: 60_000 }, async () => {
    const wrong: unknown[] = []
    for (const { tool, source } of compiled.tools) {
      const path = pathOf(source.pointer)
      const connection = connectionTo(baseUrl, compiled.info)
      const { nestedForm } = tools.conventions ?? {}
      let planned = 0
      for (let seed = 0; planned < runs && seed < runs * 20; seed++) {
        const [args = {}] = fc.sample(valid(tool.inputSchema), { numRuns: 1, seed })
        const request = await connection.plan(tool, args)
        // A value that its place cannot carry is refused, which loses nothing.
        if (!('url' in request)) continue
        planned++
        // Only a plan has a URL.
        const trip = { tool, args, request: request as PlannedRequest, document, path, baseUrl }
        const found = difference({ ...trip, ...(nestedForm && { nestedForm }) })
        if (found !== undefined) wrong.push({ tool: tool.name, found, args, request })
      }
      expect([tool.name, planned > 0]).toEqual([tool.name, true])
    }
    expect(wrong).toEqual([])
  })
})

/** `/paths/~1a/get` → `/a`. */
const pathOf = (pointer: string): string =>
  (pointer.split('/')[2] ?? '').replaceAll('~1', '/').replaceAll('~0', '~')
