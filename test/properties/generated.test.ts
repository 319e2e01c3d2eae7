/**
 * What holds for every tool, over random documents: DESIGN's properties for every target, clean declarations, and an
 * exact schema that says what the document says. `FUZZ_RUNS` looks longer, `FUZZ_SEED` elsewhere.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Compiled } from '../../src/compile.ts'
import type { Json, JsonObject } from '../../src/runtime/contract.ts'
import type { Dialect } from '../oracle/components.ts'
import { hardSchema } from '../oracle/hard.ts'
import { openapiSchema, schemaComponents } from '../oracle/schemas.ts'
import { bodyDocument, compiledOf, errorsOf } from '../support/compile.ts'
import { checkExact } from './exact.ts'
import { checkTool } from './tool.ts'

const runs = Number(process.env.FUZZ_RUNS ?? 25)
const seed = Number(process.env.FUZZ_SEED ?? 1)

const documentOf = (dialect: Dialect, schema: Json): JsonObject =>
  bodyDocument(
    `${dialect}.0`,
    { type: 'object', required: ['v'], properties: { v: schema } },
    schemaComponents(dialect),
  )

/** Patterns that the build says it does not enforce. */
const dropped = ({ findings }: Compiled): Set<string> =>
  new Set(
    findings.flatMap(f => {
      const quoted = f.code === 'pattern-unsafe' && /pattern ("(?:[^"\\]|\\.)*")/.exec(f.message)?.[1]
      return quoted ? [JSON.parse(quoted) as string] : []
    }),
  )

const generators = { common: openapiSchema, hard: hardSchema }

describe.each<Dialect>(['3.0', '3.1'])('%s', dialect => {
  describe.each<keyof typeof generators>(['common', 'hard'])('%s schemas', kind => {
    it('every target', () => {
      const tally = { compiled: 0, values: 0 }
      const maps = fc.constantFrom('json-text' as const, 'entries' as const)
      fc.assert(
        fc.property(generators[kind](dialect), maps, fc.nat(), (schema, written, salt) => {
          const compiled = compiledOf(documentOf(dialect, schema), ['doIt'], { maps: written })
          const [tool] = compiled.tools
          if (tool === undefined) {
            expect(errorsOf(compiled)).not.toEqual([])
            return
          }
          tally.compiled++
          tally.values += checkTool(tool, salt)
        }),
        { numRuns: runs, seed },
      )
      expect(tally.compiled).toBeGreaterThan(runs / 3)
      expect(tally.values).toBeGreaterThan(runs * 2)
    })

    it('the exact schema', async () => {
      const tally = { compiled: 0, values: 0 }
      await fc.assert(
        fc.asyncProperty(generators[kind](dialect), fc.nat(), async (schema, salt) => {
          const document = documentOf(dialect, schema)
          const compiled = compiledOf(document, ['doIt'], { targets: [] })
          const [tool] = compiled.tools
          if (tool === undefined) return
          tally.compiled++
          tally.values += await checkExact(
            tool,
            compiled.info,
            { document, schema, dropped: dropped(compiled) },
            salt,
          )
        }),
        { numRuns: runs, seed },
      )
      expect(tally.compiled).toBeGreaterThan(runs / 3)
      expect(tally.values).toBeGreaterThan(runs * 2)
    })
  })
})
