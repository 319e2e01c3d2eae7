/** A folder in which nothing can be written, for the tests of what is then said: real permissions, and no mocks. */
import { chmodSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Folder } from './folder.ts'

const nobody = 65_534

/**
 * Takes away the right to write for as long as `act` runs. Permissions mean nothing to root, as which containers run
 * tests, so root is nobody for that time. `act` makes no folders of its own: Node looks for them elsewhere meanwhile.
 */
export async function withoutWriting<T>({ path }: Folder, act: () => Promise<T>): Promise<T> {
  const all = ['', ...readdirSync(path, { recursive: true, encoding: 'utf8' })].map(f => join(path, f))
  // Temporary folders are their owner's alone; somebody else has to get through.
  chmodSync(dirname(path), 0o755)
  for (const file of all) chmodSync(file, 0o555)
  const isRoot = process.geteuid?.() === 0
  try {
    if (isRoot) process.seteuid?.(nobody)
    return await act()
  } finally {
    if (isRoot) process.seteuid?.(0)
    for (const file of all) chmodSync(file, 0o755)
  }
}
