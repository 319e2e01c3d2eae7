/** The table of rules is whole: every change has its way back, every rule is shown by an example, the page says the same. */
import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type Rule, rules } from '../../src/review/rules.ts'
import { diffText } from './diff-text.ts'

const page = 'docs/diff.md'
const all = Object.entries<Rule>(rules)

describe('docs/diff.md', () => {
  it('is what the table says', () => {
    if (process.env.UPDATE) writeFileSync(page, diffText())
    expect(readFileSync(page, 'utf8')).toBe(diffText())
  })
})

describe('the table of rules', () => {
  it('has the way back of every change, and no reason to waive one', () => {
    const known = new Map(all)
    for (const [id, rule] of all) {
      expect(rule.opposite.length, id).toBeGreaterThan(0)
      for (const other of rule.opposite) {
        expect([...known.keys()], `${id} → ${other}`).toContain(other)
        expect(known.get(other)?.opposite, `${other} → ${id}`).toContain(id)
      }
    }
  })

  it('calls breaking what guards less', () => {
    for (const [id, { safety, class: kind }] of all) if (safety) expect(kind, id).toBe('breaking')
  })

  it('fills every place of a sentence with a word that the comparison gives', () => {
    const words = ['name', 'old', 'new', 'keyword', 'targets', 'values', 'change']
    const unknown = all.flatMap(([id, r]) =>
      [...r.sentence.matchAll(/\{(\w+)\}/g)].flatMap(m =>
        words.includes(m[1] ?? '') ? [] : [`${id} ${m[1]}`],
      ),
    )
    expect(unknown).toEqual([])
  })
})
