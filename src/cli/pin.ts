/** `openapi-tools pin`: writes the sums of reviewed files into the lock. */
import { join, resolve } from 'node:path'
import { type Diagnostic, type Finding, renderDiagnostic, toDiagnostic } from '../diagnostic.ts'
import { fileText } from '../json/stable.ts'
import { folderOf, rootRelative } from '../options/paths.ts'
import type { ResolvedSpec } from '../options.ts'
import { loadConfiguration } from '../project/configuration.ts'
import { configure } from '../project/configured.ts'
import { writeAtomic } from '../project/files.ts'
import { readLockFile } from '../project/lock-file.ts'
import { fails } from '../project/severity.ts'
import { type Lock, type Locked, lockText } from '../spec/lock.ts'
import { createSources, type FileSources } from '../spec/sources.ts'
import { type Io, usageError } from './io.ts'
import { pinned } from './pinned.ts'

interface Change {
  file: string
  state: 'added' | 'changed' | 'same' | 'removed'
  sha256: string
  version?: string
  /** What the lock said before. */
  before?: Locked
}

/** Without files, every configured spec; with files, these and what they reference, and no configuration is needed. */
export async function pin(files: readonly string[], io: Io, json: boolean): Promise<number> {
  const configuration = await loadConfiguration(undefined, io.cwd)
  const configured = configure(configuration, false)
  const { options } = configured
  if (files.length === 0 && options === undefined && configured.findings.length === 0)
    return usageError(io, 'There is no configuration here. Name the files: openapi-tools pin FILE…')

  const root = options?.root ?? (files.length > 0 ? io.cwd : configuration.folder)
  const lockFile = options?.lock ?? 'openapi-tools.lock.json'
  const sources = createSources({ root })
  const old = readLockFile(lockFile, sources)
  const specs =
    files.length === 0
      ? [...(options?.specs.values() ?? [])]
      : files.map(file =>
          wanted(rootRelative(root, resolve(io.cwd, file)), configured.options?.specs.values()),
        )
  const pins = specs.map(spec => pinned(spec, sources))
  const located = (findings: readonly Finding[]) =>
    findings.map(f => toDiagnostic(f, at => sources.locate(at) ?? configuration.locate(at)))
  const diagnostics = [
    ...located([...configured.findings, ...old.findings, ...pins.flatMap(p => p.findings)]),
    ...pins.flatMap(p => p.warnings),
  ]
  const lock = merge(
    old.lock,
    pins.flatMap(p => [...p.files]),
    sources,
  )
  const changes = compare(old.lock, lock)
  const failed = diagnostics.some(fails)
  const text = lockText(lock)
  const written = !failed && (old.lock === undefined || lockText(old.lock) !== text)
  if (written) writeAtomic(join(root, lockFile), text)

  for (const d of diagnostics) io.stderr(`${renderDiagnostic(d)}\n\n`)
  if (json)
    io.stdout(
      fileText({
        lock: lockFile,
        written,
        files: failed ? [] : changes,
        diagnostics: diagnostics.map(plain),
      }),
    )
  else if (!failed)
    io.stdout([...changes.map(line), `${lockFile} ${written ? 'written' : 'is up to date'}`, ''].join('\n'))
  return failed ? 1 : 0
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
  const from = before?.version !== undefined && before.version !== version ? `${before.version} → ` : ''
  const sums = before === undefined || state !== 'changed' ? sha256 : `${before.sha256} → ${sha256}`
  return `${state.padEnd(8)} ${file}${version === undefined ? '' : `  ${from}${version}`}  sha256 ${sums}`
}

const plain = ({ code, severity, message, why, fix, at, position }: Diagnostic) => ({
  ...{ code, severity, message, why, fix },
  ...at,
  ...(position && { line: position.line, column: position.column }),
})
