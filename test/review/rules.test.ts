/** Every rule has an example, which gives its entry and no other; and a tool's safety is never lowered in silence. */
import { describe, expect, it } from 'vitest'
import { rules } from '../../src/review/rules.ts'
import type { JsonObject } from '../../src/runtime/contract.ts'
import { type Api, type Example, examples, goldenOf } from './examples.ts'
import { diff } from './goldens.ts'

const fileOf = (side: Api | JsonObject): JsonObject =>
  // The example says which of the two it is.
  'golden' in side ? (side.golden as JsonObject) : goldenOf(side as Api)

const list = Object.entries(examples) as [keyof typeof examples, Example][]

describe('an example of each rule', () => {
  it.each(list)('%s', (id, { before, after, beside = [] }) => {
    const [old, now] = [fileOf(before), fileOf(after)]
    const changes = diff(old, now)
    expect(changes.map(c => c.rule).sort()).toEqual([id, ...beside].sort())
    const change = changes.find(c => c.rule === id)
    expect([change?.class, change?.safety]).toEqual([rules[id].class, rules[id].safety === true])
    expect(change?.sentence).not.toMatch(/[{}]name|undefined|\{\w+\}/)
    expect(change?.fingerprint).toMatch(/^[0-9a-f]{16}$/)
    // The way back is one of the rules that the table names.
    const { opposite } = rules[id]
    expect(diff(now, old).filter(c => opposite.includes(c.rule))).toHaveLength(1)
  })
})
