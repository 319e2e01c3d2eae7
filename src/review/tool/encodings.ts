/** The forms that a model writes and a call does not have, and what explains that they changed. For `review/tool/`. */
import { tokens } from '../../json/pointer.ts'
import type { Json } from '../../runtime/contract.ts'
import { own } from '../../schema/draft.ts'
import { isObject, listOf, objectOf, same, textOf, unordered, unrecognised } from '../json.ts'
import { reshapes, type Trace } from '../schema/marks.ts'
import { nameOf, type SchemaRow } from '../schema/walk.ts'
import type { Context } from './context.ts'
import type { Declared } from './declarations.ts'

/** Pointer → the ways in which it is encoded. */
type ByPlace = ReadonlyMap<string, ReadonlySet<string>>
export interface Encodings {
  old: ByPlace
  now: ByPlace
}

export function encodingsOf(target: Json | undefined): ByPlace {
  const found = new Map<string, Set<string>>()
  for (const { pointer, as } of listOf(own(objectOf(target), 'encoding')).flatMap(read))
    found.set(pointer, (found.get(pointer) ?? new Set()).add(as))
  return found
}

function read(entry: Json): { pointer: string; as: string }[] {
  const [pointer, as] = [textOf(own(objectOf(entry), 'pointer')), textOf(own(objectOf(entry), 'as'))]
  const isWhole = pointer !== undefined && as !== undefined && Object.keys(objectOf(entry)).length === 2
  return isWhole && /^(?:\/|$)/.test(pointer) ? [{ pointer, as }] : []
}

export function compareEncodings(
  c: Context,
  old: Json | undefined,
  now: Json | undefined,
  pointer: string,
  keep: (row: Declared) => void,
): void {
  const [a, b] = [old, now].map(list => listOf(list).flatMap(read))
  const isWhole = [old, now].every(v => Array.isArray(v) && v.every(e => isObject(e) && read(e).length === 1))
  if (!isWhole || a === undefined || b === undefined) {
    unrecognised(row => keep({ ...row, key: row.pointer }), old, now, pointer)
    return
  }
  const text = (e: { pointer: string; as: string }) => `${e.pointer} ${e.as}`
  const tell = (
    rule: 'encoding-added' | 'encoding-removed',
    entry: { pointer: string; as: string },
    i: number,
  ) => {
    const trace = c.trace(entry.pointer)
    if (isCaused(trace, entry.as)) {
      if (entry.as === 'null-means-absent') return
      // What changed in the argument itself, or else in what it holds.
      const direct = trace.self.filter(r => r.keyword !== 'description')
      const causes = direct.filter(r => r.keyword !== 'required' && r.keyword !== 'presence')
      for (const cause of direct.length > 0 ? causes : trace.below) c.reshaped.add(cause)
      return
    }
    const side = rule === 'encoding-added' ? 'new' : 'old'
    keep({
      ...{
        rule,
        pointer: `${pointer}/${i}`,
        [side]: entry.as,
        place: `encoding ${entry.pointer} ${entry.as}`,
      },
      words: { name: nameOf(entry.pointer), [side]: entry.as },
      key: `${rule} ${text(entry)}`,
    })
  }
  const [was, is] = [new Set(a.map(text)), new Set(b.map(text))]
  for (const [i, e] of a.entries()) if (!is.has(text(e))) tell('encoding-removed', e, i)
  for (const [i, e] of b.entries()) if (!was.has(text(e))) tell('encoding-added', e, i)
  const isSame = a.every(e => is.has(text(e))) && b.every(e => was.has(text(e)))
  if (isSame && same(unordered(old ?? null), unordered(now ?? null))) {
    if (c.isReordered) return
    keep({
      rule: 'order-changed',
      pointer,
      old,
      new: now,
      words: { name: 'encodings' },
      key: 'order of encodings',
    })
  } else if (isSame) unrecognised(row => keep({ ...row, key: row.pointer }), old, now, pointer)
}

/** Whether the exact schema explains that the argument is written in another way. */
function isCaused({ self, above, below }: Trace, as: string): boolean {
  const says = (r: SchemaRow) => r.keyword !== 'description'
  return self.some(says) || above.some(reshapes) || (as !== 'null-means-absent' && below.some(says))
}

/** A map that is written as entries is a list of keys and values; a value stands where the map has it. */
export function argumentPath(path: string, { old, now }: Encodings): string {
  const out: string[] = []
  for (const [i, token] of path.split('/').entries()) {
    const holder = out.slice(0, -1).join('/')
    const isEntry = i > 1 && out.at(-1) === '*' && ['key', 'value'].includes(token)
    if (!(isEntry && [old, now].some(e => e.get(holder)?.has('entries')))) out.push(token)
  }
  return out.join('/')
}

const whole = ['json-text', 'entries']

/** Whether the exact schema, or another encoding, explains that the declaration of the argument at a path changed. */
export function explains(c: Context, path: string, keyword: string, encodings: Encodings): boolean {
  const at = argumentPath(path, encodings)
  const { self, above, below } = c.trace(at)
  // An object that no longer has properties of its own is a map.
  if (['type', 'additionalProperties'].includes(keyword) && below.some(r => r.keyword === 'presence'))
    return true
  // What further values may be is a schema of its own.
  if (['items', 'additionalProperties'].includes(keyword) && c.trace(`${at}/*`).self.some(reshapes))
    return true
  if (self.some(r => family(r.keyword) === family(keyword) || reshapes(r) || r.keyword === 'required'))
    return true
  if (above.some(reshapes)) return true
  return isSwitched(path, encodings)
}

/** Written in another way as a whole at or above a path, or at it. */
export function isSwitched(path: string, { old, now }: Encodings): boolean {
  const steps = tokens(path)
  for (let n = steps.length; n >= 0; n--) {
    const at = path
      .split('/')
      .slice(0, n + 1)
      .join('/')
    const [a, b] = [old.get(at), now.get(at)].map(set => set ?? new Set<string>())
    const differs = [...(a ?? []), ...(b ?? [])].filter(as => a?.has(as) !== b?.has(as))
    if (differs.some(as => whole.includes(as) || n === steps.length)) return true
  }
  return false
}

/** The two keywords of one bound explain each other. */
const family = (keyword: string): string =>
  keyword.replace(/^exclusive(M)/, (_, m: string) => m.toLowerCase())
