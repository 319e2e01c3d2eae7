/** Where the credential of each security scheme goes. For `review/tool/`. */
import type { Json, JsonObject } from '../../runtime/contract.ts'
import { own } from '../../schema/draft.ts'
import { type Compare, eachMember, listOf, objectOf, textOf, textsOf, unrecognised } from '../json.ts'
import { shown } from '../row.ts'
import type { RuleId } from '../rules.ts'
import type { Context } from './context.ts'

/** A scheme that comes or goes with the requirement that names it has been told of there. */
export function schemes(c: Context, old: Json | undefined, now: Json | undefined, pointer: string): void {
  const [was, is] = [namedIn(c.before), namedIn(c.after)]
  const compare =
    (name: string): Compare =>
    (a, b, at) => {
      if (a !== undefined && b !== undefined) oneScheme(c, name, a, b, at)
      else if (was.has(name) !== (a !== undefined) || is.has(name) !== (b !== undefined))
        unrecognised(c.emit, a, b, at)
    }
  const [a, b] = [old ?? {}, now ?? {}]
  const all = [...Object.keys(objectOf(a)), ...Object.keys(objectOf(b))]
  eachMember(a, b, pointer, Object.fromEntries(all.map(name => [name, compare(name)])), c.emit)
}

function oneScheme({ emit }: Context, name: string, old: Json, now: Json, pointer: string): void {
  const [was, is] = [wayOf(old), wayOf(now)]
  const rule: RuleId =
    was.wire === is.wire
      ? 'credential-respelled'
      : is.inUrl && !was.inUrl
        ? 'credential-in-url'
        : 'credential-moved'
  const words = { name: JSON.stringify(name), old: was.text, new: is.text }
  emit({ rule, pointer, place: `scheme ${name}`, old, new: now, words })
}

export interface Way {
  /** In a sentence. */
  text: string
  /** The same for two schemes whose credentials stand in one place, in one form. */
  wire: string
  inUrl: boolean
}

/** How the credential of a scheme is sent, by its name; undefined where the golden file does not say it. */
export function wayIn(golden: JsonObject, name: string): Way | undefined {
  const scheme = own(objectOf(own(golden, 'schemes')), name)
  return scheme === undefined ? undefined : wayOf(scheme)
}

function wayOf(scheme: Json): Way {
  const part = (key: string) => textOf(own(objectOf(scheme), key))
  const [type, place, name] = [part('type'), part('in'), part('name')]
  const authorization = (how: string) => ({
    text: `Authorization: ${how}`,
    wire: `authorization ${how}`,
    inUrl: false,
  })
  if (type === 'apiKey' && place !== undefined && name !== undefined)
    return {
      text: `${place} ${JSON.stringify(name)}`,
      // RFC 9110, 5.1.
      wire: `${place} ${place === 'header' ? name.toLowerCase() : name}`,
      inUrl: place === 'query',
    }
  if (type === 'oauth2' || type === 'openIdConnect') return authorization('Bearer')
  const how = part('scheme')
  if (type === 'http' && (how === 'basic' || how === 'bearer'))
    return authorization(how === 'basic' ? 'Basic' : 'Bearer')
  // Somebody wrote it by hand.
  return { text: shown(scheme), wire: shown(scheme), inUrl: false }
}

/** Names of the schemes that any alternative needs. */
const namedIn = (golden: JsonObject): ReadonlySet<string> =>
  new Set(listOf(own(objectOf(own(golden, 'request')), 'security')).flatMap(textsOf))
