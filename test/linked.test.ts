/**
 * `needs.ts` against the run time itself: each part says when it is reached, and no call may reach one that its tool does
 * not say it needs. And `emit/linked.ts`, which leaves parts out.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Compiled } from '../src/compile.ts'
import { bothLinks, type Links, linkedParts, linksOf } from '../src/emit/linked.ts'
import { bitsOf, needsOf, type Part, partNames } from '../src/needs.ts'
import type { InputSchema, Json, ParameterPlace, TargetName, Tool } from '../src/runtime/contract.ts'
import { encode } from '../src/runtime/encoding.ts'
import { connect } from '../src/runtime/index.ts'
import { leftOut, nothing } from '../src/runtime/left-out.ts'
import * as parts from '../src/runtime/parts.ts'
import { valid } from './oracle/arbitrary.ts'
import { near } from './oracle/near.ts'
import { openapiDocument, operationIds } from './oracle/operations.ts'
import { sample } from './properties/tool.ts'
import { spec, tool } from './runtime/tools.ts'
import { build, type Case, outcomeOf, readCalls } from './support/case.ts'
import { compiledOf, everyTarget } from './support/compile.ts'
import { connectionTo } from './support/connection.ts'
import { compiledFrom, documentOf, realDocuments, toolsOf } from './support/real.ts'

/** Where it is missing nothing throws, and a connection has it for all of its tools. */
const adds = vi.hoisted(() => 'base64')
const reached = vi.hoisted(() => new Set<string>())
const gone = vi.hoisted(() => new Set<string>())

vi.mock('../src/runtime/parts.ts', async original =>
  Object.fromEntries(
    Object.entries(await original<typeof parts>()).map(([name, part]) => [
      name,
      typeof part === 'number'
        ? part
        : // Whatever its type, it is only passed on.
          (...given: never[]) => {
            reached.add(name)
            if (gone.has(name)) return name === adds ? nothing() : leftOut()
            return (part as (...given: never[]) => unknown)(...given)
          },
    ]),
  ),
)

const all = Object.keys(parts)
  .filter(name => name !== 'linked')
  .sort()
const named = (links: Links = 'all') =>
  partNames.filter(name => links === 'all' || (bitsOf([name]) & links) !== 0)
/** By the table, of all tools; and what was reached. So that a test that reaches nothing fails. */
const seen = { needed: new Set<string>(), spared: new Set<string>(), reached: new Set<string>() }

beforeEach(() => {
  reached.clear()
  gone.clear()
})

function expectOnlyNeeded(tool: Tool): void {
  expect(tool.needs).toBeTypeOf('number')
  const needed = new Set<string>(named(tool.needs))
  for (const part of all) seen[needed.has(part) ? 'needed' : 'spared'].add(part)
  for (const part of reached) seen.reached.add(part)
  expect([tool.name, [...reached].filter(part => part !== adds && !needed.has(part))]).toEqual([
    tool.name,
    [],
  ])
}

/** Values that the tool takes and ones that it nearly takes, in the canonical form and as each target writes them. */
async function callWith({ info }: Compiled, tool: Tool, seed: number, each: number): Promise<void> {
  /** What was reached when the request went out: nothing is, later. */
  let before: string[] | undefined
  const fetch = () => {
    before = [...reached].filter(part => part !== adds)
    const headers = { 'content-type': 'application/json' }
    return Promise.resolve(new Response('{"id":12345678901234567890,"items":[1.5,null]}', { headers }))
  }
  const connection = connectionTo('https://api.example.com/base', info, { fetch })
  const values = [valid, near].flatMap(make => sample(() => make(tool.inputSchema), seed, each))
  const targets = Object.entries(tool.declarations)
  const forms = values.flatMap(value => [
    { value, from: undefined },
    ...targets.map(([name, { encoding }]) => ({
      value: encode(value, encoding) as Json,
      // The keys are the targets.
      from: name as TargetName,
    })),
  ])
  reached.clear()
  for (const { value, from } of [
    ...forms,
    ...[null, [], { x: 1 }].map(value => ({ value, from: undefined })),
  ])
    await connection.plan(tool, value, from && { from })
  for (const { value, from } of forms) {
    before = undefined
    // Whatever the value is: the types are for people.
    const answer = await connection.call(
      tool,
      value as never,
      { confirmed: true, ...(from && { from }) } as never,
    )
    const after = [...reached].filter(part => part !== adds)
    if (before) expect([tool.name, answer, after]).toEqual([tool.name, answer, before])
  }
  expectOnlyNeeded(tool)
}

const root = 'fixtures/cases'

describe.each(readdirSync(root).sort())('case %s', name => {
  const at = join(root, name)
  const config: Case = JSON.parse(readFileSync(join(at, 'config.json'), 'utf8'))

  it('reaches the parts that the table names, and no other', { timeout: 60_000 }, async () => {
    const { compiled } = await build(at, config, [...everyTarget])
    const { connection, calls } = readCalls(join(at, 'calls.json'))
    for (const each of compiled)
      for (const chosen of each.tools) {
        reached.clear()
        for (const call of calls.filter(({ tool }) => tool === chosen.tool.name))
          await outcomeOf(each, chosen, call, connection)
        expectOnlyNeeded(chosen.tool)
        await callWith(each, chosen.tool, 1, 4)
      }
  })
})

it.each(realDocuments)('%s', { timeout: 60_000 }, async name => {
  const compiled = compiledFrom(documentOf(name), toolsOf(name))
  for (const { tool } of compiled.tools) await callWith(compiled, tool, 1, 2)
})

it.each(['3.0', '3.1'] as const)('random operations of %s', { timeout: 120_000 }, async dialect => {
  const more = { conventions: { nestedForm: 'brackets', deepObjectArrays: 'repeat' } } as const
  await fc.assert(
    fc.asyncProperty(openapiDocument(dialect), fc.nat(), async (document, seed) => {
      const compiled = compiledOf(structuredClone(document), operationIds, more)
      for (const { tool } of compiled.tools) await callWith(compiled, tool, seed, 2)
    }),
    {
      numRuns: Number(process.env.FUZZ_RUNS ?? 8),
      seed: Number(process.env.FUZZ_SEED ?? 1),
      endOnFailure: true,
    },
  )
})

/** What the compiler seldom or never writes, and the contract allows; and what only the connection knows. */
describe('one thing at a time', () => {
  const query = { in: 'query', name: 'a', style: 'form', explode: true } as const
  const taking = (schema: InputSchema) =>
    tool({ properties: { a: schema }, request: { routes: [{ ...query, argument: 'a' }] } })
  const supplied = (place: ParameterPlace) =>
    tool({ request: { supplied: [{ ...place, parameter: 'tenant' }] } })
  const header = { in: 'header', name: 'x-a', style: 'simple', explode: false } as const
  const one = { type: 'string' } as const

  it.each<[string, Part[], Tool<'shop'>, parameter?: Json]>([
    ['no more than a text', [], taking(one)],
    ['const', ['differs'], taking({ ...one, const: '1' })],
    ['exclusiveMinimum', ['bounds'], taking({ type: 'number', exclusiveMinimum: 0 })],
    ['exclusiveMaximum', ['bounds'], taking({ type: 'number', exclusiveMaximum: 9 })],
    ['a text in a header', ['fitsHeader'], tool({ request: { fixed: [{ ...header, value: 'a b' }] } })],
    ['what is not', ['negation'], taking({ ...one, not: { const: '2' } })],
    [
      'a reference',
      ['target'],
      tool({
        properties: { a: { $ref: '#/$defs/a' } },
        schema: { $defs: { a: one } },
        request: { routes: [{ ...query, argument: 'a' }] },
      }),
    ],
    ['a pick', ['picker'], { ...taking(one), response: { pick: { id: true } } }],
    ['a write', ['doubt'], { ...taking(one), effect: 'write' }],
    ['Basic', ['basic'], tool({ request: { security: [['basic']] } })],
    ['a declared list', ['itemsText'], tool({ request: { fixed: [{ ...query, value: ['1', '2'] }] } })],
    ['a list of the connection', ['itemsText'], supplied(query), ['1', '2']],
    ['an object of the connection', ['itemsText'], supplied({ ...query, explode: false }), { b: '1' }],
    ['a rare style of the connection', ['rareStyle'], supplied({ ...query, style: 'spaceDelimited' }), 'b'],
    [
      'a deep object of the connection',
      ['deepPairs'],
      supplied({ ...query, style: 'deepObject' }),
      { b: '1' },
    ],
    [
      'JSON of the connection',
      ['contentText'],
      supplied({ ...query, media: 'application/json' }),
      { b: '1' },
    ],
    [
      'a text of the connection as it is',
      ['withReserved'],
      supplied({ ...query, allowReserved: true }),
      'a/b',
    ],
  ])('%s', async (_, expected, bare, parameter) => {
    const schemes = Object.entries(spec.security).filter(([name]) =>
      bare.request.security.flat().includes(name),
    )
    const made = { ...bare, needs: needsOf(bare, Object.fromEntries(schemes)) }
    const parameters = parameter === undefined ? {} : { parameters: { tenant: parameter } }
    const sent: unknown[] = []
    const fetch = async (url: string) => {
      sent.push(url)
      return Response.json({})
    }
    const connection = connectionTo('https://api.example.com', spec, { fetch, ...parameters })
    reached.clear()
    const args = made.inputSchema.properties.a
      ? { a: made.inputSchema.properties.a.type === 'number' ? 1 : '1' }
      : {}
    await connection.call(made, args as never)
    expect(sent).not.toEqual([])
    expect([...reached].sort()).toEqual(expect.arrayContaining(expected))
    expectOnlyNeeded(made)

    // Without it, nothing is sent, and no answer is made of that.
    sent.length = 0
    for (const part of expected) {
      gone.clear()
      gone.add(part)
      const fresh = connectionTo('https://api.example.com', spec, { fetch, ...parameters })
      const message = "linked for other tools: set runtime: 'whole'"
      const said = (answer: unknown) =>
        answer instanceof TypeError ? answer.message : (answer as { error?: string } | undefined)?.error
      const call = async () => fresh.call(made, args as never)
      const bound = async () => fresh.bind([made])[0]?.call(args)
      for (const run of [call, bound]) {
        const outcome = said(await run().catch(error => error))
        // What a connection has for a tool is written when it is known: what cannot be is no credential.
        expect(outcome).toBe(
          ['itemsText', 'withReserved'].includes(part) && parameter ? 'no_credential' : message,
        )
      }
    }
    expect(sent).toEqual([])
  })
})

it('masks what it masks, and refuses what it refuses, without what it adds for Basic', async () => {
  const answers = []
  for (const missing of [[], [adds]]) {
    gone.clear()
    for (const part of missing) gone.add(part)
    for (const bearer of ['QXkrpSECRETzv', () => ({ username: 'ada', password: 'QXkrpSECRETzv' })]) {
      const fetch = async () => Response.json({ seen: 'QXkrpSECRETzv', ada: 'ada' })
      const credentials = { bearer }
      const options = { baseUrl: 'https://api.example.com', fetch, credentials } as never // one is of a wrong type
      answers.push(await connect(spec, options).call(tool({ request: { security: [['bearer']] } }), {}))
    }
  }
  expect(answers.slice(2)).toEqual(answers.slice(0, 2))
  expect(answers).toMatchObject([{ seen: 'REDACTED', ada: 'ada' }, { error: 'no_credential' }, {}, {}])
})

describe('the table', () => {
  it('has one bit for each part, which tools that were emitted hold: a new one comes last', () => {
    expect([...partNames].sort()).toEqual(all)
    // Bits of a signed number.
    expect(partNames.length).toBeLessThan(32)
    expect(partNames.join(' ')).toBe(
      'base64 basic bounds breaksFormat contentText decode deepPairs differs doubt drawBody fitsHeader itemsOf itemsText ' +
        'leaves lengthOf mismatches negation ofItems picker propertiesOf rareStyle repeats requiredBy target toWire union ' +
        'withReserved writeForm writeJson',
    )
  })

  it('was tried: every part was reached, needed by a tool, and spared by another', () => {
    expect([...seen.reached].sort()).toEqual(all)
    expect([...seen.needed].sort()).toEqual(all)
    expect([...seen.spared].sort()).toEqual(all)
  })

  it('holds modules that import nothing that imports the parts', () => {
    const importsOf = (file: string): string[] =>
      [
        ...readFileSync(join('src/runtime', file), 'utf8').matchAll(
          /^(?:import|export)\b(?! type).*?'(\.\/[^']*)'$/gms,
        ),
      ].map(([, path = '']) => path)
    const walk = (file: string, met = new Set<string>()): Set<string> => {
      for (const next of importsOf(file)) if (!met.has(next)) walk(next, met.add(next))
      return met
    }
    expect([...walk('parts.ts')].length).toBeGreaterThan(10)
    expect([...walk('parts.ts')]).not.toContain('./parts.ts')
    expect([...walk('connect.ts')]).toContain('./parts.ts')
  })

  it('reads the module of the parts, source and built, to the last name', () => {
    for (const file of ['src/runtime/parts.ts', 'dist/runtime/parts.js']) {
      expect(existsSync(file)).toBe(true)
      const text = readFileSync(file, 'utf8')
      const names = (module: string) =>
        [...module.matchAll(/^export \{ (?:leftOut as |nothing as )?(\w+) \} from/gm)].map(m => m[1])
      const none = linkedParts(text, 0)
      expect(names(none).sort()).toEqual(all)
      expect(none.match(/export \{ leftOut as \w+ \} from ['"]\.\/left-out\.[jt]s['"]/g)).toHaveLength(
        all.length - 1,
      )
      expect(none).toMatch(/export \{ nothing as base64 \} from ['"]\.\/left-out\.[jt]s['"]/)
      expect(none).toMatch(/^export const linked = 0;?$/m)
      expect(linkedParts(text, bitsOf(partNames))).not.toMatch(/leftOut as|nothing as/)
      const one = linkedParts(text, bitsOf(['union']))
      expect(one).toMatch(/export \{ union \} from ['"]\.\/applicators\.[jt]s['"]/)
      expect(one.match(/leftOut as/g)).toHaveLength(all.length - 2)
      expect(linkedParts(text, 'all')).toBe(text.replace('-1', '~0'))
    }
  })

  it('tells what a text is linked for, so that two configurations can share one', () => {
    const text = readFileSync('src/runtime/parts.ts', 'utf8')
    expect(linksOf(text)).toBe(undefined)
    for (const links of [0, 5, bitsOf(partNames), 'all'] as const)
      expect(linksOf(linkedParts(text, links))).toBe(links)
    // As minifiers write it.
    for (const links of ['268747e3', '0x1004c0f8'])
      expect(linksOf(`const linked=${links};export{linked}`)).toBe(268_747_000)
    expect([bothLinks(undefined, 5), bothLinks(5, 2), bothLinks(5, 'all'), bothLinks('all', 5)]).toEqual([
      ...[5, 7, 'all', 'all'],
    ])
  })
})
