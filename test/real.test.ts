/**
 * Real documents: what compiles and what is refused is recorded beside each (`UPDATE=1` writes it), and what
 * DESIGN promises of every tool holds for these too. The requests are read back by a reader that knows the
 * document alone.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Compiled, compile } from '../src/compile.ts'
import { isError } from '../src/diagnostic.ts'
import { fileText } from '../src/json/stable.ts'
import { lint } from '../src/lint.ts'
import type { Conventions, Operations } from '../src/options.ts'
import type { JsonObject, SpecInfo, TargetName } from '../src/runtime/contract.ts'
import { type ConnectOptions, connect, type PlannedRequest } from '../src/runtime/index.ts'
import { openSpec } from '../src/spec/open.ts'
import { createSources } from '../src/spec/sources.ts'
import type { Spec } from '../src/spec/spec.ts'
import { valid } from './oracle/arbitrary.ts'
import { difference } from './oracle/round-trip.ts'
import { checkTool } from './properties/tool.ts'
import { optionsFor } from './support/compile.ts'
import { specOf } from './support/spec.ts'

interface Tools {
  conventions?: Conventions
  operations: Record<string, JsonObject>
}
/** By operation, the codes of what was reported. */
interface Expected {
  refused: Record<string, string[]>
  warnings: Record<string, string[]>
}

const names = readdirSync('fixtures/real').filter(name => existsSync(`fixtures/real/${name}/tools.json`))
const read = (name: string, file: string) => readFileSync(`fixtures/real/${name}/${file}`, 'utf8')
const documentOf = (name: string): JsonObject => JSON.parse(read(name, 'openapi.json')) as JsonObject
const toolsOf = (name: string): Tools => JSON.parse(read(name, 'tools.json')) as Tools

function compiledFrom(document: JsonObject, { operations, conventions = {} }: Tools): Compiled {
  const budget = { nodes: 500, bytes: 32_768, tools: 1000 }
  return compile(
    specOf(document, { key: 'real' }),
    optionsFor(operations as Operations, { budget, conventions }),
  )
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

const runs = Number(process.env.FUZZ_RUNS ?? 3)
const baseUrl = 'https://api.example.com/base'
const secret = 'QXkrpSECRETzv'

it('there are documents', () => {
  expect(names.length).toBeGreaterThan(20)
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

describe.each(names)('%s', name => {
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

  // Compiling validators takes its time on a busy machine.
  it('keeps the properties of every tool', { timeout: 60_000 }, () => {
    for (const tool of compiled.tools) expect(checkTool(tool, 1, runs)).toBeGreaterThan(0)
  })

  it('sends what the arguments say', { timeout: 60_000 }, async () => {
    const wrong: unknown[] = []
    for (const { tool, source } of compiled.tools) {
      const path = pathOf(source.pointer)
      const connection = connect(compiled.info, connectionFor(compiled.info) as ConnectOptions<SpecInfo>)
      const { nestedForm } = tools.conventions ?? {}
      let planned = 0
      for (let seed = 0; planned < runs && seed < runs * 20; seed++) {
        const [args = {}] = fc.sample(valid(tool.inputSchema), { numRuns: 1, seed })
        const request = await connection.plan(tool, args)
        // A value that its place cannot carry is refused, which loses nothing.
        if (!('url' in request)) continue
        planned++
        // Only a plan has a URL.
        const trip = { tool, args, request: request as PlannedRequest, document, path, baseUrl }
        const found = difference({ ...trip, ...(nestedForm && { nestedForm }) })
        if (found !== undefined) wrong.push({ tool: tool.name, found, args, request })
      }
      expect([tool.name, planned > 0]).toEqual([tool.name, true])
    }
    expect(wrong).toEqual([])
  })
})

/** `/paths/~1a/get` → `/a`. */
const pathOf = (pointer: string): string =>
  (pointer.split('/')[2] ?? '').replaceAll('~1', '/').replaceAll('~0', '~')

/** The names come from the compiled spec itself, so what they are is not in the types. */
const connectionFor = (info: SpecInfo) => ({
  baseUrl,
  servers: Object.fromEntries(info.servers.map(s => [s, baseUrl])),
  parameters: Object.fromEntries(info.parameters.map(p => [p, secret])),
  credentials: Object.fromEntries(
    Object.entries(info.security).map(([k, s]) => [
      k,
      s.type === 'http' && s.scheme === 'basic' ? { username: secret, password: secret } : secret,
    ]),
  ),
})
