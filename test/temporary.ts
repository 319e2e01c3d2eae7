/** Vitest's global setup: every temporary folder of a run lies in one, which goes with the run. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export default function setup(): () => void {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'openapi-tools-tests-')))
  // What `os.tmpdir()` asks, on POSIX and on Windows; workers inherit it.
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = root
  return () => rmSync(root, { recursive: true, force: true })
}
