/** Module text and types: exactly the data, whatever the text of a document is, and types that the type checker takes. */
import { describe, expect, it } from 'vitest'
import { goldenText } from '../src/emit/golden.ts'
import { moduleText, toolModuleText } from '../src/emit/module.ts'
import { typesText } from '../src/emit/types.ts'
import type { ArgumentsSchema, Json, JsonObject } from '../src/runtime/contract.ts'
import { aTool, compiled } from './support/compiled.ts'
import { typeErrors } from './support/types.ts'

/** Runs the text as a module, exactly as it is. */
async function evaluate(text: string): Promise<Record<string, unknown>> {
  // A real engine decides what the text means; a namespace object is a record of its exports.
  const url = `data:text/javascript,${encodeURIComponent(text)}`
  return { ...((await import(/* @vite-ignore */ url)) as Record<string, unknown>) }
}

const hostile = [
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it must stay text
  '${globalThis.P=1}',
  '`;globalThis.P=1;`',
  '*/globalThis.P=1/*',
  "');globalThis.P=1//",
  '");globalThis.P=1//',
  '</script><script>globalThis.P=1</script>',
  '<!--',
  '\u2028globalThis.P=1',
  '\u2029globalThis.P=1',
  '\nglobalThis.P=1\r\n',
  '__proto__',
  'constructor',
  '\\',
  '\\u0022',
  '\ud800',
  'x\udfffy',
  '\u{1f600}',
  '\u202eevil\u200b',
  '@ts-ignore',
  '@ts-expect-error\n@ts-expect-error',
  '',
]

/** A tool with every hostile string in every place where a document's text can stand, keys included. */
const hostileTool = (text: string) => {
  const map: JsonObject = Object.fromEntries([[text, { [text]: text }]])
  const inputSchema: ArgumentsSchema = {
    type: 'object',
    description: text,
    properties: Object.fromEntries([
      [text, { type: 'string', description: text, enum: [text], pattern: text }],
      ['nested', { type: 'object', properties: Object.fromEntries([[text, { const: map }]]) }],
      ['recursive', { $ref: '#/$defs/x' }],
    ]),
    required: [text],
    additionalProperties: false,
    $defs: Object.fromEntries([['x', { type: 'object', properties: {}, description: text }]]),
  }
  return aTool('hostileTool', {
    declarations: {
      gemini: {
        declaration: { name: 'hostile_tool', description: text, parameters: map },
        encoding: [{ pointer: text, as: 'json-text' }],
      },
    },
    inputSchema,
    operation: { id: text, method: 'GET', path: text },
    request: {
      routes: [],
      fixed: [{ in: 'body', pointer: text, value: map }],
      supplied: [],
      names: { [text]: text },
      security: [[text]],
    },
  })
}

const hostileModule = (text: string) =>
  compiled([hostileTool(text)], {
    title: text,
    version: text,
    security: Object.fromEntries([[text, { type: 'apiKey', in: 'header', name: text }]]),
    servers: [text],
    parameters: [text],
  })

describe('module text', () => {
  it('exports every tool, all of them in order, and the spec', async () => {
    const text = moduleText(compiled([aTool('ordersGet'), aTool('ordersList')]))
    const module = await evaluate(text)
    expect(Object.keys(module).sort()).toEqual(['ordersGet', 'ordersList', 'spec', 'tools'])
    expect(module.tools).toEqual([aTool('ordersGet').tool, aTool('ordersList').tool])
    expect(module.spec).toMatchObject({ key: 'orders', title: 'Orders' })
    expect(text).not.toMatch(/\bimport\b|\.\.\./)
  })

  it('gives one tool as a module of its own', async () => {
    const module = await evaluate(toolModuleText(aTool('ordersGet')))
    expect(Object.keys(module).sort()).toEqual(['default', 'ordersGet'])
    expect(module.default).toBe(module.ordersGet)
    expect(module.ordersGet).toEqual(aTool('ordersGet').tool)
  })

  it('refuses an export name that is no identifier', () => {
    expect(() => moduleText(compiled([aTool('a=1;b')]))).toThrow('not an identifier')
  })

  it.each(hostile)('carries %j as data', async text => {
    const made = hostileModule(text)
    const { tools, info } = made
    const tripwires = Object.keys(globalThis).sort()
    for (const source of [moduleText(made), toolModuleText(hostileTool(text))]) {
      const module = await evaluate(source)
      expect(Object.keys(globalThis).sort()).toEqual(tripwires)
      // JSON text, not toEqual: it sees an own `__proto__`, and that no prototype was set.
      expect(JSON.stringify(module.hostileTool)).toBe(JSON.stringify(tools[0]?.tool))
      expect(source).not.toContain('</')
      expect(source).not.toMatch(/[\u2028\u2029]/)
      expect(Buffer.from(source).toString()).toBe(source)
      if ('spec' in module) expect(JSON.stringify(module.spec)).toBe(JSON.stringify(info))
    }
  })

  it('sees a tripwire (positive control)', async () => {
    await evaluate('globalThis.P = 1')
    expect(Object.keys(globalThis)).toContain('P')
    delete (globalThis as { P?: number }).P
  })
})

describe('golden text', () => {
  it('has its keys in a fixed order, two spaces, LF and a final newline', () => {
    const text = goldenText(aTool('ordersGet'))
    expect(Object.keys(JSON.parse(text))).toEqual(
      'format tool operation effect confirm declarations inputSchema request response removed losses'.split(
        ' ',
      ),
    )
    expect(text.startsWith('{\n  "format": 1,\n  "tool": "orders_get",\n')).toBe(true)
    expect(text.endsWith('\n}\n')).toBe(true)
    expect(text).not.toContain('\r')
  })

  it.each(hostile)('carries %j and shows what cannot be seen', text => {
    const { tool, ...rest } = hostileTool(text)
    const golden = goldenText({ tool, ...rest })
    const { operation, inputSchema } = JSON.parse(golden) as Record<string, Json>
    expect(JSON.stringify([operation, inputSchema])).toBe(JSON.stringify([tool.operation, tool.inputSchema]))
    expect(golden).not.toMatch(/[\p{Cf}\p{Zl}\p{Zp}\x7f-\x9f\u00a0]/u)
  })
})

const inputSchema: ArgumentsSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['order_id', 'kind', 'id64', 'page size'],
  properties: {
    order_id: { type: 'string', description: 'The order.\nAlways */ given.' },
    kind: { enum: ['a', 1, true, null] },
    id64: { type: ['integer', 'string'], format: 'int64' },
    'page size': { type: 'integer' },
    nullable: { type: ['string', 'null'] },
    list: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'number' }] } },
    pair: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], items: false, minItems: 1 },
    map: { type: 'object', additionalProperties: { type: 'number' } },
    open: { type: 'object', properties: { known: { type: 'string' } }, additionalProperties: true },
    both: {
      allOf: [
        { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
        { type: 'object', properties: { b: { type: 'string' } }, required: ['b'] },
      ],
    },
    tree: { $ref: '#/$defs/Node' },
    loop: { $ref: '#/$defs/Loop' },
    anything: {},
  },
  $defs: {
    Node: {
      type: 'object',
      properties: { children: { type: 'array', items: { $ref: '#/$defs/Node' } } },
      additionalProperties: false,
    },
    Loop: { anyOf: [{ $ref: '#/$defs/Other' }, { type: 'null' }] },
    Other: { oneOf: [{ $ref: '#/$defs/Loop' }, { type: 'string' }] },
  },
}

describe('types', { timeout: 30_000 }, () => {
  const orders = compiled([aTool('ordersGet', { inputSchema }), aTool('ordersList')], {
    security: { bearerAuth: { type: 'http', scheme: 'bearer' } },
    servers: ['eu', 'us'],
    parameters: ['X-Tenant'],
  })
  const modules = [{ compiled: orders, fileName: 'orders.yaml' }]
  const imports = `
    import type { ArgumentsOf } from 'unplugin-openapi-tools/runtime'
    import { ordersGet, ordersList, spec, tools } from 'openapi-tools:orders'
    type Args = ArgumentsOf<typeof ordersGet>
    const args = { order_id: 'o', kind: 1, id64: '9', 'page size': 2 } satisfies Args
  `

  it('accept what the schema accepts', () => {
    const user = `${imports}
      const name: 'orders_get' = ordersGet.name
      const names: 'orders_get' | 'orders_list' = tools[0].name
      const scheme: 'bearer' = spec.security.bearerAuth.scheme
      const server: 'eu' | 'us' | undefined = spec.servers[0]
      const parameter: 'X-Tenant' | undefined = spec.parameters[0]
      const none: ArgumentsOf<typeof ordersList> = {}
      const full: Args = {
        ...args, kind: null, id64: 9, nullable: null, list: ['a', 1], pair: ['a'], map: { x: 1 },
        open: { known: 'a', other: [] }, both: { a: 'a', b: 'b' }, tree: { children: [{ children: [] }] },
        loop: null, anything: Symbol.iterator,
      }
      import one, { ordersGet as same } from 'openapi-tools:orders/ordersGet'
      import { ordersGet as relative } from 'openapi-tools:../specs/orders.yaml'
      import relativeOne from 'openapi-tools:./orders.yaml/ordersGet'
      const all: 'orders_get'[] = [one.name, same.name, relative.name, relativeOne.name]
      export { name, names, scheme, server, parameter, none, full, all }
    `
    expect(typeErrors(modules, user)).toEqual([[], []])
  })

  const refused: [line: string, message: string][] = [
    [`const a: Args = { kind: 1, id64: 1, 'page size': 1 }`, "Property 'order_id' is missing"],
    [`const a: Args = { ...args, kind: 'c' }`, 'Type \'"c"\' is not assignable'],
    [`const a: Args = { ...args, nope: 1 }`, "'nope' does not exist in type"],
    [`const a: Args = { ...args, order_id: null }`, "Type 'null' is not assignable"],
    [`const a: Args = { ...args, list: [true] }`, "Type 'boolean' is not assignable"],
    [`const a: Args = { ...args, pair: ['a', 'b'] }`, "Type 'string' is not assignable to type 'number'"],
    [`const a: Args = { ...args, map: { x: 'a' } }`, "Type 'string' is not assignable to type 'number'"],
    [`const a: Args = { ...args, both: { a: 'a' } }`, "Property 'b' is missing"],
    [`const a: Args = { ...args, tree: { children: [{ nope: 1 }] } }`, "'nope' does not exist"],
    [`const a: ArgumentsOf<typeof ordersList> = { x: 1 }`, 'is not assignable'],
    [`const a = spec.security.basic`, "Property 'basic' does not exist"],
    [`const a: 'asia' | undefined = spec.servers[0]`, 'is not assignable'],
    [`import { nope } from 'openapi-tools:orders'; const a = nope`, "no exported member 'nope'"],
    [`import { ordersGet_1 as a } from 'openapi-tools:orders'`, "no exported member named 'ordersGet_1'"],
    [`import a from 'openapi-tools:./orders.yaml/nope'`, 'Cannot find module'],
    [`import { a } from 'openapi-tools:other'`, "Cannot find module 'openapi-tools:other'"],
  ]
  it('refuse what it does not', () => {
    const users = refused.map(([line]) => `${imports}\n${line}\nexport { a, spec, tools, ordersList, args }`)
    const [generated, ...errors] = typeErrors(modules, ...users)
    expect(generated).toEqual([])
    expect(errors).toEqual(refused.map(([, message]) => [expect.stringContaining(message)]))
  })

  it('hold any text', () => {
    const every = hostile.map((text, i) => {
      const compiled = hostileModule(text)
      return {
        compiled: { ...compiled, info: { ...compiled.info, key: `k${i}` } },
        fileName: `${i}.yaml`,
      }
    })
    expect(typeErrors(every, 'export {}')).toEqual([[], []])
  })

  it('are sorted by key, and the same for any order of specs', () => {
    const other = { compiled: compiled([aTool('a')], { key: 'billing' }) }
    const text = typesText([...modules, other])
    expect(text).toBe(typesText([other, ...modules]))
    expect(text.indexOf('"openapi-tools:billing"')).toBeLessThan(text.indexOf('"openapi-tools:orders"'))
  })
})
