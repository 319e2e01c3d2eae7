/** `openapi-tools check`: everything that CI asks of the committed files, in one command, all findings at once. */
import type { Diagnostic, Finding } from '../diagnostic.ts'
import type { Generation } from '../project/generation.ts'
import { strayGolden, strayGoldens } from '../project/golden-files.ts'
import { readLockFile } from '../project/lock-file.ts'
import { fails } from '../project/severity.ts'
import { suspects } from '../project/suspects.ts'
import { generatedTypes, staleTypes } from '../project/types.ts'
import { asErrors } from './findings.ts'
import { doubts } from './pinned.ts'
import type { Session } from './session.ts'
import { openWorkspace, type Workspace } from './workspace.ts'

export async function check(session: Session): Promise<number> {
  const workspace = await openWorkspace(session)
  if (typeof workspace === 'number') return workspace
  const reviewed = workspace.generation('reviewed')
  const specs = workspace.keys.map(key => {
    session.progress(`Compiling ${key}`)
    return { key, ...reviewed.outcome({ key }) }
  })
  const diagnostics = [
    ...specs.flatMap(s => s.diagnostics),
    ...reviewed.judge(strays(workspace, reviewed)),
    ...lintAndTypes(workspace),
    ...(await doubtful(workspace, reviewed, session)),
  ]
  const errors = diagnostics.filter(fails).length
  const tools = specs.reduce((sum, s) => sum + (s.compiled?.tools.length ?? 0), 0)
  return session.close({
    diagnostics: distinct(diagnostics),
    json: { specs: specs.map(s => ({ key: s.key, tools: s.compiled?.tools.map(t => t.tool.name) ?? null })) },
    text:
      errors > 0
        ? ''
        : `${specs.length} ${specs.length === 1 ? 'spec' : 'specs'}, ${tools} tools: pinned, reviewed, and typed as they are\n`,
  })
}

/** Golden files of specs that are gone. */
function strays({ options, root }: Workspace, { sources }: Generation): Finding[] {
  const { golden, specs } = options
  if (golden === false) return []
  const { lock, findings } = readLockFile(options.lock, sources)
  // A lock that cannot be read says nothing about what is imported.
  if (findings.length > 0) return []
  return [...strayGoldens(root, golden, specs, lock).keys()].map(strayGolden)
}

/** Looked at without the golden files: a tool that changed is linted and typed all the same. */
function lintAndTypes(workspace: Workspace): Diagnostic[] {
  const generation = workspace.generation('unreviewed')
  const compiled = workspace.keys.flatMap(key => generation.outcome({ key }).compiled ?? [])
  const types = generatedTypes(generation)
  const stale = types.broken.length > 0 ? [] : staleTypes(generation.root, types)
  return [
    ...generation.judge(compiled.flatMap(suspects)),
    ...asErrors(generation.judge(stale), 'types-stale'),
  ]
}

/** What `pin` warns of. */
async function doubtful(
  { options }: Workspace,
  { sources }: Generation,
  session: Session,
): Promise<Diagnostic[]> {
  const found: Diagnostic[] = []
  for (const spec of options.specs.values()) {
    session.progress(`Reading ${spec.file}`)
    const reading = sources.read(spec.file)
    if (reading.state === 'read') found.push(...(await doubts(spec, reading.value, sources)))
  }
  return found.filter(d => fails(d) || !options.silence.includes(d.code))
}

/** A reference that leads nowhere is an error of the tool that uses it, and a doubt about the document. */
function distinct(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const known = new Set<string>()
  return diagnostics.filter(({ code, message, at }) => {
    const id = `${code} ${message} ${at?.file}#${at?.pointer}`
    return known.has(id) ? false : known.add(id)
  })
}
