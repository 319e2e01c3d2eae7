/** Looks for OpenAPI documents in a folder. For `init.ts`. */
import { readdirSync } from 'node:fs'
import { join, posix } from 'node:path'
import type { Finding } from '../diagnostic.ts'
import { readText } from '../project/files.ts'
import { openSpec } from '../spec/open.ts'
import type { FileSources } from '../spec/sources.ts'

export interface FoundSpecs {
  /** Root-relative, sorted. */
  files: string[]
  /** What looks like a document and cannot be used. */
  findings: Finding[]
}

const deepest = 6
const mostFiles = 20_000
/** What is made or installed, not written. */
const skipped = new Set([
  'node_modules',
  'dist',
  'build',
  'out',
  'coverage',
  'vendor',
  'openapi-tools.golden',
])
/** OpenAPI's own word: at the start of a line, as in YAML, or anywhere in JSON. */
const looksLikeOne = /^["']?(?:openapi|swagger)["']?[ \t]*:|"(?:openapi|swagger)"\s{0,9}:\s{0,9}"[23]/m

export function findSpecs(sources: FileSources): FoundSpecs {
  const found: FoundSpecs = { files: [], findings: [] }
  for (const file of filesBelow(sources.root, '', 0, { left: mostFiles })) {
    const text = readText(join(sources.root, file))
    if (typeof text !== 'string' || !looksLikeOne.test(text)) continue
    const problems: Finding[] = []
    const spec = { key: file, file, namespace: '', refsRoot: posix.dirname(file) }
    const opened = openSpec({ sources, spec, lock: undefined }, f => {
      if (f.code !== 'spec-not-pinned') problems.push(f)
    })
    if (opened) found.files.push(file)
    // Something else that has the word, or a document of another version; only the second is worth a remark.
    else found.findings.push(...problems.filter(f => f.code === 'spec-version' && f.at?.pointer !== ''))
  }
  return found
}

function filesBelow(root: string, folder: string, depth: number, budget: { left: number }): string[] {
  const entries = entriesOf(join(root, folder))
  return entries.flatMap(entry => {
    const path = posix.join(folder, entry.name)
    if (entry.isDirectory())
      return depth < deepest && !entry.name.startsWith('.') && !skipped.has(entry.name)
        ? filesBelow(root, path, depth + 1, budget)
        : []
    // A lock has no place for a name with controls in it.
    return entry.isFile() && /^\P{Cc}*\.(?:json|ya?ml)$/iu.test(entry.name) && budget.left-- > 0 ? [path] : []
  })
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch {
    // A folder that may not be read holds nothing for us.
    return []
  }
}
