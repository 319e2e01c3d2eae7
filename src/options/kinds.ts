/** What the fields of a configuration may hold. Only `options/` calls it. */
import { resolve } from 'node:path'
import { type Code, rules } from '../diagnostic.ts'
import { suggestion } from '../json/nearest.ts'
import type { Directive, Operations } from '../options.ts'
import type { Json } from '../runtime/contract.ts'
import { isBelow, rootRelative } from './paths.ts'
import { isObject, type Kind, type Refuse } from './read.ts'

export const boolean: Kind<boolean> = (value, refuse) =>
  typeof value === 'boolean' ? value : refuse('true or false')

export const positive: Kind<number> = (value, refuse) =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0
    ? value
    : refuse('a whole number above 0')

export const oneOf =
  <const T extends string>(...allowed: T[]): Kind<T> =>
  (value, refuse) =>
    allowed.find(a => a === value) ?? refuse(allowed.map(a => `'${a}'`).join(' or '))

/** Every item that is not fit is refused, not the first only. */
function items<T>(
  list: unknown[],
  isFit: (item: unknown, i: number) => item is T,
  refuseItem: (i: number) => void,
) {
  const fitting: T[] = []
  for (const [i, item] of list.entries()) {
    if (isFit(item, i)) fitting.push(item)
    else refuseItem(i)
  }
  return fitting.length === list.length ? fitting : undefined
}

/** At least one, each once. */
export const someOf =
  <const T extends string>(...allowed: T[]): Kind<T[]> =>
  (value, refuse) => {
    const names = allowed.map(a => `'${a}'`).join(', ')
    if (!Array.isArray(value) || value.length === 0) return refuse(`a list with some of ${names}`)
    const isFit = (item: unknown, i: number): item is T =>
      allowed.some(a => a === item) && value.indexOf(item) === i
    return items(value, isFit, i => refuse(`one of ${names}, and only once`, i))
  }

/** The path of a file or folder of this machine, as root-relative POSIX. */
export const path =
  (root: string): Kind<string> =>
  (value, refuse) => {
    if (typeof value === 'string' && /^[a-z][a-z0-9+.-]+:/i.test(value))
      return refuse(
        'a path, since nothing is fetched at build ("npx openapi-tools add URL" copies a document here)',
      )
    if (typeof value !== 'string' || value.trim() === '' || /\p{Cc}/u.test(value)) return refuse('a path')
    return rootRelative(root, value)
  }

export const text: Kind<string> = (value, refuse) =>
  typeof value === 'string' && value.trim() !== '' ? value : refuse('a text that is not empty')

/** Text of a kind; an object gives nothing here and is read field by field. */
export const textOrObject =
  <T>(kind: Kind<T>): Kind<T> =>
  (value, refuse) => {
    if (typeof value === 'string') return kind(value, refuse)
    return isObject(value) ? undefined : refuse('the path of a spec, or an object')
  }

/** The folder that references may go up to: it holds the file they are written in. */
export const folderAbove =
  (root: string, file: string): Kind<string> =>
  (value, refuse) => {
    const folder = path(root)(value, refuse)
    if (folder === undefined) return undefined
    return isBelow(resolve(root, folder), resolve(root, file))
      ? folder
      : refuse(`a folder that holds ${file}`)
  }

export const pathOrFalse =
  (root: string): Kind<string | false> =>
  (value, refuse) =>
    value === false ? false : path(root)(value, expected => refuse(`${expected}, or false`))

export const sha256: Kind<string> = (value, refuse) =>
  typeof value === 'string' && /^[0-9a-f]{64}$/i.test(value)
    ? value.toLowerCase()
    : refuse('a sha256 of 64 hexadecimal digits')

/** A namespace starts every tool name of its spec, so it obeys the rule for names. */
export const namespace =
  (rule: 'strict' | 'wide'): Kind<string> =>
  (value, refuse) => {
    const legal = rule === 'strict' ? /^[A-Za-z_][A-Za-z0-9_]{0,62}$/ : /^[A-Za-z_][A-Za-z0-9_.:-]{0,126}$/
    const signs = rule === 'strict' ? 'letters, digits and "_"' : 'letters, digits and "_", ".", ":", "-"'
    return typeof value === 'string' && legal.test(value) ? value : refuse(`a name of ${signs}`)
  }

export const silence: Kind<Code[]> = (value, refuse) => {
  if (!Array.isArray(value)) return refuse('a list of warning codes')
  const isCode = (item: unknown): item is Code => typeof item === 'string' && Object.hasOwn(rules, item)
  const isWarning = (item: unknown): item is Code => isCode(item) && rules[item].severity === 'warning'
  const warnings = Object.keys(rules).filter(isWarning)
  return items(value, isWarning, i => {
    const item: unknown = value[i]
    if (isCode(item)) return refuse('the code of a warning, since errors cannot be silenced', i)
    if (typeof item !== 'string') return refuse('the code of a warning', i)
    return refuse(`the code of a warning (${suggestion(item.slice(0, 60), warnings)})`, i)
  })
}

/**
 * A list of names, or names with what is said about each. What a directive may say is checked by `select/`, in
 * every place it can be written alike; here it is made plain data.
 */
export const operations: Kind<Operations> = (value, refuse) => {
  if (Array.isArray(value)) {
    const isFit = (item: unknown): item is string => typeof item === 'string' && item !== ''
    return items(value, isFit, i => refuse('an operationId or a "METHOD /path"', i))
  }
  if (!isObject(value)) return refuse('a list of operations, or an object with one entry for each')
  const written = Object.entries(value)
  const entries: [string, Directive | true | null][] = []
  for (const [name, directive] of written) {
    if (directive === true || directive === null) entries.push([name, directive])
    else if (!isObject(directive)) refuse('true, null or an object', name)
    else {
      const copy = plain(directive, refuse, [name])
      // An object again; its fields are for `select/` to check.
      if (copy !== undefined) entries.push([name, copy as Directive])
    }
  }
  return entries.length === written.length ? Object.fromEntries(entries) : undefined
}

const deepest = 100

/** JSON with the same content; a field set to `undefined` is left out. */
function plain(value: unknown, refuse: Refuse, at: (string | number)[]): Json | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number' && Number.isFinite(value)) return value
  // Also the way out of an object that contains itself.
  if (at.length > deepest) return refuse('plain data that is not nested so deeply', ...at)
  if (Array.isArray(value)) {
    const items = value.map((item, i) => plain(item, refuse, [...at, i]))
    return items.every(item => item !== undefined) ? items : undefined
  }
  if (!isObject(value))
    return refuse('plain data (text, numbers, true, false, null, lists and objects)', ...at)
  const entries: [string, Json][] = []
  for (const [key, inner] of Object.entries(value)) {
    if (inner === undefined) continue
    const copy = plain(inner, refuse, [...at, key])
    if (copy === undefined) return undefined
    entries.push([key, copy])
  }
  return Object.fromEntries(entries)
}
