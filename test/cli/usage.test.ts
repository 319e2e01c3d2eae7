/** The program around the commands: wrong words, help, version, colours, and what goes to which stream. */
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { folder } from '../support/folder.ts'
import { cli } from './cli.ts'

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
