/** Which credentials a request needs. For `review/tool/request.ts`. */
import type { Json, JsonObject } from '../../runtime/contract.ts'
import { difference, unrecognised } from '../json.ts'
import type { RuleId } from '../rules.ts'
import type { Context } from './context.ts'
import { wayIn } from './schemes.ts'

/** The schemes of one alternative. */
type Schemes = readonly string[]

/** Alternatives are matched by the schemes that they share; less than before is a matter of safety. */
export function security(c: Context, old: Json | undefined, now: Json | undefined, pointer: string): void {
  const { emit } = c
  const [a, b] = [read(old), read(now)]
  if (a === undefined || b === undefined) {
    unrecognised(emit, old, now, pointer)
    return
  }
  const { gone, added } = difference(a, b, key)
  const tell = (rule: RuleId, was: Schemes | undefined, is: Schemes | undefined, words = {}) =>
    emit({
      ...{ rule, pointer, place: `security ${was ? key(was) : ''}` },
      ...{ old: was && [...was], new: is && [...is] },
      words: { old: text(was), new: text(is), ...words },
    })
  const ways = (golden: JsonObject, schemes: Schemes) => schemes.flatMap(name => wayIn(golden, name) ?? [])
  const changed = (was: Schemes, is: Schemes) => {
    const [before, after] = [ways(c.before, was), ways(c.after, is)]
    // Another name must not hide that it goes where anybody may read it.
    const isExposed = after.some(w => w.inUrl) && !before.some(w => w.inUrl)
    const sent = (list: typeof before) => list.map(w => w.text).join(' and ') || 'nothing'
    const words = { name: text(is), old: sent(before), new: sent(after) }
    if (isExposed) tell('credential-in-url', was, is, words)
    else tell('security-changed', was, is)
  }
  if (gone.length + added.length === 0) {
    const isOrderOfAlternatives = a.some((alternative, i) => key(alternative) !== key(b[i] ?? []))
    const words = { old: a.map(text).join(', else '), new: b.map(text).join(', else ') }
    if (isOrderOfAlternatives) emit({ rule: 'security-reordered', pointer, old, new: now, words })
    else
      emit({ rule: 'order-changed', pointer, old, new: now, words: { name: 'credentials that go together' } })
    return
  }
  const open = new Set(added)
  const take = (fits: (alternative: Schemes) => boolean) => {
    const found = [...open].find(fits)
    if (found) open.delete(found)
    return found
  }
  const left: Schemes[] = []
  for (const was of gone) {
    const weaker = take(is => isLess(is, was))
    const stronger = weaker ? undefined : take(is => isLess(was, is))
    if (weaker) tell('security-dropped', was, weaker)
    else if (stronger) tell('security-added', was, stronger)
    else left.push(was)
  }
  for (const was of left) {
    const is = take(() => true)
    if (is) changed(was, is)
    else tell('security-choice-removed', was, undefined)
  }
  for (const is of open) {
    const stronger = a.find(was => isLess(is, was))
    if (stronger) tell('security-dropped', stronger, is)
    else tell('security-choice-added', undefined, is)
  }
}

const key = (schemes: Schemes): string => JSON.stringify([...schemes].sort())
const text = (schemes: Schemes | undefined): string =>
  schemes === undefined || schemes.length === 0
    ? 'no credential'
    : schemes.map(s => JSON.stringify(s)).join(' and ')

/** Some of them, and not all. */
const isLess = (few: Schemes, many: Schemes): boolean =>
  few.length < many.length && few.every(s => many.includes(s))

/** No alternative at all is one without credentials. */
function read(value: Json | undefined): Schemes[] | undefined {
  if (!Array.isArray(value)) return undefined
  const list = value.filter((v): v is string[] => Array.isArray(v) && v.every(s => typeof s === 'string'))
  return list.length < value.length ? undefined : list.length === 0 ? [[]] : list
}
