/** Which tool before is which tool after: by operation, so that a rename is a rename. For `review/diff.ts`. */
import type { JsonObject } from '../runtime/contract.ts'
import { own } from '../schema/draft.ts'
import { objectOf, textOf } from './json.ts'

/** A golden file with what finds it again. */
export interface Entry {
  /** The key that it was given under. */
  key: string
  tool: string
  /** The folder of its spec; tools of two specs are never one. */
  scope: string
  id: string | undefined
  /** `GET /orders/{id}`. */
  route: string
  golden: JsonObject
}

export interface Matched {
  pairs: { before: Entry; after: Entry }[]
  removed: Entry[]
  added: Entry[]
}

/** Keys are names of tools or files; what stands before the last `/` is the spec's folder. */
export function entriesOf(goldens: ReadonlyMap<string, JsonObject>): Entry[] {
  const entries = [...goldens].map(([key, golden]): Entry => {
    const cut = key.lastIndexOf('/') + 1
    const operation = objectOf(own(golden, 'operation'))
    return {
      key,
      tool: textOf(own(golden, 'tool')) ?? key.slice(cut).replace(/\.json$/, ''),
      scope: key.slice(0, cut),
      id: textOf(own(operation, 'id')),
      route: `${textOf(own(operation, 'method')) ?? ''} ${textOf(own(operation, 'path')) ?? ''}`,
      golden,
    }
  })
  return entries.sort((a, b) => (a.scope + a.tool < b.scope + b.tool ? -1 : 1))
}

/** What a tool is recognised by, surest first; two entries with one key are not told apart by it. */
const keys: readonly ((e: Entry) => string | undefined)[] = [
  e => (e.id === undefined ? undefined : `${e.id}\n${e.route}\n${e.tool}`),
  e => (e.id === undefined ? undefined : `${e.id}\n${e.route}`),
  e => `${e.route}\n${e.tool}`,
  e => e.id,
  e => e.route,
  e => e.tool,
]

export function match(before: readonly Entry[], after: readonly Entry[]): Matched {
  const open = { before: new Set(before), after: new Set(after) }
  const pairs: Matched['pairs'] = []
  for (const key of keys) {
    const olds = unique(open.before, key)
    for (const [k, now] of unique(open.after, key)) {
      const old = olds.get(k)
      if (old === undefined) continue
      pairs.push({ before: old, after: now })
      open.before.delete(old)
      open.after.delete(now)
    }
  }
  return { pairs, removed: [...open.before], added: [...open.after] }
}

/** Entries by key, without those that share one. */
function unique(entries: Iterable<Entry>, key: (e: Entry) => string | undefined): Map<string, Entry> {
  const found = new Map<string, Entry[]>()
  for (const entry of entries) {
    const k = key(entry)
    if (k !== undefined)
      found.set(`${entry.scope}\n${k}`, [...(found.get(`${entry.scope}\n${k}`) ?? []), entry])
  }
  return new Map(
    [...found].flatMap(([k, [one, ...more]]) => (one && more.length === 0 ? [[k, one] as const] : [])),
  )
}
