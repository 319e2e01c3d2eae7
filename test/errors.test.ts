/**
 * `fixtures/errors/<code>/`: a case is a folder. `config.json` has the options and how they are used, the other
 * files are the project, `expected.txt` is what a build says. `UPDATE=1` writes it.
 *
 * Every file of the project is pinned, unless the folder brings its own lock.
 */
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Code, type Diagnostic, renderDiagnostic, rules } from '../src/diagnostic.ts'
import { parseSpecifier } from '../src/plugin/id.ts'
import { createProject } from '../src/project/project.ts'
import { cli } from './cli/cli.ts'
import { lock } from './plugin/app.ts'
import { type Folder, folder } from './support/folder.ts'

interface Case {
  /** As given to the plugin; absent when the folder has a configuration file. */
  options?: unknown
  /** What `src/main.js` imports; the configured specs when absent. */
  import?: string
  /** Words of the command line, instead of a build: what it says on stderr is expected. */
  command?: string[]
}

/** Codes that no build of a folder can show, and where they are shown instead. */
const elsewhere: Partial<Record<Code, string>> = {
  'external-import': 'only a bundler can leave an import in its output: plugin/traps.test.ts',
  'declaration-suspect': 'only a fault of lowering can cause it: lint.test.ts',
  'write-failed': 'needs a folder that the system protects: project-write.test.ts',
}

const root = 'fixtures/errors'
const cases = readdirSync(root).sort()
const own = ['config.json', 'expected.txt']

/** What a command says to people, and as data. */
async function say(at: Folder, command: string[]): Promise<{ text: string; diagnostics: Diagnostic[] }> {
  const { stdout, stderr } = await cli(at, [...command, '--json'])
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] }
  return { text: `${stderr.trimEnd()}\n`, diagnostics }
}

async function diagnose(at: Folder, { options, import: specifier }: Case): Promise<Diagnostic[]> {
  const project = createProject(options, { root: at.path, watching: false }, {})
  if (specifier !== undefined) {
    const { spec } = parseSpecifier(specifier)
    const wanted = 'file' in spec ? { file: at.at(join('src', spec.file)) } : spec
    const found = await project.refer(wanted, at.at('src/main.js'))
    if (!('ref' in found)) return found.diagnostics
    const { diagnostics } = await project.outcome(found.ref)
    return [...diagnostics, ...(await project.unlinked(await project.links(), [{ spec: found.ref }]))]
  }
  const keys = Object.keys((options as { specs?: object } | undefined)?.specs ?? { orders: true })
  const outcomes = await Promise.all(keys.map(key => project.outcome({ key })))
  const general = outcomes.every(o => o.compiled) ? await project.warnings() : []
  await project.write()
  return [...outcomes.flatMap(o => o.diagnostics), ...general]
}

/** A fault of the configuration is said by every spec; once is enough to read. */
const rendered = (diagnostics: Diagnostic[]) =>
  `${[...new Set(diagnostics.map(renderDiagnostic))].join('\n\n')}\n`

describe('fixtures/errors', () => {
  it.each(cases)('%s', async name => {
    const at = folder()
    cpSync(join(root, name), at.path, { recursive: true })
    const config: Case = JSON.parse(at.read('config.json'))
    for (const file of own) rmSync(at.at(file), { force: true })
    if (!existsSync(at.at('openapi-tools.lock.json')))
      at.write({ 'openapi-tools.lock.json': lock(at.snapshot()) })
    const before = at.snapshot()

    const { text, diagnostics } = config.command
      ? await say(at, config.command)
      : await diagnose(at, config).then(found => ({ text: rendered(found), diagnostics: found }))
    const expected = join(root, name, 'expected.txt')
    if (process.env.UPDATE) writeFileSync(expected, text)
    expect(text).toBe(readFileSync(expected, 'utf8'))

    // The folder is about its code, and about nothing else.
    expect(new Set(diagnostics.map(d => d.code))).toEqual(new Set([name]))
    expect(text).not.toContain(at.path)
    if (diagnostics.some(d => d.severity === 'error')) expect(at.snapshot()).toEqual(before)
    for (const d of diagnostics) {
      expect(d.severity).toBe(rules[d.code].severity)
      // One sentence each, and never a second full stop.
      expect([d.message.trim(), d.fix.trim(), d.why].every(s => s !== '')).toBe(true)
      expect(d.fix).not.toMatch(/\.$/)
      expect(d.message).not.toMatch(/\.$/)
    }
  })

  it('has a folder for every code, or a reason why not; none of both, and none too many', () => {
    const codes = Object.keys(rules).sort()
    expect([...cases, ...Object.keys(elsewhere)].sort()).toEqual(codes)
  })
})

describe('docs/errors.md', () => {
  it('has a heading for every code, in the order of the table', () => {
    const text = readFileSync('docs/errors.md', 'utf8')
    expect([...text.matchAll(/^### `(.+)`\n\n\*(.+)\*/gm)].map(m => [m[1], m[2]])).toEqual(
      Object.entries(rules).map(([code, { severity }]) => [code, severity]),
    )
  })
})
