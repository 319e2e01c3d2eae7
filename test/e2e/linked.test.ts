/**
 * `runtime: 'linked'` on each host of the first tier: the bundle answers as the whole run time does, holds no part that
 * its tools do not need, and lets no tool from elsewhere pass unchecked. The package is the built one.
 */
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { lock, main, ordersText } from '../plugin/app.ts'
import { build, type HostName, hostNames, run } from '../plugin/hosts.ts'
import { app } from './app.ts'

const files = {
  'specs/orders.yaml': ordersText,
  'specs/returns.yaml': ordersText,
  'openapi-tools.lock.json': lock({ 'specs/orders.yaml': ordersText, 'specs/returns.yaml': ordersText }),
}
const runtime = '../node_modules/unplugin-openapi-tools/dist/runtime/index.js'

const calls = main(
  `import { ordersGet, ordersRefundCreate, spec } from 'openapi-tools:orders'
import { connect } from '${runtime}'
const sent = []
const fetch = async (url, init) => {
  sent.push([init.method, url, init.body])
  return Response.json({ id: 1, status: 'accepted', amountCents: 12345678901234567890 })
}
const orders = connect(spec, { baseUrl: 'https://orders.example.com/v1', credentials: { bearerAuth: 'token-1234' }, fetch })
const foreign = { ...ordersGet, inputSchema: { type: 'object', properties: { orderId: { type: 'string', format: 'uuid' } } } }
const outcomes = []
for (const [tool, args] of [
  [ordersGet, { orderId: 'ord_1100', expand: 'items' }],
  [ordersGet, { orderId: 'ORD', expand: 'all' }],
  [ordersRefundCreate, { orderId: 'ord_1100', amountCents: 5, reason: 'damaged' }],
  [ordersRefundCreate, { orderId: 'ord_1100', amountCents: -5, reason: 7 }],
  [foreign, { orderId: '../admin' }],
])
  outcomes.push(await orders.call(tool, args, { confirmed: true }).catch(error => [error.name, error.message]))
`,
  '{ outcomes, sent }',
)

const options = (kind: 'whole' | 'linked') => ({
  specs: { orders: './specs/orders.yaml' },
  ...{ ci: false, runtime: kind },
})

async function built(host: HostName, kind: 'whole' | 'linked', text = calls, more = {}) {
  const made = app({ ...files, 'src/main.js': text, ...more })
  const dist = made.at(`node_modules/unplugin-openapi-tools/dist/${host}.js`)
  const { default: plugin } = await import(/* @vite-ignore */ pathToFileURL(dist).href)
  return build(host, { folder: made, options: options(kind), plugin, minify: true })
}

const textOf = ({ out }: Awaited<ReturnType<typeof built>>) => Object.values(out.snapshot()).join('\n')

describe.each(hostNames)('%s', { timeout: 120_000 }, host => {
  it('answers as the whole run time, without the parts that no tool needs', async () => {
    const [whole, linked] = [await built(host, 'whole'), await built(host, 'linked')]
    const [a, b] = [await run(whole), await run(linked)] as { outcomes: unknown[]; sent: unknown[] }[]
    const foreign = (outcomes: unknown[] = []) => outcomes.at(-1)
    expect(foreign(a?.outcomes)).toMatchObject({ error: 'invalid_arguments' })
    expect(foreign(b?.outcomes)).toEqual(['TypeError', expect.stringContaining("set runtime: 'whole'")])
    expect(b?.outcomes.slice(0, -1)).toEqual(a?.outcomes.slice(0, -1))
    expect(b?.outcomes.map(o => (o as { error?: string }).error)).toEqual([
      ...[undefined, 'invalid_arguments', undefined, 'invalid_arguments', undefined],
    ])
    expect(b?.sent).toEqual(a?.sent)
    expect(b?.sent).toHaveLength(2)
    // Texts of formats, unions, forms: none of its tools has one.
    const absent = ['urn:uuid', 'one form only', 'no list, nothing empty']
    expect(absent.filter(text => textOf(linked).includes(text))).toEqual([])
    expect(absent.filter(text => textOf(whole).includes(text))).toEqual(absent)
    const [less = 0, all = 0] = [linked, whole].map(made => gzipSync(textOf(made)).length)
    expect(all - less).toBeGreaterThan(700)
  })

  it('refuses a spec that is not configured: nobody knows what its tools need', async () => {
    const text = main(`import { tools } from 'openapi-tools:../specs/returns.yaml'`, 'tools.length')
    const { errors } = await built(host, 'linked', text)
    expect(errors).toContain('error import-unknown: specs/returns.yaml is no spec of the configuration')
    expect(errors).toContain('src/main.js')
    expect((await built(host, 'whole', text)).errors).toBe('')
  })
})
