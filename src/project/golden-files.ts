/** The golden files of one spec: what is stored, and what is built. `project/` and `cli/` call it. */
import { join, posix } from 'node:path'
import type { Compiled } from '../compile.ts'
import type { Finding } from '../diagnostic.ts'
import { goldenText } from '../emit/golden.ts'
import { filesIn, readText } from './files.ts'

/** By root-relative path; an error stands for a file that cannot be read, or for the folder. */
export function storedGoldens(root: string, folder: string, key: string): Map<string, string | Error> {
  const files = filesIn(join(root, folder, key))
  if (files instanceof Error) return new Map([[posix.join(folder, key), files]])
  const goldens = files.filter(f => f.endsWith('.json'))
  return new Map(
    goldens.flatMap(file => {
      const path = posix.join(folder, key, file)
      const text = readText(join(root, path))
      return text === undefined ? [] : [[path, text] as const]
    }),
  )
}

/** By root-relative path. */
export const builtGoldens = (folder: string, { info, tools }: Compiled): Map<string, string> =>
  new Map(tools.map(t => [posix.join(folder, info.key, goldenFile(t.tool.name)), goldenText(t)]))

// `:` may stand in a name under the wide rule, and not in a file's name on Windows.
const goldenFile = (tool: string) => `${tool.replaceAll(':', '%3A')}.json`

export const unreadableGolden = (file: string, error: Error): Finding => ({
  code: 'golden-unreadable',
  message: `${file} cannot be read: ${error.message}`,
  fix: 'Restore it from version control',
  at: { file, pointer: '' },
})
