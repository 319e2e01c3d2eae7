/** What `diff` is asked to compare: words → a file or a folder, on disk or at a commit. For `diff.ts`. */
import { statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { rootRelative } from '../options/paths.ts'
import { filesBelow, readText } from '../project/files.ts'
import { fileAt, filesAt, hasRevision, isRevision } from '../project/git.ts'
import { isGoldenName } from '../project/golden-files.ts'
import { createSources, type FileSources } from '../spec/sources.ts'

export interface Operand {
  /** As it was written. */
  word: string
  /** Root-relative path of a document, or of a folder of golden files. */
  path: string
  /** Texts of the golden files by path below the folder; undefined for a document. */
  goldens: Map<string, string | Error> | undefined
  /** Files as they are, or were. */
  sources: FileSources
}

/** Where words are looked up. */
export interface Where {
  cwd: string
  root: string
  /** The folder that `git:REV` alone means. */
  golden: string
}

/** What a word means, or why it means nothing. */
export function readOperand(word: string, where: Where): Operand | string {
  if (!word.startsWith('git:')) return onDisk(word, where)
  const [, revision = '', path] = /^git:([^:]*)(?::(.*))?$/s.exec(word) ?? []
  if (!isRevision(revision)) return `${JSON.stringify(word)} names no commit; write git:REV or git:REV:PATH.`
  return atRevision(word, revision, path, where)
}

function onDisk(word: string, { cwd, root }: Where): Operand | string {
  const absolute = resolve(cwd, word)
  const path = rootRelative(root, absolute)
  const sources = createSources({ root })
  const kind = kindOf(absolute)
  if (kind === undefined) return `There is no ${JSON.stringify(word)}.`
  if (kind === 'file') return { word, path, goldens: undefined, sources }
  const files = filesBelow(absolute)
  if (files instanceof Error) return `${JSON.stringify(word)} cannot be read: ${files.message}.`
  const texts = files.filter(isGoldenName)
  const goldens = new Map(texts.map(f => [f, readText(join(absolute, f)) ?? '']))
  return { word, path, goldens, sources }
}

/** Whatever cannot be looked at is left to who reads it, and tells why. */
function kindOf(path: string): 'folder' | 'file' | undefined {
  try {
    const stat = statSync(path, { throwIfNoEntry: false })
    return stat && (stat.isDirectory() ? 'folder' : 'file')
  } catch {
    return 'folder'
  }
}

function atRevision(
  word: string,
  revision: string,
  written: string | undefined,
  { cwd, root, golden }: Where,
): Operand | string {
  if (!hasRevision(root, revision))
    return `git has no commit ${JSON.stringify(revision)} here, or there is no git.`
  const path = written === undefined ? golden : rootRelative(root, resolve(cwd, written))
  const sources = createSources({
    root,
    readFile: absolute => {
      const bytes = fileAt(root, revision, rootRelative(root, absolute))
      if (bytes === undefined) throw Object.assign(new Error('no file'), { code: 'ENOENT' })
      return bytes
    },
    // git keeps links as links; none is followed.
    realpath: absolute => absolute,
    readFolder: () => [],
  })
  const files = filesAt(root, revision, path)
  if (files === undefined && fileAt(root, revision, path) !== undefined)
    return { word, path, goldens: undefined, sources }
  if (files === undefined && written !== undefined)
    return `The commit ${JSON.stringify(revision)} has no ${JSON.stringify(written)}.`
  // Before anybody had built there were no golden files.
  const texts = (files ?? [])
    .filter(isGoldenName)
    .map((f): [string, string] => [
      relative(path, f).replaceAll('\\', '/'),
      new TextDecoder().decode(fileAt(root, revision, f)),
    ])
  return { word, path, goldens: new Map(texts), sources }
}
