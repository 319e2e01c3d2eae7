/** `openapi-tools pin`: writes the sums of reviewed files into the lock. */
import { join, resolve } from 'node:path'
import { folderOf, rootRelative } from '../options/paths.ts'
import type { ResolvedSpec } from '../options.ts'
import { loadConfiguration } from '../project/configuration.ts'
import { configure } from '../project/configured.ts'
import { readText } from '../project/files.ts'
import { readLockFile } from '../project/lock-file.ts'
import { replaceFiles } from '../project/replace.ts'
import { fails } from '../project/severity.ts'
import { type Lock, type Locked, lockText } from '../spec/lock.ts'
import { createSources, type FileSources } from '../spec/sources.ts'
import { visible } from '../spec/text.ts'
import { located } from './findings.ts'
import { type Pinned, pinned } from './pinned.ts'
import type { Session } from './session.ts'

interface Change {
  file: string
  state: 'added' | 'changed' | 'same' | 'removed'
  sha256: string
  version?: string
  /** What the lock said before. */
  before?: Locked
}

/** Without files, every configured spec; with files, these and what they reference, and no configuration is needed. */
export async function pin(files: readonly string[], session: Session): Promise<number> {
  const { cwd } = session
  const configuration = await loadConfiguration(undefined, cwd)
  const configured = configure(configuration, false)
  const { options } = configured
  if (files.length === 0 && options === undefined && configured.findings.length === 0)
    return session.usage('There is no configuration here. Name the files: openapi-tools pin FILE…')

  const root = options?.root ?? (files.length > 0 ? cwd : configuration.folder)
  const lockFile = options?.lock ?? 'openapi-tools.lock.json'
  const sources = createSources({ root })
  // Read before anything else, so that a lock which somebody writes from now on is not overwritten.
  const before = readText(join(root, lockFile))
  const old = readLockFile(lockFile, sources)
  const specs =
    files.length === 0
      ? [...(options?.specs.values() ?? [])]
      : files.map(file => wanted(rootRelative(root, resolve(cwd, file)), options?.specs.values()))
  const pins: Pinned[] = []
  for (const spec of specs) {
    session.progress(`Reading ${spec.file}`)
    pins.push(await pinned(spec, sources))
  }
  const diagnostics = [
    ...located(
      [...configured.findings, ...old.findings, ...pins.flatMap(p => p.findings)],
      sources,
      configuration,
    ),
    ...pins.flatMap(p => p.warnings).filter(w => !options?.silence.includes(w.code)),
  ]
  const lock = merge(
    old.lock,
    pins.flatMap(p => [...p.files]),
    sources,
  )
  const text = lockText(lock)
  const wants = !diagnostics.some(fails) && (old.lock === undefined || lockText(old.lock) !== text)
  if (wants && !(before instanceof Error)) {
    const problem = replaceFiles(root, new Map([[lockFile, { before, after: text }]]))
    if (problem) diagnostics.push(...located([problem], sources, configuration))
  }
  const failed = diagnostics.some(fails)
  const changes = failed ? [] : compare(old.lock, lock)
  const end = `${lockFile} ${wants ? 'written' : 'is up to date'}`
  return session.close({
    diagnostics,
    json: { lock: lockFile, written: wants && !failed, files: changes },
    text: failed ? '' : [...changes.map(line), end, ''].join('\n'),
  })
}

/** A file from the command line: the configured spec, or one with the defaults. */
function wanted(file: string, configured: Iterable<ResolvedSpec> = []): ResolvedSpec {
  const spec = [...configured].find(s => s.file === file)
  return spec ?? { key: file, file, namespace: '', refsRoot: folderOf(file) }
}

/**
 * The old entries of files that still exist, since a spec may be imported without being configured, and the new ones.
 * One without a version is a part of another document; it may have one of its own all the same.
 */
function merge(old: Lock | undefined, pins: readonly [string, Locked][], sources: FileSources): Lock {
  const files = new Map([...(old?.files ?? [])].filter(([file]) => sources.realpath(file) !== undefined))
  for (const [file, entry] of pins) {
    const known = files.get(file)
    if (entry.version !== undefined || known?.sha256 !== entry.sha256) files.set(file, entry)
  }
  return { files }
}

function compare(old: Lock | undefined, lock: Lock): Change[] {
  const changes = [...lock.files].map(([file, now]): Change => {
    const before = old?.files.get(file)
    if (before === undefined) return { file, state: 'added', ...now }
    const same = before.sha256 === now.sha256 && before.version === now.version
    return same ? { file, state: 'same', ...now } : { file, state: 'changed', ...now, before }
  })
  const removed = [...(old?.files ?? [])]
    .filter(([file]) => !lock.files.has(file))
    .map(([file, before]): Change => ({ file, state: 'removed', ...before }))
  return [...changes, ...removed].sort((a, b) => (a.file < b.file ? -1 : 1))
}

function line({ file, state, sha256, version, before }: Change): string {
  const from =
    before?.version !== undefined && before.version !== version ? `${visible(before.version)} → ` : ''
  const sums = before === undefined || state !== 'changed' ? sha256 : `${before.sha256} → ${sha256}`
  return `${state.padEnd(8)} ${file}${version === undefined ? '' : `  ${from}${visible(version)}`}  sha256 ${sums}`
}
