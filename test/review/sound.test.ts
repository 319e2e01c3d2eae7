/** What the classes promise, held against the run time's own verdict on values, over generated schemas and their changes. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CompiledTool } from '../../src/compile.ts'
import { goldenText } from '../../src/emit/golden.ts'
import { atLeast, type Change } from '../../src/review/change.ts'
import type { Json, JsonObject } from '../../src/runtime/contract.ts'
import { check } from '../../src/runtime/interpreter.ts'
import { valid } from '../oracle/arbitrary.ts'
import { schemaComponents } from '../oracle/components.ts'
import { hardSchema } from '../oracle/hard.ts'
import { near } from '../oracle/near.ts'
import { openapiSchema } from '../oracle/schemas.ts'
import { sample } from '../properties/tool.ts'
import { bodyDocument, compiledOf } from '../support/compile.ts'
import { diff } from './goldens.ts'
import { mutations } from './mutations.ts'

const dialect = '3.1'
const components = schemaComponents(dialect)

function toolOf(schema: Json): CompiledTool | undefined {
  const body = { type: 'object', properties: { v: schema } }
  return compiledOf(bodyDocument('3.1.0', body, components), { doIt: {} }).tools[0]
}

const goldenOf = (tool: CompiledTool): JsonObject => JSON.parse(goldenText(tool)) as JsonObject

/** A schema and another one: most often the same with one change, now and then something else. */
const pairs = fc
  .tuple(
    fc.oneof(openapiSchema(dialect), hardSchema(dialect)),
    fc.oneof(openapiSchema(dialect), hardSchema(dialect)),
    fc.nat(),
    fc.boolean(),
  )
  .map(([a, b, n, isMutated]): [Json, Json] => {
    const list = mutations({ v: a })
    const mutation = list[n % list.length]
    return isMutated && mutation ? [a, (mutation.apply({ v: a }) as { v: Json }).v] : [a, b]
  })

/** Numbers that JSON cannot carry exactly: an int64 takes them as digits only. */
const isUnsafe = (v: Json): boolean =>
  typeof v === 'number'
    ? Number.isInteger(v) && !Number.isSafeInteger(v)
    : typeof v === 'object' && v !== null && Object.values(v).some(isUnsafe)

const accepts = (tool: CompiledTool, value: Json): boolean => check(tool.tool.inputSchema, value).length === 0

const show = (changes: readonly Change[]) =>
  changes.map(c => `${c.class} ${c.rule} ${c.pointer} ${c.sentence}`)

describe('classes', () => {
  it('no call that was valid is refused without a breaking entry; with no entry above none, none changes its verdict', () => {
    let compared = 0
    fc.assert(
      fc.property(pairs, fc.nat(), ([a, b], seed) => {
        const [before, after] = [toolOf(a), toolOf(b)]
        if (before === undefined || after === undefined) return
        const changes = diff(goldenOf(before), goldenOf(after))
        const values = [before, after].flatMap(({ tool }) => [
          ...sample(() => valid(tool.inputSchema), seed, 3),
          ...sample(() => near(tool.inputSchema), seed, 3),
        ])
        const isBreaking = atLeast(changes, 'breaking').length > 0
        const isChanged = atLeast(changes, 'compatible').length > 0
        // Where exactly one form may fit, and where something must not, to accept more can be to accept less.
        const isMonotone = ![before, after].some(t =>
          /"(?:oneOf|not)":/.test(JSON.stringify(t.tool.inputSchema)),
        )
        for (const value of isMonotone ? values.filter(v => !isUnsafe(v)) : []) {
          const [was, is] = [accepts(before, value), accepts(after, value)]
          const about = JSON.stringify({ a, b, value, changes: show(changes) }, null, 1)
          if (was && !is && !isBreaking) throw new Error(`a valid call is refused: ${about}`)
          if (was !== is && !isChanged) throw new Error(`another verdict, and no entry: ${about}`)
          compared++
        }
        // The rules know all that the compiler writes, and one change is not told twice.
        const own = changes.filter(c => /^(?:unrecognised|declared-(?!text)|encoding)/.test(c.rule))
        // A default and a deprecation stand in the declaration alone: each is a change of its own.
        const isNote = (c: Change) => /^(?:default-|argument-(?:deprecated|restored))/.test(c.rule)
        const isTwice =
          own.length > 0 && changes.some(c => !own.includes(c) && c.class !== 'none' && !isNote(c))
        if (own.some(c => c.rule === 'unrecognised-change') || isTwice)
          throw new Error(
            `told twice: ${JSON.stringify({ own: show(own), all: show(changes), a, b }, null, 1)}`,
          )
      }),
      { numRuns: Number(process.env.RUNS ?? 150), seed: Number(process.env.FUZZ_SEED ?? 1) },
    )
    expect(compared).toBeGreaterThan(300)
  })

  it('a name that only a branch declares, and the object no longer asks for, is told once', () => {
    const oneOf = [{ properties: { a: { type: 'integer' } } }, { type: 'string' }]
    const [before, after] = [
      toolOf({ type: 'object', required: ['a'], oneOf }),
      toolOf({ type: 'object', oneOf }),
    ]
    if (before === undefined || after === undefined) throw new Error('not compiled')
    expect(show(diff(goldenOf(before), goldenOf(after)))).toEqual([
      'compatible argument-optional /inputSchema/properties/v/required "v.a" can be left out',
    ])
    expect(show(diff(goldenOf(after), goldenOf(before)))).toEqual([
      'breaking argument-required /inputSchema/properties/v/required "v.a" must be given',
    ])
  })
})
