/** Every default and every rejection of the configuration. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Finding, rules } from '../src/diagnostic.ts'
import { isBelow, rootRelative } from '../src/options/paths.ts'
import { type Options, resolveOptions } from '../src/options.ts'

const base = { root: '/home/me/app', ci: false, file: 'openapi-tools.config.ts' }
function resolve(raw: unknown, over: Partial<typeof base> = {}) {
  const findings: Finding[] = []
  const options = resolveOptions(raw, { ...base, ...over }, f => findings.push(f))
  return { options, findings }
}
/** `code pointer: message`, one line for each finding. */
const told = (raw: unknown) => resolve(raw).findings.map(f => `${f.code} ${f.at?.pointer}: ${f.message}`)
/** A valid configuration with something else in it. */
const plus = (more: Record<string, unknown>): unknown => ({
  specs: { orders: './specs/orders.yaml' },
  ...more,
})
const good = plus({})

describe('resolveOptions', () => {
  it('fills every default', () => {
    const { options, findings } = resolve(good)
    expect(findings).toEqual([])
    expect(options).toEqual({
      root: '/home/me/app',
      specs: new Map([
        ['orders', { key: 'orders', file: 'specs/orders.yaml', namespace: 'orders', refsRoot: 'specs' }],
      ]),
      lock: 'openapi-tools.lock.json',
      golden: 'openapi-tools.golden',
      dts: 'openapi-tools.d.ts',
      targets: ['gemini'],
      budget: { nodes: 500, bytes: 32_768, tools: 20 },
      conventions: {},
      maps: 'json-text',
      enumLimit: 100,
      nameRule: 'strict',
      runtime: 'linked',
      silence: [],
      ci: false,
    })
  })

  it('takes everything that can be said', () => {
    const everything = {
      root: 'packages/agent',
      specs: {
        orders: 'orders.yaml',
        'git-hub': {
          spec: './specs/../specs/github.json',
          namespace: 'gh',
          operations: {
            'issues/create': { confirm: false, params: { 'query:x': { value: [1, null] } } },
            b: true,
            c: null,
          },
          sha256: 'AB'.repeat(32),
          refsRoot: '..',
        },
        side: { spec: '/home/me/app/packages/agent/a/b.yaml', tools: './a/b.tools.yaml' },
        list: { spec: '../shared/c.yaml', operations: ['x', 'GET /y'] },
      },
      lock: './x/lock.json',
      golden: false,
      dts: false,
      targets: ['openai-strict', 'gemini'],
      budget: { nodes: 1, tools: 7 },
      conventions: { nestedForm: 'brackets', deepObjectArrays: 'indices' },
      maps: 'entries',
      enumLimit: 3,
      nameRule: 'wide',
      runtime: 'linked',
      silence: ['deprecated', 'pattern-unsafe'],
      ci: true,
    } satisfies Options
    const { options, findings } = resolve(everything)
    expect(findings).toEqual([])
    expect(options).toEqual({
      ...everything,
      root: '/home/me/app/packages/agent',
      specs: new Map<string, unknown>([
        ['orders', { key: 'orders', file: 'orders.yaml', namespace: 'orders', refsRoot: '.' }],
        [
          'git-hub',
          {
            key: 'git-hub',
            file: 'specs/github.json',
            namespace: 'gh',
            operations: everything.specs['git-hub'].operations,
            sha256: 'ab'.repeat(32),
            refsRoot: '..',
          },
        ],
        [
          'side',
          { key: 'side', file: 'a/b.yaml', namespace: 'side', tools: 'a/b.tools.yaml', refsRoot: 'a' },
        ],
        [
          'list',
          {
            key: 'list',
            file: '../shared/c.yaml',
            namespace: 'list',
            operations: ['x', 'GET /y'],
            refsRoot: '../shared',
          },
        ],
      ]),
      lock: 'x/lock.json',
      budget: { nodes: 1, bytes: 32_768, tools: 7 },
    })
  })

  it('names the nearest known option', () => {
    expect(
      told(
        plus({
          target: ['gemini'],
          budget: { node: 5 },
          conventions: { nested: 1 },
          specs: { a: { spec: 'a.yaml', sha265: 'x' } },
          __proto__x: 1,
        }),
      ),
    ).toMatchInlineSnapshot(`
      [
        "option-unknown /target: The option target is not known",
        "option-unknown /__proto__x: The option __proto__x is not known",
        "option-unknown /budget/node: The option budget.node is not known",
        "option-unknown /conventions/nested: The option conventions.nested is not known",
        "option-unknown /specs/a/sha265: The option specs.a.sha265 is not known",
      ]
    `)
    expect(resolve(plus({ target: [] })).findings[0]?.fix).toMatch(
      /^Correct or remove it: did you mean "targets"/,
    )
    expect(told({ spec: {} })).toMatchInlineSnapshot(`
      [
        "option-unknown /spec: The option spec is not known",
        "option-invalid /specs: The configuration names no spec",
      ]
    `)
  })

  it('refuses what an option cannot be, all at once', () => {
    const { options, findings } = resolve({
      root: 7,
      specs: {
        Bad_Key: 'a.yaml',
        url: 'https://example.com/openapi.json',
        'file-url': { spec: 'file:///a.yaml' },
        empty: '',
        nothing: {},
        nil: null,
        two: { spec: 'a.yaml', tools: 'a.tools.yaml', operations: ['x'] },
        ns: { spec: 'b.yaml', namespace: 'a.b' },
        sum: { spec: 'c.yaml', sha256: 'abc' },
        refs: { spec: 'specs/d.yaml', refsRoot: 'other' },
        ops: { spec: 'e.yaml', operations: { a: false, b: 'x' } },
        'ops-list': { spec: 'f.yaml', operations: ['a', 7] },
        'ops-text': { spec: 'g.yaml', operations: 'a' },
        data: { spec: 'h.yaml', operations: { a: { params: { x: { value: () => 1 } } } } },
        date: { spec: 'i.yaml', operations: { a: { params: { x: { value: new Date(0) } } } } },
        nan: { spec: 'j.yaml', operations: { a: { params: { x: { value: [Number.NaN] } } } } },
      },
      lock: false,
      golden: true,
      dts: '',
      targets: [],
      budget: { nodes: 0, bytes: 1.5, tools: '20' },
      conventions: { nestedForm: true, deepObjectArrays: 'comma' },
      maps: 'object',
      enumLimit: Number.POSITIVE_INFINITY,
      nameRule: null,
      runtime: true,
      silence: ['deprecated', 'spec-changed', 'deprecatd', 4],
      ci: 'yes',
    })
    expect(options).toBeUndefined()
    expect(findings.map(f => `${f.code} ${f.at?.pointer}: ${f.message}`)).toMatchInlineSnapshot(`
      [
        "option-invalid /root: The option root must be a text that is not empty; it is 7",
        "option-invalid /nameRule: The option nameRule must be 'strict' or 'wide'; it is null",
        "option-invalid /conventions/nestedForm: The option conventions.nestedForm must be 'brackets'; it is true",
        "option-invalid /conventions/deepObjectArrays: The option conventions.deepObjectArrays must be 'repeat' or 'brackets' or 'indices'; it is "comma"",
        "option-invalid /specs/Bad_Key: The key "Bad_Key" of a spec cannot be imported by its name",
        "option-invalid /specs/url: The option specs.url must be a path, since nothing is fetched at build ("npx openapi-tools add URL" copies a document here); it is "https://example.com/openapi.json"",
        "option-invalid /specs/file-url/spec: The option specs["file-url"].spec must be a path, since nothing is fetched at build ("npx openapi-tools add URL" copies a document here); it is "file:///a.yaml"",
        "option-invalid /specs/empty: The option specs.empty must be a path; it is """,
        "option-invalid /specs/nothing: The spec "nothing" has no path",
        "option-invalid /specs/nil: The option specs.nil must be the path of a spec, or an object; it is null",
        "selection-twice /specs/two/operations: The spec "two" has both a side file and operations in the configuration",
        "option-invalid /specs/ns/namespace: The option specs.ns.namespace must be a name of letters, digits and "_"; it is "a.b"",
        "option-invalid /specs/sum/sha256: The option specs.sum.sha256 must be a sha256 of 64 hexadecimal digits; it is "abc"",
        "option-invalid /specs/refs/refsRoot: The option specs.refs.refsRoot must be a folder that holds specs/d.yaml; it is "other"",
        "option-invalid /specs/ops/operations/a: The option specs.ops.operations.a must be true, null or an object; it is false",
        "option-invalid /specs/ops/operations/b: The option specs.ops.operations.b must be true, null or an object; it is "x"",
        "option-invalid /specs/ops-list/operations/1: The option specs["ops-list"].operations[1] must be an operationId or a "METHOD /path"; it is 7",
        "option-invalid /specs/ops-text/operations: The option specs["ops-text"].operations must be a list of operations, or an object with one entry for each; it is "a"",
        "option-invalid /specs/data/operations/a/params/x/value: The option specs.data.operations.a.params.x.value must be plain data (text, numbers, true, false, null, lists and objects); it is a function",
        "option-invalid /specs/date/operations/a/params/x/value: The option specs.date.operations.a.params.x.value must be plain data (text, numbers, true, false, null, lists and objects); it is an object",
        "option-invalid /specs/nan/operations/a/params/x/value/0: The option specs.nan.operations.a.params.x.value[0] must be plain data (text, numbers, true, false, null, lists and objects); it is NaN",
        "option-invalid /lock: The option lock must be a path; it is false",
        "option-invalid /golden: The option golden must be a path, or false; it is true",
        "option-invalid /dts: The option dts must be a path, or false; it is """,
        "option-invalid /targets: The option targets must be a list with some of 'gemini', 'gemini-json-schema', 'openai-strict'; it is an empty list",
        "option-invalid /budget/nodes: The option budget.nodes must be a whole number above 0; it is 0",
        "option-invalid /budget/bytes: The option budget.bytes must be a whole number above 0; it is 1.5",
        "option-invalid /budget/tools: The option budget.tools must be a whole number above 0; it is "20"",
        "option-invalid /maps: The option maps must be 'json-text' or 'entries'; it is "object"",
        "option-invalid /enumLimit: The option enumLimit must be a whole number above 0; it is Infinity",
        "option-invalid /runtime: The option runtime must be 'linked' or 'whole'; it is true",
        "option-invalid /silence/1: The option silence[1] must be the code of a warning, since errors cannot be silenced; it is "spec-changed"",
        "option-invalid /silence/2: The option silence[2] must be the code of a warning (did you mean "deprecated"); it is "deprecatd"",
        "option-invalid /silence/3: The option silence[3] must be the code of a warning; it is 4",
        "option-invalid /ci: The option ci must be true or false; it is "yes"",
      ]
    `)
    expect(findings.every(f => f.at?.file === 'openapi-tools.config.ts' && f.fix !== '')).toBe(true)
  })

  it.each([undefined, null, 3, 'x', [], () => ({}), new Map()].map(v => [v]))(
    'refuses %j as a configuration',
    raw => {
      expect(resolve(raw).findings).toMatchObject([{ code: 'option-invalid', at: { pointer: '' } }])
    },
  )

  it('takes an undefined option as one that is not set', () => {
    const { options, findings } = resolve({
      specs: {
        orders: {
          spec: './specs/orders.yaml',
          tools: undefined,
          operations: { a: { name: undefined, effect: 'read' } },
        },
        gone: undefined,
      },
      ci: undefined,
      golden: undefined,
      budget: undefined,
    })
    expect(findings).toEqual([])
    expect(options?.specs.get('orders')?.operations).toStrictEqual({ a: { effect: 'read' } })
    expect([...(options?.specs.keys() ?? [])]).toEqual(['orders'])
    expect(resolve({ ...(good as object), ci: undefined }, { ci: true }).options?.ci).toBe(true)
  })

  it('keeps namespaces apart', () => {
    expect(
      told({ specs: { 'a-b': 'a.yaml', c: { spec: 'c.yaml', namespace: 'a_b' }, d: { spec: 'c.yaml' } } }),
    ).toEqual(['option-invalid /specs/c: The specs "a-b" and "c" both have the namespace "a_b"'])
    expect(told({ specs: { a: 'x.yaml', b: 'x.yaml' } })).toEqual([])
  })

  it('allows wide namespaces under the wide rule only', () => {
    const named = { specs: { a: { spec: 'a.yaml', namespace: 'a.b:c-d' } } }
    expect(told(named)).toHaveLength(1)
    expect(told({ ...named, nameRule: 'wide' })).toEqual([])
  })

  it('needs a spec', () => {
    const message = 'option-invalid /specs: The configuration names no spec'
    expect([told({}), told({ specs: {} }), told({ specs: { a: undefined } })]).toEqual([
      [message],
      [message],
      [message],
    ])
    expect(told({ specs: [] })).toEqual([
      'option-invalid /specs: The option specs must be an object; it is an empty list',
    ])
  })

  it('silences every warning and no error', () => {
    for (const [code, { severity }] of Object.entries(rules)) {
      expect([code, told(plus({ silence: [code] })).length]).toEqual([code, severity === 'warning' ? 0 : 1])
    }
  })

  it('refuses data that contains itself', () => {
    const loop: Record<string, unknown> = {}
    loop.again = loop
    expect(told({ specs: { a: { spec: 'a.yaml', operations: { x: { params: loop } } } } })[0]).toMatch(
      /^option-invalid \/specs\/a\/operations\/x\/params\/again.*plain data that is not nested so deeply/,
    )
    const shared = { value: 1 }
    expect(
      told({ specs: { a: { spec: 'a.yaml', operations: { x: { params: { p: shared, q: shared } } } } } }),
    ).toEqual([])
  })

  it('keeps odd names as own fields', () => {
    const operations: unknown = JSON.parse('{"__proto__": {"name": "a"}, "constructor": true}')
    const { options } = resolve({ specs: { a: { spec: 'a.yaml', operations } } })
    expect(JSON.stringify(options?.specs.get('a')?.operations)).toBe(
      '{"__proto__":{"name":"a"},"constructor":true}',
    )
  })

  it('never throws, and says something exactly when it gives nothing', () => {
    const near = fc.record(
      {
        specs: fc.anything(),
        lock: fc.anything(),
        budget: fc.anything(),
        targets: fc.anything(),
        silence: fc.anything(),
        golden: fc.anything(),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.oneof(fc.anything(), near), raw => {
        const { options, findings } = resolve(raw)
        expect(options === undefined).toBe(findings.length > 0)
      }),
      { numRuns: 500 },
    )
  })
})

describe('paths', () => {
  it('are root-relative, with slashes', () => {
    const path = (written: string) => rootRelative('/home/me/app', written)
    expect(
      [
        './a.yaml',
        'a/../b.yaml',
        'a//b.yaml',
        '/home/me/app/c.yaml',
        '/home/me/d.yaml',
        '../e.yaml',
        'f\\g.yaml',
        '.',
        './h/',
      ].map(path),
    ).toEqual(['a.yaml', 'b.yaml', 'a/b.yaml', 'c.yaml', '../d.yaml', '../e.yaml', 'f/g.yaml', '.', 'h'])
  })

  it('know what lies below a folder, from any root', () => {
    const table: [string, string, boolean][] = [
      ['/a', '/a/b', true],
      ['/a', '/a', true],
      ['/a', '/ab', false],
      ['/a', '/', false],
      ['/', '/b', true],
      ['/a', '/a/..b', true],
      ['/a', '/a/../b', false],
    ]
    for (const [folder, path, below] of table)
      expect([folder, path, isBelow(folder, path)]).toEqual([folder, path, below])
  })
})
