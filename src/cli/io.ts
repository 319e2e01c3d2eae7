/** What the command line needs of the process, so that tests need none. For `cli/` and `bin.ts`. */

export interface Io {
  /** Absolute. */
  cwd: string
  env: Readonly<Record<string, string | undefined>>
  /** The answer, and nothing else. */
  stdout(text: string): void
  /** Findings and progress, for people. */
  stderr(text: string): void
  /** Only `add` calls it. */
  fetch: typeof fetch
  /** Whether a person reads stderr: then it has colours and shows progress. */
  isTTY: boolean
}
