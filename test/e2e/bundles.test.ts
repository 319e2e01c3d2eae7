/** What a bundle holds and what it does not, and what a build does when the document changes; over YAML. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { rules } from '../../src/diagnostic.ts'
import { copyInto, type Folder, folder } from '../support/folder.ts'
import { app, build, bundle, type Host, hosts, modules, runAlone, runCommand, snapshot } from './app.ts'

const yaml = `# Reviewed by the orders guild.\n${readFileSync('fixtures/specs/orders.yaml', 'utf8')}`
const commented = yaml.replace('guild.', 'guilt.')
const reworded = yaml.replace('Fetch a single', 'Retch a single')

/** Lines that YAML alone has: literals in a bundle have no keys without quotes. Without characters that are escaped. */
const yamlLines = yaml
  .split('\n')
  .map(line => line.trim())
  .filter(line => line.length >= 20 && !/["'`\\]/.test(line))

/** Of the operation that nobody selects, in every form it could have. */
const unselected = ['listOrders', 'nightly warehouse export', 'One page.', 'cursor']

/** Texts of the parser; those of the phases are the codes of their findings. */
const parser = ['YAMLException', 'bad indentation of a mapping entry']
const codes = Object.keys(rules).filter(code => code.includes('-'))

const print = (expression: string) => `process.stdout.write(JSON.stringify(${expression}))\n`
const agent = (...names: string[]) => `
import { ${names.join(', ')} } from 'openapi-tools:orders'
import { connect } from 'unplugin-openapi-tools/runtime'
const orders = connect(spec, { baseUrl: 'https://orders.example.com/v1', credentials: { bearerAuth: 't' } })
${print(`orders.bind([${names.filter(n => n !== 'spec').join(', ')}]).map(b => b.tool.name)`)}`

/** What must not be there, put there on purpose. */
const everything = (host: Host) => `
import text from '../specs/orders.yaml${host === 'vite' ? '?raw' : ''}'
import { compile } from '../node_modules/unplugin-openapi-tools/dist/compile.js'
import { createSources } from '../node_modules/unplugin-openapi-tools/dist/spec/sources.js'
globalThis.kept = [compile, createSources]
${print('text.length')}`

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const found = (text: string, markers: readonly string[]) => markers.filter(m => text.includes(m))

const golden = 'openapi-tools.golden/orders/orders_get.json'

async function bundled(host: Host, made: Folder, main: string): Promise<string> {
  made.write({ 'src/main.js': main })
  expect(await build(host, made)).toMatchObject({ code: 0 })
  return bundle(host, made)
}

describe.each(hosts)('%s', { timeout: 120_000 }, host => {
  /** Pinned and built, with both tools; tests that write work in a copy. */
  const made = app({
    'specs/orders.yaml': yaml,
    'openapi-tools.config.json': JSON.stringify({ specs: { orders: './specs/orders.yaml' }, ci: false }),
  })
  const copy = () => {
    const own = folder()
    copyInto(own, made.path)
    return own
  }

  beforeAll(async () => {
    expect(await runCommand(made, 'npx openapi-tools pin')).toMatchObject({ code: 0 })
    await bundled(host, made, agent('ordersGet', 'ordersRefundCreate', 'spec'))
  }, 120_000)

  it('holds the tools and the run time, and no other module', async () => {
    expect(await runAlone(host, made)).toEqual(['orders_get', 'orders_refund_create'])
    const own = /(?:^|\/)src\/main\.js$|openapi-tools(?:-module)?:orders\.js$|^\0rolldown\/runtime\.js$/
    const runtime = /node_modules\/unplugin-openapi-tools\/dist\/runtime\/[\w-]+\.js$/
    const all = modules(host, made)
    expect(all.filter(m => !own.test(m) && !runtime.test(m))).toEqual([])
    expect(all.filter(m => /orders\.js$/.test(m))).toHaveLength(1)
    expect(all.some(m => m.endsWith('/runtime/connect.js'))).toBe(true)
  })

  it('holds no YAML, no parser, no compiler and no operation that nobody selected', async () => {
    const absent = [...yamlLines, ...unselected, ...parser, ...codes]
    expect(found(bundle(host, made), absent)).toEqual([])
    // Each of them is what such a bundle would show.
    const own = copy()
    const control = await bundled(host, own, everything(host))
    expect(await runAlone(host, own)).toBe(yaml.length)
    expect(yamlLines.length).toBeGreaterThan(40)
    expect(absent.filter(m => !control.includes(m))).toEqual([])
    for (const part of ['/dist/spec/', '/dist/select/', '/dist/lower/', '/js-yaml/'])
      expect(modules(host, own).some(m => m.includes(part))).toBe(true)
  })

  it('leaves out the tool that is not imported', async () => {
    const own = copy()
    const one = await bundled(host, own, agent('ordersGet', 'spec'))
    expect(await runAlone(host, own)).toEqual(['orders_get'])
    const both = bundle(host, made)
    const of = {
      get: ['orders_get', 'getOrder', 'Fetch a single order'],
      refund: ['orders_refund_create', 'createRefund', '/refunds', 'amountCents', 'Pay money back'],
    }
    expect([found(one, of.get), found(one, of.refund)]).toEqual([of.get, []])
    expect([found(both, of.get), found(both, of.refund)]).toEqual([of.get, of.refund])
  })

  it('fails at one other byte, writes nothing, and names the command that accepts it', async () => {
    const own = copy()
    const reviewed = own.read(golden)
    own.write({ 'specs/orders.yaml': commented })
    const before = snapshot(own)
    const failed = await build(host, own)
    expect(failed.code).toBe(1)
    expect(failed.stderr).toContain('error spec-changed')
    expect(failed.stderr).toContain(sha256(yaml))
    expect(failed.stderr).toContain(sha256(commented))
    expect(snapshot(own)).toEqual(before)

    const [command = ''] = /npx openapi-tools pin(?: [\w./-]+)+/.exec(failed.stderr) ?? []
    expect(await runCommand(own, command)).toMatchObject({ code: 0 })
    // A comment is no part of a tool, so there is nothing to review.
    expect(await build(host, own)).toMatchObject({ code: 0 })
    expect(own.read(golden)).toBe(reviewed)
    expect([sha256(yaml), sha256(commented)].map(sum => bundle(host, own).includes(sum))).toEqual([
      false,
      true,
    ])
  })

  it('asks for a review when the pinned byte is one of a tool', async () => {
    const own = copy()
    own.write({ 'specs/orders.yaml': reworded })
    expect(await runCommand(own, 'npx openapi-tools pin')).toMatchObject({ code: 0 })
    const before = snapshot(own)
    const failed = await build(host, own)
    expect(failed.code).toBe(1)
    expect(failed.stderr).toContain('error golden-changed')
    expect(failed.stderr).toContain('Retch a single order')
    expect(failed.stderr).not.toContain('spec-changed')
    expect(snapshot(own)).toEqual(before)
  })
})
