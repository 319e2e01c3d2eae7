/** Whole operations, at random: one result for one document, whatever its order, and requests that say what was asked. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodedPath } from '../../src/bind/path.ts'
import type { Compiled } from '../../src/compile.ts'
import type { Json, JsonObject, Tool } from '../../src/runtime/contract.ts'
import { connect, type PlannedRequest } from '../../src/runtime/index.ts'
import { valid } from '../oracle/arbitrary.ts'
import type { Dialect } from '../oracle/components.ts'
import { openapiDocument, operationIds } from '../oracle/operations.ts'
import { reordered } from '../oracle/reorder.ts'
import { difference } from '../oracle/round-trip.ts'
import { compiledOf, errorsOf } from '../support/compile.ts'
import { checkTool, sample } from './tool.ts'

const runs = Number(process.env.FUZZ_RUNS ?? 15)
/** Oracles take longer than the compiler. */
const some = Math.ceil(runs / 2)
const seed = Number(process.env.FUZZ_SEED ?? 1)
const baseUrl = 'https://api.example.com/base'
const more = { conventions: { nestedForm: 'brackets', deepObjectArrays: 'repeat' } } as const

const compiledFrom = (document: Json, ids: readonly string[] = operationIds): Compiled =>
  // A copy: nothing may depend on which object holds a value.
  compiledOf(structuredClone(document), ids, more)
const text = (value: unknown): string => JSON.stringify(value)

describe.each<Dialect>(['3.0', '3.1'])('%s', dialect => {
  const documents = openapiDocument(dialect)

  it('gives the same for the same document, and one tool whatever else is chosen', () => {
    fc.assert(
      fc.property(documents, document => {
        const all = compiledFrom(document)
        expect(text(compiledFrom(document))).toBe(text(all))
        const alone = operationIds.flatMap(id => compiledFrom(document, [id]).tools)
        expect(text(alone.sort((a, b) => (a.tool.name < b.tool.name ? -1 : 1)))).toBe(text(all.tools))
        expect(
          all.tools.length + new Set(errorsOf(all).map(e => /: (\w+):/.exec(e)?.[1])).size,
        ).toBeGreaterThanOrEqual(6)
      }),
      { numRuns: runs, seed },
    )
  })

  it('does not depend on the order of paths, components and keywords', () => {
    fc.assert(
      fc.property(documents, fc.infiniteStream(fc.nat({ max: 9999 })), (document, numbers) => {
        const pick = (below: number): number => Number(numbers.next().value) % below
        const other = reordered(document, pick)
        expect(other).toEqual(document)
        expect(text(compiledFrom(other).tools)).toBe(text(compiledFrom(document).tools))
      }),
      { numRuns: runs, seed },
    )
  })

  it('keeps the properties of every tool, and sends what the arguments say', async () => {
    const tally = { tools: 0, requests: 0 }
    await fc.assert(
      fc.asyncProperty(documents, fc.nat(), async (document, salt) => {
        const compiled = compiledFrom(document)
        for (const made of compiled.tools) {
          tally.tools++
          checkTool(made, salt, 2)
          tally.requests += await sendsWhatIsAsked(document, compiled, made.tool, salt)
        }
      }),
      // Shrinking whole documents takes longer than reading them.
      { numRuns: some, seed, endOnFailure: true },
    )
    expect(tally.tools).toBeGreaterThan(some * 2)
    expect(tally.requests).toBeGreaterThan(some * 4)
  })
})

async function sendsWhatIsAsked(
  document: JsonObject,
  compiled: Compiled,
  tool: Tool,
  salt: number,
): Promise<number> {
  const path =
    Object.keys(document.paths as JsonObject).find(p => encodedPath(p) === tool.operation.path) ?? ''
  const api = connect(compiled.info, { baseUrl })
  let planned = 0
  for (const args of sample(() => valid(tool.inputSchema), salt, 6)) {
    const request = await api.plan(tool, args)
    if (!('url' in request)) {
      if (!isTextOnly(request)) throw new Error(text({ refused: request, args, tool }))
      continue
    }
    planned++
    // Only a plan has a URL.
    const trip = {
      tool,
      args,
      request: request as PlannedRequest,
      document,
      path,
      baseUrl,
      nestedForm: 'brackets' as const,
    }
    const found = difference(trip)
    if (found !== undefined) throw new Error(text({ found, args, request, tool }))
  }
  return planned
}

/**
 * What a schema does not say: letters that a place cannot hold, and required values that would be left out. Everything
 * else that it accepts can be sent. `docs/lowering.md` lists the letters.
 */
const aboutLetters = /^(?:text without "|one line of plain text|names without|a path part|no empty value)/
function isTextOnly(answer: JsonObject): boolean {
  const details = (answer.details ?? []) as { expected: string }[]
  return details.length > 0 && details.every(d => aboutLetters.test(d.expected))
}
