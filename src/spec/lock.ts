/** The lock file: text ↔ `Lock`. Pure; `project/` reads and writes the file. */
import type { Finding } from '../diagnostic.ts'
import { suggestion } from '../json/nearest.ts'
import { fileText } from '../json/stable.ts'
import { conflictAt } from '../text/conflict.ts'
import { scanJson } from './json-scan.ts'
import { quoted } from './text.ts'

/** What stands in the file. */
export interface LockFile {
  lockfileVersion: 1
  /**
   * By path, as seen from the root.
   * @propertyNames.pattern ^(?!/)(?![A-Za-z]:)[^\\\u0000-\u001f]+$
   */
  files: Record<string, Locked>
}

export interface Locked {
  /**
   * Of the raw bytes, lower-case hex.
   * @pattern ^[0-9a-f]{64}$
   */
  sha256: string
  /** `info.version` of an OpenAPI document, for people; a file of parts has none. */
  version?: string
}

export interface Lock {
  /** By root-relative POSIX path. */
  readonly files: ReadonlyMap<string, Locked>
}

const lockfileVersion: LockFile['lockfileVersion'] = 1

/** `file` is the lock's path, for the message. */
export function readLock(
  text: string,
  file = 'openapi-tools.lock.json',
): { lock: Lock } | { problem: Finding } {
  const problem = (message: string, fix: string, pointer = ''): { problem: Finding } => ({
    problem: { code: 'lock-unreadable', message: `${file} ${message}`, fix, at: { file, pointer } },
  })
  const again = 'Restore it from version control, or delete it and run "npx openapi-tools pin"'
  if (conflictAt(text) !== undefined)
    return problem(
      'has conflict markers of a merge',
      'Take one side, then run "npx openapi-tools pin" for the files that were changed on both',
    )
  const { fault, duplicates } = scanJson(text.replace(/^\ufeff/, ''))
  if (fault) return problem(`is not valid JSON: ${fault.reason}`, again)
  if (duplicates[0]) return problem(`has the key ${duplicates[0].text} twice`, again, duplicates[0].pointer)
  const document: unknown = JSON.parse(text.replace(/^\ufeff/, ''))
  if (!isObject(document)) return problem('is no lock file: its root is no object', again)
  if (document.lockfileVersion !== lockfileVersion)
    return problem(
      document.lockfileVersion === undefined
        ? 'has no lockfileVersion'
        : `has the lockfileVersion ${quoted(String(document.lockfileVersion))}, not ${lockfileVersion}`,
      'Update unplugin-openapi-tools if the file was written by a later version, or delete it and run "npx openapi-tools pin"',
      '/lockfileVersion',
    )
  const stray = unknownKey(document, ['lockfileVersion', 'files'])
  if (stray) return problem(stray, again)
  if (!isObject(document.files)) return problem('has no "files"', again)
  const files = new Map<string, Locked>()
  for (const [path, entry] of Object.entries(document.files)) {
    const bad = faultOf(path, entry)
    if (bad) return problem(`has an entry for ${quoted(path)} that ${bad}`, again, '/files')
    files.set(path, entry as Locked) // `faultOf` checked every field
  }
  return { lock: { files } }
}

/** Sorted by path, so that two people who pin different files do not conflict more than they must. */
export function lockText(lock: Lock): string {
  const files = [...lock.files]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, { sha256, version }]): [string, Locked] => [
      path,
      version === undefined ? { sha256 } : { sha256, version },
    ])
  return fileText({ lockfileVersion, files: Object.fromEntries(files) } satisfies LockFile)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function unknownKey(value: Record<string, unknown>, known: string[]): string | undefined {
  const stray = Object.keys(value).find(k => !known.includes(k))
  return stray === undefined
    ? undefined
    : `has an unknown field ${quoted(stray)}; ${suggestion(stray, known)}`
}

function faultOf(path: string, entry: unknown): string | undefined {
  if (path === '' || /^\/|\\|^[a-z]:|\p{Cc}/iu.test(path))
    return 'is no relative path with "/" between folders'
  if (!isObject(entry)) return 'is no object'
  if (typeof entry.sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(entry.sha256))
    return 'has no sha256 of 64 hexadecimal digits'
  if (entry.version !== undefined && typeof entry.version !== 'string') return 'has a version that is no text'
  return unknownKey(entry, ['sha256', 'version'])
}
