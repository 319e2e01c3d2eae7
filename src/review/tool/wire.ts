/** Where the arguments of a golden file go on the wire: what tells a rename from a departure. For `review/tool/`. */
import { join, tokens } from '../../json/pointer.ts'
import type { JsonObject } from '../../runtime/contract.ts'
import { own } from '../../schema/draft.ts'
import { looksLikeCredential } from '../../text/credential-names.ts'
import { isObject, listOf, objectOf, textOf } from '../json.ts'
import type { Surroundings } from '../schema/compare.ts'

/** `query status`, `body /customer/name`; header names are the same in any case (RFC 9110, 5.1). */
export function placeOf(entry: JsonObject): string {
  const place = textOf(own(entry, 'in')) ?? ''
  const name = textOf(own(entry, place === 'body' ? 'pointer' : 'name')) ?? ''
  return `${place} ${place === 'header' ? name.toLowerCase() : name}`
}

export const entriesAt = (golden: JsonObject, key: 'routes' | 'fixed' | 'supplied'): JsonObject[] =>
  listOf(own(objectOf(own(golden, 'request')), key)).filter(isObject)

/** Canonical name → wire name, of nested properties that could not keep theirs. */
export const namesOf = (golden: JsonObject): JsonObject =>
  objectOf(own(objectOf(own(golden, 'request')), 'names'))

export interface Wire extends Surroundings {
  /** Places of fixed and supplied values that an argument has taken, or has left them its place. */
  readonly taken: ReadonlySet<string>
}

export function wireOf(before: JsonObject, after: JsonObject): Wire {
  const taken = new Set<string>()
  const known = (golden: JsonObject, key: 'fixed' | 'supplied') =>
    new Map(entriesAt(golden, key).map(e => [placeOf(e), e]))
  const [fixedOld, fixedNew] = [known(before, 'fixed'), known(after, 'fixed')]
  const [suppliedOld, suppliedNew] = [known(before, 'supplied'), known(after, 'supplied')]
  const take = (place: string) => {
    taken.add(place)
    return place
  }
  return {
    taken,
    renamed(path, name) {
      if (path === '') {
        const place = placeOfPath(before, join('', name))
        return entriesAt(after, 'routes').flatMap(r =>
          place !== undefined && placeOf(r) === place ? (textOf(own(r, 'argument')) ?? []) : [],
        )[0]
      }
      const wire = own(namesOf(before), name) ?? name
      const found = Object.entries(namesOf(after)).find(([, w]) => w === wire)?.[0]
      return found ?? textOf(wire)
    },
    arrival(path) {
      const place = placeOfPath(after, path)
      if (place === undefined) return undefined
      if (suppliedOld.has(place)) {
        take(place)
        return { rule: 'argument-exposed' }
      }
      const fixed = fixedOld.get(place)
      if (fixed) {
        take(place)
        return { rule: 'argument-unpinned', old: own(fixed, 'value') }
      }
      return isCredential(place) ? { rule: 'credential-exposed' } : undefined
    },
    departure(path) {
      const place = placeOfPath(before, path)
      if (place === undefined) return undefined
      if (suppliedNew.has(place)) {
        take(place)
        return { rule: 'argument-supplied' }
      }
      const fixed = fixedNew.get(place)
      if (fixed === undefined) return undefined
      take(place)
      return { rule: 'argument-pinned', new: own(fixed, 'value') }
    },
  }
}

/** The same places that the build asks somebody to classify. */
function isCredential(place: string): boolean {
  const [kind = '', ...name] = place.split(' ')
  return ['query', 'header', 'cookie'].includes(kind) && looksLikeCredential(name.join(' '))
}

/** Where the argument at a path is sent; undefined for a part of one that is not in the body. */
function placeOfPath(golden: JsonObject, path: string): string | undefined {
  const [argument, ...rest] = tokens(path)
  const route = entriesAt(golden, 'routes').find(r => own(r, 'argument') === argument)
  if (route === undefined) return undefined
  if (rest.length === 0) return placeOf(route)
  if (own(route, 'in') !== 'body') return undefined
  const names = namesOf(golden)
  const wire = rest.map(t => textOf(own(names, t)) ?? t)
  return `body ${join(textOf(own(route, 'pointer')) ?? '', ...wire)}`
}
