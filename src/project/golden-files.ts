/** The golden files of one spec: what is stored, and what is built. `project/` and `cli/` call it. */
import { join, posix } from 'node:path'
import type { Compiled } from '../compile.ts'
import type { Finding } from '../diagnostic.ts'
import { goldenText } from '../emit/golden.ts'
import type { ResolvedOptions } from '../options.ts'
import { GoldenProblem, parseGolden } from '../review/parse.ts'
import type { Lock } from '../spec/lock.ts'
import { visible } from '../spec/text.ts'
import { filesIn, foldersIn, readText } from './files.ts'

/** By root-relative path; an error stands for a file that cannot be read, or for the folder. */
export function storedGoldens(root: string, folder: string, key: string): Map<string, string | Error> {
  const files = filesIn(join(root, folder, key))
  if (files instanceof Error) return new Map([[posix.join(folder, key), files]])
  const goldens = files.filter(isGoldenName)
  return new Map(
    goldens.flatMap(file => {
      const path = posix.join(folder, key, file)
      const text = readText(join(root, path))
      return text === undefined ? [] : [[path, text] as const]
    }),
  )
}

/**
 * Golden files of specs that are gone, by root-relative path. Whoever else could own one is believed to: a spec that is
 * only imported, whose key is the stem of a file in the lock; a spec of another configuration, whose document is in the
 * lock under any key, or whose root this is not. What is no golden file is somebody else's.
 */
export function strayGoldens(
  root: string,
  folder: string,
  specs: ResolvedOptions['specs'],
  lock: Lock | undefined,
): Map<string, string> {
  const folders = foldersIn(join(root, folder))
  // A folder that cannot be read is told where a spec asks for it.
  if (folders instanceof Error || lock === undefined || folder.startsWith('..')) return new Map()
  const configured = new Set([...specs.values()].map(s => s.file))
  // A part of a document has no version.
  const others = [...lock.files].filter(
    ([file, { version }]) => version !== undefined && !configured.has(file),
  )
  const stems = others.map(([file]) => posix.parse(file).name)
  if (stems.some(stem => !folders.includes(stem))) return new Map()
  const isKnown = (key: string) => specs.has(key) || stems.includes(key)
  const stored = folders.filter(k => !isKnown(k)).flatMap(k => [...storedGoldens(root, folder, k)])
  return new Map(
    stored.flatMap(([file, text]) =>
      typeof text === 'string' && !(parseGolden(text) instanceof GoldenProblem)
        ? [[file, text] as const]
        : [],
    ),
  )
}

/** In any case: a file system may not tell `A.JSON` from `a.json`. */
export const isGoldenName = (file: string): boolean => /\.json$/i.test(file)

/** By root-relative path. */
export const builtGoldens = (folder: string, { info, tools }: Compiled): Map<string, string> =>
  new Map(tools.map(t => [posix.join(folder, info.key, goldenFile(t.tool.name)), goldenText(t)]))

// `:` may stand in a name under the wide rule, and not in a file's name on Windows.
const goldenFile = (tool: string) => `${tool.replaceAll(':', '%3A')}.json`

export const unreadableGolden = (file: string, error: Error): Finding => ({
  code: 'golden-unreadable',
  message: `${visible(file)} cannot be read: ${error.message}`,
  fix: 'Restore it from version control',
  at: { file, pointer: '' },
})

export const orphanedGolden = (file: string, key: string): Finding => ({
  code: 'golden-orphan',
  message: `${visible(file)} belongs to no tool of the spec ${JSON.stringify(key)}`,
  fix: 'Delete it, or select its operation again',
  at: { file, pointer: '' },
})

export const strayGolden = (file: string): Finding => ({
  code: 'golden-orphan',
  message: `${visible(file)} belongs to no spec: none has the key ${JSON.stringify(posix.basename(posix.dirname(file)))}`,
  fix: 'Run "npx openapi-tools golden", which shows what is gone, or configure the spec again',
  at: { file, pointer: '' },
})
