/** Prism, which knows a document alone, accepts what our calls send; and it does see what is wrong with a request. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Compiled, CompiledTool } from '../../src/compile.ts'
import type { Json, JsonObject, Tool } from '../../src/runtime/contract.ts'
import { valid } from '../oracle/arbitrary.ts'
import { connectionTo } from '../support/connection.ts'
import { compiledFrom, documentOf, toolsOf } from '../support/real.ts'
import { fixtureDocument } from '../support/spec.ts'
import { type PrismServer, servePrism } from './prism.ts'

interface Violation {
  message: string
  path?: string[]
  code?: string
  /** 0 is an error, 1 a warning. */
  severity?: number
}
interface Sent {
  tool: Tool
  /** Where the operation stands in the document. */
  source: CompiledTool['source']
  args: JsonObject
  found: Violation
}

/**
 * Where Prism is wrong, or knows more than an `inputSchema` says. Whatever is excused must fit one of these, and most
 * requests need none.
 */
const excuses: Record<string, (sent: Sent) => boolean> = {
  'a warning': ({ found }) => found.severity === 1,
  // The run time enforces date, date-time, uuid and the integers; other formats are words in the description.
  'a format that nobody enforces': ({ found }) =>
    found.code === 'format' && /"(uri|url|ipv4|ipv6|byte|email)"/.test(found.message),
  // It turns such formats into keywords of its own.
  'a pattern made of format: byte': ({ found }) =>
    found.code === 'pattern' && found.message.includes('\\w\\d+'),
  'bounds made of format: int64': ({ found }) => /= -?9007199254740991$/.test(found.message),
  // It reads path and query by coercion: `1` is an integer, and a string as well.
  'oneOf over one text': ({ found }) => found.code === 'oneOf' && found.path?.[0] === 'path',
  // It makes `{}` or `[]` of a parameter that was left out, and finds them lacking.
  'an absent object or list': ({ found, args }) =>
    found.path?.[0] === 'query' && !Object.hasOwn(args, found.path[1] ?? ''),
  // The same in a form.
  'an absent field of a form': ({ found, args, tool }) =>
    tool.request.media?.type === 'application/x-www-form-urlencoded' &&
    found.path?.[0] === 'body' &&
    !Object.hasOwn(args, found.path[1] ?? ''),
  // Its router does not know `#`.
  'a path with a fragment': ({ found, source }) =>
    source.pointer.includes('#') && found.message.includes('NO_PATH_MATCHED'),
}
const counts = { sent: 0, excused: 0 }
/** Where it judges no body at all: it stays silent when its Ajv does not compile a schema (`nullable` without `type`). */
const blind = new Set(['api_issues_create', 'api_create_completion'])

const own = {
  orders: {
    document: 'orders.yaml',
    operations: { listOrders: {}, getOrder: {}, createRefund: {} },
  },
  inventory: {
    document: 'inventory.json',
    operations: {
      'items/search': {},
      'items/put': {},
      'items/move': {},
      'items/label': {},
      'items/reserve': {},
      'GET /sites/{siteId}/stock': {},
    },
  },
  helpdesk: {
    document: 'helpdesk.yaml',
    operations: {
      ListSearchResults: {},
      ListTickets: {},
      CreateTicket: { description: 'Opens a ticket.' },
      ShowTicket: {},
      ListTicketComments: {},
    },
  },
}
// Not those with styles that it cannot read, and not vercel, whose unions differ by formats alone.
const real = [
  ...['adyen', 'box', 'codat', 'digitalocean', 'ghes-3.17', 'ghes-3.19', 'github', 'github-agent'],
  ...['github-issues', 'kubernetes', 'openai', 'plaid', 'stripe', 'train-travel', 'twilio'],
]
const cases: [string, () => { document: JsonObject; compiled: Compiled }][] = [
  ...Object.entries(own).map(([name, { document: file, operations }]): (typeof cases)[number] => [
    name,
    () => {
      // The fixtures are objects.
      const document = fixtureDocument(file) as JsonObject
      return { document, compiled: compiledFrom(document, { operations }) }
    },
  ]),
  ...real.map((name): (typeof cases)[number] => [
    name,
    () => ({ document: documentOf(name), compiled: compiledFrom(documentOf(name), toolsOf(name)) }),
  ]),
]
const runs = 3

describe.each(cases)('%s', (_, load) => {
  const { document, compiled } = load()
  const { tools, info } = compiled
  let prism: PrismServer
  beforeAll(async () => {
    prism = await servePrism(document)
  })
  afterAll(() => prism.close())

  /** `change` breaks the JSON body on its way. */
  const call = async (tool: Tool, args: Json, change?: (body: JsonObject) => JsonObject) => {
    const breaking = change && {
      fetch: (url: string | URL | Request, init?: RequestInit) =>
        fetch(url, { ...init, body: JSON.stringify(change(JSON.parse(String(init?.body)))) }),
    }
    const connection = connectionTo(prism.url, info, breaking)
    return (await connection.call(tool, args as never, { confirmed: true })) as JsonObject
  }
  const argsOf = (tool: Tool, seed: number): JsonObject =>
    // The root schema is an object's.
    (fc.sample(valid(tool.inputSchema), { numRuns: 1, seed })[0] ?? {}) as JsonObject

  it('accepts what is sent', async () => {
    const refused: unknown[] = []
    for (const { tool, source } of tools) {
      let accepted = 0
      for (let seed = 0; seed < runs; seed++) {
        const args = argsOf(tool, seed)
        const answer = await call(tool, args)
        // A value that its place cannot carry is refused before anything is sent.
        if (answer.error === 'invalid_arguments') continue
        accepted++
        const found = violations(answer)
        const inexcusable = found.filter(
          each => !Object.values(excuses).some(fits => fits({ tool, source, args, found: each })),
        )
        if (inexcusable.length > 0) refused.push({ tool: tool.name, found: inexcusable, args })
        else if (found.length > 0) counts.excused++
      }
      expect([tool.name, accepted > 0]).toEqual([tool.name, true])
      counts.sent += accepted
    }
    expect(tools.length).toBeGreaterThan(2)
    expect(refused).toEqual([])
  })

  it('would have seen a body with a wrong part', async () => {
    const broken = tools.flatMap(({ tool, source }) => {
      const { media, routes } = tool.request
      const route = routes.find(r => r.in === 'body' && tool.inputSchema.required?.includes(r.argument))
      const found = route?.in === 'body' && route.pointer !== '' && media?.type === 'application/json'
      return found && !source.pointer.includes('#') ? [{ tool, name: wireName(route.pointer) }] : []
    })
    const unseen: unknown[] = []
    for (const { tool, name } of broken) {
      let answer: JsonObject = { error: 'invalid_arguments' }
      for (let seed = 0; answer.error === 'invalid_arguments'; seed++)
        answer = await call(tool, argsOf(tool, seed), body => ({ ...body, [name]: [[{}]] }))
      const seen = violations(answer).some(v => v.path?.[0] === 'body' && v.severity === 0)
      if (seen !== blind.has(tool.name)) checked++
      else unseen.push({ tool: tool.name, name, seen, answer })
    }
    expect(unseen).toEqual([])
  })
})

let checked = 0

describe('a request to the orders API', () => {
  const document = fixtureDocument('orders.yaml') as JsonObject
  const { tools, info } = compiledFrom(document, { operations: own.orders.operations })
  let prism: PrismServer
  beforeAll(async () => {
    prism = await servePrism(document)
  })
  afterAll(() => prism.close())
  const send = (change: typeof fetch) => {
    const get = tools.find(t => t.tool.operation.id === 'getOrder')?.tool
    const args = { orderId: 'ord_7f3k', expand: 'items' }
    return connectionTo(prism.url, info, { fetch: change }).call(get as Tool, args as never)
  }

  it.each<[string, typeof fetch, object]>([
    ['as it is', fetch, { found: [] }],
    [
      'of another value',
      (url, init) => fetch(String(url).replace('items', 'sideways'), init),
      { body: { found: [{ code: 'enum', path: ['query', 'expand'] }] } },
    ],
    [
      'of another path',
      (url, init) => fetch(String(url).replace('ord_', 'no_'), init),
      { body: { found: [{ code: 'pattern', path: ['path', 'orderid'] }] } },
    ],
    ['without a credential', url => fetch(url), { body: { found: [{ code: 401 }] } }],
  ])('%s', async (_, change, expected) => {
    expect(await send(change)).toMatchObject(expected)
  })
})

it('many bodies were broken', () => {
  expect(checked).toBeGreaterThan(20)
})

it('few requests needed an excuse', () => {
  expect(counts.sent).toBeGreaterThan(400)
  expect(counts.excused).toBeLessThan(counts.sent / 10)
})

function violations(answer: JsonObject): Violation[] {
  if (answer.error === undefined) return []
  const body = answer.body as { found?: Violation[] } | undefined
  return body?.found ?? [{ message: `no answer of Prism: ${JSON.stringify(answer)}` }]
}

const wireName = (pointer: string): string => pointer.slice(1).replaceAll('~1', '/').replaceAll('~0', '~')
