/** The command line: which command, with which flags, and the exit code. `bin.ts` and tests call it. */
import { resolve } from 'node:path'
import { commands } from './commands.ts'
import { type Io, usageError } from './io.ts'
import { readArguments } from './read-arguments.ts'

/** 0 ok · 1 findings · 2 wrong usage. Never throws for what a user or a file says. */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  const read = readArguments(argv, commands)
  if ('problem' in read) return usageError(io, read.problem)
  if (read.help) {
    io.stdout(usage())
    return 0
  }
  return read.command.run(read.files, { ...io, cwd: resolve(io.cwd, read.cwd) }, read.json)
}

const usage = () =>
  [
    'Usage: openapi-tools <command> [options]',
    '',
    ...Object.values(commands).map(c => `  ${c.usage.padEnd(14)} ${c.summary}`),
    '',
    '  --json         The answer as JSON',
    '  --cwd DIR      Work in this folder',
    '',
    'Exit codes: 0 ok, 1 findings, 2 wrong usage.',
    '',
  ].join('\n')
