/** The rule checker says what each target refuses; development builds and `check` ask it. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { lint } from '../src/lint.ts'
import { createProject } from '../src/project/project.ts'
import type { Declaration, JsonObject, TargetName } from '../src/runtime/contract.ts'
import { cli } from './cli/cli.ts'
import { project } from './cli/project.ts'
import { developerErrors, vertexErrors } from './fake-gemini/declaration.ts'
import { app, options } from './plugin/app.ts'

/** Lowering makes no broken declaration, so the checker is made to find one. */
const state = vi.hoisted(() => ({ suspicious: false }))
vi.mock(import('../src/lint.ts'), async original => {
  const real = await original()
  return { lint: (d, target) => (state.suspicious ? ['parameters: is odd'] : real.lint(d, target)) }
})

const named = (parameters: JsonObject): Declaration => ({ name: 'f', description: 'd', parameters })
const gemini = (a: JsonObject) => named({ type: 'OBJECT', properties: { a } })
const strict = (a: JsonObject) =>
  named({ type: 'object', properties: { a }, required: ['a'], additionalProperties: false })

/** Broken on purpose: what is wrong, the declaration, and a part of what is said. */
const broken: [TargetName, Declaration, string][] = [
  ['gemini', { ...gemini({ type: 'STRING' }), description: ' ' }, 'description: is empty'],
  ['gemini', { ...gemini({ type: 'STRING' }), name: '1f' }, 'name: is no legal function name'],
  ['gemini', { ...gemini({ type: 'STRING' }), parametersJsonSchema: { type: 'object' } }, 'stands beside'],
  ['gemini', named({ type: 'STRING' }), 'is no OBJECT'],
  ['gemini', named({ type: 'OBJECT', properties: {} }), 'properties: is empty'],
  ['gemini', named({ type: 'OBJECT', properties: { 'a.b': { type: 'STRING' } } }), 'no legal property name'],
  ['gemini', named({ ...gemini({ type: 'STRING' }).parameters, required: ['b'] }), 'names b'],
  ['gemini', named({ ...gemini({ type: 'STRING' }).parameters, required: [] }), 'required: is empty'],
  ['gemini', gemini({ type: 'string' }), 'has no single type'],
  ['gemini', gemini({ type: ['STRING', 'NULL'] }), 'has no single type'],
  ['gemini', gemini({ type: 'STRING', default: 'x' }), 'default: is not allowed'],
  ['gemini', gemini({ type: 'STRING', nullable: false }), 'nullable: is not true'],
  ['gemini', gemini({ type: 'STRING', minLength: 'x' }), 'is no count'],
  ['gemini', gemini({ type: 'STRING', format: 'uuid' }), 'format: is not allowed'],
  ['gemini', gemini({ type: 'INTEGER', enum: ['1'] }), 'enum: is not allowed on INTEGER'],
  ['gemini', gemini({ type: 'STRING', enum: [] }), 'has no members'],
  ['gemini', gemini({ type: 'STRING', enum: [''] }), 'an empty one'],
  ['gemini', gemini({ type: 'STRING', enum: ['a', 'a'] }), 'a member twice'],
  ['gemini', gemini({ type: 'STRING', pattern: '^(?=a)' }), 'look-around'],
  ['gemini', gemini({ type: 'ARRAY' }), 'items: is no schema'],
  ['gemini', gemini({ anyOf: [{ type: 'STRING' }] }), 'needs two branches'],
  ['gemini', gemini({ anyOf: [{ type: 'STRING' }, { type: 'INTEGER' }], nullable: true }), 'beside anyOf'],
  ['gemini-json-schema', named({ type: 'object' }), 'parametersJsonSchema: is missing'],
  [
    'gemini-json-schema',
    { name: 'f', description: 'd', parametersJsonSchema: { type: 'object', $ref: '#' } },
    '$ref: is not allowed',
  ],
  [
    'gemini-json-schema',
    { name: 'f', description: 'd', parametersJsonSchema: { properties: {} } },
    'neither type',
  ],
  ['openai-strict', { name: 'f', description: 'd' }, 'parameters: is missing'],
  ['openai-strict', named({ anyOf: [] }), 'is no plain object'],
  ['openai-strict', named({ type: 'object', properties: {} }), 'is not closed'],
  [
    'openai-strict',
    strict({
      type: 'object',
      properties: { b: { type: 'string' } },
      required: [],
      additionalProperties: false,
    }),
    'does not name every property',
  ],
  ['openai-strict', strict({ type: 'string', minLength: 1 }), 'minLength: is not allowed'],
]

describe('lint', () => {
  it.each(broken)('%s: %j', (target, declaration, said) => {
    expect(lint(declaration, target).join('\n')).toContain(said)
  })

  it('has nothing to say of sound declarations (positive control)', () => {
    expect(lint(gemini({ type: 'STRING', enum: ['a'], nullable: true }), 'gemini')).toEqual([])
    expect(lint(strict({ type: ['string', 'null'] }), 'openai-strict')).toEqual([])
    const none = { name: 'f', description: 'd', parametersJsonSchema: { type: 'object', properties: {} } }
    expect(lint(none, 'gemini')).toEqual([])
    expect(lint(none, 'gemini-json-schema')).toEqual([])
  })

  it('refuses what the fake API refuses, for Gemini', () => {
    const refused = broken.filter(([target]) => target === 'gemini').map(([, declaration]) => declaration)
    const byApi = refused.filter(d => [...developerErrors([d]), ...vertexErrors([d])].length > 0)
    expect(byApi.length).toBeGreaterThan(15)
    for (const declaration of byApi) expect(lint(declaration, 'gemini')).not.toEqual([])
  })
})

describe('development builds', () => {
  afterEach(() => {
    state.suspicious = false
  })

  const suspects = async (watching: boolean) => {
    const project = createProject(options, { root: app().path, watching }, {})
    const { diagnostics } = await project.outcome({ key: 'orders' })
    return diagnostics.filter(d => d.code === 'declaration-suspect').map(d => d.message)
  }

  it('ask the checker; other builds do not, and sound declarations are not mentioned', async () => {
    expect(await suspects(true)).toEqual([])
    state.suspicious = true
    expect(await suspects(false)).toEqual([])
    expect(await suspects(true)).toContain(
      'The declaration of orders_get breaks a rule of gemini: parameters: is odd',
    )
  })

  it('so does check, of every target', async () => {
    const at = project()
    const broken = async () =>
      (await cli(at, ['check', '--json'])).stdout.match(/breaks a rule of \w+: parameters: is odd/g) ?? []
    expect(await broken()).toEqual([])
    state.suspicious = true
    expect((await broken()).length).toBeGreaterThanOrEqual(2)
  })
})
