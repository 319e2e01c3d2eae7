/** Temporary folders with files, for tests of the edges. */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export interface Folder {
  path: string
  /** The absolute path of a file in it. */
  at(file: string): string
  write(files: Record<string, string>): void
  read(file: string): string
  /** Every file, sorted, with its text; `skip` leaves folders out. */
  snapshot(skip?: string[]): Record<string, string>
}

export function folder(
  files: Record<string, string> = {},
  path = realpathSync(mkdtempSync(join(tmpdir(), 'openapi-tools-'))),
): Folder {
  const at = (file: string) => join(path, file)
  const own: Folder = {
    path,
    at,
    write(more) {
      for (const [file, text] of Object.entries(more)) {
        mkdirSync(dirname(at(file)), { recursive: true })
        writeFileSync(at(file), text)
      }
    },
    read: file => readFileSync(at(file), 'utf8'),
    snapshot(skip = []) {
      const names = readdirSync(path, { recursive: true, withFileTypes: true })
        .filter(entry => entry.isFile())
        .map(entry => join(entry.parentPath, entry.name).slice(path.length + 1))
        .filter(file => !skip.some(s => file.startsWith(s)))
      return Object.fromEntries(names.sort().map(file => [file, own.read(file)]))
    },
  }
  own.write(files)
  return own
}

export const copyInto = (target: Folder, source: string, as = ''): void =>
  cpSync(source, target.at(as), { recursive: true })
