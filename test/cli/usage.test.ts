/** The program around the commands: wrong words, help, version, colours, and what goes to which stream. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Folder, folder } from '../support/folder.ts'
import { answer, cli } from './cli.ts'
import { ordersText, project } from './project.ts'

const { version } = JSON.parse(readFileSync('package.json', 'utf8'))

describe('usage', () => {
  it.each([
    [['pni'], "unknown command 'pni'\n(Did you mean pin?)"],
    [['pin', '--jsno'], "unknown option '--jsno'\n(Did you mean --json?)"],
    [['pin', '--cwd'], "option '--cwd <dir>' argument missing"],
    [['pin', '--json=yes'], "unknown option '--json=yes'"],
    [[], 'Usage: openapi-tools'],
    [['pin'], 'There is no configuration here. Name the files: openapi-tools pin FILE…'],
    [['constructor'], "unknown command 'constructor'"],
    [['pin', '--__proto__'], "unknown option '--__proto__'"],
  ])('%j is refused with 2, and says nothing on stdout', async (argv, message) => {
    const { code, stdout, stderr } = await cli(folder(), argv)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(message)
  })

  it('is helped: of the program, and of each command with examples', async () => {
    const { code, stdout, stderr } = await cli(folder(), ['--help'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('pin [files...]')
    expect(stdout).toContain('Exit codes: 0 ok, 1 findings, 2 wrong usage.')
    const commands = [...(stdout.split('Commands:')[1] ?? '').matchAll(/^ {2}(\w+)/gm)]
      .map(m => m[1] ?? '')
      .filter(name => name !== 'help')
    expect(commands).toContain('pin')
    for (const command of commands) {
      const help = await cli(folder(), [command, '--help'])
      expect(help.code).toBe(0)
      expect(help.stdout).toContain(`Examples:\n  $ openapi-tools ${command}`)
      expect(help.stdout).toContain('--json')
    }
  })

  it('is told in docs/cli.md: every command, every flag', async () => {
    const docs = readFileSync('docs/cli.md', 'utf8')
    const { stdout } = await cli(folder(), ['--help'])
    for (const [, command = ''] of (stdout.split('Commands:')[1] ?? '').matchAll(/^ {2}(\w+)/gm)) {
      if (command === 'help') continue
      expect(docs).toMatch(new RegExp(`^## (?:\\w+, )*${command}(?:, \\w+)*$`, 'm'))
      const help = await cli(folder(), [command, '--help'])
      for (const [, flag = ''] of help.stdout.matchAll(/^ {2,6}(--[\w-]+)/gm))
        if (flag !== '--version') expect(docs).toContain(flag)
    }
  })

  it('answers in JSON whatever it is asked, and whether it goes well or not', async () => {
    const words: Record<string, string[]> = {
      ...{ init: [], list: [], pin: [], types: [], golden: ['--update'], check: [] },
      ...{
        emit: ['--out', 'tools'],
        add: ['specs/orders.yaml'],
        diff: ['specs/orders.yaml', 'specs/orders.yaml'],
      },
    }
    const { stdout } = await cli(folder(), ['--help'])
    const commands = [...(stdout.split('Commands:')[1] ?? '').matchAll(/^ {2}(\w+)/gm)].map(m => m[1] ?? '')
    expect(Object.keys(words).sort()).toEqual(commands.filter(c => c !== 'help').sort())
    for (const [command, more] of Object.entries(words)) {
      const at = command === 'init' ? folder({ 'specs/orders.yaml': ordersText }) : project()
      // A check asks for what the others write.
      if (command === 'check') for (const before of [['golden', '--update'], ['types']]) await cli(at, before)
      expect(await answer(at, [command, ...more]), command).toMatchObject({ code: 0, diagnostics: [] })
      at.write({
        'openapi-tools.config.json': '{ "specs": { "orders": "specs/orders.yaml" }, "dst": false }',
      })
      if (command === 'init') continue
      const broken = await answer(at, [command, ...more])
      expect(broken, command).toMatchObject({ code: 1, diagnostics: [{ code: 'option-unknown' }] })
    }
  })

  it('tells its version', async () => {
    expect(await cli(folder(), ['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' })
  })

  it('has a bin that is executable by its first line, and answers as a process', () => {
    expect(readFileSync('src/bin.ts', 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/)
    const bin = resolve('dist/bin.js')
    expect(execFileSync(process.execPath, [bin, '--version'], { encoding: 'utf8' })).toBe(`${version}\n`)
    expect(spawnSync(process.execPath, [bin, 'nothing'], { encoding: 'utf8' })).toMatchObject({
      status: 2,
      stdout: '',
    })
  })
})

// A shell's own pipe: Node gives a child a socket.
describe.skipIf(process.platform === 'win32')('a reader that stops reading', () => {
  const bin = resolve('dist/bin.js')
  const many = Array.from(
    { length: 100 },
    (_, i) =>
      `  /p${i}: { get: { operationId: op${i}, summary: ${'Does it. '.repeat(200)}, responses: { '200': { description: ok } } } }`,
  )
  const document = `openapi: 3.1.0\ninfo: { title: T, version: '1' }\npaths:\n${many.join('\n')}\n`
  const configured = () =>
    folder({ 'a.yaml': document, 'openapi-tools.config.json': '{ "specs": { "a": "a.yaml" } }' })
  /** The exit code of the command itself, and what everybody says on stderr. */
  const shell = (at: Folder, words: string, rest: string) => {
    const line = `{ "$0" ${bin} ${words}; echo $? > code; } ${rest}`
    const { stdout, stderr } = spawnSync('sh', ['-c', line, process.execPath], {
      ...{ cwd: at.path, encoding: 'utf8', maxBuffer: 2 ** 26 },
    })
    return { code: at.read('code').trim(), stdout, stderr }
  }

  it('ends it quietly, with the exit code that it has in any case', () => {
    const at = configured()
    const whole = shell(at, 'list --json', '')
    expect(whole).toMatchObject({ code: '0', stderr: '' })
    // More than a pipe holds.
    expect(whole.stdout.length).toBeGreaterThan(2 * 65_536)
    const [first] = whole.stdout.split('\n')
    expect(shell(at, 'list --json', '| head -1')).toEqual({ code: '0', stdout: `${first}\n`, stderr: '' })
    expect(shell(at, 'list --json', '| true')).toEqual({ code: '0', stdout: '', stderr: '' })
    expect(shell(at, 'check --json 2> /dev/null', '| true')).toEqual({ code: '1', stdout: '', stderr: '' })
    expect(shell(at, 'nothing', '2>&1 | true')).toEqual({ code: '2', stdout: '', stderr: '' })
    // What it does is done whole.
    expect(shell(at, 'pin', '| true')).toMatchObject({ code: '0', stderr: '' })
    expect(JSON.parse(at.read('openapi-tools.lock.json')).files).toHaveProperty(['a.yaml'])
  })

  it.runIf(existsSync('/dev/full'))('is not a full disk: that is told', () => {
    expect(shell(configured(), 'list > /dev/full', '')).toEqual({
      ...{ code: '1', stdout: '' },
      stderr: 'The answer cannot be written: the system says ENOSPC\n',
    })
  })
})

describe('stderr', () => {
  const red = '\x1b[31merror spec-not-found\x1b[39m:'
  const plain = 'error spec-not-found:'
  it.each([
    ['plain in a pipe', {}, false, plain],
    ['coloured on a terminal', {}, true, red],
    ['plain with NO_COLOR', { NO_COLOR: '1' }, true, plain],
    ['coloured with an empty NO_COLOR', { NO_COLOR: '' }, true, red],
    ['plain on a dumb terminal', { TERM: 'dumb' }, true, plain],
    ['coloured with FORCE_COLOR', { FORCE_COLOR: '1' }, false, red],
    ['plain with FORCE_COLOR=0', { FORCE_COLOR: '0' }, true, plain],
    ['coloured when both are there', { FORCE_COLOR: '1', NO_COLOR: '1' }, false, red],
  ])('is %s', async (_, env, isTTY, expected) => {
    const { stderr } = await cli(folder(), ['pin', 'a.yaml'], { env, isTTY })
    expect(stderr).toContain(expected)
  })

  it('shows progress on a terminal only, and wipes it', async () => {
    const terminal = await cli(folder(), ['pin', 'a.yaml'], { isTTY: true })
    expect(terminal.stderr).toContain('Reading a.yaml …\r\x1b[K')
    expect((await cli(folder(), ['pin', 'a.yaml'])).stderr).not.toContain('Reading')
  })
})
