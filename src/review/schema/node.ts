/** One schema of a golden file with its references followed, and where each keyword of it stands. For `review/schema/`. */
import { join } from '../../json/pointer.ts'
import type { Json, JsonObject } from '../../runtime/contract.ts'
import { own } from '../../schema/draft.ts'
import { isObject, textOf } from '../json.ts'
import { isWellFormed } from './keywords.ts'

export interface Node {
  /** The keywords that are what they should be; `$ref` and `allOf` are followed into `conditions`. */
  schema: JsonObject
  /** Keywords that nobody knows, or that hold what they cannot hold. */
  odd: JsonObject
  /** The objects of the file that it is made of: marks are put on them. */
  parts: readonly JsonObject[]
  /** Where the schema stands in the golden file; a reference stands where it is written. */
  pointer: string
  /** Where the value stands among the arguments; `*` is every item, and every value of a map. */
  path: string
  /** Where a keyword stands; where the schema does when it has none. */
  at(keyword: string): string
  /** What must hold too: the branches of `allOf`, and a reference beside other keywords. */
  conditions: readonly Node[]
}

/** `root` holds `$defs`; both the raw schema and the root are whatever a file holds. */
export function nodeOf(raw: Json | undefined, pointer: string, path: string, root: JsonObject): Node {
  return open(raw, pointer, path, root, [])
}

const nothing: JsonObject = { not: {} }

function open(
  raw: Json | undefined,
  pointer: string,
  path: string,
  root: JsonObject,
  seen: readonly string[],
): Node {
  const value = isObject(raw) ? raw : {}
  const schema: JsonObject = {}
  const odd: JsonObject = {}
  const set = (to: JsonObject, key: string, v: Json) =>
    Object.defineProperty(to, key, { value: v, enumerable: true, configurable: true, writable: true })
  for (const [key, v] of Object.entries(value)) {
    // Definitions are read from where they are used.
    if (key === '$defs') continue
    if (!isWellFormed(key, v)) set(odd, key, v)
    else if (key !== '$ref' && key !== 'allOf') set(schema, key, v)
  }
  const branches = Array.isArray(value.allOf) && !Object.hasOwn(odd, 'allOf') ? value.allOf : []
  const conditions = branches.map((b, i) => open(b, join(pointer, 'allOf', i), path, root, seen))
  const self: Node = {
    schema,
    odd,
    parts: [value],
    pointer,
    path,
    at: keyword => (Object.hasOwn(value, keyword) ? join(pointer, keyword) : pointer),
    conditions,
  }
  const ref = textOf(own(value, '$ref'))
  return ref === undefined ? self : beside(self, target(ref, path, root, seen))
}

/** What a reference leads to. One that leads nowhere, or back to itself, accepts nothing. */
function target(ref: string, path: string, root: JsonObject, seen: readonly string[]): Node {
  const name = ref.startsWith('#/$defs/') ? ref.slice('#/$defs/'.length) : undefined
  const definitions = own(root, '$defs')
  const found = name === undefined || !isObject(definitions) ? undefined : own(definitions, name)
  const pointer = name === undefined ? '' : join('/inputSchema/$defs', name)
  if (found === undefined || seen.includes(ref)) return open(nothing, pointer, path, {}, [])
  return open(found, pointer, path, root, [...seen, ref])
}

/** A reference with a text beside it is one schema; with anything else beside it, it must hold too. */
function beside(self: Node, to: Node): Node {
  const overlaps = Object.keys(self.schema).some(k => k !== 'description' && Object.hasOwn(to.schema, k))
  if (overlaps || self.conditions.length > 0) return { ...self, conditions: [...self.conditions, to] }
  return {
    ...self,
    schema: { ...to.schema, ...self.schema },
    odd: { ...to.odd, ...self.odd },
    parts: [...self.parts, ...to.parts],
    at: keyword => (Object.hasOwn(self.schema, keyword) ? self.at(keyword) : to.at(keyword)),
    conditions: to.conditions,
  }
}
