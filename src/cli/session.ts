/** One run of a command: where it works, and how it speaks. `program.ts` makes it, every command takes it. */
import { type Diagnostic, renderDiagnostic } from '../diagnostic.ts'
import { fileText } from '../json/stable.ts'
import { fails } from '../project/severity.ts'
import { visible } from '../spec/text.ts'
import type { Io } from './io.ts'

export interface Session {
  /** Absolute. */
  readonly cwd: string
  readonly env: Io['env']
  readonly fetch: Io['fetch']
  /** What is being done, on a terminal; the next word replaces it. */
  progress(what: string): void
  /** A remark on stderr. */
  note(text: string): void
  /** Tells the findings, gives the answer, and returns the exit code: 1 when a finding is an error. */
  close(result: Result): number
  /** Says what is wrong with the call; returns the exit code 2. */
  usage(message: string): number
}

export interface Result {
  diagnostics: readonly Diagnostic[]
  /** The answer for programs; the findings are added to it. */
  json: Readonly<Record<string, unknown>>
  /** The answer for people, with its last newline; nothing when there is none. */
  text: string
}

export function createSession(io: Io, cwd: string, json: boolean): Session {
  const { env, fetch } = io
  const colours = coloured(io)
  const shown = { progress: false }
  const stderr = (text: string) => {
    io.stderr(shown.progress ? `\r\x1b[K${text}` : text)
    shown.progress = false
  }
  return {
    ...{ cwd, env, fetch },
    progress(what) {
      if (!io.isTTY) return
      stderr(`${what} …`)
      shown.progress = true
    },
    note: text => stderr(`${text}\n`),
    close({ diagnostics, json: answer, text }) {
      stderr(diagnostics.map(d => `${rendered(d, colours)}\n\n`).join(''))
      io.stdout(json ? fileText({ ...answer, diagnostics: diagnostics.map(plain) }) : seen(text))
      return diagnostics.some(fails) ? 1 : 0
    },
    usage(message) {
      stderr(`${message}\nRun "npx openapi-tools --help" for the commands.\n`)
      return 2
    },
  }
}

/** no-color.org and force-color.org; the one that forces wins. */
function coloured({ env, isTTY }: Io): boolean {
  const { FORCE_COLOR, NO_COLOR, TERM } = env
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '') return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false'
  return isTTY && !NO_COLOR && TERM !== 'dumb'
}

function rendered(diagnostic: Diagnostic, colours: boolean): string {
  const text = renderDiagnostic(diagnostic)
  const { length } = `${diagnostic.severity} ${diagnostic.code}`
  const colour = fails(diagnostic) ? 31 : 33
  return colours ? `\x1b[${colour}m${text.slice(0, length)}\x1b[39m${text.slice(length)}` : text
}

/** A file may have any name, and a terminal obeys what is in it. */
const seen = (text: string): string => text.split('\n').map(visible).join('\n')

const plain = ({ code, severity, message, why, fix, at, position }: Diagnostic) => ({
  ...{ code, severity, message, why, fix },
  ...at,
  ...(position && { line: position.line, column: position.column }),
})
