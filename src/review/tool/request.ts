/** What is sent: body, query text, server, idempotency, and what routes.ts and security.ts compare. For `review/tool/compare.ts`. */
import { tokens } from '../../json/pointer.ts'
import type { Json, JsonObject } from '../../runtime/contract.ts'
import { own } from '../../schema/draft.ts'
import { type Compare, eachMember, isObject, same, textOf, unrecognised } from '../json.ts'
import type { RuleId } from '../rules.ts'
import { type Context, presences } from './context.ts'
import { routes, values } from './routes.ts'
import { security } from './security.ts'
import { entriesAt } from './wire.ts'

export function request(c: Context, old: Json | undefined, now: Json | undefined, pointer: string): void {
  const value =
    (added: RuleId, removed: RuleId, changed: RuleId): Compare =>
    (a, b, at) =>
      c.emit({
        rule: a === undefined ? added : b === undefined ? removed : changed,
        pointer: at,
        old: a,
        new: b,
      })
  eachMember(
    old,
    now,
    pointer,
    {
      routes: (a, b, at) => routes(c, a, b, at),
      fixed: (a, b, at) => values(c, a, b, at, 'fixed'),
      supplied: (a, b, at) => values(c, a, b, at, 'supplied'),
      names: (a, b, at) => names(c, a, b, at),
      media: (a, b, at) => media(c, a, b, at),
      security: (a, b, at) => security(c, a, b, at),
      server: value('server-changed', 'server-changed', 'server-changed'),
      idempotencyHeader: value('idempotency-added', 'idempotency-removed', 'idempotency-changed'),
      query: value('query-text-changed', 'query-text-changed', 'query-text-changed'),
    },
    c.emit,
  )
}

/** Wire names of nested properties; a property that came or went brought its own. */
function names(c: Context, old: Json | undefined, now: Json | undefined, pointer: string): void {
  const [a, b] = [old ?? {}, now ?? {}]
  if (!isObject(a) || !isObject(b)) {
    unrecognised(c.emit, old, now, pointer)
    return
  }
  // Empty names say that digits of a 64-bit integer go as a number, which follows from the schema.
  const isExplained = c.rows.some(r => r.keyword !== 'description')
  if (same(a, b) && !isExplained) {
    const words = { name: 'a 64-bit integer in the body', keyword: 'names' }
    c.emit({ rule: 'style-changed', pointer, old, new: now, words })
  }
  const moved = new Set(
    presences(c).flatMap(r => [tokens(r.path).at(-1) ?? '', ...nested(r.old), ...nested(r.new)]),
  )
  const tell =
    (name: string): Compare =>
    (x, y, at) => {
      const isOwn = x === undefined || y === undefined
      if (isOwn && moved.has(name)) return
      c.emit({
        rule: 'wire-name-changed',
        pointer: at,
        old: x ?? name,
        new: y ?? name,
        words: { name: JSON.stringify(name) },
      })
    }
  const all = [...Object.keys(a), ...Object.keys(b)]
  eachMember(a, b, pointer, Object.fromEntries(all.map(name => [name, tell(name)])), c.emit)
}

/** Names of the properties inside a schema that came or went, and the name that a renamed one had. */
function nested(value: Json | undefined): string[] {
  if (typeof value === 'string') return [value]
  const found: string[] = []
  const queue: Json[] = value === undefined ? [] : [value]
  for (let v = queue.pop(); v !== undefined; v = queue.pop()) {
    if (typeof v !== 'object' || v === null) continue
    if (isObject(v)) found.push(...Object.keys(v))
    queue.push(...Object.values(v))
  }
  return found
}

function media(c: Context, old: Json | undefined, now: Json | undefined, pointer: string): void {
  const type = (v: Json | undefined) => (isObject(v) ? own(v, 'type') : v)
  const hasBody = (golden: JsonObject) =>
    (['routes', 'fixed'] as const).some(k => entriesAt(golden, k).some(e => own(e, 'in') === 'body'))
  if (old === undefined || now === undefined) {
    // The first argument of a body brings the body, and the last one takes it along.
    const isTold =
      (['before', 'after'] as const).some(side => hasBody(c[side])) && hasBody(c.before) !== hasBody(c.after)
    const rule = old === undefined ? 'body-added' : 'body-removed'
    if (!isTold) c.emit({ rule, pointer, old: type(old), new: type(now) })
    return
  }
  const style: Compare = (a, b, at) =>
    c.emit({
      rule: 'style-changed',
      pointer: at,
      old: a,
      new: b,
      words: { name: 'the body', keyword: at.slice(pointer.length + 1) },
    })
  eachMember(
    old,
    now,
    pointer,
    {
      type: (a, b, at) => c.emit({ rule: 'media-changed', pointer: at, old: a, new: b }),
      required: (a, b, at) => {
        if (typeof a !== 'boolean' || typeof b !== 'boolean') unrecognised(c.emit, a, b, at)
        else c.emit({ rule: b ? 'body-required' : 'body-optional', pointer: at, old: a, new: b })
      },
      nestedForm: style,
      form: (a, b, at) => form(c, a, b, at),
    },
    c.emit,
  )
}

/** Fields of a form; one whose argument came or went brought its own. */
function form(c: Context, old: Json | undefined, now: Json | undefined, pointer: string): void {
  const [a, b] = [old ?? {}, now ?? {}]
  if (!isObject(a) || !isObject(b)) {
    unrecognised(c.emit, old, now, pointer)
    return
  }
  const fields = (golden: JsonObject) =>
    new Set(
      entriesAt(golden, 'routes')
        .filter(r => own(r, 'in') === 'body')
        .map(r => tokens(textOf(own(r, 'pointer')) ?? '')[0] ?? ''),
    )
  const [was, is] = [fields(c.before), fields(c.after)]
  const tell =
    (name: string): Compare =>
    (x, y, at) => {
      if (was.has(name) !== is.has(name)) return
      c.emit({
        rule: 'style-changed',
        pointer: at,
        old: x,
        new: y,
        words: { name: JSON.stringify(name), keyword: 'the form field' },
      })
    }
  const all = [...Object.keys(a), ...Object.keys(b)]
  eachMember(a, b, pointer, Object.fromEntries(all.map(name => [name, tell(name)])), c.emit)
}
