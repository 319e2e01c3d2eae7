/** Reads the lock file. `project/` and `cli/` call it. */
import { join } from 'node:path'
import type { Finding } from '../diagnostic.ts'
import { type Lock, readLock } from '../spec/lock.ts'
import type { FileSources } from '../spec/sources.ts'
import { readText } from './files.ts'

/** No lock, and no finding, when there is no file yet. */
export function readLockFile(
  file: string,
  sources: FileSources,
): { lock: Lock | undefined; findings: Finding[] } {
  const text = readText(join(sources.root, file))
  if (text === undefined) return { lock: undefined, findings: [] }
  const read = text instanceof Error ? { problem: unreadable(file, text.message) } : readLock(text, file)
  if ('lock' in read) return { lock: read.lock, findings: [] }
  // So that the finding can be located.
  sources.read(file)
  return { lock: undefined, findings: [read.problem] }
}

const unreadable = (file: string, reason: string): Finding => ({
  code: 'lock-unreadable',
  message: `${file} cannot be read: ${reason}`,
  fix: 'Restore it from version control, or delete it and run "npx openapi-tools pin"',
  at: { file, pointer: '' },
})
