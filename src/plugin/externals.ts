/** Imports of ours that a bundler left in its output. For `plugin/` only. */
import type { Finding } from '../diagnostic.ts'
import { specifierPattern } from './id.ts'

export interface Chunk {
  type: string
  fileName: string
  imports?: string[]
  dynamicImports?: string[]
}

/** Rollup and its relatives ask their `external` option before any plugin, and keep silent about it. */
export function leftOver(bundle: Record<string, Chunk>): Finding[] {
  return Object.values(bundle).flatMap(({ fileName, imports = [], dynamicImports = [] }) =>
    [...imports, ...dynamicImports]
      .filter(i => specifierPattern.test(i))
      .map(specifier => ({
        code: 'external-import' as const,
        message: `${fileName} still imports ${JSON.stringify(specifier)}`,
        fix: 'Exempt imports that start with "openapi-tools:" from the `external` option',
      })),
  )
}
