/**
 * `fixtures/cases/<name>/`: a case is a folder. `config.json` has the options; the other files are the project.
 * `expected/` holds the golden file of every tool that a build makes, `findings.txt` what the build says, and
 * `calls.json` what is sent for some arguments. `UPDATE=1` writes what is expected.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { CompiledTool } from '../src/compile.ts'
import { goldenText } from '../src/emit/golden.ts'
import { lint } from '../src/lint.ts'
import type { Json, TargetName } from '../src/runtime/contract.ts'
import { decode, encode } from '../src/runtime/encoding.ts'
import { check } from '../src/runtime/interpreter.ts'
import { ajvFor } from './oracle/arbitrary.ts'
import { declared } from './oracle/declared.ts'
import { narrowed } from './oracle/narrowings.ts'
import { written } from './oracle/written.ts'
import { cleanUnder } from './properties/tool.ts'
import {
  type Built,
  build,
  type Call,
  type Calls,
  type Case,
  findingsText,
  outcomeOf,
  readCalls,
} from './support/case.ts'
import { everyTarget } from './support/compile.ts'

const root = 'fixtures/cases'
const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '')

describe.each(readdirSync(root).sort())('%s', name => {
  const at = join(root, name)
  const config: Case = JSON.parse(read(join(at, 'config.json')))

  it('is built as expected', async () => {
    const { compiled, diagnostics } = await build(at, config)
    const tools = compiled.flatMap(c => c.tools)
    const goldens = Object.fromEntries(tools.map(t => [`${t.tool.name}.json`, goldenText(t)]))
    const found = findingsText(diagnostics)
    const expected = join(at, 'expected')
    if (process.env.UPDATE) update(at, goldens, found)
    expect(found).toBe(read(join(at, 'findings.txt')))
    expect(Object.keys(goldens).sort()).toEqual(existsSync(expected) ? readdirSync(expected).sort() : [])
    for (const [file, golden] of Object.entries(goldens)) expect(golden).toBe(read(join(expected, file)))
  })

  it('sends what is expected, and has clean declarations for every target', async () => {
    const built = await build(at, config, [...everyTarget])
    for (const { tool } of built.compiled.flatMap(c => c.tools))
      for (const [target, { declaration }] of Object.entries(tool.declarations)) {
        // The keys are the targets.
        expect([tool.name, target, lint(declaration, target as TargetName)]).toEqual([tool.name, target, []])
        cleanUnder(target, declaration)
      }
    const file = join(at, 'calls.json')
    const { connection, calls } = readCalls(file)
    const made = []
    for (const { tool, args, from, ...given } of calls) {
      const { compiled, chosen } = toolOf(built, tool)
      if (from === undefined) agree(chosen, args)
      const call: Call = { tool, args, ...(from && { from }) }
      made.push({
        given: { ...call, ...given },
        found: { ...call, ...(await outcomeOf(compiled, chosen, call, connection)) },
      })
    }
    if (process.env.UPDATE && calls.length > 0)
      writeCalls(file, { ...(connection && { connection }), calls: made.map(m => m.found) })
    else for (const { given, found } of made) expect(found).toEqual(given)
  })
})

function toolOf({ compiled }: Built, name: string) {
  for (const c of compiled)
    for (const chosen of c.tools) if (chosen.tool.name === name) return { compiled: c, chosen }
  throw new Error(`no tool ${name}`)
}

/** The interpreter says of these arguments what Ajv says, and every target can take them and give them back. */
function agree({ tool }: CompiledTool, args: Json): void {
  const accepted = ajvFor(tool.inputSchema)(args)
  expect([args, check(tool.inputSchema, args).length === 0]).toEqual([args, accepted])
  if (!accepted) return
  for (const [target, { declaration, encoding }] of Object.entries(tool.declarations)) {
    expect(decode(encode(args, encoding), encoding)).toEqual(args)
    if (!ajvFor(narrowed(tool.inputSchema, target as TargetName))(args)) continue
    const schema = declared(declaration)
    const form = written(schema, encoding, args)
    expect([target, args, form !== undefined && ajvFor(schema)(form)]).toEqual([target, args, true])
    expect(decode(form, encoding)).toEqual(args)
  }
}

function update(at: string, goldens: Record<string, string>, found: string): void {
  const expected = join(at, 'expected')
  rmSync(expected, { recursive: true, force: true })
  if (Object.keys(goldens).length > 0) mkdirSync(expected)
  for (const [file, golden] of Object.entries(goldens)) writeFileSync(join(expected, file), golden)
  if (found === '') rmSync(join(at, 'findings.txt'), { force: true })
  else writeFileSync(join(at, 'findings.txt'), found)
}

const writeCalls = (file: string, calls: Calls): void =>
  writeFileSync(file, `${JSON.stringify(calls, null, 2)}\n`)
