/** Reads and writes the project's own files: lock, golden files, types. `project/` and `cli/` call it. */
import { type Dirent, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Finding } from '../diagnostic.ts'
import { readBounded } from '../spec/sources.ts'

/** The text of a file; undefined when there is none; an error for anything else, bytes that are no UTF-8 too. */
export function readText(path: string): string | undefined | Error {
  try {
    // The mark is text here: a golden file that gained one has other bytes.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readBounded(path))
  } catch (error) {
    return unlessMissing(error)
  }
}

/** Names of the files in a folder, sorted; none when there is no folder; an error when it cannot be read. */
export const filesIn = (folder: string): string[] | Error => entriesIn(folder, entry => !entry.isDirectory())

/** The same of the folders in it. */
export const foldersIn = (folder: string): string[] | Error => entriesIn(folder, entry => entry.isDirectory())

/** The files of a folder and of those in it, with the names of these before a `/`. */
export function filesBelow(folder: string): string[] | Error {
  const folders = foldersIn(folder)
  if (folders instanceof Error) return folders
  const found: string[] = []
  for (const name of ['', ...folders.map(f => `${f}/`)]) {
    const files = filesIn(join(folder, name))
    if (files instanceof Error) return files
    found.push(...files.map(f => name + f))
  }
  return found
}

function entriesIn(folder: string, wanted: (entry: Dirent) => boolean): string[] | Error {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter(wanted)
      .map(entry => entry.name)
      .sort()
  } catch (error) {
    return unlessMissing(error) ?? []
  }
}

/** Undefined for what is not there, else the reason in words. */
function unlessMissing(error: unknown): Error | undefined {
  if (!(error instanceof Error)) throw error
  // node:fs and TextDecoder throw errors with a code; without one it is a reason of ours.
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
  if (code === undefined) return error
  return new Error(code.startsWith('ERR_ENCODING') ? 'it is not UTF-8' : `the system says ${code}`)
}

/**
 * Writes files that are generated whole, by root-relative path, until one cannot be. Nobody ever reads half a file: each
 * is written beside, then renamed; of two processes that write the same one at once, the later one stays.
 */
export function writeGenerated(
  root: string,
  files: ReadonlyMap<string, string>,
): { written: string[]; problem?: Finding } {
  const written: string[] = []
  for (const [file, text] of files) {
    try {
      writeAtomic(join(root, file), text)
    } catch (error) {
      return { written, problem: notWritable(file, error) }
    }
    written.push(file)
  }
  return { written }
}

function writeAtomic(path: string, text: string): void {
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

/** The finding for what node:fs threw while a file was written. */
export function notWritable(file: string, error: unknown): Finding {
  // node:fs throws nothing without a code.
  if (!(error instanceof Error) || !('code' in error)) throw error
  return {
    code: 'write-failed',
    message: `${file} cannot be written: the system says ${String(error.code)}`,
    fix: 'Make the file and its folder writable, then run this again',
    at: { file, pointer: '' },
  }
}
