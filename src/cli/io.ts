/** What a command needs of the process, so that tests need none. For `cli/` and `bin.ts`. */

export interface Io {
  /** Absolute. */
  cwd: string
  /** The answer, and nothing else. */
  stdout(text: string): void
  /** Diagnostics, for people. */
  stderr(text: string): void
  env: Record<string, string | undefined>
}

export function usageError(io: Io, message: string): 2 {
  io.stderr(`${message}\nRun "npx openapi-tools --help" for the commands.\n`)
  return 2
}
