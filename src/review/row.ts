/** One change of one tool while it is looked for, and how it becomes a sentence. For `review/`. */
import { createHash } from 'node:crypto'
import { visible } from '../emit/visible.ts'
import type { Json, JsonObject } from '../runtime/contract.ts'
import { stableText } from '../runtime/json-text.ts'
import { own } from '../schema/draft.ts'
import { type Change, type ChangeClass, changeClasses } from './change.ts'
import { type RuleId, rules } from './rules.ts'

export interface Row {
  rule: RuleId
  pointer: string
  /** Where it is without indices of lists, which move when something else changes; the pointer when it has none. */
  place?: string
  old?: Json | undefined
  new?: Json | undefined
  /** What fills the sentence beside `{old}` and `{new}`, or instead of them. */
  words?: Readonly<Record<string, string>>
  /** A class worse than the rule's. */
  raised?: ChangeClass
}

export type Emit = (row: Row) => void

/** Two golden files of one tool. */
export interface ToolPair {
  before: JsonObject
  after: JsonObject
}

const longest = 100

/** A value in a sentence: JSON, cut, with nothing in it that cannot be seen. */
export function shown(value: Json | undefined): string {
  if (value === undefined) return 'nothing'
  const text = JSON.stringify(value)
  return visible(text.length > longest ? `${text.slice(0, longest - 1)}…` : text)
}

/** Without anything that cannot be seen, and in one line: a golden file from elsewhere may hold any name and any key. */
const inLine = (text: string): string => visible(text).replace(/[\n\t]/g, c => (c === '\n' ? '\\n' : '\\t'))

/** What a value says is never read as a place to fill. */
export function sentenceOf(row: Row): string {
  const words: Readonly<Record<string, string>> = { old: shown(row.old), new: shown(row.new), ...row.words }
  return rules[row.rule].sentence.replace(/\{(\w+)\}/g, (_, key: string) => inLine(own(words, key) ?? key))
}

export function toChange(row: Row, tool: string, operation: string): Change {
  const rule = rules[row.rule]
  const identity = [row.rule, operation, tool, row.place ?? row.pointer, row.new ?? null]
  return {
    rule: row.rule,
    class: row.raised === undefined ? rule.class : worse(rule.class, row.raised),
    safety: rule.safety === true,
    tool: inLine(tool),
    pointer: row.pointer,
    old: row.old,
    new: row.new,
    sentence: sentenceOf(row),
    fingerprint: createHash('sha256').update(stableText(identity)).digest('hex').slice(0, 16),
  }
}

const worse = (a: ChangeClass, b: ChangeClass): ChangeClass =>
  changeClasses.indexOf(a) < changeClasses.indexOf(b) ? a : b
