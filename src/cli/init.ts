/** `openapi-tools init`: finds documents, writes configuration, side files and lock; never over a file that is there. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Diagnostic } from '../diagnostic.ts'
import { loadConfiguration } from '../project/configuration.ts'
import { configure } from '../project/configured.ts'
import { type Replacement, replaceFiles } from '../project/replace.ts'
import { fails } from '../project/severity.ts'
import type { Locked } from '../spec/lock.ts'
import { createSources } from '../spec/sources.ts'
import { findSpecs } from './find-specs.ts'
import { located } from './findings.ts'
import { keysOf } from './keys.ts'
import { changeLock, oldLock } from './lock-change.ts'
import { configurationText, sideFileOf, sideFileText } from './new-files.ts'
import { pinned } from './pinned.ts'
import type { Session } from './session.ts'
import { type Surveyed, survey } from './survey.ts'

export async function init(session: Session): Promise<number> {
  const existing = await loadConfiguration(undefined, session.cwd)
  if (existing.raw !== undefined || existing.findings.length > 0)
    return session.usage(
      `${existing.file} is there already, and nothing is written. To add a document: openapi-tools add FILE`,
    )
  const root = existing.folder
  session.progress('Looking for OpenAPI documents')
  const sources = createSources({ root })
  const { files, findings } = findSpecs(sources)
  const specs = keysOf(files)
  const language = existsSync(join(root, 'tsconfig.json')) ? 'ts' : 'json'
  const file = `openapi-tools.config.${language}`
  const configuration = { ...existing, file, raw: { specs: Object.fromEntries(specs) } }
  const configured = configure(configuration, false)
  const diagnostics: Diagnostic[] = located(findings, sources, configuration).map(d => ({
    ...d,
    severity: 'warning' as const,
  }))
  const { options } = configured
  if (options === undefined || specs.size === 0)
    return session.usage(
      `There is no OpenAPI document below ${session.cwd === root ? 'this folder' : root}. Copy one here, or fetch it: openapi-tools add URL`,
    )

  const old = oldLock(options.lock, sources)
  diagnostics.push(...located([...configured.findings, ...old.findings], sources, configuration))
  const written = new Map<string, Replacement>([
    [file, { before: undefined, after: configurationText(specs, language) }],
  ])
  const surveys: { key: string; file: string; operations: Surveyed[]; sideFile?: string }[] = []
  const pins: [string, Locked][] = []
  for (const spec of options.specs.values()) {
    session.progress(`Reading ${spec.file}`)
    const pin = await pinned(spec, sources)
    pins.push(...pin.files)
    diagnostics.push(...located(pin.findings, sources, configuration), ...pin.warnings)
    const { operations } = survey({ configured, configuration, options }, spec, sources)
    const sideFile = sideFileOf(root, spec.file, operations)
    surveys.push({ key: spec.key, file: spec.file, operations, ...(sideFile && { sideFile }) })
    if (sideFile)
      written.set(sideFile, { before: undefined, after: sideFileText(sideFile, spec.file, operations) })
  }
  for (const [path, change] of changeLock(old, pins, sources).files) written.set(path, change)
  const problem = diagnostics.some(fails) ? undefined : replaceFiles(root, written)
  if (problem) diagnostics.push(...located([problem], sources, configuration))
  const failed = diagnostics.some(fails)
  const summary = surveys.map(({ operations, ...s }) => ({
    ...{ ...s, operations: operations.length, selected: operations.filter(o => o.selected).length },
    refused: operations.filter(o => o.tool === undefined).length,
  }))
  return session.close({
    diagnostics,
    json: { written: failed ? [] : [...written.keys()], specs: summary },
    text: failed ? '' : answer([...written.keys()], file, summary),
  })
}

interface Summary {
  key: string
  file: string
  sideFile?: string
  operations: number
  selected: number
  refused: number
}

function answer(written: string[], configuration: string, specs: Summary[]): string {
  const choose = specs.flatMap(s => s.sideFile ?? [])
  return [
    ...specs.map(
      s => `${s.key}  ${s.file}  ${s.operations} operations, ${s.selected} selected, ${s.refused} refused`,
    ),
    ...written.map(f => `written  ${f}`),
    '',
    'Next:',
    ...(choose.length > 0 ? [`  choose operations in ${choose.join(', ')}`] : []),
    `  call the plugin without options; it reads ${configuration}`,
    '  see what there is with: openapi-tools list',
    '',
  ].join('\n')
}
