/**
 * `fixtures/diff/<name>/`: two versions of one real API, and what is said of the change. `expected.txt` was checked row by
 * row against the documents; `UPDATE=1` writes it, and then it has to be checked again. docs: the changes that a document
 * made and no row tells are links, titles, examples and responses, and what the body root says of further properties.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { compile } from '../../src/compile.ts'
import { isError } from '../../src/diagnostic.ts'
import { goldenText } from '../../src/emit/golden.ts'
import { diffGoldens } from '../../src/review/diff.ts'
import { GoldenProblem, parseGolden } from '../../src/review/parse.ts'
import { renderText } from '../../src/review/render/text.ts'
import type { JsonObject } from '../../src/runtime/contract.ts'
import { optionsFor } from '../support/compile.ts'
import type { Tools } from '../support/real.ts'
import { specOf } from '../support/spec.ts'

const root = 'fixtures/diff'
const read = (file: string) => readFileSync(file, 'utf8')

function goldensOf(folder: string, tools: string): Map<string, JsonObject> {
  const { operations, conventions = {} } = JSON.parse(read(tools)) as Tools
  const spec = specOf(JSON.parse(read(`${folder}/openapi.json`)), { key: 'pair' })
  const compiled = compile(spec, optionsFor(operations, { conventions }))
  expect(compiled.findings.filter(isError)).toEqual([])
  expect(compiled.tools).toHaveLength(Object.keys(operations).length)
  return new Map(
    compiled.tools.map(t => {
      const parsed = parseGolden(goldenText(t))
      if (parsed instanceof GoldenProblem) throw new Error(`${t.tool.name} ${parsed.problem}`)
      return [`pair/${t.tool.name}.json`, parsed]
    }),
  )
}

describe('two versions of one API', () => {
  it.each(readdirSync(root))('%s', name => {
    const own = `${root}/${name}/pair.json`
    const sides = existsSync(own)
      ? (JSON.parse(read(own)) as { before: string; after: string })
      : { before: `${root}/${name}/before`, after: `${root}/${name}/after` }
    const [before, after] = [sides.before, sides.after].map(folder => {
      const beside = `${folder}/tools.json`
      return goldensOf(folder, existsSync(beside) ? beside : `${root}/${name}/tools.json`)
    })
    if (before === undefined || after === undefined) throw new Error('a pair has two sides')
    const text = renderText(diffGoldens(before, after))
    const expected = `${root}/${name}/expected.txt`
    if (process.env.UPDATE) writeFileSync(expected, text)
    expect(text).toBe(read(expected))
    expect(diffGoldens(after, after)).toEqual([])
  })
})
