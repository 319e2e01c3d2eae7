/** What holds for every tool, over random documents: DESIGN's four properties for every target, and a clean declaration. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Dialect } from '../oracle/components.ts'
import { openapiSchema, schemaComponents } from '../oracle/schemas.ts'
import { bodyDocument, compiledOf, errorsOf } from '../support/compile.ts'
import { checkTool } from './tool.ts'

const runs = Number(process.env.FUZZ_RUNS ?? 150)
const seed = process.env.FUZZ_SEED ? Number(process.env.FUZZ_SEED) : 1

describe.each<Dialect>(['3.0', '3.1'])('%s', dialect => {
  it('every property holds', () => {
    const tally = { compiled: 0, refused: new Map<string, number>(), values: 0 }
    fc.assert(
      fc.property(
        openapiSchema(dialect),
        fc.nat(),
        fc.constantFrom('json-text' as const, 'entries' as const),
        (schema, salt, maps) => {
          const body = { type: 'object', required: ['v'], properties: { v: schema } }
          const document = bodyDocument(`${dialect}.0`, body, schemaComponents(dialect))
          const compiled = compiledOf(document, ['doIt'], { maps })
          const [tool] = compiled.tools
          if (tool === undefined) {
            const [first = 'nothing'] = errorsOf(compiled)
            if (errorsOf(compiled).length === 0) throw new Error('neither a tool nor an error')
            const key = first.split(' (#')[0]?.replace(/"[^"]*"/g, '"…"') ?? ''
            tally.refused.set(key, (tally.refused.get(key) ?? 0) + 1)
            return
          }
          tally.compiled++
          tally.values += checkTool(tool, salt)
        },
      ),
      { numRuns: runs, seed },
    )
    expect(tally.compiled).toBeGreaterThan(runs / 2)
    expect(tally.values).toBeGreaterThan(runs * 5)
  })
})
