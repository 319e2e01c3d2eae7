/** No change of a golden file stays without an entry, and none gets one that nothing changed. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type RuleId, rules } from '../../src/review/rules.ts'
import type { JsonObject } from '../../src/runtime/contract.ts'
import { diff, goldens } from './goldens.ts'
import { type Mutation, mutations } from './mutations.ts'
import { realGoldens } from './real.ts'

const all = [...goldens().values(), ...realGoldens()].map(golden => ({ golden, list: mutations(golden) }))
const aMutation = fc
  .nat({ max: all.length - 1 })
  .chain(i => fc.nat({ max: (all[i]?.list.length ?? 1) - 1 }).map(j => [i, j] as const))
  .map(([i, j]) => {
    const { golden = {}, list = [] } = all[i] ?? {}
    // Both indices are inside.
    return { golden: golden as JsonObject, mutation: list[j] as Mutation }
  })

const backwards = (v: unknown): unknown =>
  Array.isArray(v)
    ? v.map(backwards)
    : typeof v === 'object' && v !== null
      ? Object.fromEntries(
          Object.entries(v)
            .reverse()
            .map(([k, x]) => [k, backwards(x)]),
        )
      : v

describe('a golden file', () => {
  it('there are some of real documents', () => {
    expect(all.length).toBeGreaterThan(60)
  })

  it('that is the same gives no entry, in any order of its keys', () => {
    for (const { golden } of all) {
      expect(diff(golden, structuredClone(golden))).toEqual([])
      expect(diff(golden, backwards(golden) as JsonObject)).toEqual([])
    }
  })

  // All of them take half a minute: a run tries every fourth, beginning anywhere, and all with RUNS. See below for the rest.
  const stride = process.env.RUNS ? 1 : 4
  it('gives an entry for every single change of one file, and for every value and every part of the others', () => {
    const isTried = (tool: string, label: string) =>
      tool === 'orders_get' || label.endsWith(' changed') || /^(?:\/\w+){1,2} removed$/.test(label)
    const [first = 0] = fc.sample(fc.nat(stride - 1), 1)
    const silent = [...goldens()].flatMap(([tool, file]) =>
      mutations(file)
        .filter(({ label }) => isTried(tool, label))
        .filter((_, i) => i % stride === first || tool === 'orders_get')
        .flatMap(({ label, apply }) => (diff(file, apply(file)).length === 0 ? [`${tool} ${label}`] : [])),
    )
    expect(silent).toEqual([])
  })

  it('gives an entry for any single change, and the opposite one for taking it back', () => {
    fc.assert(
      fc.property(aMutation, ({ golden, mutation }) => {
        const after = mutation.apply(golden)
        const there = diff(golden, after)
        expect(there.length, mutation.label).toBeGreaterThan(0)
        const back = diff(after, golden)
        // Each of a rule's opposites is one of those that can stand on the other side.
        const unmatched = there.filter(c => {
          const { opposite } = rules[c.rule as RuleId]
          return !back.some(b => opposite.includes(b.rule))
        })
        expect(unmatched, mutation.label).toEqual([])
        expect(back.length, mutation.label).toBe(there.length)
        // Nothing but the two files decides, and no entry is another one's double.
        expect(diff(golden, after)).toEqual(there)
        expect(new Set(there.map(c => c.fingerprint)).size).toBe(there.length)
      }),
      { numRuns: Number(process.env.RUNS ?? 300) },
    )
  })
})
