/** Words of the command line → command, flags and files; every unknown one is a problem. For `run.ts`. */
import { parseArgs } from 'node:util'
import { suggestion } from '../json/nearest.ts'
import type { Command } from './commands.ts'

const flags = {
  json: { type: 'boolean' },
  cwd: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

export type Arguments =
  | { problem: string }
  | { help: true }
  | { help: false; command: Command; files: string[]; json: boolean; cwd: string }

export function readArguments(argv: readonly string[], commands: Record<string, Command>): Arguments {
  // Not strict: Node's own message for an unknown flag does not name the nearest one.
  const { values, positionals, tokens } = parseArgs({
    ...{ args: [...argv], options: flags, strict: false, allowPositionals: true, tokens: true },
  })
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    const flag = Object.hasOwn(flags, token.name) ? flags[token.name as keyof typeof flags] : undefined
    if (flag === undefined)
      return {
        problem: `Unknown option ${token.rawName}: ${suggestion(
          token.rawName,
          Object.keys(flags).map(f => `--${f}`),
        )}.`,
      }
    if (flag.type === 'string' && !token.value) return { problem: `${token.rawName} needs a value.` }
    if (flag.type === 'boolean' && token.value !== undefined)
      return { problem: `${token.rawName} takes no value.` }
  }
  const [name, ...files] = positionals
  if (values.help === true || name === undefined) {
    return name === undefined && values.help !== true ? { problem: 'No command is given.' } : { help: true }
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined)
    return { problem: `Unknown command ${JSON.stringify(name)}: ${suggestion(name, Object.keys(commands))}.` }
  const cwd = typeof values.cwd === 'string' ? values.cwd : '.'
  return { help: false, command, files, json: values.json === true, cwd }
}
