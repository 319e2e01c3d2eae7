/** The configuration with one spec more: as it will be read, and as a text or as lines to paste. For `add.ts`. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { rootRelative } from '../options/paths.ts'
import type { Configuration } from '../project/configuration.ts'
import { type Configured, configure } from '../project/configured.ts'
import { readText } from '../project/files.ts'
import type { Replacement } from '../project/replace.ts'
import { withSpec } from './edit-configuration.ts'
import { configurationText, specLine } from './new-files.ts'

export interface ConfiguredMore {
  configuration: Configuration
  configured: Configured
  /** Root-relative; nothing when the spec is there already, or a person has to write it. */
  files: Map<string, Replacement>
  /** What a person has to write, and where. */
  paste?: { file: string; line: string }
}

export function configureMore(
  configuration: Configuration,
  configured: Configured,
  spec: { key: string; file: string },
): ConfiguredMore {
  if (configured.options?.specs.has(spec.key)) return { configuration, configured, files: new Map() }
  const isNew = configuration.raw === undefined
  const language = existsSync(join(configuration.folder, 'tsconfig.json')) ? 'ts' : 'json'
  const file = isNew ? `openapi-tools.config.${language}` : configuration.file
  const own = asObject(configuration.raw)
  const raw = { ...own, specs: { ...asObject(own.specs), [spec.key]: `./${spec.file}` } }
  const more = { ...configuration, file, raw }
  const read = configure(more, false)
  const root = read.options?.root ?? configuration.folder
  const path = rootRelative(root, join(configuration.folder, file))
  const result = { configuration: more, configured: read, files: new Map<string, Replacement>() }
  const before = isNew ? undefined : readText(join(root, path))
  if (before instanceof Error) return result
  const after = isNew
    ? configurationText(new Map([[spec.key, spec.file]]), language)
    : file.endsWith('.json') && before !== undefined
      ? withSpec(before, spec.key, spec.file)
      : undefined
  if (after === undefined) return { ...result, paste: { file, line: specLine(spec.key, `./${spec.file}`) } }
  return { ...result, files: new Map([[path, { before, after }]]) }
}

// A configuration without findings has the right shape; no configuration has none.
const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}
