/** What comes back: picked fields, limits, headers. For `review/tool/compare.ts`. */
import { pickedPaths } from '../../json/picked.ts'
import type { Json, Picked } from '../../runtime/contract.ts'
import { difference, eachMember, isObject, textsOf, unrecognised } from '../json.ts'
import type { Emit } from '../row.ts'
import type { RuleId } from '../rules.ts'

export function response(emit: Emit, old: Json | undefined, now: Json | undefined, pointer: string): void {
  const limit = (a: Json | undefined, b: Json | undefined, at: string) =>
    emit({
      rule: 'result-limit-changed',
      pointer: at,
      old: a,
      new: b,
      words: { keyword: at.slice(pointer.length + 1) },
    })
  eachMember(
    old,
    now,
    pointer,
    {
      pick: (a, b, at) => {
        if (a === undefined) emit({ rule: 'result-narrowed', pointer: at, new: b })
        else if (b === undefined) emit({ rule: 'result-widened', pointer: at, old: a })
        else list(emit, fieldsOf(a), fieldsOf(b), at, 'result-field-removed', 'result-field-added')
      },
      headers: (a, b, at) => list(emit, a ?? [], b ?? [], at, 'result-header-removed', 'result-header-added'),
      maxBytes: limit,
      maxItems: limit,
    },
    emit,
  )
}

/** Golden files of earlier versions list the paths, `[]` after each list. */
const fieldsOf = (picked: Json): Json[] =>
  isObject(picked) ? pickedPaths(picked as Picked) : textsOf(picked).map(path => path.replaceAll('[]', ''))

function list(emit: Emit, old: Json, now: Json, pointer: string, removed: RuleId, added: RuleId): void {
  const isTexts = (v: Json) => Array.isArray(v) && textsOf(v).length === v.length
  if (!isTexts(old) || !isTexts(now)) {
    unrecognised(emit, old, now, pointer)
    return
  }
  const found = difference(textsOf(old), textsOf(now), t => t)
  for (const text of found.gone) emit({ rule: removed, pointer, place: `${pointer} ${text}`, old: text })
  for (const text of found.added) emit({ rule: added, pointer, new: text })
  if (found.gone.length + found.added.length === 0)
    emit({ rule: 'order-changed', pointer, old, new: now, words: { name: 'what the result holds' } })
}
