/** The lock as it is and as it becomes. For the commands that pin. */
import { join } from 'node:path'
import type { Finding } from '../diagnostic.ts'
import { readText } from '../project/files.ts'
import { readLockFile } from '../project/lock-file.ts'
import type { Replacement } from '../project/replace.ts'
import { type Lock, type Locked, lockText } from '../spec/lock.ts'
import type { FileSources } from '../spec/sources.ts'
import { visible } from '../spec/text.ts'

export interface LockRow {
  file: string
  state: 'added' | 'changed' | 'same' | 'removed'
  sha256: string
  version?: string
  /** What the lock said before. */
  before?: Locked
}

export interface OldLock {
  file: string
  lock: Lock | undefined
  findings: Finding[]
  /** What a change of the lock is decided on. */
  text: string | undefined
}

/** Read before anything else, so that a lock which somebody writes from now on is not overwritten. */
export function oldLock(file: string, sources: FileSources): OldLock {
  const text = readText(join(sources.root, file))
  return { file, ...readLockFile(file, sources), text: text instanceof Error ? undefined : text }
}

export interface LockChange {
  rows: LockRow[]
  /** Nothing when the lock is up to date. */
  files: Map<string, Replacement>
}

export function changeLock(
  old: OldLock,
  pins: readonly (readonly [string, Locked])[],
  sources: FileSources,
): LockChange {
  const lock = merge(old.lock, pins, sources)
  const text = lockText(lock)
  const upToDate = old.lock !== undefined && lockText(old.lock) === text
  return {
    rows: compare(old.lock, lock),
    files: new Map(upToDate ? [] : [[old.file, { before: old.text, after: text }]]),
  }
}

/**
 * The old entries of files that still exist, since a spec may be imported without being configured, and the new ones.
 * One without a version is a part of another document; it may have one of its own all the same.
 */
function merge(
  old: Lock | undefined,
  pins: readonly (readonly [string, Locked])[],
  sources: FileSources,
): Lock {
  const files = new Map([...(old?.files ?? [])].filter(([file]) => sources.realpath(file) !== undefined))
  for (const [file, entry] of pins) {
    const known = files.get(file)
    if (entry.version !== undefined || known?.sha256 !== entry.sha256) files.set(file, entry)
  }
  return { files }
}

function compare(old: Lock | undefined, lock: Lock): LockRow[] {
  const changes = [...lock.files].map(([file, now]): LockRow => {
    const before = old?.files.get(file)
    if (before === undefined) return { file, state: 'added', ...now }
    const same = before.sha256 === now.sha256 && before.version === now.version
    return same ? { file, state: 'same', ...now } : { file, state: 'changed', ...now, before }
  })
  const removed = [...(old?.files ?? [])]
    .filter(([file]) => !lock.files.has(file))
    .map(([file, before]): LockRow => ({ file, state: 'removed', ...before }))
  return [...changes, ...removed].sort((a, b) => (a.file < b.file ? -1 : 1))
}

export function lockLine({ file, state, sha256, version, before }: LockRow): string {
  const from =
    before?.version !== undefined && before.version !== version ? `${visible(before.version)} → ` : ''
  const sums = before === undefined || state !== 'changed' ? sha256 : `${before.sha256} → ${sha256}`
  return `${state.padEnd(8)} ${file}${version === undefined ? '' : `  ${from}${visible(version)}`}  sha256 ${sums}`
}
