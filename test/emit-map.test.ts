/** Declaration maps: an editor that goes to the definition of a tool opens its operation. TypeScript itself is asked. */
import { spawn } from 'node:child_process'
import { on } from 'node:events'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { declarationMap } from '../src/emit/declaration-map.ts'
import { cli } from './cli/cli.ts'
import { project } from './cli/project.ts'
import type { Folder } from './support/folder.ts'

const part = `get:
  operationId: getPart
  summary: Part.
  x-agent-tool: true
  responses: { 204: { description: ok } }
`
const json = `{ "openapi": "3.1.0", "info": { "title": "J", "version": "1" }, "paths": {
  "/a": { "$ref": "parts/a.yaml" },
  "/b": {
    "post": { "operationId": "b", "summary": "B.", "x-agent-tool": true, "responses": {} }
  } } }`

const at = () => {
  const made = project(
    { 'specs/j.json': json, 'specs/parts/a.yaml': part },
    { specs: { orders: 'specs/orders.yaml', j: 'specs/j.json' }, dts: 'types/tools.d.ts' },
  )
  mkdirSync(made.at('node_modules'))
  symlinkSync(resolve('.'), made.at('node_modules/unplugin-openapi-tools'), 'dir')
  return made
}

/** The line that tsserver opens for a word of a file: what every editor asks. */
async function definitions(made: Folder, file: string, words: string[]): Promise<Record<string, string>> {
  const script = join(resolve('.'), 'node_modules/typescript/lib/tsserver.js')
  const server = spawn(process.execPath, [script, '--disableAutomaticTypingAcquisition'], { cwd: made.path })
  const lines = createInterface({ input: server.stdout })
  const ask = async (command: string, args: object, answered: boolean) => {
    server.stdin.write(`${JSON.stringify({ seq: 1, type: 'request', command, arguments: args })}\n`)
    if (answered)
      for await (const [line] of on(lines, 'line'))
        if (String(line).includes(`"command":"${command}"`)) return JSON.parse(String(line))
  }
  const text = made.read(file)
  const found: Record<string, string> = {}
  try {
    await ask('open', { file: made.at(file) }, false)
    for (const word of words) {
      const before = text.slice(0, text.lastIndexOf(word)).split('\n')
      const at = { file: made.at(file), line: before.length, offset: (before.at(-1) ?? '').length + 1 }
      const [definition] = (await ask('definitionAndBoundSpan', at, true)).body.definitions
      const path = String(definition.file).slice(made.path.length + 1)
      found[word] = `${path}: ${made.read(path).split('\n')[definition.start.line - 1]?.trim()}`
    }
  } finally {
    server.kill()
  }
  return found
}

describe('go to definition', { timeout: 120_000 }, () => {
  it('opens the operation, in YAML, in JSON, and behind a reference', async () => {
    const made = at()
    expect((await cli(made, ['pin'])).code).toBe(0)
    expect((await cli(made, ['types'])).code).toBe(0)
    made.write({
      'tsconfig.json': JSON.stringify({
        compilerOptions: { module: 'nodenext', strict: true },
        include: ['**/*.ts'],
      }),
      'main.ts': `import { ordersGet, ordersRefundCreate } from 'openapi-tools:orders'
import one from 'openapi-tools:j/jB'
import { jGetPart } from 'openapi-tools:./specs/j.json'
export const all = [ordersGet, ordersRefundCreate, one, jGetPart]
`,
    })
    expect(
      await definitions(made, 'main.ts', ['ordersGet', 'ordersRefundCreate', 'one', 'jGetPart']),
    ).toEqual({
      ordersGet: 'specs/orders.yaml: get:',
      ordersRefundCreate: 'specs/orders.yaml: post:',
      one: 'specs/j.json: "post": { "operationId": "b", "summary": "B.", "x-agent-tool": true, "responses": {} }',
      jGetPart: 'specs/parts/a.yaml: get:',
    })
    // Without the map an editor opens the generated types.
    made.write({ 'types/tools.d.ts.map': '' })
    expect(await definitions(made, 'main.ts', ['ordersGet'])).toEqual({
      ordersGet: expect.stringMatching(/^types\/tools\.d\.ts: export const ordersGet/),
    })
  })

  it('does so for emitted modules too', async () => {
    const made = at()
    await cli(made, ['pin'])
    expect((await cli(made, ['emit', '--out', 'src/tools'])).code).toBe(0)
    made.write({
      'tsconfig.json': JSON.stringify({ compilerOptions: { module: 'nodenext' }, include: ['src'] }),
      'src/main.ts': `import { ordersGet } from './tools/orders.js'
import one from './tools/j/jB.js'
export const all = [ordersGet, one]
`,
    })
    expect(await definitions(made, 'src/main.ts', ['ordersGet', 'one'])).toEqual({
      ordersGet: 'specs/orders.yaml: get:',
      one: 'specs/j.json: "post": { "operationId": "b", "summary": "B.", "x-agent-tool": true, "responses": {} }',
    })
  })
})

/** Written for this test, from ECMA-426. */
function decode(mappings: string): { line: number; fields: number[] }[] {
  const totals = [0, 0, 0, 0]
  return mappings.split(';').flatMap((group, line) => {
    totals[0] = 0
    return group
      .split(',')
      .filter(s => s !== '')
      .map(segment => {
        const values: number[] = []
        let [value, shift] = [0, 0]
        for (const c of segment) {
          const digit = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'.indexOf(c)
          value += (digit & 31) * 2 ** shift
          shift += 5
          if (digit & 32) continue
          values.push(value % 2 === 1 ? -Math.floor(value / 2) : value / 2)
          ;[value, shift] = [0, 0]
        }
        return { line, fields: values.map((v, i) => (totals[i] = (totals[i] ?? 0) + v)) }
      })
  })
}

describe('the map', () => {
  it('comes back as what went in, for any places', () => {
    const place = fc.record({
      file: fc.constantFrom('a.yaml', '../b.json', 'c d.yaml'),
      line: fc.integer({ min: 1, max: 2_000_000 }),
      column: fc.integer({ min: 1, max: 100_000 }),
    })
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat({ max: 3 }), place), { minLength: 1, maxLength: 8 }), tools => {
        const text = tools
          .map(([gap], i) => `${'\n'.repeat(gap)}  export const t${i}: Tool<"k", {}>`)
          .join('\n')
        const map = declarationMap(text, 'x.d.ts', (_, name) => tools[Number(name.slice(1))]?.[1])
        const sources = map.sources as string[]
        const found = decode(String(map.mappings)).map(
          ({ line, fields: [column, source = 0, at = 0, from = 0] }) => ({
            generated: text.split('\n')[line]?.slice(column, (column ?? 0) + 2),
            ...{ file: sources[source], line: at + 1, column: from + 1 },
          }),
        )
        expect(found).toEqual(tools.map(([, p], i) => ({ generated: `t${i}`, ...p })))
      }),
    )
  })

  it('takes no text of a document for an export', () => {
    const evil = ` * x\n   * export const a: Tool<\n  /** export const b: Tool< */\n    "export const c": Tool<\n`
    expect(declarationMap(evil, 'x.d.ts', () => ({ file: 'a', line: 1, column: 1 }))).toMatchObject({
      mappings: '',
      sources: [],
    })
    expect(evil).toContain('export const b')
  })

  it('says nothing of this machine', async () => {
    const made = at()
    await cli(made, ['pin'])
    await cli(made, ['types'])
    const map = made.read('types/tools.d.ts.map')
    expect(map).not.toContain(made.path)
    expect(JSON.parse(map)).toMatchObject({
      version: 3,
      file: 'tools.d.ts',
      sources: ['../specs/j.json', '../specs/orders.yaml', '../specs/parts/a.yaml'],
    })
    expect(made.read('types/tools.d.ts')).toMatch(/\n\/\/# sourceMappingURL=tools\.d\.ts\.map\n$/)
  })
})
