/** Whether a pattern can be checked at run time without hanging. `compile.ts` makes one check per compilation. */
import { isSafePattern } from 'redos-detector'

/** Undefined when the pattern may be enforced, else why not. */
export type PatternCheck = (source: string) => string | undefined

/** Remembers its answers: one analysis can take seconds, and documents repeat their patterns. */
export function createPatternCheck(): PatternCheck {
  const known = new Map<string, string | undefined>()
  return source => {
    if (!known.has(source)) known.set(source, fault(source))
    return known.get(source)
  }
}

/** JSON Schema asks for ECMA-262 with Unicode; the interpreter compiles with `u`, then without, and so does this. */
function fault(source: string): string | undefined {
  if (source.length > 500) return 'it is longer than 500 characters'
  const unicode = compiles(source, 'u')
  if (!unicode && !compiles(source, '')) return 'it is not a JavaScript regular expression'
  try {
    // Steps, not time, bound the work: the answer must be the same on every machine.
    const result = isSafePattern(source, {
      unicode,
      maxScore: 200,
      maxSteps: 1000,
      timeout: Number.POSITIVE_INFINITY,
    })
    if (result.safe) return undefined
    return result.error === 'hitMaxScore'
      ? 'matching a long text against it can take very long'
      : 'it is too complex to prove that matching it ends soon'
  } catch {
    return 'it cannot be analysed'
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
