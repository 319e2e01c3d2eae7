/** `openapi-tools add URL|FILE`: stores one document, pins it, configures it, and shows what it changes. */
import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { Diagnostic } from '../diagnostic.ts'
import { get } from '../json/pointer.ts'
import type { ResolvedSpec } from '../options.ts'
import { loadConfiguration } from '../project/configuration.ts'
import { configure } from '../project/configured.ts'
import { type Replacement, replaceFiles } from '../project/replace.ts'
import { fails } from '../project/severity.ts'
import type { Change } from '../review/change.ts'
import { diffGoldens } from '../review/diff.ts'
import { renderText } from '../review/render/text.ts'
import { createSources, type FileSources, readBounded } from '../spec/sources.ts'
import { type ConfiguredMore, configureMore } from './add-configuration.ts'
import { isAddress, readDocument } from './add-document.ts'
import { type AddFlags, type Place, placeOf } from './add-place.ts'
import { comparedTools, distinguishing } from './diff-tools.ts'
import { located } from './findings.ts'
import { changeLock, lockLine, oldLock } from './lock-change.ts'
import { sideFileOf, sideFileText } from './new-files.ts'
import { pinnedDocument } from './pinned.ts'
import type { Session } from './session.ts'
import { survey } from './survey.ts'

export async function add(session: Session, word: string, flags: AddFlags): Promise<number> {
  const configuration = await loadConfiguration(undefined, session.cwd)
  const configured = configure(configuration, false)
  const root = configured.options?.root ?? configuration.folder
  const stop = (diagnostics: Diagnostic[]) => session.close({ diagnostics, json: { written: [] }, text: '' })
  const disk = createSources({ root })
  if (configured.findings.length > 0) return stop(located(configured.findings, disk, configuration))

  const document = await readDocument(word, session)
  if (typeof document === 'string') return session.usage(document)
  if ('code' in document) return stop(located([document], disk, configuration))
  const specs = configured.options?.specs ?? new Map<string, ResolvedSpec>()
  const place = placeOf(document.source, flags, { cwd: session.cwd, root, specs })
  if (typeof place === 'string') return session.usage(place)
  const sources = withBytes(root, place.file, document.bytes)
  const wrong = wrongPlace(place, root, disk, sources)
  if (wrong !== undefined) return session.usage(wrong)

  const more = configureMore(configuration, configured, place)
  const { options } = more.configured
  const spec = options?.specs.get(place.key)
  if (options === undefined || spec === undefined)
    return stop(located(more.configured.findings, disk, more.configuration))
  session.progress(`Reading ${place.file}`)
  const old = oldLock(options.lock, disk)
  const pin = await pinnedDocument(spec, sources)
  const diagnostics = [
    ...located(old.findings, sources, more.configuration),
    ...located(pin.findings, sources, more.configuration).map(d => ({
      ...d,
      fix: fixed(d, word, place, root),
    })),
    ...pin.warnings.filter(w => !options.silence.includes(w.code)),
  ]
  if (diagnostics.some(fails)) return stop(diagnostics)

  const before = stored(root, place.file)
  const same = before !== undefined && Buffer.from(document.bytes).equals(before)
  const files = new Map<string, Replacement>(more.files)
  if (!same) files.set(place.file, { before, after: document.bytes })
  if (place.owner === undefined)
    for (const [path, change] of sideFile({ ...more, root }, spec, sources)) files.set(path, change)
  const lock = changeLock(old, [...pin.files], sources)
  for (const [path, change] of lock.files) files.set(path, change)
  const changes = before && !same ? changed({ ...more, root }, spec, [disk, sources], diagnostics) : []

  const problem = files.size > 0 ? replaceFiles(root, files) : undefined
  if (problem) return stop([...diagnostics, ...located([problem], disk, configuration)])
  const state =
    files.size === 0 ? 'same' : before === undefined || place.owner === undefined ? 'added' : 'changed'
  const row = lock.rows.find(r => r.file === place.file)
  return session.close({
    diagnostics,
    json: {
      ...{ key: place.key, file: place.file, state, written: [...files.keys()], changes },
      ...(more.paste && { paste: more.paste }),
    },
    text: [
      ...(row ? [lockLine(row)] : []),
      ...[...files.keys()].map(f => `written  ${f}`),
      ...(files.size === 0 ? [`${place.file} is the stored one already`] : []),
      ...(before && !same ? ['', renderText(changes).trimEnd()] : []),
      ...(more.paste ? ['', `Add to specs in ${more.paste.file}:`, `  ${more.paste.line},`] : []),
      '',
    ].join('\n'),
  })
}

/** Why the document may not go there: what is there belongs to somebody else. */
function wrongPlace(place: Place, root: string, disk: FileSources, sources: FileSources): string | undefined {
  const { key, file, owner, guessed, inPlace } = place
  if (inPlace) return undefined
  if (owner === undefined)
    return existsSync(join(root, file))
      ? `${file} is there already; name another file with --out, or another --key.`
      : undefined
  const [old, now] = [titleOf(disk, file), titleOf(sources, file)]
  return guessed && old !== undefined && now !== undefined && old !== now
    ? `The spec ${JSON.stringify(key)} is ${JSON.stringify(old)}, and this is ${JSON.stringify(now)}. To replace it all the same: --key ${key}; else name another --key.`
    : undefined
}

/** What is told of a document that is only in memory names the file that it would have been. */
function fixed({ at, fix }: Diagnostic, word: string, { file, inPlace }: Place, root: string): string {
  if (inPlace || at?.file !== file) return fix
  const stands = !isAddress(word)
    ? `${file} means what was added here: ${JSON.stringify(word)}`
    : existsSync(join(root, file))
      ? `${file} means what was added here, not the stored file`
      : `save it as ${file} first`
  return `Nothing is stored; ${stands}. ${fix}`
}

function titleOf(sources: FileSources, file: string): string | undefined {
  const reading = sources.read(file)
  const title = reading.state === 'read' ? get(reading.value, '/info/title') : undefined
  return typeof title === 'string' ? title : undefined
}

/** The files of a project, as they will be with these bytes in one of them. */
function withBytes(root: string, file: string, bytes: Uint8Array): FileSources {
  const path = join(root, file)
  return createSources({
    root,
    readFile: absolute => (absolute === path ? bytes : readBounded(absolute)),
    realpath: absolute =>
      absolute === path && !existsSync(path) ? join(realpathSync(root), file) : realpathSync(absolute),
  })
}

/** What is there and cannot be read cannot be replaced either, and that is told. */
function stored(root: string, file: string): Uint8Array | undefined {
  try {
    return readBounded(join(root, file))
  } catch {
    return undefined
  }
}

type Project = ConfiguredMore & { root: string }

/** Candidates for a spec that selects nothing yet. */
function sideFile(project: Project, spec: ResolvedSpec, sources: FileSources): [string, Replacement][] {
  const { options } = project.configured
  if (options === undefined || project.configuration.raw === undefined) return []
  const { operations } = survey({ ...project, options }, spec, sources)
  const path = sideFileOf(project.root, spec.file, operations)
  return path === undefined
    ? []
    : [[path, { before: undefined, after: sideFileText(path, spec.file, operations) }]]
}

/** What the new document changes for its tools. */
function changed(
  project: Project,
  spec: ResolvedSpec,
  [disk, sources]: readonly [FileSources, FileSources],
  diagnostics: Diagnostic[],
): Change[] {
  const { file } = spec
  const [before, after] = comparedTools(project, spec, [
    { file, sources: disk },
    { file, sources },
  ])
  if (before?.goldens === undefined || after?.goldens === undefined) return []
  diagnostics.push(...distinguishing(before.diagnostics, after.diagnostics))
  return diffGoldens(before.goldens, after.goldens)
}
