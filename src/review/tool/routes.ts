/** Where each argument, fixed and supplied value goes on the wire, and how it is written. For `review/tool/request.ts`. */
import { tokens } from '../../json/pointer.ts'
import type { Json, JsonObject } from '../../runtime/contract.ts'
import { stableText } from '../../runtime/json-text.ts'
import { own } from '../../schema/draft.ts'
import { bothLists, type Compare, difference, eachMember, textOf } from '../json.ts'
import type { RuleId } from '../rules.ts'
import { nameOf } from '../schema/walk.ts'
import { type Context, presences } from './context.ts'
import { placeOf } from './wire.ts'

const styleKeys = ['style', 'explode', 'allowReserved', 'media', 'deepArrays']

export function routes(c: Context, old: Json | undefined, now: Json | undefined, pointer: string): void {
  const arrivals = presences(c)
  const moves = new Map(
    arrivals.filter(r => r.rule === 'argument-renamed').map(r => [String(r.old), String(r.new)]),
  )
  const isTold = (route: JsonObject) =>
    arrivals.some(r => r.rule !== 'argument-renamed' && same(tokens(r.path), own(route, 'argument')))
  const name = (route: JsonObject) => textOf(own(route, 'argument')) ?? ''
  entries(c, old, now, pointer, {
    what: 'routes',
    key: 'argument',
    partner: (route, list) => list.find(r => name(r) === (moves.get(name(route)) ?? name(route))),
    gone: (route, at) => {
      const words = { name: nameOf(`/${name(route)}`), old: placeOf(route) }
      if (!isTold(route)) c.emit({ rule: 'route-removed', ...at, old: route, words })
    },
    added: (route, at) => {
      const words = { name: nameOf(`/${name(route)}`), new: placeOf(route) }
      if (!isTold(route)) c.emit({ rule: 'route-added', ...at, new: route, words })
    },
    compare: (a, b, at) => oneRoute(c, a, b, at, name(b)),
  })
}

const same = ([first, ...rest]: string[], argument: Json | undefined): boolean =>
  rest.length === 0 && first === argument

export function values(
  c: Context,
  old: Json | undefined,
  now: Json | undefined,
  pointer: string,
  what: 'fixed' | 'supplied',
): void {
  const place = (entry: JsonObject) => JSON.stringify(placeOf(entry))
  const tell = (rule: RuleId, entry: JsonObject, at: At, side: 'old' | 'new') => {
    // An argument that came or went in the same place has been told of.
    if (c.wire.taken.has(placeOf(entry))) return
    const value = what === 'fixed' ? own(entry, 'value') : own(entry, 'parameter')
    c.emit({ rule, ...at, [side]: value, words: { name: place(entry) } })
  }
  entries(c, old, now, pointer, {
    what,
    key: 'in',
    partner: (entry, list) => list.find(e => placeOf(e) === placeOf(entry)),
    gone: (entry, at) => tell(`${what}-removed`, entry, at, 'old'),
    added: (entry, at) => tell(`${what}-added`, entry, at, 'new'),
    compare: (a, b, at) => {
      const row =
        (rule: RuleId): Compare =>
        (x, y, inner) => {
          const keyword = inner.slice(at.length + 1)
          c.emit({
            rule,
            pointer: inner,
            place: `${what} ${place(b)} ${keyword}`,
            old: x,
            new: y,
            words: { name: place(b), keyword },
          })
        }
      eachMember(
        a,
        b,
        at,
        {
          ...styles(row('style-changed')),
          value: row('fixed-changed'),
          parameter: row('supplied-renamed'),
          name: row('style-changed'),
        },
        c.emit,
      )
    },
  })
}

const styles = (compare: Compare) => Object.fromEntries(styleKeys.map(key => [key, compare]))

interface At {
  pointer: string
  place: string
}

interface Entries {
  /** The list, in a sentence. */
  what: string
  /** A key whose value must be a text. */
  key: string
  partner(entry: JsonObject, candidates: JsonObject[]): JsonObject | undefined
  gone(entry: JsonObject, at: At): void
  added(entry: JsonObject, at: At): void
  compare(old: JsonObject, now: JsonObject, pointer: string): void
}

/** Entries that are equal are left alone wherever they stand; the others are matched by what they are about. */
function entries(
  c: Context,
  old: Json | undefined,
  now: Json | undefined,
  pointer: string,
  how: Entries,
): void {
  const lists = bothLists(c.emit, old, now, pointer, e => typeof own(e, how.key) === 'string')
  if (lists === undefined) return
  const [a, b] = lists
  const { gone, added } = difference(a, b, stableText)
  if (gone.length + added.length === 0)
    c.emit({ rule: 'order-changed', pointer, old, new: now, words: { name: `the ${how.what}` } })
  const at = (list: JsonObject[], entry: JsonObject): At => ({
    pointer: `${pointer}/${list.indexOf(entry)}`,
    place: `${how.what} ${String(own(entry, 'argument') ?? '')} ${placeOf(entry)}`,
  })
  const open = new Set(added)
  for (const entry of gone) {
    const partner = how.partner(entry, [...open])
    if (partner === undefined) how.gone(entry, at(a, entry))
    else {
      open.delete(partner)
      how.compare(entry, partner, at(b, partner).pointer)
    }
  }
  for (const entry of open) how.added(entry, at(b, entry))
}

function oneRoute(c: Context, old: JsonObject, now: JsonObject, pointer: string, argument: string): void {
  const name = nameOf(`/${argument}`)
  const [was, is] = [placeOf(old), placeOf(now)]
  const hasMoved = own(old, 'in') !== own(now, 'in')
  if (hasMoved)
    c.emit({
      ...{ rule: 'location-changed', pointer: `${pointer}/in`, place: `route ${argument} in` },
      ...{ old: was, new: is, words: { name, old: was, new: is } },
    })
  const part =
    (rule: RuleId): Compare =>
    (a, b, at) => {
      const keyword = at.slice(pointer.length + 1)
      c.emit({
        rule,
        pointer: at,
        place: `route ${argument} ${keyword}`,
        old: a,
        new: b,
        words: { name, keyword },
      })
    }
  // Another location has a name and a style of its own.
  const ofPlace = (rule: RuleId): Compare => (hasMoved ? () => {} : part(rule))
  eachMember(
    old,
    now,
    pointer,
    {
      argument: () => {},
      in: () => {},
      // The case of a header's name means nothing (RFC 9110, 5.1).
      name: ofPlace(was === is ? 'style-changed' : 'wire-name-changed'),
      pointer: ofPlace('wire-name-changed'),
      ...styles(ofPlace('style-changed')),
      prefix: part('affix-changed'),
      suffix: part('affix-changed'),
    },
    c.emit,
  )
}
