/** Patterns: which are enforced, against a matcher that counts its steps. */
import { type AST, RegExpParser } from '@eslint-community/regexpp'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPatternCheck } from '../src/bind/schema/pattern.ts'
import { automatonOf } from '../src/bind/schema/redos/automaton.ts'
import { type Budget, Unprovable } from '../src/bind/schema/redos/budget.ts'
import { endsSoon } from '../src/bind/schema/redos/steps.ts'
import { trimmed } from '../src/bind/schema/redos/trim.ts'
import { patterns, type Re, search, sourceOf, texts } from './support/backtracking.ts'

const long = 'matching a long text against it can take very long'
const short = 'matching a text of its maxLength against it can take very long'

/** As it is, or what is enforced in its place. */
const enforced: [pattern: string, by?: string][] = [
  // Notorious ones that a search needs little of.
  ['\\s+$', '\\s$'],
  ['^\\s+|\\s+$', '^\\s+|\\s$'],
  ['a*a*b', 'b'],
  ['x*y$', 'y$'],
  ['[a-z]+$', '[a-z]$'],
  ['(?:a|b)*$', '$'],
  ['(?:(?:|||)(?:(?:|||)(?:(?:|||)a)*)*)*$', '$'],
  // Real ones.
  ['.*\\S.*', '\\S.*'],
  ['.*\\S.*|^$', '\\S.*|^$'],
  ['[\\s\\S]*\\S[\\s\\S]*', '\\S[\\s\\S]*'],
  ['[^@]+@[^@]+', '[^@]@[^@]+'],
  ['[\\w-]+:[0-9a-f-]+', '[\\w-]:[0-9a-f-]+'],
  ['(?:[a-z0-9]+(?:[._-][a-z0-9]+)*/)*[a-z0-9]+(?:[._-][a-z0-9]+)*', '[a-z0-9](?:[._-][a-z0-9]+)*'],
  ['(?!^.*--)(?!^-)(?!.*-$)^[A-Za-z0-9-]+$', '^(?!^.*--)(?!^-)(?!.*-$)[A-Za-z0-9-]+$'],
  ['[a-f0-9]{32}'],
  ['^[a-zA-Z0-9]{0,4096}$'],
  ['^.{0,262144}$'],
  ['^\\d{4}-\\d{2}-\\d{2}$'],
  ['^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'],
  ['^(0|[1-9]\\d*)(\\.\\d+)?$'],
  ['^([0-2])\\.([0-9]|([0-3][0-9]))((\\.([0-9]+)){0,126})$'],
  ['arn:[a-z0-9-\\.]{1,63}:[a-z0-9-\\.]{0,63}:[a-z0-9-\\.]{0,63}:[a-z0-9-\\.]{0,63}:[^/].{0,1023}'],
  ['^arn:aws[a-z\\-]*:iam::\\d{12}:role/?[a-zA-Z_0-9+=,.@\\-_/]+$'],
  ['^[A-Z]{3}$|^(\\-?\\d+(\\.\\d+)?),\\s*(\\-?\\d+(\\.\\d+)?)$'],
  ['^([\\p{L}\\p{Z}\\p{N}_.:/=+\\-@]*)$'],
  ['\\P{C}+'],
  ['^(?!aws:)[a-zA-Z+-=._:/]+$'],
  ['^[0-9A-Za-z\\.\\-_]*(?<!\\.)$'],
  ['(?=^.{3,63}$)(?!^(\\d+\\.)+\\d+$)(^[a-z0-9.-]+$)'],
  ['\\A[a-z]+\\z'],
  // On the line.
  ['[a-z]+'],
  ['a^b+c+$'],
  ['^(?:|a|)(?:|a|)(?:|a|)$'],
  ['^a?b?c?d?e?f?g?$'],
  ['^a?a?a?a?$'],
  ['^[ab]{8}[ab]{4}[ab]{4}$'],
  ['^(ab){1,30}$'],
  ['^(?=.*x)a*$'],
  ['^(?=.*\\d)(?=.*[A-Z]).{8,64}$'],
  ['(?<=[ab]{1,9})c'],
  ['\\bfoo\\b'],
]

const refused: [pattern: string, reason?: string][] = [
  // Exponential.
  ['^(a+)+$'],
  ['^(a|a)*$'],
  ['^(a|aa)+$'],
  ['^(a*)*$'],
  ['^(a|b|ab)*c$'],
  ['^(?:a|[ab])*$'],
  ['^(x(?:a?|b?))*$'],
  ['(x+x+)+y'],
  ['^(([a-z])+.)+[A-Z]([a-z])+$'],
  ['^[a-z0-9*](?:[._\\-/a-z0-9*]?[a-z0-9*]+)*$'],
  ['^[a-zA-Z0-9]+(-*[a-zA-Z0-9])*$'],
  ['^(\\d{12}|\\d{16})*$'],
  ['^(?:a?){30}a{30}$'],
  ['^(?:(?:(?:|||)a?)*b?)*$'],
  // Polynomial.
  ['^.*\\S.*$'],
  ['^a*a*a*$'],
  ['^(.*a){12}$'],
  ['^(https|s3)://([^/]+)/?(.*)$'],
  ['^(?:(?=.*x)a)*$'],
  ['^a{1,1000}a{1,1000}$'],
  // `u` refuses `\-`, and would read a pair of surrogates as one.
  ['\\-*[^a]+$'],
  // Not modelled, or not to be read.
  ['^(?:[ab]{1,20}){1,20}$', 'it is too large to analyse'],
  ['^(?!.*?(.)\\1{3})[-_!@#$a-zA-Z0-9]*$', 'it refers back to a group'],
  ['(?<=a+)b', 'it looks behind too far'],
  ['/(?P<product_ref>.*)-.*/', 'it is not a JavaScript regular expression'],
  ['[', 'it is not a JavaScript regular expression'],
  ['(?i:a)', 'engines do not agree about it'],
  ['\\p{Script=Kawi}', 'engines do not agree about it'],
]

const bounded: [pattern: string, maxLength: number, ok: boolean][] = [
  ['^(a+)+$', 8, true],
  ['^(a+)+$', 20, false],
  ['^[a-z0-9*](?:[._\\-/a-z0-9*]?[a-z0-9*]+)*$', 8, true],
  ['^[a-z0-9*](?:[._\\-/a-z0-9*]?[a-z0-9*]+)*$', 20, false],
  ['^.*\\S.*$', 500, true],
  ['^.*\\S.*$', 5000, false],
  ['^a*a*a*$', 40, true],
  ['^a*a*a*$', 400, false],
  ['^(a+)+$', 0, true],
  ['^(a+)+$', -1, true],
  ['^(a+)+$', 1e308, false],
]

const check = createPatternCheck()
const isEnforced = (source: string, maxLength?: number) => 'pattern' in check(source, maxLength)
const parser = new RegExpParser({ ecmaVersion: 2022 })
const parse = (source: string): AST.Pattern => parser.parsePattern(source, 0, source.length, true)
const plenty = 10_000_000

describe('a pattern', () => {
  it.each(enforced)('%s is enforced', (source, by = source) => {
    expect(check(source, undefined)).toEqual({ pattern: by })
  })

  it.each(refused)('%s is not enforced', (source, fault = long) => {
    expect(check(source, undefined)).toEqual({ fault })
  })

  it.each(bounded)('%s with maxLength %d: %s', (source, maxLength, ok) => {
    expect(check(source, maxLength)).toEqual(
      ok ? { pattern: source } : { fault: maxLength < 1e6 ? short : long },
    )
  })

  it.each([
    ['long', `^${'a?'.repeat(3000)}$`],
    ['deep', '('.repeat(300) + ')'.repeat(300)],
  ])('that is too %s is not read', (_, source) => {
    expect(check(source, undefined)).toEqual({ fault: 'it is too large to analyse' })
  })

  it('means the same when less of it is enforced', () => {
    const cases = enforced.filter((row): row is [string, string] => row[1] !== undefined)
    expect(cases.length).toBeGreaterThan(10)
    const parts = (source: string) =>
      fc.array(
        fc.oneof(
          fc.constantFrom(...source, '\n', ' ', 'a', '-'),
          fc.string({ unit: 'binary', size: 'xsmall' }),
        ),
      )
    const row = fc.constantFrom(...cases)
    fc.assert(
      fc.property(
        row.chain(([source, by]) => fc.tuple(fc.constant(source), fc.constant(by), parts(source))),
        ([source, by, parts]) =>
          RegExp(by, 'u').test(parts.join('')) === RegExp(source, 'u').test(parts.join('')),
      ),
      { numRuns: 2000 },
    )
  })
})

/** The least of some limits that the analysis vouches for. */
function vouched(source: string, length: number, unroll: number, limits: number[]): number | undefined {
  return limits.find(limit => {
    try {
      return endsSoon(automatonOf(parse(source), unroll, { left: plenty }), length, limit, { left: plenty })
    } catch (e) {
      if (e instanceof Unprovable) return false
      throw e
    }
  })
}
const limits = [2, 3, 4, 6, 8, 12, 18, 25, 50, 100, 200]

/** The most steps that the counting matcher takes on any text. */
const worst = (re: Re, all: string[]): number => Math.max(...all.map(text => search(re, text).steps))

/** The texts of which two patterns do not say the same. */
const told = (a: string, b: string, all: string[]): string[] => {
  const [x, y] = [RegExp(a, 'u'), RegExp(b, 'u')]
  return all.filter(text => x.test(text) !== y.test(text))
}

describe('the analysis', () => {
  it('promises no less than a backtracking matcher takes, whatever the text', () => {
    const length = 5
    const all = texts('ab-', length)
    let promises = 0
    fc.assert(
      fc.property(patterns, fc.constantFrom(1, 2, 4), (re, unroll) => {
        const source = sourceOf(re)
        // The oracle is a regular expression engine.
        const engine = RegExp(source, 'u')
        expect(all.slice(0, 40).filter(text => search(re, text).found !== engine.test(text))).toEqual([])
        const limit = vouched(source, length, unroll, limits)
        if (limit === undefined) return
        promises++
        expect([source, worst(re, all) <= limit * (length + 1)]).toEqual([source, true])
      }),
      { numRuns: 300 },
    )
    expect(promises).toBeGreaterThan(200)
  })

  it('does not promise much more', () => {
    const a: Re = { kind: 'set', chars: 'a' }
    const star = (body: Re): Re => ({ kind: 'repeat', body, min: 0, max: Infinity, lazy: false })
    const line = (...parts: Re[]): Re => ({
      kind: 'all',
      parts: [{ kind: 'start' }, ...parts, { kind: 'end' }],
    })
    const halves = Array.from({ length: 400 }, (_, i) => i / 2)
    for (const re of [
      line(star(a)),
      line(star(a), star(a)),
      line(star(star(a))),
      line(star({ kind: 'any', parts: [a, a] })),
    ]) {
      const limit = vouched(sourceOf(re), 8, 4, halves) ?? Infinity
      const ratio = (limit * 9) / worst(re, texts('ab', 8))
      expect([sourceOf(re), ratio >= 1 && ratio < 2.5]).toEqual([sourceOf(re), true])
    }
  })

  it('cuts only what changes no answer', () => {
    let cuts = 0
    fc.assert(
      fc.property(patterns, re => {
        const source = sourceOf(re)
        for (const by of trimmed(source, parse)) {
          cuts++
          expect([source, by, told(source, by, texts('ab-', 4))]).toEqual([source, by, []])
        }
      }),
      { numRuns: 300 },
    )
    expect(cuts).toBeGreaterThan(100)
    expect(told('^a+b', '^ab', ['aab', 'ab'])).toEqual(['aab'])
  })

  it('sees the pattern, not how it is written', () => {
    fc.assert(
      fc.property(patterns, re => {
        const source = sourceOf(re)
        const same = [`(?:${source})`, `(${source})`, `(?:${source}){1}`, `${source}|[]`, `[]|(?:${source})`]
        const other = same.filter(text => isEnforced(text) !== isEnforced(source))
        expect([source, other]).toEqual([source, []])
        const twice = [`^(?:${source}){2}$`, `^(?:${source})(?:${source})$`].map(text => isEnforced(text))
        expect([source, twice[0]]).toEqual([source, twice[1]])
      }),
      { numRuns: 150 },
    )
  })

  it('never asks for a longer text', () => {
    fc.assert(
      fc.property(patterns, fc.integer({ min: 1, max: 200 }), (re, maxLength) => {
        const source = `^(?:${sourceOf(re)})$`
        return !isEnforced(source, maxLength) || isEnforced(source, maxLength - 1)
      }),
      { numRuns: 150 },
    )
  })

  it('has a bound that is counted, not timed', () => {
    const monsters = [
      '^(?:[ab]{1,64}[bc]{1,64}){1,64}$',
      `(?:${'a?'.repeat(500)})+$`,
      `^(?:${Array.from({ length: 400 }, (_, i) => `w${i}`).join('|')})*$`,
      '((((((a{4}){4}){4}){4}){4}){4})$',
      '(?:a|b)*a(?:a|b){60}c',
    ]
    const spent = (source: string, unroll: number, left: number) => {
      const budget: Budget = { left }
      endsSoon(automatonOf(parse(source), unroll, budget), 262_144, 1000, budget)
      return left - budget.left
    }
    for (const source of monsters) {
      expect(() => spent(source, 64, 100_000)).toThrow('it is too large to analyse')
      expect(() => spent(source, 64, 100_000)).toThrow(Unprovable)
    }
    // `u` refuses some, which says nothing about the others.
    const real = enforced.filter(([source]) => !/\\[-A]/.test(source))
    expect(real.length).toBeGreaterThan(30)
    for (const [source, by = source] of real)
      expect([source, spent(by, 4, plenty) < 60_000]).toEqual([source, true])
  })
})
