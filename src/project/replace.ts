/** Replaces files of the project, all or none, and never over what somebody else wrote meanwhile. `cli/` calls it. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import process from 'node:process'
import type { Finding } from '../diagnostic.ts'
import { notWritable } from './files.ts'

/** Undefined stands for no file. */
export interface Replacement {
  /** What the decision was made on; a file that is generated whole needs none. */
  before?: string | Uint8Array | undefined
  after: string | Uint8Array | undefined
}

/** Files by root-relative path. A finding when nothing was written, and why; undefined when everything was. */
export function replaceFiles(root: string, wanted: ReadonlyMap<string, Replacement>): Finding | undefined {
  const files = respelled(root, wanted)
  const held = new Set<string>()
  const old = new Map<string, Buffer | undefined>()
  const done: string[] = []
  const state = { file: '' }
  // Nothing is stopped halfway: who is interrupted here ends when the files are written.
  for (const signal of interruptions) process.on(signal, ignored)
  try {
    for (const [file, replacement] of files) {
      state.file = file
      const temporary = beside(root, file)
      mkdirSync(dirname(temporary), { recursive: true })
      if (!hold(temporary, replacement.after ?? ''))
        return busy(file, othersHold(root, [...files.keys()], held))
      held.add(temporary)
      const now = read(join(root, file))
      if (Object.hasOwn(replacement, 'before') && !same(replacement.before, now))
        return changedMeanwhile(file)
      old.set(file, now)
    }
    for (const [file, { after, from }] of files) {
      state.file = file
      done.push(file)
      if (from !== undefined) renameSync(join(root, from), join(root, file))
      put(root, file, after)
      // Its name is free again: what stands there from now on is another process's.
      if (after !== undefined) held.delete(beside(root, file))
    }
    return undefined
  } catch (error) {
    for (const file of done.reverse()) restore(root, file, old.get(file))
    const finding = notWritable(state.file, error)
    return { ...finding, message: `${finding.message}; nothing is written` }
  } finally {
    for (const temporary of held) rmSync(temporary, { force: true })
    for (const signal of interruptions) process.off(signal, ignored)
  }
}

/**
 * Where the file system does not tell `A` from `a`, a file that is removed can be the very one that is written: it gets the
 * other spelling, and is not removed afterwards.
 */
function respelled(
  root: string,
  files: ReadonlyMap<string, Replacement>,
): Map<string, Replacement & { from?: string }> {
  const entries = new Map<string, Replacement & { from?: string }>(files)
  const removed = new Map(
    [...files].flatMap(([file, { after }]) => (after === undefined ? [[file.toLowerCase(), file]] : [])),
  )
  for (const [file, { after }] of files) {
    const from = after === undefined ? undefined : removed.get(file.toLowerCase())
    if (from === undefined || !isOneFile(join(root, from), join(root, file))) continue
    entries.delete(from)
    entries.set(file, { before: files.get(from)?.before, after, from })
  }
  return entries
}

function isOneFile(a: string, b: string): boolean {
  const [x, y] = [a, b].map(path => statSync(path, { throwIfNoEntry: false }))
  return x !== undefined && y !== undefined && x.ino === y.ino && x.dev === y.dev
}

const interruptions = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const ignored = (): void => {}

/** One name for each file: while it is there, nobody else replaces the file. */
const beside = (root: string, file: string): string => join(root, dirname(file), `.${basename(file)}.writing`)

function hold(temporary: string, content: string | Uint8Array): boolean {
  try {
    writeFileSync(temporary, content, { flag: 'wx' })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    // Half a file, when the disk is full.
    rmSync(temporary, { force: true })
    throw error
  }
}

function put(root: string, file: string, after: Replacement['after']): void {
  if (after === undefined) rmSync(join(root, file), { force: true })
  else renameSync(beside(root, file), join(root, file))
}

/** As far as the system lets us: it has just refused something. */
function restore(root: string, file: string, before: Buffer | undefined): void {
  try {
    if (before === undefined) rmSync(join(root, file), { force: true })
    else writeFileSync(join(root, file), before)
  } catch {
    // The finding names what could not be written; the old text is in version control.
  }
}

function read(path: string): Buffer | undefined {
  try {
    return readFileSync(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

const same = (before: Replacement['before'], now: Buffer | undefined): boolean =>
  before === undefined || now === undefined ? before === now : Buffer.from(before).equals(now)

const changedMeanwhile = (file: string): Finding => ({
  code: 'write-conflict',
  message: `${file} was changed by somebody else while this command ran; nothing is written`,
  fix: 'Run the command again',
  at: { file, pointer: '' },
})

/** Everything that somebody else holds: a process that was killed leaves all of it. */
const othersHold = (root: string, files: readonly string[], own: ReadonlySet<string>): string[] =>
  files.filter(f => !own.has(beside(root, f)) && existsSync(beside(root, f))).map(file => beside('', file))

const mostNamed = 3

function busy(file: string, left: readonly string[]): Finding {
  const more = left.length - mostNamed
  const named = left.slice(0, mostNamed).join(', ')
  return {
    code: 'write-conflict',
    message: `Another process is writing ${file}; nothing is written`,
    fix: `Run the command again; when no other process is left, delete ${named}${more > 0 ? ` and ${more} more like these` : ''} first`,
    at: { file, pointer: '' },
  }
}
