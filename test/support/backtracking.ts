/** A backtracking matcher of a few lines that counts its steps: the oracle of test/redos.test.ts. */
import fc from 'fast-check'

export type Re =
  | { kind: 'set'; chars: string }
  | { kind: 'all' | 'any'; parts: Re[] }
  | { kind: 'repeat'; body: Re; min: number; max: number; lazy: boolean }
  | { kind: 'start' | 'end' | 'word' }
  | { kind: 'look'; body: Re; negative: boolean }

export function sourceOf(re: Re): string {
  switch (re.kind) {
    case 'set':
      return re.chars.length === 1 ? re.chars : `[${re.chars}]`
    case 'all':
      return re.parts.map(part => (part.kind === 'any' ? `(?:${sourceOf(part)})` : sourceOf(part))).join('')
    case 'any':
      return re.parts.map(sourceOf).join('|')
    case 'repeat': {
      const times = re.max === Infinity ? `{${re.min},}` : `{${re.min},${re.max}}`
      const short = ({ '{0,}': '*', '{1,}': '+', '{0,1}': '?' } as Record<string, string>)[times] ?? times
      return `(?:${sourceOf(re.body)})${short}${re.lazy ? '?' : ''}`
    }
    case 'look':
      return `(?${re.negative ? '!' : '='}${sourceOf(re.body)})`
    default:
      return { start: '^', end: '$', word: '\\b' }[re.kind]
  }
}

/** Whether the pattern is found in the text, and how many characters were tried and taken. */
export function search(re: Re, text: string): { found: boolean; steps: number } {
  let steps = 0
  type Then = (at: number) => boolean
  const isWord = (at: number) => /\w/.test(text.charAt(at))
  // ECMA-262, 22.2.2: each node gets the rest of the match as a continuation.
  const match = (node: Re, at: number, then: Then): boolean => {
    switch (node.kind) {
      case 'set':
        steps++
        if (at >= text.length || !node.chars.includes(text.charAt(at))) return false
        steps++
        return then(at + 1)
      case 'all':
        return node.parts.reduceRight<Then>((rest, part) => i => match(part, i, rest), then)(at)
      case 'any':
        return node.parts.some(part => match(part, at, then))
      case 'repeat':
        return repeat(node.body, node.min, node.max, node.lazy, at, then)
      case 'start':
        return at === 0 && then(at)
      case 'end':
        return at === text.length && then(at)
      case 'word':
        return isWord(at - 1) !== isWord(at) && then(at)
      case 'look':
        return match(node.body, at, () => true) !== node.negative && then(at)
    }
  }
  const repeat = (body: Re, min: number, max: number, lazy: boolean, at: number, then: Then): boolean => {
    if (max === 0) return then(at)
    const again = () =>
      match(body, at, i =>
        min === 0 && i === at ? false : repeat(body, Math.max(min - 1, 0), max - 1, lazy, i, then),
      )
    if (min > 0) return again()
    return lazy ? then(at) || again() : again() || then(at)
  }
  for (let from = 0; from <= text.length; from++)
    if (match(re, from, () => true)) return { found: true, steps }
  return { found: false, steps }
}

const ranges: [min: number, max: number][] = [
  [0, Infinity],
  [1, Infinity],
  [0, 1],
  [2, 2],
  [0, 3],
  [1, 4],
  [2, 5],
  [3, Infinity],
]

/** Patterns over `a`, `b` and `-`. */
export const patterns: fc.Arbitrary<Re> = fc.letrec<{ re: Re }>(tie => ({
  re: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'pattern' },
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('set' as const),
        chars: fc.constantFrom('a', 'b', 'ab', '-', 'a-'),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constantFrom('start' as const, 'end' as const, 'word' as const) }),
    },
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('all' as const),
        parts: fc.array(tie('re'), { maxLength: 4 }),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('any' as const),
        parts: fc.array(tie('re'), { minLength: 1, maxLength: 3 }),
      }),
    },
    {
      weight: 4,
      arbitrary: fc
        .record({
          body: tie('re'),
          range: fc.constantFrom(...ranges),
          lazy: fc.boolean(),
        })
        .map(({ body, range: [min, max], lazy }) => ({
          kind: 'repeat' as const,
          body,
          min,
          max,
          lazy,
        })),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('look' as const), body: tie('re'), negative: fc.boolean() }),
    },
  ),
})).re

/** Every text of up to that many of the letters. */
export function texts(letters: string, length: number): string[] {
  const out = ['']
  for (let i = 0; i < out.length && (out[i]?.length ?? 0) < length; i++)
    for (const letter of letters) out.push(out[i] + letter)
  return out
}
