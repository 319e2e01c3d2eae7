/** What no tool shows is no change: order in a document, its white space, and whatever stands in operations that nobody chose. */
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { load } from 'js-yaml'
import { describe, expect, it } from 'vitest'
import type { Compiled } from '../../src/compile.ts'
import { goldenText } from '../../src/emit/golden.ts'
import { diffGoldens } from '../../src/review/diff.ts'
import type { Json, JsonObject } from '../../src/runtime/contract.ts'
import { cli } from '../cli/cli.ts'
import { folder } from '../support/folder.ts'
import { compiledFrom, documentOf, type Tools, toolsOf } from '../support/real.ts'

/** Documents without references into `paths`: there an operation is a part of another one. */
const names = ['github-agent', 'twilio', 'stripe', 'box', 'vercel', 'plaid', 'openai']
const methods = ['get', 'put', 'post', 'patch', 'delete', 'head']

interface Sample {
  document: JsonObject
  /** Every second operation. */
  tools: Tools
  goldens: Map<string, JsonObject>
}

const goldensOf = ({ tools }: Compiled) =>
  new Map(tools.map(t => [t.tool.name, JSON.parse(goldenText(t)) as JsonObject]))

function sampleOf(name: string): Sample {
  const document = documentOf(name)
  const { operations, ...rest } = toolsOf(name)
  const tools = {
    ...rest,
    operations: Object.fromEntries(Object.entries(operations).filter((_, i) => i % 2 === 0)),
  }
  return { document, tools, goldens: goldensOf(compiledFrom(document, tools)) }
}
const samples = new Map(names.map(name => [name, sampleOf(name)]))
const aName = fc.constantFrom(...names)
function sample(name: string): Sample {
  const found = samples.get(name)
  if (found === undefined) throw new Error(name)
  return found
}

const isObject = (v: Json | undefined): v is JsonObject =>
  typeof v === 'object' && v !== null && !Array.isArray(v)

/** Maps whose order is the order of arguments, of media types or of credentials. */
const ordered = ['properties', 'content', 'security']

/** The same document with the keys of its objects in another order. */
function shuffled(value: Json, seed: number, under = ''): Json {
  if (Array.isArray(value)) return value.map(v => shuffled(v, seed, under))
  if (!isObject(value)) return value
  const entries = Object.entries(value).map(([k, v]) => [k, shuffled(v, seed, k)] as const)
  if (ordered.includes(under)) return Object.fromEntries(entries)
  const rank = (key: string) => [...key].reduce((n, c) => (Math.imul(n, 31) + c.charCodeAt(0)) | 0, seed)
  return Object.fromEntries(entries.sort(([a], [b]) => rank(a) - rank(b)))
}

interface Place {
  path: string
  method: string
  use: 'unselected' | 'refused' | 'tool'
  /** The tool's name. */
  tool: string | undefined
}
const placesOf = ({ document, tools, goldens }: Sample): Place[] => {
  const nameOf = (operation: JsonObject) =>
    [...goldens].find(([, g]) => (g.operation as JsonObject).id === operation.operationId)?.[0]
  return Object.entries(document.paths as JsonObject).flatMap(([path, item]) =>
    Object.entries(item as JsonObject).flatMap(([method, operation]): Place[] => {
      if (!methods.includes(method) || !isObject(operation)) return []
      const names = [String(operation.operationId), `${method.toUpperCase()} ${path}`]
      const tool = nameOf(operation)
      const isSelected = names.some(name => Object.hasOwn(tools.operations, name))
      return [{ path, method, tool, use: tool ? 'tool' : isSelected ? 'refused' : 'unselected' }]
    }),
  )
}

/** What happens to an operation. */
const edits: Record<string, (operation: JsonObject) => JsonObject | undefined> = {
  text: o => ({ ...o, summary: 'Another summary.', description: 'Another text, see https://example.com/.' }),
  gone: () => undefined,
  parameters: o => ({
    ...o,
    parameters: [{ name: 'token', in: 'query', required: true, schema: { type: 'string' } }],
  }),
  faulty: o => ({
    ...o,
    parameters: 'none',
    requestBody: 7,
    security: [{ nowhere: [] }],
    servers: [{ url: 'x' }],
  }),
  deprecated: o => ({ ...o, deprecated: true, 'x-agent-tool': { confirm: false } }),
}

function edited({ document }: Sample, { path, method }: Place, how: string): JsonObject {
  const copy = structuredClone(document)
  const item = (copy.paths as JsonObject)[path] as JsonObject
  const after = edits[how]?.(item[method] as JsonObject)
  if (after === undefined) delete item[method]
  else item[method] = after
  return copy
}

describe('no entry', () => {
  it('for another order of keys', () => {
    fc.assert(
      fc.property(aName, fc.integer(), (name, seed) => {
        const { document, tools, goldens } = sample(name)
        const other = shuffled(document, seed) as JsonObject
        expect(diffGoldens(goldens, goldensOf(compiledFrom(other, tools)))).toEqual([])
      }),
      { numRuns: 15 },
    )
  })

  it('for what is done to operations that nobody selected; one for the same done to a tool', () => {
    let compared = 0
    fc.assert(
      fc.property(aName, fc.nat(), fc.constantFrom(...Object.keys(edits)), (name, n, how) => {
        const chosen = sample(name)
        const places = placesOf(chosen)
        const rest = places.filter(p => p.use === 'unselected')
        const changes = (place: Place, edit: string) =>
          diffGoldens(chosen.goldens, goldensOf(compiledFrom(edited(chosen, place, edit), chosen.tools)))
        for (const place of rest.slice(n % rest.length, (n % rest.length) + 1)) {
          compared++
          expect(changes(place, how), JSON.stringify(place)).toEqual([])
        }
        // Positive control.
        const built = places.filter(p => p.use === 'tool')
        const [tool] = built.slice(n % built.length)
        const gone = tool ? changes(tool, 'gone') : []
        expect(gone.map(c => `${c.rule} ${c.tool}`)).toEqual([`tool-removed ${tool?.tool}`])
      }),
      { numRuns: 20 },
    )
    expect(compared).toBeGreaterThan(10)
  })

  it('for another form of the same text: white space, quotes, JSON instead of YAML', async () => {
    const yaml = readFileSync('fixtures/specs/orders.yaml', 'utf8')
    const value = load(yaml)
    const at = folder({
      'a.yaml': yaml,
      'b.yaml': `# A comment.\n\n${yaml.replace(/\n(?=\S)/g, '\n\n').replaceAll('\n', '\r\n')}`,
      'c.json': JSON.stringify(value),
      'd.json': `\ufeff${JSON.stringify(value, null, 7)}\n\n`,
      'e.yaml': yaml.replace('Fetch a single order', 'Retch a single order'),
    })
    for (const file of ['b.yaml', 'c.json', 'd.json'])
      expect(await cli(at, ['diff', 'a.yaml', file, '--fail-on', 'none'])).toEqual({
        ...{ code: 0, stdout: 'no changes\n', stderr: '' },
      })
    expect(await cli(at, ['diff', 'a.yaml', 'e.yaml', '--fail-on', 'none'])).toMatchObject({ code: 1 })
  })
})
