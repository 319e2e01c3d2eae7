/** Golden files: their text, the comparison by bytes, and a difference that hides nothing. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { reviewGolden } from '../src/review/golden.ts'
import { lineDiff } from '../src/review/line-diff.ts'

const map = (files: Record<string, string>) => new Map(Object.entries(files))

describe('reviewGolden', () => {
  it('tells missing, changed and orphaned files, sorted; equal ones are nothing', () => {
    const built = map({
      'same.json': 'a\n',
      'new2.json': 'b\n',
      'new1.json': 'b\n',
      'changed.json': 'x\ny\n',
    })
    const stored = map({
      'same.json': 'a\n',
      'old.json': 'c\n',
      'gone.json': 'c\n',
      'changed.json': 'x\nz\n',
    })
    expect(reviewGolden(built, stored)).toEqual({
      missing: ['new1.json', 'new2.json'],
      changed: [{ file: 'changed.json', diff: '  x\n- z\n+ y' }],
      orphans: ['gone.json', 'old.json'],
    })
  })

  it('sees one changed character, and names line endings when nothing else differs', () => {
    expect(reviewGolden(map({ a: 'x \n' }), map({ a: 'x\n' })).changed).toHaveLength(1)
    expect(reviewGolden(map({ a: 'x\n' }), map({ a: '\ufeffx\n' })).changed).toHaveLength(1)
    const [hidden] = reviewGolden(map({ a: 'x\n' }), map({ a: '\x1b[2Kx\u202e\r\n' })).changed
    expect(hidden?.diff).toBe('- \\u001b[2Kx\\u202e\\u000d\n+ x')
    const [change] = reviewGolden(map({ a: 'x\ny\n' }), map({ a: 'x\r\ny\r\n' })).changed
    expect(change?.diff).toContain('only the line endings differ')
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
