/** Two APIs in one app: what belongs to one never goes to the other, by type and at run time. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serve, type TestServer } from '../runtime/server.ts'
import { app, build, hosts, node, runAlone, runCommand } from './app.ts'

const fixture = (file: string) => readFileSync(`fixtures/specs/${file}`, 'utf8')

const config = `import { defineConfig } from 'unplugin-openapi-tools'
export default defineConfig({
  specs: { orders: './specs/orders.yaml', helpdesk: './specs/helpdesk.yaml' },
  ci: false,
})
`

const main = `import { readFileSync } from 'node:fs'
import { helpdeskShowTicket, spec as helpdeskSpec } from 'openapi-tools:helpdesk'
import { ordersGet, spec as ordersSpec } from 'openapi-tools:orders'
import { connect } from 'unplugin-openapi-tools/runtime'

const { ordersUrl, helpdeskUrl } = JSON.parse(readFileSync(0, 'utf8'))
const orders = connect(ordersSpec, { baseUrl: ordersUrl, credentials: { bearerAuth: 'orders-secret' } })
const basicAuth = { username: 'agent', password: 'helpdesk-secret' }
const helpdesk = connect(helpdeskSpec, { baseUrl: helpdeskUrl, credentials: { basicAuth } })

const outcome = async run => {
  try {
    return { answer: await run() }
  } catch (error) {
    return { thrown: [error.name, error.message] }
  }
}
const order = { orderId: 'ord_1100' }
const ticket = { ticket_id: 35 }
const steps = {
  crossCall: () => orders.call(helpdeskShowTicket, ticket),
  crossBack: () => helpdesk.call(ordersGet, order),
  crossPlan: () => orders.plan(helpdeskShowTicket, ticket),
  crossBind: () => orders.bind([ordersGet, helpdeskShowTicket]),
  foreignScheme: () => connect(ordersSpec, { baseUrl: ordersUrl, credentials: { basicAuth } }),
  own: () => orders.call(ordersGet, order),
  ownOther: () => helpdesk.call(helpdeskShowTicket, ticket),
}
const outcomes = {}
for (const [name, step] of Object.entries(steps)) outcomes[name] = await outcome(step)
process.stdout.write(JSON.stringify(outcomes))
`

/** Every line that ends in a code must have exactly that error, and no other line may have one. */
const typed = `import { helpdeskShowTicket, spec as helpdeskSpec } from 'openapi-tools:helpdesk'
import { ordersGet, ordersRefundCreate, spec as ordersSpec, tools } from 'openapi-tools:orders'
import { helpdeskShowTicket as one } from 'openapi-tools:helpdesk/helpdeskShowTicket'
import { type BoundTool, connect } from 'unplugin-openapi-tools/runtime'

const baseUrl = 'https://api.example.com'
const basicAuth = { username: 'agent', password: 'p' }
const orders = connect(ordersSpec, { baseUrl, credentials: { bearerAuth: () => 'token' } })
const helpdesk = connect(helpdeskSpec, { baseUrl, credentials: { basicAuth } })

await orders.call(ordersGet, { orderId: 'ord_1100', expand: 'items' })
await helpdesk.call(helpdeskShowTicket, { ticket_id: 35 })
await helpdesk.call(one, { ticket_id: '9007199254740993' })
export const bound: BoundTool[] = [...orders.bind(tools), ...helpdesk.bind([helpdeskShowTicket])]

await orders.call(helpdeskShowTicket, { ticket_id: 35 }) // TS
await helpdesk.call(ordersGet, { orderId: 'ord_1100' }) // TS
await orders.plan(one, { ticket_id: 35 }) // TS
orders.bind([ordersGet, helpdeskShowTicket]) // TS
helpdesk.bind(tools) // TS
connect(ordersSpec, { baseUrl, credentials: { basicAuth } }) // TS
connect(helpdeskSpec, { baseUrl, credentials: { basicAuth: 'text' } }) // TS
await orders.call(ordersGet, { orderId: 5 }) // TS
await orders.call(ordersGet, { orderId: 'ord_1100', expand: 'all' }) // TS
await orders.call(ordersRefundCreate, { orderId: 'ord_1100', amountCents: 100 }) // TS
`

const tsconfig = {
  compilerOptions: {
    ...{ target: 'es2022', module: 'esnext', moduleResolution: 'bundler', lib: ['es2022', 'dom'] },
    ...{ strict: true, noEmit: true, types: [], verbatimModuleSyntax: true },
    // Ours are checked.
    skipDefaultLibCheck: true,
  },
  files: ['src/typed.ts', 'openapi-tools.d.ts'],
}

describe('two APIs in one app', { timeout: 120_000 }, () => {
  const made = app({
    'specs/orders.yaml': fixture('orders.yaml'),
    'specs/helpdesk.yaml': fixture('helpdesk.yaml'),
    'specs/helpdesk.tools.yaml': fixture('helpdesk.tools.yaml'),
    'openapi-tools.config.ts': config,
    'tsconfig.json': JSON.stringify(tsconfig),
    'src/main.js': main,
    'src/typed.ts': typed,
  })
  const servers: TestServer[] = []

  beforeAll(async () => {
    expect(await runCommand(made, 'npx openapi-tools pin')).toMatchObject({ code: 0 })
    for (const host of hosts) expect(await build(host, made)).toMatchObject({ code: 0 })
  }, 120_000)

  afterAll(() => Promise.all(servers.map(server => server.close())))

  it.each(hosts)('a tool runs on its own connection only (%s)', async host => {
    const [orders, helpdesk] = [await serve(), await serve()]
    servers.push(orders, helpdesk)
    const outcomes = await runAlone(host, made, { ordersUrl: orders.url, helpdeskUrl: helpdesk.url })
    const foreign = (tool: string, spec: string) => ({
      thrown: ['TypeError', `no tool of ${spec}: ${tool}`],
    })
    expect(outcomes).toEqual({
      crossCall: foreign('helpdesk_show_ticket', 'orders'),
      crossBack: foreign('orders_get', 'helpdesk'),
      crossPlan: foreign('helpdesk_show_ticket', 'orders'),
      crossBind: foreign('helpdesk_show_ticket', 'orders'),
      foreignScheme: { thrown: ['TypeError', expect.stringContaining('basicAuth')] },
      own: { answer: { fine: true } },
      ownOther: { answer: { fine: true } },
    })
    const sent = (server: TestServer) =>
      server.seen.map(({ method, url, headers }) => [method, url, headers.authorization])
    expect(sent(orders)).toEqual([['GET', '/orders/ord_1100', 'Bearer orders-secret']])
    const basic = Buffer.from('agent:helpdesk-secret').toString('base64')
    expect(sent(helpdesk)).toEqual([['GET', '/api/v2/tickets/35', `Basic ${basic}`]])
  })

  it('is a type error, by the types that the build writes', async () => {
    const tsc = await node(made.path, [
      resolve('node_modules/typescript/bin/tsc'),
      '-p',
      '.',
      '--pretty',
      'false',
    ])
    const errors = [...tsc.stdout.matchAll(/^(\S+?)\((\d+),\d+\): error (TS\d+)/gm)]
    const wrong = typed.split('\n').flatMap((line, i) => (line.endsWith('// TS') ? [i + 1] : []))
    expect([...new Set(errors.map(([, file, line]) => `${file}:${line}`))]).toEqual(
      wrong.map(line => `src/typed.ts:${line}`),
    )
  })
})
