/**
 * Every file of one build: read once, hashed before it is parsed, located on demand. The only part that opens
 * files of the user. `openSpec` and `project/` read through it.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { posix, resolve } from 'node:path'
import type { Location, Position } from '../diagnostic.ts'
import { tokens } from '../json/pointer.ts'
import type { Json } from '../runtime/contract.ts'
import { maxBytes } from './limits.ts'
import { type Fault, type Parsed, type ParseResult, parseBytes } from './parse.ts'
import type { Sources } from './spec.ts'

export type Reading =
  | { state: 'read'; value: Json; sha256: string }
  /** There is no such file, or it is no file. */
  | { state: 'missing' }
  /** `locate` leads to the fault, when it has a place. */
  | { state: 'unreadable'; fault: Fault }

export interface FileSources extends Sources {
  /** Absolute. */
  readonly root: string
  /** Reads and parses a file by root-relative path; the second time it is remembered. */
  read(file: string): Reading
  /** The text a plain YAML scalar was written with. */
  scalarText(at: Location): string | undefined
  /** The sums that the file would have with the other line endings (LF, then CRLF). */
  otherLineEndings(file: string): string[]
  /** Names in the folder of a file, for suggestions. */
  neighbours(file: string): string[]
  /** Where a path really leads, absolute, after every symbolic link; undefined when nothing is there. */
  realpath(file: string): string | undefined
}

export interface SourcesOptions {
  /** Absolute folder that every path is relative to. */
  root: string
  readFile?: (absolute: string) => Uint8Array
  realpath?: (absolute: string) => string
  readFolder?: (absolute: string) => string[]
  /** The sources of the build before: a file with the same bytes is not parsed again. */
  previous?: FileSources | undefined
}

interface Entry {
  reading: Reading
  parsed?: Parsed
}

/** What `previous` hands over: parsed files by sum. Kept out of the interface, since only this file may read it. */
const handedOver = new WeakMap<FileSources, ReadonlyMap<string, ParseResult>>()

export function createSources(options: SourcesOptions): FileSources {
  const { root, readFile = readBounded, realpath = realpathSync, readFolder = readdirSync } = options
  const entries = new Map<string, Entry>()
  const files = new Map<string, string>()
  const results = new Map<string, ParseResult>()
  const before = options.previous && handedOver.get(options.previous)
  const absolute = (file: string): string => resolve(root, file)

  const load = (file: string): Entry => {
    const bytes = attempt(() => readFile(absolute(file)))
    if (bytes instanceof Error) {
      const { code } = bytes as NodeJS.ErrnoException // node:fs throws nothing else
      if (code !== undefined && ['ENOENT', 'ENOTDIR', 'EISDIR'].includes(code))
        return { reading: { state: 'missing' } }
      const reason = code === undefined ? bytes.message : `the system says ${code}`
      return { reading: { state: 'unreadable', fault: { reason } } }
    }
    const sha256 = sumOf(bytes)
    files.set(file, sha256)
    // What a file is parsed as depends on its name too.
    const identity = `${sha256} ${posix.extname(file)}`
    const result = before?.get(identity) ?? results.get(identity) ?? parseBytes(bytes, file)
    results.set(identity, result)
    return 'fault' in result
      ? { reading: { state: 'unreadable', fault: result.fault } }
      : { reading: { state: 'read', value: result.parsed.value, sha256 }, parsed: result.parsed }
  }

  const sources: FileSources = {
    root,
    files,
    read(file) {
      const path = posix.normalize(file)
      const entry = entries.get(path) ?? load(path)
      entries.set(path, entry)
      return entry.reading
    },
    locate(at): Position | undefined {
      const entry = entries.get(at.file)
      if (entry?.reading.state === 'unreadable') return entry.reading.fault.position
      return entry?.parsed?.locate(tokens(at.pointer))
    },
    scalarText: at => entries.get(at.file)?.parsed?.scalarText(tokens(at.pointer)),
    otherLineEndings(file) {
      const parsed = entries.get(file)?.parsed
      if (!parsed) return []
      // The text and its mark are the file's exact bytes again: it was valid UTF-8.
      const lf = `${parsed.bom ? '\ufeff' : ''}${parsed.text}`.replaceAll('\r\n', '\n')
      return [lf, lf.replaceAll('\n', '\r\n')].map(sumOf)
    },
    neighbours(file) {
      const names = attempt(() => readFolder(absolute(posix.dirname(file))))
      return names instanceof Error ? [] : names.sort()
    },
    realpath(file) {
      const path = attempt(() => realpath(absolute(file)))
      return path instanceof Error ? undefined : path
    },
  }
  handedOver.set(sources, results)
  return sources
}

const sumOf = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')

function attempt<T>(act: () => T): T | Error {
  try {
    return act()
  } catch (error) {
    if (error instanceof Error) return error
    throw error
  }
}

/** Asks for kind and size first: a device or a pipe would never end. `project/files.ts` calls it too. */
export function readBounded(absolute: string): Uint8Array {
  const stat = statSync(absolute)
  if (!stat.isFile()) throw Object.assign(new Error('no file'), { code: 'EISDIR' })
  if (stat.size > maxBytes) throw new Error(`it has ${stat.size} bytes, more than ${maxBytes}`)
  return readFileSync(absolute)
}
