/** `openapi-tools emit`: writes the modules and types that a bundler would get, for people without one. */
import { join, posix, resolve } from 'node:path'
import type { Finding } from '../diagnostic.ts'
import { emittedFiles, isGenerated } from '../emit/files.ts'
import { rootRelative } from '../options/paths.ts'
import { filesBelow, readText } from '../project/files.ts'
import { type Replacement, replaceFiles } from '../project/replace.ts'
import { fails } from '../project/severity.ts'
import type { Session } from './session.ts'
import { openWorkspace } from './workspace.ts'

export interface EmitFlags {
  out: string
  check?: boolean
}

export async function emit(session: Session, { out, check = false }: EmitFlags): Promise<number> {
  const workspace = await openWorkspace(session)
  if (typeof workspace === 'number') return workspace
  const { root } = workspace
  const folder = rootRelative(root, resolve(session.cwd, out))
  const generation = workspace.generation('unreviewed')
  const outcomes = workspace.keys.map(key => {
    session.progress(`Compiling ${key}`)
    return generation.outcome({ key })
  })
  const diagnostics = outcomes.flatMap(o => o.diagnostics)
  const files = emittedFiles(
    outcomes.flatMap(o => o.compiled ?? []),
    ({ source }) => {
      const position = generation.sources.locate(source)
      return position && { ...position, file: posix.relative(folder, source.file) }
    },
  )
  const changes = diagnostics.some(fails) ? new Map<string, Replacement>() : differences(root, folder, files)
  const stale = [...changes.keys()]
  if (check && stale.length > 0) diagnostics.push(...generation.judge([staleFinding(out, stale)]))
  const problem = check || stale.length === 0 ? undefined : replaceFiles(root, changes)
  if (problem) diagnostics.push(...generation.judge([problem]))
  const failed = diagnostics.some(fails)
  const of = (gone: boolean) =>
    check || failed ? [] : stale.filter(f => (changes.get(f)?.after === undefined) === gone)
  const [written, removed] = [of(false), of(true)]
  return session.close({
    diagnostics,
    json: { out: folder, written, removed },
    text: failed ? '' : lines(folder, written, removed),
  })
}

function lines(folder: string, written: string[], removed: string[]): string {
  if (written.length + removed.length === 0) return `${folder} is up to date\n`
  return [...written.map(f => `written  ${f}\n`), ...removed.map(f => `removed  ${f}\n`)].join('')
}

/** What would change in the folder. Only files of ours are removed, and only where we write: in it, and one below. */
function differences(
  root: string,
  folder: string,
  files: ReadonlyMap<string, string>,
): Map<string, Replacement> {
  const changes = new Map<string, Replacement>()
  // A folder that cannot be read cannot be written either, and that is told.
  const below = filesBelow(join(root, folder))
  const present = below instanceof Error ? [] : below
  const path = (file: string) => posix.join(folder, file)
  for (const [file, after] of files) {
    if (readText(join(root, path(file))) !== after) changes.set(path(file), { after })
  }
  for (const file of present) {
    const before = files.has(file) ? undefined : readText(join(root, path(file)))
    if (typeof before === 'string' && isGenerated(file, before))
      changes.set(path(file), { before, after: undefined })
  }
  return changes
}

const staleFinding = (out: string, stale: readonly string[]): Finding => ({
  code: 'modules-stale',
  message: `${stale.length === 1 ? `${stale[0]} does` : `${stale.length} files, ${stale[0]} among them, do`} not say what is compiled`,
  fix: `Run "npx openapi-tools emit --out ${out}" and commit the files`,
  at: { file: stale[0] ?? out, pointer: '' },
})
