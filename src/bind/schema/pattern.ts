/** Whether a pattern can be checked at run time without hanging. `compile.ts` makes one check per compilation. */
import { type AST, RegExpParser } from '@eslint-community/regexpp'
import { automatonOf } from './redos/automaton.ts'
import { type Budget, Unprovable } from './redos/budget.ts'
import { endsSoon } from './redos/steps.ts'
import { trimmed } from './redos/trim.ts'

/** The pattern to enforce, which finds the same texts, or why none is. */
export type PatternCheck = (source: string, maxLength: number | undefined) => Enforced | { fault: string }
export interface Enforced {
  pattern: string
}

/** What the run time takes as arguments in all (`runtime/plain.ts`), so no text is longer. */
const longest = 262_144
/** Steps of the matcher, at about 5 ns: the arguments of one call cost a second or two at the very most. */
const stepsPerCharacter = 1000
/** What one analysis may cost, in its own steps: some 50 ms. Real patterns take 300 (median) to 50,000 (99 %). */
const analysisSteps = 150_000
/** Most copies of what is repeated: a coarse analysis first, as most patterns need no other. */
const unrolls = [4, 64]

// ES2022 is what every supported engine reads; what is newer means something else to some.
const parser = new RegExpParser({ ecmaVersion: 2022 })
const newest = new RegExpParser()

/** Remembers its answers: documents repeat their patterns. */
export function createPatternCheck(): PatternCheck {
  const known = new Map<string, Enforced | { fault: string }>()
  return (source, maxLength) => {
    const key = `${maxLength} ${source}`
    const answer = known.get(key) ?? check(source, maxLength)
    known.set(key, answer)
    return answer
  }
}

function check(source: string, maxLength: number | undefined): Enforced | { fault: string } {
  // The parser recurses into groups.
  // Between slashes an anchor stands behind a character, and nothing matches: no vendor means that.
  if (/^\/(?:\^.*|.*\$)\/[a-z]*$/s.test(source))
    return { fault: 'it is written between slashes, where its anchors match nothing' }
  if (source.length > 5000 || source.split('(').length > 200) return { fault: 'it is too large to analyse' }
  // JSON Schema asks for ECMA-262 with Unicode; the interpreter compiles with `u`, then without, and so does this.
  const unicode = parsed(source, true) !== undefined
  const pattern = parsed(source, unicode)
  if (!unicode && (parsed(source, true, newest) || compiles(source, 'u')))
    return { fault: 'engines do not agree about it' }
  if (!pattern || !compiles(source, unicode ? 'u' : ''))
    return { fault: 'it is not a JavaScript regular expression' }
  // Lengths are counted in code points, and a text without `u` is read in units.
  const length = Math.min(longest, (maxLength ?? longest) * (unicode ? 1 : 2))
  const fault = faultOf(pattern, length)
  if (fault === undefined) return { pattern: source }
  for (const text of trimmed(source, t => parsed(t, unicode))) {
    const simpler = parsed(text, unicode)
    // What was cut may have been all that `u` refuses.
    if (simpler && (unicode || !parsed(text, true, newest)) && faultOf(simpler, length) === undefined)
      return { pattern: text }
  }
  return { fault }
}

function faultOf(pattern: AST.Pattern, length: number): string | undefined {
  for (const unroll of unrolls) {
    const budget: Budget = { left: analysisSteps }
    try {
      const automaton = automatonOf(pattern, unroll, budget)
      if (endsSoon(automaton, length, stepsPerCharacter, budget)) return undefined
      if (!automaton.merged) break
    } catch (e) {
      if (!(e instanceof Unprovable)) throw e
      if (unroll === unrolls.at(-1)) return e.message
    }
  }
  return `matching a ${length < longest ? 'text of its maxLength' : 'long text'} against it can take very long`
}

function parsed(source: string, unicode: boolean, by = parser): AST.Pattern | undefined {
  try {
    return by.parsePattern(source, 0, source.length, unicode)
  } catch {
    return undefined
  }
}

function compiles(source: string, flags: string): boolean {
  try {
    new RegExp(source, flags)
    return true
  } catch {
    return false
  }
}
