/**
 * `fixtures/cases/<name>/`: a case is a folder. `config.json` names files of `fixtures/specs/` and the options;
 * `expected/` holds the golden file of every tool that a build makes of them. `UPDATE=1` writes it.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isError } from '../src/diagnostic.ts'
import { goldenText } from '../src/emit/golden.ts'
import { createProject } from '../src/project/project.ts'
import { lock } from './plugin/app.ts'
import { folder } from './support/folder.ts'

interface Case {
  files: string[]
  options: { specs: Record<string, unknown> }
}

const root = 'fixtures/cases'
const text = (file: string) => readFileSync(file, 'utf8')

async function build({ files, options }: Case): Promise<Record<string, string>> {
  const at = folder({ 'package.json': '{}' })
  for (const file of files) cpSync(join('fixtures/specs', file), at.at(file))
  at.write({ 'openapi-tools.lock.json': lock(Object.fromEntries(files.map(f => [f, at.read(f)]))) })
  const project = createProject(options, { root: at.path, watching: false }, {})
  const outcomes = await Promise.all(Object.keys(options.specs).map(key => project.outcome({ key })))
  expect(outcomes.flatMap(o => o.diagnostics).filter(isError)).toEqual([])
  const tools = outcomes.flatMap(o => o.compiled?.tools ?? [])
  return Object.fromEntries(tools.map(t => [`${t.tool.name}.json`, goldenText(t)]))
}

describe('fixtures/cases', () => {
  it.each(readdirSync(root))('%s', async name => {
    const built = await build(JSON.parse(text(join(root, name, 'config.json'))))
    const expected = join(root, name, 'expected')
    if (process.env.UPDATE) {
      rmSync(expected, { recursive: true, force: true })
      mkdirSync(expected)
      for (const [file, golden] of Object.entries(built)) writeFileSync(join(expected, file), golden)
    }
    expect(Object.keys(built).sort()).toEqual(readdirSync(expected).sort())
    for (const [file, golden] of Object.entries(built)) expect(golden).toBe(text(join(expected, file)))
  })
})
