/** The text of a golden file → its value, or what is wrong with it. Pure; `project` and the CLI call it. */
import type { Json, JsonObject } from '../runtime/contract.ts'
import { own } from '../schema/draft.ts'
import { conflictAt } from '../text/conflict.ts'
import { isObject } from './json.ts'

/** The `format` that is written, and the only one that is read. */
export const goldenFormat = 1

/** Containers inside each other: documents end at 500 of their own, and an argument adds a few around them. */
const maxDepth = 600

/** A file that is no golden file. */
export class GoldenProblem {
  /** What is wrong, to follow the file's name in a sentence. No final period. */
  readonly problem: string
  /** What to do about it. No final period. */
  readonly fix: string
  constructor(problem: string, fix: string) {
    this.problem = problem
    this.fix = fix
  }
}

const restore = 'Restore it from version control, or write it anew with `openapi-tools golden --update`'

const shapes: Readonly<Record<string, (v: Json | undefined) => boolean>> = {
  tool: v => typeof v === 'string',
  operation: v => isObject(v) && typeof own(v, 'method') === 'string' && typeof own(v, 'path') === 'string',
  effect: v => v === 'read' || v === 'write',
  confirm: v => typeof v === 'boolean',
  declarations: isObject,
  inputSchema: isObject,
  request: isObject,
  schemes: v => v === undefined || isObject(v),
  response: isObject,
  removed: Array.isArray,
  losses: Array.isArray,
}

/** Key order and white space mean nothing; the file itself is never changed. */
export function parseGolden(text: string): JsonObject | GoldenProblem {
  const conflict = conflictAt(text)
  if (conflict !== undefined)
    return new GoldenProblem(
      `has merge conflict markers, the first in line ${text.slice(0, conflict).split('\n').length}`,
      'Resolve the conflict; where both sides changed, write it anew with `openapi-tools golden --update` and review it',
    )
  const value = parsed(text)
  if (value === undefined)
    return new GoldenProblem(
      text.trim() === ''
        ? 'is empty'
        : text.trimEnd().endsWith('}')
          ? 'is no JSON'
          : 'ends in the middle: it was written by half',
      restore,
    )
  if (!isObject(value)) return new GoldenProblem('holds no object', restore)
  const format = own(value, 'format')
  if (format !== goldenFormat) return otherFormat(format)
  if (isDeep(value)) return new GoldenProblem(`is nested more than ${maxDepth} levels deep`, restore)
  const faulty = Object.keys(shapes).filter(key => !shapes[key]?.(own(value, key)))
  if (faulty.length > 0)
    return new GoldenProblem(
      `is not whole: ${faulty.map(k => JSON.stringify(k)).join(', ')} ${faulty.length === 1 ? 'is' : 'are'} missing or of another type`,
      restore,
    )
  return value
}

function parsed(text: string): Json | undefined {
  try {
    // A byte order mark is no part of the text (RFC 8259, 8.1).
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    return undefined
  }
}

function otherFormat(format: Json | undefined): GoldenProblem {
  if (typeof format !== 'number') return new GoldenProblem('does not say its format', restore)
  return format > goldenFormat
    ? new GoldenProblem(
        `has format ${format}, and this version reads format ${goldenFormat}`,
        'Use the version of the package that wrote it, or a later one',
      )
    : new GoldenProblem(
        `has the old format ${format}, and this version reads format ${goldenFormat}`,
        'Check that the tool is the reviewed one with the version that wrote it, then write the file anew with `openapi-tools golden --update`',
      )
}

/** Without recursion: the text is whatever somebody has committed. */
function isDeep(root: Json): boolean {
  let level: Json[] = [root]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) return true
    level = level.flatMap(v => (typeof v === 'object' && v !== null ? Object.values(v) : []))
  }
  return false
}
