/** What a user gets from each host of the first tier: the bundle is run, not read. */
import { describe, expect, it } from 'vitest'
import { app, everything, lock, main, options, ordersText, sha256 } from './app.ts'
import { build, hostNames, run } from './hosts.ts'

describe.each(hostNames)('%s', host => {
  it('inlines the tools: the bundle runs where there is no spec', async () => {
    const data = await run(await build(host, { folder: app(), options }))
    expect(data).toMatchObject({
      ordersGet: {
        name: 'orders_get',
        spec: 'orders',
        operation: { method: 'GET', path: '/orders/{orderId}' },
      },
      ordersRefundCreate: { name: 'orders_refund_create', effect: 'write', confirm: true },
      tools: ['orders_get', 'orders_refund_create'],
      spec: { key: 'orders', title: 'Orders API', version: '1.4.0', sha256: sha256(ordersText) },
    })
  })

  it('reads a configuration file', async () => {
    const config = 'export default { specs: { orders: "specs/orders.yaml" } satisfies object, ci: false }'
    // Rollup's users start it in the project.
    const here = process.cwd()
    const folder = app({ 'openapi-tools.config.ts': config })
    try {
      process.chdir(folder.path)
      expect(await run(await build(host, { folder }))).toMatchObject({
        tools: ['orders_get', 'orders_refund_create'],
      })
    } finally {
      process.chdir(here)
    }
    expect(Object.keys(folder.snapshot())).toEqual(
      expect.arrayContaining(['openapi-tools.d.ts', 'openapi-tools.golden/orders/orders_get.json']),
    )
  })

  // webpack and Rspack leave it to the minifier to take out what they have marked as unused.
  it('leaves out what is not imported', async () => {
    const one = main(`import { ordersGet } from 'openapi-tools:orders'`, 'ordersGet.name')
    const all = main(`import * as orders from 'openapi-tools:orders'`, 'Object.keys(orders).length')
    const bundle = async (text: string) => {
      const built = await build(host, { folder: app({ 'src/main.js': text }), options, minify: true })
      return { text: Object.values(built.out.snapshot()).join('\n'), data: await run(built) }
    }
    const shaken = await bundle(one)
    expect(shaken.data).toBe('orders_get')
    expect(shaken.text).not.toContain('orders_refund_create')
    expect(shaken.text).not.toContain(sha256(ordersText))
    const control = await bundle(all)
    expect(control.data).toBe(4)
    expect(control.text).toContain('orders_refund_create')
  })

  it('loads one tool by itself, statically and dynamically, relative or by key', async () => {
    const text = `
      import one, { ordersGet as same } from 'openapi-tools:orders/ordersGet'
      import { ordersGet as relative, spec } from 'openapi-tools:../specs/orders.yaml'
      import('openapi-tools:orders/ordersRefundCreate').then(({ default: refund }) =>
        process.stdout.write(JSON.stringify([one === same, one.name, relative.name, spec.key, refund.name])))
    `
    const built = await build(host, { folder: app({ 'src/main.js': text }), options })
    expect(await run(built)).toEqual([true, 'orders_get', 'orders_get', 'orders', 'orders_refund_create'])
  })

  it('takes a file that nobody configured by its name', async () => {
    const text = main(
      `import { spec, ordersGet } from 'openapi-tools:../specs/orders.yaml?x'`,
      '[spec.key, ordersGet.spec]',
    )
    const folder = app({ 'src/main.js': text })
    const built = await build(host, {
      folder,
      options: { ...options, specs: { other: './specs/other.yaml' } },
    })
    expect(await run(built)).toEqual(['orders', 'orders'])
  })

  it('gives the same bytes in another folder', async () => {
    const [a, b] = [app(), app()]
    const built = await Promise.all([a, b].map(folder => build(host, { folder, options, minify: true })))
    const [first, second] = built.map(({ out, errors }) => ({ errors, ...out.snapshot() }))
    expect(first).toEqual(second)
    expect(JSON.stringify(first)).not.toContain(a.path)
    expect(a.snapshot()).toEqual(b.snapshot())
  })

  it('stops at a changed byte, with both sums and the command, and writes nothing', async () => {
    const changed = ordersText.replace('Page through', 'Page thrOugh')
    const folder = app({ 'specs/orders.yaml': changed })
    const before = folder.snapshot()
    const { errors, out } = await build(host, { folder, options })
    expect(errors).toContain('error spec-changed')
    expect(errors).toContain(sha256(ordersText))
    expect(errors).toContain(sha256(changed))
    expect(errors).toContain('npx openapi-tools pin specs/orders.yaml')
    expect(errors).toContain('specs/orders.yaml:1:1')
    expect(folder.snapshot()).toEqual(before)
    expect(out.snapshot()).toEqual({})
    folder.write({ 'specs/orders.yaml': ordersText })
    expect((await build(host, { folder, options })).errors).toBe('')
  })

  it('shows every error of a spec at once, each with its place', async () => {
    const broken = ordersText
      .replace('name: orders_get\n', 'nmae: orders_get\n')
      .replace('confirm: true\n', 'confirm: perhaps\n')
    const folder = app({
      'specs/orders.yaml': broken,
      'openapi-tools.lock.json': lock({ 'specs/orders.yaml': broken }),
    })
    const before = folder.snapshot()
    const { errors } = await build(host, { folder, options })
    const place = (text: string) => {
      const [above = ''] = broken.split(text)
      const lines = above.split('\n')
      return `specs/orders.yaml:${lines.length}:${(lines.at(-1) ?? '').length + 1}`
    }
    expect(errors).toContain('error directive-unknown')
    expect(errors).toContain('error directive-invalid')
    expect(errors).toContain(place('nmae'))
    expect(errors).toContain(place('confirm: perhaps'))
    expect(errors).toContain('nmae: orders_get\n')
    expect(folder.snapshot()).toEqual(before)
  })

  it('tells an error once, however many imports it has', async () => {
    const text = `import 'openapi-tools:orders/ordersGet'\n${everything}`
    const changed = { 'src/main.js': text, 'specs/orders.yaml': `${ordersText}\n` }
    const spec = await build(host, { folder: app(changed), options })
    expect(spec.errors.split('error spec-changed')).toHaveLength(2)
    const wrong = { ...options, specs: { ...options.specs, 'My API': './specs/other.yaml' } }
    const { errors } = await build(host, { folder: app({ 'src/main.js': text }), options: wrong })
    expect(errors.split('error option-invalid')).toHaveLength(2)
  })

  it.each([
    ['openapi-tools:odrers', 'error import-unknown: No spec has the key "odrers"', 'did you mean "orders"'],
    ['openapi-tools:orders/ordersGte', 'error import-unknown', 'did you mean "ordersGet"'],
    [
      'openapi-tools:specs/orders.yaml',
      'error import-unknown: No spec has the key "specs/orders.yaml"',
      'orders',
    ],
    ['openapi-tools:./nope.yaml', 'error spec-not-found: src/nope.yaml does not exist', 'Correct the path'],
    ['openapi-tools:../specs/My_API.yaml', 'error import-ambiguous', 'Give it a key'],
  ])('refuses %s', async (specifier, message, fix) => {
    const folder = app({ 'src/main.js': `import * as x from '${specifier}'\nconsole.log(x)\n` })
    const before = folder.snapshot()
    const { errors } = await build(host, { folder, options })
    expect(errors).toContain(message)
    expect(errors).toContain(fix)
    expect(folder.snapshot()).toEqual(before)
  })

  it('says its warnings once', async () => {
    const orphan = { 'openapi-tools.golden/orders/gone.json': '{}\n' }
    const text = `import 'openapi-tools:orders/ordersGet'\n${everything}`
    const { errors, warnings } = await build(host, {
      folder: app({ ...orphan, 'src/main.js': text }),
      options,
    })
    expect(errors).toBe('')
    expect(warnings.filter(w => w.includes('golden-orphan'))).toHaveLength(1)
    expect(warnings).toHaveLength(1)
    const silent = { ...options, silence: ['golden-orphan' as const] }
    expect((await build(host, { folder: app(orphan), options: silent })).warnings).toEqual([])
  })
})
