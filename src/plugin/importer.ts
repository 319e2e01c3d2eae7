/** The file that an import stands in, as each host says it. For `plugin/` only. */
import { existsSync } from 'node:fs'
import { isAbsolute, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Absolute; undefined for an entry, and for a module that is no file. */
export function importerFile(
  framework: string,
  root: string,
  importer: string | undefined,
): string | undefined {
  if (importer === undefined) return undefined
  const plain = importer.replace(/[?#].*$/s, '')
  const file = plain.startsWith('file:') ? fileURLToPath(plain) : plain
  if (!isAbsolute(file)) return undefined
  // unplugin resolves Farm's root-relative importer against the working directory.
  if (framework === 'farm' && !existsSync(file)) return resolve(root, relative(process.cwd(), file))
  return file
}
