/** Reads and writes the project's own files: lock, golden files, types. `project/` and `cli/` call it. */
import { type Dirent, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** The text of a file; undefined when there is none; an error for anything else, bytes that are no UTF-8 too. */
export function readText(path: string): string | undefined | Error {
  try {
    // The mark is text here: a golden file that gained one has other bytes.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(path))
  } catch (error) {
    if (!(error instanceof Error)) throw error
    // node:fs and TextDecoder throw errors with a code.
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    return new Error(code?.startsWith('ERR_ENCODING') ? 'it is not UTF-8' : `the system says ${code}`)
  }
}

/** Names of the files in a folder, sorted; none when there is no folder. */
export const filesIn = (folder: string): string[] => entriesIn(folder, entry => !entry.isDirectory())

/** The same of the folders in it. */
export const foldersIn = (folder: string): string[] => entriesIn(folder, entry => entry.isDirectory())

function entriesIn(folder: string, wanted: (entry: Dirent) => boolean): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter(wanted)
      .map(entry => entry.name)
      .sort()
  } catch (error) {
    if (error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR'].includes(String(error.code)))
      return []
    throw error
  }
}

/** Nobody ever reads half a file: it is written beside, then renamed. */
export function writeAtomic(path: string, text: string): void {
  const folder = dirname(path)
  mkdirSync(folder, { recursive: true })
  const temporary = join(folder, `.${basename(path)}.${process.pid}.tmp`)
  try {
    writeFileSync(temporary, text)
    renameSync(temporary, path)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}
