/** Keys for specs that nobody has named yet. For `init.ts` and `add.ts`. */
import { posix } from 'node:path'

/** Names that say nothing about the API; its folder says more. */
const generic = new Set([
  'openapi',
  'swagger',
  'api',
  'spec',
  'index',
  'schema',
  'main',
  'oas',
  'doc',
  'docs',
])

/** A legal key for each file, in the order given; `taken` are in use already. */
export function keysOf(files: readonly string[], taken: Iterable<string> = []): Map<string, string> {
  const keys = new Map<string, string>()
  const used = new Set(taken)
  for (const file of files) {
    const key = keyOf(file, used)
    used.add(key)
    keys.set(key, file)
  }
  return keys
}

function keyOf(file: string, used: ReadonlySet<string>): string {
  const { dir, name } = posix.parse(file)
  const folder = posix.basename(dir)
  const first = generic.has(name.toLowerCase()) && folder !== '' ? folder : name
  const candidates = [first, `${folder}-${name}`, file.replace(/\.\w+$/, '')].map(legal)
  const free = candidates.find(c => !used.has(c))
  if (free !== undefined) return free
  for (let n = 2; ; n++) if (!used.has(`${legal(first)}-${n}`)) return `${legal(first)}-${n}`
}

/** Lower case, digits and "-", a letter first. */
function legal(text: string): string {
  const key = text
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  return key === '' ? 'api' : key.replace(/^(?=[^a-z])/, 'api-')
}
