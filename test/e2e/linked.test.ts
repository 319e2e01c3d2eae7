/**
 * What a build leaves out of the run time, on each host of the first tier, with options as they are when nobody says
 * more: the bundle answers as the whole run time does, holds no part that its tools do not need, and lets no tool from
 * elsewhere pass unchecked. The package is the built one.
 */
import { gzipSync } from 'node:zlib'
import { load } from 'js-yaml'
import { describe, expect, it } from 'vitest'
import { moduleText } from '../../src/emit/module.ts'
import { lock, main, ordersText } from '../plugin/app.ts'
import { build, type HostName, hostNames, run } from '../plugin/hosts.ts'
import { compiledOf } from '../support/compile.ts'
import { app, pluginOf, returnsText, runtime } from './app.ts'

const files = {
  'specs/orders.yaml': ordersText,
  'specs/copy.yaml': ordersText,
  'specs/returns.yaml': returnsText,
  'openapi-tools.lock.json': lock({
    'specs/orders.yaml': ordersText,
    'specs/copy.yaml': ordersText,
    'specs/returns.yaml': returnsText,
  }),
}

const calls = main(
  `import { ordersGet, ordersRefundCreate, spec } from 'openapi-tools:orders'
import { connect } from '${runtime}'
const sent = []
const fetch = async (url, init) => {
  sent.push([init.method, url, init.body])
  return Response.json({ id: 1, status: 'accepted', amountCents: 12345678901234567890 })
}
const orders = connect(spec, { baseUrl: 'https://orders.example.com/v1', credentials: { bearerAuth: 'token-1234' }, fetch })
const changed = { ...ordersGet, inputSchema: { type: 'object', properties: { orderId: { type: 'string', format: 'uuid' } } } }
const outcomes = []
for (const [tool, args] of [
  [ordersGet, { orderId: 'ord_1100', expand: 'items' }],
  [ordersGet, { orderId: 'ORD', expand: 'all' }],
  [ordersRefundCreate, { orderId: 'ord_1100', amountCents: 5, reason: 'damaged' }],
  [ordersRefundCreate, { orderId: 'ord_1100', amountCents: -5, reason: 7 }],
  [changed, { orderId: '../admin' }],
])
  outcomes.push(await orders.call(tool, args, { confirmed: true }).catch(error => [error.name, error.message]))
`,
  '{ outcomes, sent }',
)

const options = { specs: { orders: './specs/orders.yaml' }, ci: false }

async function built(
  host: HostName,
  kind?: 'whole',
  text = calls,
  more: Record<string, string> = {},
  minify = false,
) {
  const made = app({ ...files, 'src/main.js': text, ...more })
  const plugin = await pluginOf(host, made)
  return build(host, {
    folder: made,
    options: { ...options, ...(kind && { runtime: kind }) },
    plugin,
    minify,
  })
}

const textOf = ({ out }: Awaited<ReturnType<typeof built>>) => Object.values(out.snapshot()).join('\n')

describe.each(hostNames)('%s', { timeout: 120_000 }, host => {
  it('answers as the whole run time, without the parts that no tool needs', async () => {
    const [whole, linked] = [
      await built(host, 'whole', calls, {}, true),
      await built(host, undefined, calls, {}, true),
    ]
    const [a, b] = [await run(whole), await run(linked)] as { outcomes: unknown[]; sent: unknown[] }[]
    const changed = (outcomes: unknown[] = []) => outcomes.at(-1)
    expect(changed(a?.outcomes)).toMatchObject({ error: 'invalid_arguments' })
    expect(changed(b?.outcomes)).toEqual(['TypeError', expect.stringContaining("set runtime: 'whole'")])
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

  it('takes a spec that is imported by its path when its tools need no more, and refuses one that does', async () => {
    const importing = (file: string) =>
      main(
        `import { spec, tools } from 'openapi-tools:../specs/${file}'
import { connect } from '${runtime}'
const orders = connect(spec, { baseUrl: 'https://a.example' })`,
        'orders.bind(tools, { offerWithoutCredential: true }).length',
      )
    expect(await run(await built(host, undefined, importing('copy.yaml')))).toBe(2)
    const { errors } = await built(host, undefined, importing('returns.yaml'))
    expect(errors).toContain('error import-unlinked: The run time of this bundle is linked for the specs')
    expect(errors).toContain('specs/returns.yaml:5:5')
    expect(errors).toContain("set runtime: 'whole'")
    expect(await run(await built(host, 'whole', importing('returns.yaml')))).toBe(1)
  })

  it('says nothing of a run time that the bundle does not have', async () => {
    const text = main(`import { tools } from 'openapi-tools:../specs/returns.yaml'`, 'tools.length')
    expect(await run(await built(host, undefined, text))).toBe(1)
  })
})

// The run time itself refuses it, whoever has built it.
it.each(['vite', 'esbuild'] as const)(
  'refuses a tool that was emitted elsewhere when it is bound, if it needs more: %s',
  async host => {
    const emitted = (file: string) =>
      moduleText(
        compiledOf(load(file), file === returnsText ? ['listReturns'] : ['getOrder'], {
          targets: ['gemini'],
        }),
      )
    const more = { 'src/returns.js': emitted(returnsText), 'src/copy.js': emitted(ordersText) }
    const text = main(
      `import * as returns from './returns.js'
import * as copy from './copy.js'
import { tools } from 'openapi-tools:orders'
import { connect } from '${runtime}'
const bind = ({ spec, tools }) => {
  try { return connect(spec, { baseUrl: 'https://a.example' }).bind(tools, { offerWithoutCredential: true }).length }
  catch (error) { return String(error) }
}`,
      'tools.length && [bind(returns), bind(copy)]',
    )
    const refused = expect.stringMatching(/^TypeError: \w+: set runtime: 'whole'$/)
    expect(await run(await built(host, undefined, text, more))).toEqual([refused, 1])
    expect(await run(await built(host, 'whole', text, more))).toEqual([1, 1])
  },
)
