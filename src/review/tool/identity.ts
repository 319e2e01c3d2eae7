/** A tool's name, its operation, and what it may do. For `review/tool/compare.ts`. */
import type { Json } from '../../runtime/contract.ts'
import { own } from '../../schema/draft.ts'
import { type Compare, eachMember, isObject, textOf, textsOf, unrecognised } from '../json.ts'
import type { Entry } from '../match.ts'
import type { Emit, Row } from '../row.ts'

export function name(before: Entry, after: Entry, other: Entry | undefined, emit: Emit): void {
  if (before.tool === after.tool) return
  const known = textsOf(own(after.golden, 'formerNames')).includes(before.tool)
  const row = { pointer: '/tool', old: before.tool, new: after.tool }
  if (other) emit({ rule: 'tool-name-reused', ...row, words: { name: other.id ?? other.route } })
  else emit({ rule: known ? 'tool-renamed-known' : 'tool-renamed', ...row })
}

export function formerNames(old: Json | undefined, now: Json | undefined, pointer: string, emit: Emit): void {
  const [olds, news] = [textsOf(old), textsOf(now)]
  if ([old, now].some(v => v !== undefined && !(Array.isArray(v) && textsOf(v).length === v.length))) {
    unrecognised(emit, old, now, pointer)
    return
  }
  const gone = olds.filter(n => !news.includes(n))
  const added = news.filter(n => !olds.includes(n))
  for (const n of gone) emit({ rule: 'former-name-removed', pointer, place: `${pointer}/${n}`, old: n })
  for (const n of added) emit({ rule: 'former-name-added', pointer, new: n })
  if (gone.length + added.length === 0)
    emit({ rule: 'order-changed', pointer, old, new: now, words: { name: 'formerNames' } })
}

/** A value that is one of two: the first guards less. */
export const choice =
  ([low, high]: readonly [Json, Json], lowered: Row['rule'], raised: Row['rule'], emit: Emit): Compare =>
  (old, now, pointer) => {
    if (old === high && now === low) emit({ rule: lowered, pointer, old, new: now })
    else if (old === low && now === high) emit({ rule: raised, pointer, old, new: now })
    else unrecognised(emit, old, now, pointer)
  }

export function operation(
  old: Json | undefined,
  now: Json | undefined,
  pointer: string,
  renamed: boolean,
  emit: Emit,
): void {
  if (!isObject(old) || !isObject(now)) {
    unrecognised(emit, old, now, pointer)
    return
  }
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
