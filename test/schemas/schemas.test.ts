/** The JSON Schemas that editors read: made of the types, and of one mind with the code that reads the files. `UPDATE=1` writes them. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { Ajv, type ValidateFunction } from 'ajv'
import { load } from 'js-yaml'
import { beforeAll, describe, expect, it } from 'vitest'
import { fileText } from '../../src/json/stable.ts'
import { type Options, resolveOptions } from '../../src/options.ts'
import { GoldenProblem, parseGolden } from '../../src/review/parse.ts'
import type { Json, JsonObject } from '../../src/runtime/contract.ts'
import { readSideFile } from '../../src/select/side-file.ts'
import { readLock } from '../../src/spec/lock.ts'
import { specOf } from '../support/spec.ts'
import { schemasOf } from './generate.ts'

const wanted = {
  'configuration.json': {
    file: 'src/options.ts',
    typeName: 'Options',
    title: 'The configuration of unplugin-openapi-tools',
  },
  'side-file.json': {
    file: 'src/options/directive.ts',
    typeName: 'SideFileDocument',
    title: 'What agents may do with an OpenAPI document',
  },
  'lock.json': {
    file: 'src/spec/lock.ts',
    typeName: 'LockFile',
    title: 'Pinned documents of unplugin-openapi-tools',
  },
  'golden.json': {
    file: 'src/emit/golden.ts',
    typeName: 'Golden',
    title: 'A reviewed tool of unplugin-openapi-tools',
  },
}
type Name = keyof typeof wanted
const names = Object.keys(wanted) as Name[]

describe('schemas/', () => {
  it('are made of the types', () => {
    const made = schemasOf(wanted)
    // For editors; the code that reads a configuration leaves it alone.
    const { properties } = made['configuration.json']
    made['configuration.json'].properties = { $schema: { type: 'string' }, ...(properties as object) }
    for (const name of names) {
      const text = fileText(made[name])
      if (process.env.UPDATE) writeFileSync(`schemas/${name}`, text)
      expect(readFileSync(`schemas/${name}`, 'utf8')).toBe(text)
    }
  })

  it('are shipped, and found by the line that init writes', () => {
    const { files, exports } = JSON.parse(readFileSync('package.json', 'utf8'))
    expect(files).toContain('schemas')
    expect(exports['./schemas/*']).toBe('./schemas/*')
    expect(readFileSync('src/cli/new-files.ts', 'utf8')).toContain('/side-file.json`')
  })
})

const validators = new Map<Name, ValidateFunction>()
beforeAll(() => {
  const ajv = new Ajv({ strict: true, allowUnionTypes: true, strictTypes: false, allErrors: true })
  for (const name of names)
    validators.set(name, ajv.compile(JSON.parse(readFileSync(`schemas/${name}`, 'utf8'))))
})
const accepts = (name: Name, value: unknown): boolean => validators.get(name)?.(value) === true

/** The verdict of the code that reads the file. */
const readers: Record<Name, (value: Json) => boolean> = {
  'configuration.json': value => {
    const found: unknown[] = []
    resolveOptions(value, { root: '/app', ci: false, file: 'c.json' }, f => found.push(f))
    return found.length === 0
  },
  'side-file.json': value => {
    const found: unknown[] = []
    const spec = specOf({ paths: {} }, { file: 'specs/orders.yaml' })
    const { entries, sound } = readSideFile(value, 'specs/orders.tools.yaml', spec, f => found.push(f))
    return (
      sound &&
      found.length === 0 &&
      entries.every(e => e.said === true || e.said === null || typeof e.said === 'object')
    )
  },
  'lock.json': value => 'lock' in readLock(JSON.stringify(value)),
  'golden.json': value => !(parseGolden(JSON.stringify(value)) instanceof GoldenProblem),
}

const sha = 'ab'.repeat(32)
const specs = { orders: './specs/orders.yaml' }
const golden = (): JsonObject =>
  JSON.parse(readFileSync('playground/openapi-tools.golden/orders/orders_get.json', 'utf8'))

/** Both say yes. */
const good: Record<Name, Json[]> = {
  'configuration.json': [
    { specs },
    { $schema: './x.json', specs, root: '.', lock: 'l', golden: false, dts: false, ci: true },
    {
      specs: {
        'git-hub': {
          spec: 'a.yaml',
          namespace: 'gh',
          operations: ['a', 'GET /x'],
          sha256: sha,
          refsRoot: '.',
        },
      },
    },
    { specs: { a: { spec: 'a.yaml', operations: { a: true, b: null, c: { name: 'x', confirm: false } } } } },
    {
      specs: { a: { spec: 'a.yaml', tools: 't.yaml' } },
      targets: ['gemini', 'openai-strict'],
      budget: { nodes: 1 },
    },
    {
      specs,
      conventions: { nestedForm: 'brackets', deepObjectArrays: 'repeat' },
      maps: 'entries',
      enumLimit: 3,
      nameRule: 'wide',
      runtime: 'linked',
      silence: ['deprecated'],
    },
  ],
  'side-file.json': [
    { version: 1, operations: null },
    {
      version: 1,
      spec: 'orders.yaml',
      namespace: 'shop',
      defaults: null,
      operations: { a: null, 'GET /x': {}, b: true },
    },
    {
      version: 1,
      defaults: { effect: 'read', confirm: true },
      operations: {
        a: {
          ...{
            name: 'n',
            formerNames: ['o'],
            description: 'd',
            doesNot: 'x',
            returns: 'r',
            body: 'required',
            server: 's',
          },
          params: {
            'query:a': { value: { deep: [null] } },
            b: { prefix: 'x', suffix: 'y' },
            c: { hide: true },
            d: { from: 'connection' },
            e: { expose: true, description: 't' },
          },
          response: { pick: ['id'], maxBytes: 1, maxItems: 2, headers: ['ETag'] },
          idempotencyHeader: 'Idempotency-Key',
        },
      },
    },
  ],
  'lock.json': [
    { lockfileVersion: 1, files: {} },
    {
      lockfileVersion: 1,
      files: { 'specs/a.yaml': { sha256: sha, version: '1' }, '../b.json': { sha256: sha } },
    },
  ],
  'golden.json': [golden(), { ...golden(), formerNames: ['a'] }],
}

/** Both say no. */
const bad: Record<Name, Json[]> = {
  'configuration.json': [
    ...[
      [],
      'x',
      null,
      {},
      { specs: {} },
      { specs, dst: false },
      { specs: { A: 'a.yaml' } },
      { specs: { a: 1 } },
    ],
    ...[
      { specs: { a: {} } },
      { specs: { a: { spec: 'a.yaml', nmaespace: 'x' } } },
      { specs: { a: { spec: 'a.yaml', sha256: 'x' } } },
    ],
    ...[
      { specs: { a: { spec: 'a.yaml', operations: [1] } } },
      { specs: { a: { spec: 'a.yaml', operations: { a: 'x' } } } },
    ],
    ...[
      { specs, targets: [] },
      { specs, targets: ['gpt'] },
      { specs, targets: ['gemini', 'gemini'] },
    ],
    ...[
      { specs, budget: { nodes: 0 } },
      { specs, budget: { nodes: 1.5 } },
      { specs, budget: { bites: 1 } },
      { specs, enumLimit: -1 },
    ],
    ...[
      { specs, maps: 'x' },
      { specs, runtime: 'small' },
      { specs, silence: ['golden-changed'] },
      { specs, silence: ['x'] },
      { specs, ci: 'yes' },
      { specs, golden: true },
    ],
    ...[
      { specs, conventions: { nestedForm: 'dots' } },
      { specs, root: '' },
      { specs, lock: 1 },
    ],
  ],
  'side-file.json': [
    ...[
      [],
      'x',
      {},
      { version: 2 },
      { version: 1, nmaespace: 'x' },
      { version: 1, namespace: '1a' },
      { version: 1, operations: [] },
    ],
    ...[
      { version: 1, operations: { a: false } },
      { version: 1, operations: { a: 1 } },
      { version: 1, defaults: 1 },
    ],
    ...[
      { nmae: 'x' },
      { name: ' ' },
      { name: 1 },
      { confirm: 'maybe' },
      { effect: 'rw' },
      { body: 'optional' },
      { formerNames: ['a', 'a'] },
    ].map(d => ({ version: 1, defaults: d })),
    ...[
      { params: { a: {} } },
      { params: { a: { hide: false } } },
      { params: { a: { from: 'model' } } },
      { params: { a: { prefix: '' } } },
      { params: [] },
    ].map(d => ({ version: 1, defaults: d })),
    ...[
      { response: { pick: [] } },
      { response: { pick: [''] } },
      { response: { maxBytes: 0 } },
      { response: { headers: ['a b'] } },
      { response: { max: 1 } },
      { idempotencyHeader: 'a b' },
    ].map(d => ({ version: 1, defaults: d })),
  ],
  'lock.json': [
    ...[
      [],
      {},
      { lockfileVersion: 0, files: {} },
      { lockfileVersion: 1 },
      { lockfileVersion: 1, files: [] },
      { lockfileVersion: 1, files: {}, more: 1 },
    ],
    ...[
      { sha256: 'x' },
      { sha256: sha.toUpperCase() },
      {},
      { sha256: sha, version: 1 },
      { sha256: sha, size: 1 },
      'x',
    ].map(f => ({ lockfileVersion: 1, files: { a: f } })),
    ...['/a', 'C:/a', 'a\\b', '', 'a\nb'].map(path => ({
      lockfileVersion: 1,
      files: { [path]: { sha256: sha } },
    })),
  ],
  'golden.json': [
    ...[
      [],
      {},
      { ...golden(), format: 0 },
      { ...golden(), format: 2 },
      { ...golden(), confirm: 'yes' },
      { ...golden(), operation: {} },
    ],
    ...['tool', 'declarations', 'inputSchema', 'request', 'response', 'removed', 'losses', 'effect'].map(
      key => ({ ...golden(), [key]: 1 }),
    ),
  ],
}

describe.each(names)('%s', name => {
  it('accepts what is read', () => {
    for (const value of good[name]) {
      const verdict = {
        value,
        schema: accepts(name, value),
        errors: validators.get(name)?.errors,
        reader: readers[name](value),
      }
      expect(verdict).toMatchObject({ schema: true, reader: true })
    }
  })

  it('refuses what is not', () => {
    for (const value of bad[name])
      expect({ value, schema: accepts(name, value), reader: readers[name](value) }).toMatchObject({
        schema: false,
        reader: false,
      })
  })
})

describe('files of this repository', () => {
  const below = (folder: string, pattern: RegExp) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map(f => `${folder}/${f.replaceAll('\\', '/')}`)
      .filter(f => pattern.test(f))
  const read = (file: string) => load(readFileSync(file, 'utf8')) as JsonObject

  it.each<[Name, string[], (value: JsonObject) => unknown]>([
    ['side-file.json', below('fixtures/specs', /\.tools\.yaml$/), value => value],
    // The operations of the real documents, with what is said of them.
    [
      'side-file.json',
      below('fixtures/real', /\/tools\.json$/),
      ({ operations }) => ({ version: 1, operations }),
    ],
    ['lock.json', ['playground/openapi-tools.lock.json'], value => value],
    ['golden.json', below('playground/openapi-tools.golden', /\.json$/), value => value],
    ['golden.json', below('fixtures/cases', /\/expected\/[^/]+\.json$/), value => value],
  ])('%s accepts them', (name, files, as) => {
    expect(files.length).toBeGreaterThan(0)
    const refused = files.filter(f => !accepts(name, as(read(f))))
    const [first] = refused
    if (first) accepts(name, as(read(first)))
    expect([refused, first && validators.get(name)?.errors?.slice(0, 3)]).toEqual([[], undefined])
  })
})

describe('Options', () => {
  it('lets warnings be silenced, and no errors', () => {
    const right = { specs, silence: ['deprecated'] } satisfies Options
    // @ts-expect-error: the code of an error
    const wrong = { specs, silence: ['golden-changed'] } satisfies Options
    expect([right, wrong].map(o => accepts('configuration.json', o))).toEqual([true, false])
  })
})
