/** Whether a file is the one that was reviewed. Pure; `open.ts` and `resolve.ts` call it. */
import type { Finding } from '../diagnostic.ts'

export interface PinQuestion {
  file: string
  sha256: string
  /** The pinned sum, if any. */
  expected: string | undefined
  /** Where the pinned sum stands. */
  pinnedIn: 'lock' | 'configuration'
  /** The sums with the other line endings; asked for only when the sums differ. */
  otherLineEndings(): string[]
}

/** The finding for a file that is not pinned or not the pinned one; undefined when all is well. */
export function checkPin(question: PinQuestion): Finding | undefined {
  const { file, sha256, expected, pinnedIn } = question
  const at = { file, pointer: '' }
  const command = `npx openapi-tools pin ${shellWord(file)}`
  if (expected === undefined) {
    return {
      code: 'spec-not-pinned',
      message: `${file} is not in the lock file; its sha256 is ${sha256}`,
      fix: `Review the file, then run "${command}"`,
      at,
    }
  }
  if (expected === sha256) return undefined
  const accept =
    pinnedIn === 'lock' ? `run "${command}"` : `set its sha256 in the configuration to '${sha256}'`
  if (question.otherLineEndings().includes(expected)) {
    return {
      code: 'spec-changed',
      message: `${file} differs from the pinned one in its line endings only: sha256 ${sha256}, pinned ${expected}`,
      fix: `Add "${gitPattern(file)} -text" to .gitattributes and check the file out again, so that git leaves its bytes alone; to accept it as it is, ${accept}`,
      at,
    }
  }
  return {
    code: 'spec-changed',
    message: `${file} is not the pinned file: sha256 ${sha256}, pinned ${expected}`,
    fix: `Review what changed, then ${accept}`,
    at,
  }
}

/** A path as one word of a command line. */
export const shellWord = (path: string): string => (/^[\w./@+-]+$/.test(path) ? path : JSON.stringify(path))

// gitattributes has no quoting inside a pattern; `?` matches any one character.
const gitPattern = (file: string): string => file.replace(/[^\w./@+-]/g, '?')
