/** Every command of the command line. `run.ts` reads it. */
import type { Io } from './io.ts'
import { pin } from './pin.ts'

export interface Command {
  usage: string
  summary: string
  /** Resolves to the exit code. */
  run(files: readonly string[], io: Io, json: boolean): Promise<number>
}

export const commands: Record<string, Command> = {
  pin: {
    usage: 'pin [FILE…]',
    summary: 'Write the sums of all specs, or of these files, into the lock',
    run: pin,
  },
}
