/** What the files that compare two schemas share. For `review/schema/`. */
import { join, tokens } from '../../json/pointer.ts'
import type { Json, JsonObject } from '../../runtime/contract.ts'
import type { Row } from '../row.ts'
import type { RuleId } from '../rules.ts'
import type { Node } from './node.ts'

/** What a row is about, to find what else it explains. */
export type Keyword = string

export interface SchemaRow extends Row {
  keyword: Keyword
  path: string
  /** The objects that differ, in the old file and in the new one. */
  olds: readonly JsonObject[]
  news: readonly JsonObject[]
}

/** What the argument at a path was before, or is now, when it comes or goes. */
export interface Presence {
  rule: RuleId
  old?: Json | undefined
  new?: Json | undefined
}

export interface Walk {
  emit(row: SchemaRow): void
  /** Roots with `$defs`. */
  oldRoot: JsonObject
  newRoot: JsonObject
  /** What the property of a name is called now, when another name goes to the same place on the wire. */
  renamed(path: string, name: string): string | undefined
  /** Undefined for an argument that is nothing special. */
  arrival(path: string): Presence | undefined
  departure(path: string): Presence | undefined
  compare(old: Node, now: Node): void
  /** How much two schemas differ: the number of rows. */
  distance(old: Node, now: Node): number
}

/** A row of a keyword that both may have; it stands where the new schema says it, or else the old one. */
export function rowOf(
  rule: RuleId,
  keyword: Keyword,
  old: Node,
  now: Node,
  values: { old?: Json | undefined; new?: Json | undefined; words?: Record<string, string> },
): SchemaRow {
  const isThere = Object.hasOwn(now.schema, keyword) || !Object.hasOwn(old.schema, keyword)
  return {
    rule,
    keyword,
    path: now.path,
    pointer: isThere ? now.at(keyword) : old.at(keyword),
    place: `${now.path} ${keyword}`,
    olds: old.parts,
    news: now.parts,
    ...('old' in values && { old: values.old }),
    ...('new' in values && { new: values.new }),
    words: { name: nameOf(now.path), keyword, ...values.words },
  }
}

/** `/customer/tags/*` → `"customer.tags[]"`. */
export function nameOf(path: string): string {
  if (path === '') return 'the whole of the arguments'
  const text = tokens(path).reduce(
    (name, t) => (t === '*' ? `${name}[]` : name === '' ? t : `${name}.${t}`),
    '',
  )
  return JSON.stringify(text)
}

export const below = (path: string, name: string): string => join(path, name)
