/** `openapi-tools pin`: writes the sums of reviewed files into the lock. */
import { resolve } from 'node:path'
import { folderOf, rootRelative } from '../options/paths.ts'
import type { ResolvedSpec } from '../options.ts'
import { loadConfiguration } from '../project/configuration.ts'
import { configure } from '../project/configured.ts'
import { replaceFiles } from '../project/replace.ts'
import { fails } from '../project/severity.ts'
import { createSources } from '../spec/sources.ts'
import { located } from './findings.ts'
import { changeLock, lockLine, oldLock } from './lock-change.ts'
import { type Pinned, pinned } from './pinned.ts'
import type { Session } from './session.ts'

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
  const old = oldLock(lockFile, sources)
  const specs =
    files.length === 0
      ? [...(options?.specs.values() ?? [])]
      : files.map(file => specOf(rootRelative(root, resolve(cwd, file)), options?.specs.values()))
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
  const { rows, files: wanted } = changeLock(
    old,
    pins.flatMap(p => [...p.files]),
    sources,
  )
  const writes = wanted.size > 0 && !diagnostics.some(fails)
  const problem = writes ? replaceFiles(root, wanted) : undefined
  if (problem) diagnostics.push(...located([problem], sources, configuration))
  const failed = diagnostics.some(fails)
  const end = `${lockFile} ${writes ? 'written' : 'is up to date'}`
  return session.close({
    diagnostics,
    json: { lock: lockFile, written: writes && !failed, files: failed ? [] : rows },
    text: failed ? '' : [...rows.map(lockLine), end, ''].join('\n'),
  })
}

/** A file from the command line: the configured spec, or one with the defaults. */
function specOf(file: string, configured: Iterable<ResolvedSpec> = []): ResolvedSpec {
  const spec = [...configured].find(s => s.file === file)
  return spec ?? { key: file, file, namespace: '', refsRoot: folderOf(file) }
}
