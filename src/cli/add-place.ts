/** Where `add` stores a document, and under which key. For `add.ts`. */
import { posix, resolve } from 'node:path'
import { isBelow, rootRelative } from '../options/paths.ts'
import type { ResolvedSpec } from '../options.ts'
import { keysOf } from './keys.ts'

export interface AddFlags {
  key?: string
  out?: string
}

export interface Place {
  key: string
  /** Root-relative. */
  file: string
  /** The configured spec that gets another version. */
  owner: ResolvedSpec | undefined
  /** The file itself is what is added; nothing is copied. */
  inPlace: boolean
  /** Whether the key was guessed from a name, so that the document may be another API's. */
  guessed: boolean
}

export interface Source {
  /** The host of an address. */
  host?: string
  /** The path of an address, or the absolute one of a file. */
  path: string
  isJson: boolean
}

/** Where names are looked up. */
export interface Around {
  cwd: string
  root: string
  specs: ReadonlyMap<string, ResolvedSpec>
}

/** A sentence when there is no place that would be right. */
export function placeOf(source: Source, flags: AddFlags, around: Around): Place | string {
  const { root, cwd, specs } = around
  const inside =
    source.host === undefined && isBelow(root, source.path) ? rootRelative(root, source.path) : undefined
  const stored = [...specs.values()].filter(s => s.file === inside)
  if (flags.key === undefined && stored.length > 1)
    return `Several specs have this file; name one with --key: ${stored.map(s => s.key).join(', ')}.`
  const key = flags.key ?? stored[0]?.key ?? guess(source)
  if (!/^[a-z][a-z0-9-]*$/.test(key))
    return `The key ${JSON.stringify(key.slice(0, 60))} cannot be imported by its name; use lower-case letters, digits and "-".`
  const owner = specs.get(key)
  const file =
    (flags.out === undefined ? undefined : rootRelative(root, resolve(cwd, flags.out))) ??
    owner?.file ??
    inside ??
    `specs/${key}.${source.isJson ? 'json' : 'yaml'}`
  if (owner && owner.file !== file)
    return `The spec ${JSON.stringify(key)} is stored in ${owner.file}; leave --out away, or name another --key.`
  const other = owner ? undefined : [...specs.values()].find(s => s.file === file)
  if (other) return `${file} is the spec ${JSON.stringify(other.key)}; name it with --key ${other.key}.`
  return {
    key,
    file,
    owner,
    inPlace: file === inside,
    guessed: flags.key === undefined && stored.length === 0,
  }
}

/** A file's name, or that of its folder; for an address, the host stands for the folder. */
function guess({ host, path }: Source): string {
  const name = posix.basename(path.replaceAll('\\', '/')) || 'openapi'
  const folder =
    host === undefined ? posix.basename(posix.dirname(path.replaceAll('\\', '/'))) : labelOf(host)
  const [key = 'api'] = keysOf([`${folder}/${name}`]).keys()
  return key
}

const meaningless = new Set([
  'www',
  'api',
  'apis',
  'raw',
  'docs',
  'developer',
  'developers',
  'dev',
  'com',
  'org',
  'net',
  'io',
])

/** `api.example.com` → `example`. */
const labelOf = (host: string): string => {
  const labels = host.split('.')
  return labels.findLast((l, i) => i < labels.length - 1 && !meaningless.has(l)) ?? labels[0] ?? ''
}
