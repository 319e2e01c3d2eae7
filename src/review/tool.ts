/** Two golden files of one operation → the rows of what changed. For `review/diff.ts`. */
import type { Json, JsonObject } from '../runtime/contract.ts'
import { own } from '../schema/draft.ts'
import { type Compare, eachMember, objectOf, textOf, textsOf, unrecognised } from './json.ts'
import type { Entry } from './match.ts'
import type { Emit, Row } from './row.ts'

/** `other` is the operation that had the new name before. */
export function compareTool(before: Entry, after: Entry, other: Entry | undefined): Row[] {
  const rows: Row[] = []
  const emit: Emit = row => rows.push(row)
  name(before, after, other, emit)
  const renamed = before.tool !== after.tool
  eachMember(
    before.golden,
    after.golden,
    '',
    {
      // Told above.
      tool: () => {},
      formerNames: (old, now, pointer) => formerNames(old, now, pointer, emit),
      operation: (old, now, pointer) => operation(objectOf(old), objectOf(now), pointer, renamed, emit),
      effect: choice(['read', 'write'], 'effect-lowered', 'effect-raised', emit),
      confirm: choice([false, true], 'confirm-dropped', 'confirm-added', emit),
    },
    emit,
  )
  return rows
}

function name(before: Entry, after: Entry, other: Entry | undefined, emit: Emit): void {
  if (before.tool === after.tool) return
  const known = textsOf(own(after.golden, 'formerNames')).includes(before.tool)
  const row = { pointer: '/tool', old: before.tool, new: after.tool }
  if (other) emit({ rule: 'tool-name-reused', ...row, words: { name: other.id ?? other.route } })
  else emit({ rule: known ? 'tool-renamed-known' : 'tool-renamed', ...row })
}

function formerNames(old: Json | undefined, now: Json | undefined, pointer: string, emit: Emit): void {
  const [olds, news] = [textsOf(old), textsOf(now)]
  const gone = olds.filter(n => !news.includes(n))
  const added = news.filter(n => !olds.includes(n))
  for (const n of gone) emit({ rule: 'former-name-removed', pointer, place: `${pointer}/${n}`, old: n })
  for (const n of added) emit({ rule: 'former-name-added', pointer, new: n })
  if (gone.length + added.length === 0)
    emit({ rule: 'order-changed', pointer, old, new: now, words: { name: 'formerNames' } })
}

/** A value that is one of two: the first guards less. */
const choice =
  ([low, high]: readonly [Json, Json], lowered: Row['rule'], raised: Row['rule'], emit: Emit): Compare =>
  (old, now, pointer) => {
    if (old === high && now === low) emit({ rule: lowered, pointer, old, new: now })
    else if (old === low && now === high) emit({ rule: raised, pointer, old, new: now })
    else unrecognised(emit, old, now, pointer)
  }

function operation(old: JsonObject, now: JsonObject, pointer: string, renamed: boolean, emit: Emit): void {
  const differs = (key: string) => own(old, key) !== own(now, key)
  const isReplaced = ['id', 'method', 'path'].every(differs)
  if (isReplaced) emit({ rule: 'operation-replaced', pointer, old, new: now })
  const part =
    (rule: (a: string, b: string) => Row['rule']): Compare =>
    (a, b, at) => {
      if (!isReplaced) emit({ rule: rule(textOf(a) ?? '', textOf(b) ?? ''), pointer: at, old: a, new: b })
    }
  eachMember(
    old,
    now,
    pointer,
    {
      // A name is derived from the id: where both change, one thing changed.
      id: renamed ? () => {} : part(() => 'operation-id-changed'),
      method: part(() => 'method-changed'),
      path: part((a, b) => (skeleton(a) === skeleton(b) ? 'path-respelled' : 'path-changed')),
    },
    emit,
  )
}

/** A path without what two spellings of one resource differ in: names of placeholders and versions. */
const skeleton = (path: string): string =>
  path.replace(/\{[^{}]*\}/g, '{}').replace(/\/v\d+(?:[._]\d+)*(?:alpha\d*|beta\d*)?(?=\/|$)/gi, '/v')
