/** The version of this package. `project/` and `cli/` call it. */
import { readFileSync } from 'node:fs'

/** Of package.json, which stands above `dist/project` as it does above `src/project`. */
export function packageVersion(): string {
  const file: { version?: unknown } = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  )
  return String(file.version)
}
