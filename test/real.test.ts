/**
 * Real documents: what compiles and what is refused is recorded beside each (`UPDATE=1` writes it); declarations
 * are clean, and the same every time.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { compile } from '../src/compile.ts'
import { isError } from '../src/diagnostic.ts'
import { fileText } from '../src/json/stable.ts'
import { lint } from '../src/lint.ts'
import type { JsonObject, TargetName } from '../src/runtime/contract.ts'
import { openSpec } from '../src/spec/open.ts'
import { createSources } from '../src/spec/sources.ts'
import type { Spec } from '../src/spec/spec.ts'
import { optionsFor } from './support/compile.ts'
import { compiledFrom, documentOf, realDocuments, type Tools, toolsOf } from './support/real.ts'

/** By operation, the codes of what was reported. */
interface Expected {
  refused: Record<string, string[]>
  warnings: Record<string, string[]>
}

/** `GET /path` and operationId → where the operation stands. */
function placesOf(document: JsonObject): Map<string, string> {
  const places = new Map<string, string>()
  for (const [path, item] of Object.entries(document.paths as Record<string, JsonObject>))
    for (const [method, operation] of Object.entries(item)) {
      const pointer = `/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/${method}`
      const id = (operation as JsonObject).operationId
      places.set(`${method.toUpperCase()} ${path}`, pointer)
      if (typeof id === 'string') places.set(id, pointer)
    }
  return places
}

function outcome(document: JsonObject, tools: Tools): Expected {
  const places = placesOf(document)
  const expected: Expected = { refused: {}, warnings: {} }
  for (const [key, directive] of Object.entries(tools.operations)) {
    // Alone, so that every finding is this operation's.
    const { findings, tools: made } = compiledFrom(document, { ...tools, operations: { [key]: directive } })
    const codes = (wanted: boolean) => [
      ...new Set(findings.filter(f => isError(f) === wanted).map(f => f.code)),
    ]
    if (made.length === 0) expected.refused[key] = codes(true)
    else expect(made.map(t => t.source.pointer)).toEqual([places.get(key)])
    if (codes(false).length > 0) expected.warnings[key] = codes(false)
  }
  return expected
}

it('there are documents', () => {
  expect(realDocuments.length).toBeGreaterThan(20)
})

// The package has them in both forms. Cutting the JSON took long examples and links, which no tool reads.
it('train-travel: YAML gives the same tools as JSON', () => {
  const name = 'train-travel'
  const sources = createSources({ root: resolve('fixtures/real') })
  const open = (file: string): Spec => {
    const spec = openSpec(
      {
        sources,
        spec: { key: 'real', file: `${name}/${file}`, namespace: 'api', refsRoot: name },
        lock: undefined,
      },
      () => {},
    )
    if (spec === undefined) throw new Error(`${file} cannot be opened`)
    return spec
  }
  const { operations, conventions = {} } = toolsOf(name)
  const toolsIn = (file: string) =>
    compile(open(file), optionsFor(operations, { conventions })).tools.map(t => t.tool)
  expect(toolsIn('openapi.yaml').length).toBeGreaterThan(5)
  expect(JSON.stringify(toolsIn('openapi.yaml'))).toBe(JSON.stringify(toolsIn('openapi.json')))
})

describe.each(realDocuments)('%s', name => {
  const document = documentOf(name)
  const tools = toolsOf(name)
  const compiled = compiledFrom(document, tools)

  it('compiles or refuses as recorded', () => {
    const found = outcome(document, tools)
    const file = `fixtures/real/${name}/expected.json`
    if (process.env.UPDATE) writeFileSync(file, fileText(found))
    expect(found).toEqual(JSON.parse(readFileSync(file, 'utf8')))
    const refused = Object.keys(found.refused)
    expect(compiled.tools.length).toBe(Object.keys(tools.operations).length - refused.length)
    // Every refusal says why and what to do; none is silent.
    expect(Object.values(found.refused).filter(codes => codes.length === 0)).toEqual([])
  })

  it('has clean declarations', () => {
    const faults = compiled.tools.flatMap(({ tool }) =>
      Object.entries(tool.declarations).flatMap(([target, made]) =>
        lint(made.declaration, target as TargetName).map(fault => `${tool.name} ${target}: ${fault}`),
      ),
    )
    expect(faults).toEqual([])
  })

  it('is the same every time, and plain JSON', () => {
    const again = compiledFrom(documentOf(name), tools)
    expect(JSON.stringify(again)).toBe(JSON.stringify(compiled))
    expect(JSON.parse(JSON.stringify(compiled.tools))).toEqual(compiled.tools)
  })
})
