/** The command line as a function: words in, exit code out. `bin.ts` and tests call it. */
import { CommanderError } from 'commander'
import type { Io } from './io.ts'
import { createProgram } from './program.ts'

/** 0 ok · 1 findings · 2 wrong usage. Never throws for what a user or a file says. */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  const state = { code: 0 }
  const program = createProgram(io, code => {
    state.code = code
  })
  try {
    await program.parseAsync([...argv], { from: 'user' })
    return state.code
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    // `--help` and `--version` end this way too.
    return error.exitCode === 0 ? 0 : 2
  }
}
