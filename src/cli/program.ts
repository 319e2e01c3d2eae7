/** Every command with its words, options and help. `run.ts` parses with it. A command's code is loaded when it is run. */
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { Command, Option } from 'commander'
import { packageVersion } from '../project/version.ts'
import { changeClasses } from '../review/change.ts'
import type { AddFlags } from './add-place.ts'
import { type DiffFlags, formats } from './diff-flags.ts'
import type { EmitFlags } from './emit.ts'
import type { GoldenFlags } from './golden.ts'
import type { Io } from './io.ts'
import type { ListFlags } from './list.ts'
import { createSession, type Session } from './session.ts'

/** A command's own part: what stands after its name → the exit code. */
type Run<Flags> = (session: Session, words: string[], flags: Flags) => Promise<number>

interface Common {
  cwd?: string
  json?: true
  /** `json` is the same as `--json`. */
  format?: string
}

/** `done` takes the exit code of the command that was run. */
export function createProgram(io: Io, done: (code: number) => void): Command {
  const program = new Command('openapi-tools')
    .description('Tools for LLM agents from OpenAPI documents: pinned, reviewed, compiled at build time.')
    .option('--json', 'the answer as JSON')
    .option('--cwd <dir>', 'work in this folder')
    .version(packageVersion(), '--version', 'the version of this package')
    .helpOption('-h, --help', 'what there is to say')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ writeOut: io.stdout, writeErr: io.stderr, getErrHasColors: () => false })
    .showHelpAfterError('Run "npx openapi-tools --help" for the commands.')
    .exitOverride()
    .addHelpText('after', '\nExit codes: 0 ok, 1 findings, 2 wrong usage.')

  const add = <Flags>(words: string, summary: string, examples: string[], run: Run<Flags>): Command =>
    program
      .command(words)
      .description(summary)
      .addHelpText('after', `\nExamples:\n${examples.map(e => `  $ openapi-tools ${e}\n`).join('')}`)
      .action(async (...given: unknown[]) => {
        // The last is the command itself; it knows the words that were given, and the options of the program.
        const command = given.at(-1) as Command
        const { cwd = '.', json, ...flags } = command.optsWithGlobals<Flags & Common>()
        const folder = resolve(io.cwd, cwd)
        const session = createSession(io, folder, json === true || flags.format === 'json')
        if (!isFolder(folder)) return done(session.usage(`--cwd: there is no folder ${JSON.stringify(cwd)}.`))
        // What is left are the flags of this command.
        done(await run(session, command.args, flags as Flags))
      })

  add(
    'init',
    'Find OpenAPI documents here and write configuration, side files and lock',
    ['init', 'init --cwd packages/agent'],
    async session => (await import('./init.ts')).init(session),
  )

  add<AddFlags>(
    'add <source>',
    'Store an OpenAPI document from an https address or a file, pin it, and show what it changes',
    [
      'add https://api.example.com/openapi.json',
      'add ../api/openapi.yaml --key orders --out specs/orders.yaml',
    ],
    async (session, [source = ''], flags) => (await import('./add.ts')).add(session, source, flags),
  )
    .option('--key <key>', 'the key of the spec; guessed from the name when left out')
    .option('--out <file>', 'where to store it; specs/KEY.yaml or .json when left out')

  add(
    'pin [files...]',
    'Write the sums of all specs, or of these files, into the lock',
    ['pin', 'pin specs/orders.yaml'],
    async (session, files) => (await import('./pin.ts')).pin(files, session),
  )

  add<ListFlags>(
    'list [key]',
    'Show the operations of the specs, and what each is or would be as a tool',
    ['list', 'list orders --method get --grep refund', 'list --refused --json'],
    async (session, [key], flags) => (await import('./list.ts')).list(session, key, flags),
  )
    .option('--selected', 'selected ones only')
    .option('--refused', 'ones only that would be refused')
    .option('--method <method>', 'ones of this method only')
    .option('--grep <text>', 'ones only with this text in id, path, text or tool name')

  add<{ check?: boolean }>(
    'types',
    'Write the generated types of every spec',
    ['types', 'types --check'],
    async (session, _, flags) => (await import('./types.ts')).types(session, flags),
  ).option('--check', 'write nothing; fail when they are stale')

  add<EmitFlags>(
    'emit',
    'Write the modules and types that a bundler would get, for people without one',
    ['emit --out src/tools', 'emit --out src/tools --check'],
    async (session, _, flags) => (await import('./emit.ts')).emit(session, flags),
  )
    .requiredOption('--out <dir>', 'the folder to write into')
    .option('--check', 'write nothing; fail when a file is stale')

  add<GoldenFlags>(
    'golden',
    'Show what changed since the tools were reviewed; with --update, accept it',
    ['golden', 'golden --update', 'golden --update --accept 0123456789abcdef'],
    async (session, _, flags) => (await import('./golden.ts')).golden(session, flags),
  )
    .option('--update', 'write the golden files: all of them, or none')
    .option('--accept <fingerprint...>', 'accept changes that lower safety, each by its fingerprint')

  add(
    'check',
    'Everything that CI asks: pins, golden files, types, declarations, documents',
    ['check', 'check --json'],
    async session => (await import('./check.ts')).check(session),
  )

  add<DiffFlags & { format?: string }>(
    'diff <old> [new]',
    'Show what a change means for agents: of documents, folders of golden files, or git:REV[:PATH]',
    [
      'diff git:main',
      'diff git:main --format github --fail-on breaking',
      'diff old/orders.yaml specs/orders.yaml',
      'diff git:v1.2.0:specs/orders.yaml specs/orders.yaml --json',
    ],
    async (session, words, flags) => (await import('./diff.ts')).diff(session, words, flags),
  )
    .addOption(
      new Option('--fail-on <class>', 'exit with 1 at such a change or a worse one').choices(changeClasses),
    )
    .addOption(new Option('--format <format>', 'how the answer is written').choices(formats))
    .option('--key <key>', 'the configured spec that the documents are versions of')
  return program
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
