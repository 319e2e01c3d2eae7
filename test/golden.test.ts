/** Golden files: their text, what is compared with what was reviewed, and a difference that hides nothing. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { goldenText } from '../src/emit/golden.ts'
import { reviewGolden } from '../src/review/golden.ts'
import { lineDiff } from '../src/review/line-diff.ts'
import type { Tool } from '../src/runtime/contract.ts'
import { aTool } from './support/compiled.ts'

const map = (files: Record<string, string>) => new Map(Object.entries(files))

/** The text of a tool's golden file, with its operation under a path of its own. */
const text = (name: string, more: Partial<Tool> = {}) => goldenText(aTool(name, more))
const write: Partial<Tool> = { effect: 'write', confirm: true }

describe('reviewGolden', () => {
  it('tells missing, changed and orphaned files, sorted; equal ones are nothing', () => {
    const built = map({
      'same.json': text('same'),
      'new2.json': text('new2'),
      'new1.json': text('new1'),
      'changed.json': text('changed', write),
    })
    const stored = map({
      'same.json': text('same'),
      'old.json': text('old'),
      'gone.json': 'no JSON',
      'changed.json': text('changed', { ...write, confirm: false }),
    })
    const review = reviewGolden(built, stored)
    expect(review).toMatchObject({
      missing: ['new1.json', 'new2.json'],
      changed: [{ file: 'changed.json', becomes: 'changed.json', changes: [{ rule: 'confirm-added' }] }],
      orphans: ['gone.json', 'old.json'],
      unread: [],
    })
    expect(review.changed[0]?.diff).toContain(
      '- "confirm": false,\n+ "confirm": true,'.replace(/^./gm, '$&  '),
    )
  })

  it('a renamed tool is one that changed, and not one that is gone and another that is new', () => {
    const { operation, declarations } = aTool('first').tool
    const declaration = { name: 'renamed', description: declarations.gemini?.declaration.description ?? '' }
    const renamed = aTool('renamed', { operation, declarations: { gemini: { declaration, encoding: [] } } })
    const review = reviewGolden(
      map({ 'renamed.json': goldenText(renamed), 'other.json': text('other') }),
      map({ 'first.json': text('first'), 'another.json': text('another') }),
    )
    expect(review).toMatchObject({
      missing: ['other.json'],
      changed: [{ file: 'first.json', becomes: 'renamed.json', changes: [{ rule: 'tool-renamed' }] }],
      orphans: ['another.json'],
    })
  })

  it('two tools that swap their names both changed', () => {
    const [a, b] = [aTool('a'), aTool('b')]
    const built = map({
      'a.json': goldenText({ ...a, tool: { ...a.tool, operation: b.tool.operation } }),
      'b.json': goldenText({ ...b, tool: { ...b.tool, operation: a.tool.operation } }),
    })
    const review = reviewGolden(built, map({ 'a.json': text('a'), 'b.json': text('b') }))
    expect(review.changed.map(c => [c.file, c.becomes])).toEqual([
      ['a.json', 'a.json'],
      ['b.json', 'b.json'],
    ])
    expect(review.changed.flatMap(c => c.changes.map(x => x.rule))).toContain('tool-name-reused')
    expect([...review.missing, ...review.orphans]).toEqual([])
  })

  it('sees one changed character, and says when the text alone differs', () => {
    const now = text('a')
    const only = (stored: string) => reviewGolden(map({ a: now }), map({ a: stored }))
    for (const stored of [now.replace(' ', '  '), `\ufeff${now}`, now.replaceAll('\n', '\r\n')])
      expect(only(stored).changed).toMatchObject([{ changes: [] }])
    expect(only(now.replaceAll('\n', '\r\n')).changed[0]?.diff).toContain('only the line endings differ')
    const [hidden] = only(now.replace('Text', 'Te\u202ext')).changed
    expect(hidden?.diff).toContain('Te\\u202ext')
    expect(hidden?.changes.map(c => c.rule)).toEqual(['description-changed'])
  })

  it('tells a file that nobody can compare, and leaves it alone', () => {
    const { changed, missing, unread } = reviewGolden(
      map({ a: text('a') }),
      map({ a: text('a').slice(0, 90) }),
    )
    expect([changed, missing]).toEqual([[], []])
    expect(unread).toMatchObject([
      { file: 'a', problem: { problem: 'ends in the middle: it was written by half' } },
    ])
  })
})

describe('lineDiff', () => {
  it('shows changed lines with two around, and leaves the rest out', () => {
    const lines = Array.from({ length: 20 }, (_, i) => `line ${i}`)
    const text = (l: string[]) => `${l.join('\n')}\n`
    const after = lines.with(5, 'five').toSpliced(15, 1)
    expect(lineDiff(text(lines), text(after)).split('\n')).toEqual([
      '@@',
      '  line 3',
      '  line 4',
      '- line 5',
      '+ five',
      '  line 6',
      '  line 7',
      '@@',
      '  line 13',
      '  line 14',
      '- line 15',
      '  line 16',
      '  line 17',
    ])
  })

  it('stays short', () => {
    const many = (c: string) => `${`${c}\n`.repeat(3000)}`
    const diff = lineDiff(many('a'), many('b')).split('\n')
    expect(diff).toHaveLength(81)
    expect(diff.at(-1)).toBe('… 5920 more')
  })

  it('is minimal', () => {
    const words = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 8 })
    // By trying every choice: slow, and obviously right.
    const common = ([x, ...a]: string[], [y, ...b]: string[]): number => {
      if (x === undefined || y === undefined) return 0
      return x === y ? 1 + common(a, b) : Math.max(common([x, ...a], b), common(a, [y, ...b]))
    }
    fc.assert(
      fc.property(words, words, (a, b) => {
        const shown = lineDiff(`${a.join('\n')}\n`, `${b.join('\n')}\n`).split('\n')
        const marked = (mark: string) => shown.filter(l => l.startsWith(`${mark} `)).map(l => l.slice(2))
        expect(marked('-')).toHaveLength(a.length - common(a, b))
        expect(marked('+')).toHaveLength(b.length - common(a, b))
        if (!shown.includes('@@') && a.join() !== b.join()) {
          const [before, after] = [' -', ' +'].map(m =>
            shown.filter(l => m.includes(l[0] ?? '')).map(l => l.slice(2)),
          )
          expect(a.join('\n')).toContain(before?.join('\n'))
          expect(b.join('\n')).toContain(after?.join('\n'))
        }
      }),
    )
  })
})
