/** A folder of files for one test, and the findings of opening a spec in it. */
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Finding } from '../../src/diagnostic.ts'
import type { ResolvedSpec } from '../../src/options.ts'
import type { Lock } from '../../src/spec/lock.ts'
import { openSpec } from '../../src/spec/open.ts'
import { createSources, type FileSources, type SourcesOptions } from '../../src/spec/sources.ts'

export function folder(files: Record<string, string | Uint8Array>): string {
  const root = mkdtempSync(join(tmpdir(), 'openapi-tools-'))
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), content)
  }
  return root
}

/** Sources over real files that count what they read. */
export function counting(root: string, options: Partial<SourcesOptions> = {}) {
  const reads: string[] = []
  const readFile = (absolute: string) => {
    reads.push(absolute.slice(root.length + 1))
    return readFileSync(absolute)
  }
  return { reads, sources: createSources({ root, readFile, ...options }) }
}

export const specOf = (file: string, more: Partial<ResolvedSpec> = {}): ResolvedSpec => ({
  key: 'api',
  file,
  namespace: 'api',
  refsRoot: dirname(file),
  ...more,
})

/** A lock over everything that a set of files holds. */
export function lockOf(sources: FileSources, ...files: string[]): Lock {
  for (const file of files) sources.read(file)
  return { files: new Map(files.map(f => [f, { sha256: sources.files.get(f) ?? '' }])) }
}

/** Opens a spec; with `lock: 'all'` the files named are pinned as they are. */
export function open(
  files: Record<string, string | Uint8Array>,
  { spec = specOf(Object.keys(files)[0] ?? ''), pinned = Object.keys(files) } = {},
) {
  const root = folder(files)
  const findings: Finding[] = []
  const { sources, reads } = counting(root)
  const lock = lockOf(counting(root).sources, ...pinned)
  const opened = openSpec({ sources, spec, lock }, finding => findings.push(finding))
  return { root, sources, reads, findings, spec: opened }
}
