/** The command line in process, for the tests of its commands. */
import type { Io } from '../../src/cli/io.ts'
import { run } from '../../src/cli/run.ts'
import type { Folder } from '../support/folder.ts'

export interface Ran {
  code: number
  stdout: string
  stderr: string
}

const noNetwork: Io['fetch'] = () => Promise.reject(new Error('a test may not fetch'))

/** Runs `openapi-tools <argv>` in a folder; nothing of the process around the test is seen. */
export async function cli(at: Folder, argv: readonly string[], over: Partial<Io> = {}): Promise<Ran> {
  const out = { stdout: '', stderr: '' }
  const code = await run(argv, {
    cwd: at.path,
    env: {},
    stdout(text) {
      out.stdout += text
    },
    stderr(text) {
      out.stderr += text
    },
    fetch: noNetwork,
    isTTY: false,
    ...over,
  })
  return { code, ...out }
}

/** The answer of a command with `--json`. */
export async function answer(
  at: Folder,
  argv: readonly string[],
  over: Partial<Io> = {},
): Promise<Record<string, unknown> & { code: number }> {
  const { code, stdout } = await cli(at, [...argv, '--json'], over)
  // One JSON value and nothing else: it would not parse otherwise.
  return { ...(JSON.parse(stdout) as Record<string, unknown>), code }
}
