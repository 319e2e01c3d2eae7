/** `openapi-tools types`: writes the generated types, or says that they are stale. */
import { join } from 'node:path'
import { readText } from '../project/files.ts'
import { type Replacement, replaceFiles } from '../project/replace.ts'
import { fails } from '../project/severity.ts'
import { type GeneratedTypes, generatedTypes, staleTypes } from '../project/types.ts'
import { asErrors } from './findings.ts'
import type { Session } from './session.ts'
import { openWorkspace } from './workspace.ts'

export async function types(session: Session, { check = false }: { check?: boolean }): Promise<number> {
  const workspace = await openWorkspace(session)
  if (typeof workspace === 'number') return workspace
  if (workspace.options.dts === false) return session.usage('The types are turned off: dts is false.')
  const generation = workspace.generation('unreviewed')
  session.progress('Compiling')
  const generated = generatedTypes(generation)
  const diagnostics = generation.asked().flatMap(o => o.diagnostics)
  const broken = diagnostics.some(fails)
  if (check && !broken)
    diagnostics.push(...asErrors(generation.judge(staleTypes(generation.root, generated)), 'types-stale'))
  const stale = broken ? new Map<string, Replacement>() : replacements(generation.root, generated)
  const problem = check || stale.size === 0 ? undefined : replaceFiles(generation.root, stale)
  if (problem) diagnostics.push(...generation.judge([problem]))
  const failed = diagnostics.some(fails)
  const written = check || failed ? [] : [...stale.keys()]
  const file = workspace.options.dts
  return session.close({
    diagnostics,
    json: { types: file, written },
    text: failed ? '' : `${file} ${written.length > 0 ? 'written' : 'is up to date'}\n`,
  })
}

/** The files of types that say something else than is compiled. */
const replacements = (root: string, types: GeneratedTypes): Map<string, Replacement> =>
  new Map(
    [...types.files()]
      .filter(([path, after]) => readText(join(root, path)) !== after)
      .map(([path, after]) => [path, { after }]),
  )
