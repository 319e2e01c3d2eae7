/**
 * The way of a change, with the built command line, git and a bundler: a document is chosen and reviewed, edited, refused
 * by CI, shown, pinned, refused again by what it means, accepted, and green.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Folder } from '../support/folder.ts'
import { app, build, bundle, hosts, type Ran, runCommand, snapshot } from './app.ts'

const spec = `openapi: 3.1.0
info: { title: Orders, version: 1.0.0 }
servers: [{ url: https://api.example.com }]
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Key }
security: [{ key: [] }]
paths:
  /orders:
    get:
      operationId: listOrders
      summary: Lists orders, see the [guide](https://docs.example.com/v1/orders).
      parameters:
        - { name: status, in: query, schema: { type: string, enum: [open, paid, cancelled] } }
        - { name: region, in: query, schema: { type: string } }
      responses: { '200': { description: ok } }
  /orders/{id}/cancel:
    post:
      operationId: cancelOrder
      summary: Cancels an order.
      parameters:
        - { name: id, in: path, required: true, schema: { type: string } }
      responses: { '200': { description: ok } }
`

/** What the vendor does next: an enum value less, a parameter required, another text, and no credential for a write. */
const edits: [string, string][] = [
  ['[open, paid, cancelled]', '[open, paid]'],
  ['{ name: region, in: query, schema', '{ name: region, in: query, required: true, schema'],
  ['Cancels an order.', 'Cancels an order for good.'],
  ['operationId: cancelOrder', 'operationId: cancelOrder\n      security: []'],
]
const edited = edits.reduce((text, [from, to]) => {
  expect(text).toContain(from)
  return text.replace(from, to)
}, spec)

const file = 'specs/orders.yaml'
const sideFile = 'specs/orders.tools.yaml'
const golden = (tool: string) => `openapi-tools.golden/orders/${tool}.json`

let made: Folder
const inCi = { CI: 'true' }
const openapiTools = (words: string): Promise<Ran> => runCommand(made, `npx openapi-tools ${words}`)
const git = (...words: string[]): string =>
  execFileSync(
    'git',
    [
      ...['-c', 'user.name=test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgsign=false'],
      ...words,
    ],
    { cwd: made.path, encoding: 'utf8' },
  )
const commit = (message: string) => {
  git('add', '-A')
  git('commit', '-q', '-m', message)
}
const sum = (text: string) => createHash('sha256').update(text).digest('hex')
const lockedSum = () => JSON.parse(made.read('openapi-tools.lock.json')).files[file].sha256 as string
/** At once: nothing is written in CI. */
const buildEverywhere = () => Promise.all(hosts.map(host => build(host, made, inCi)))

/** The rows that every way of asking gives, as `class rule tool`. */
const rows = [
  'breaking argument-required orders_list_orders',
  'breaking security-dropped orders_cancel_order',
  'breaking value-removed orders_list_orders',
  'behavioural description-changed orders_cancel_order',
]
interface Row {
  class: string
  rule: string
  tool: string
  safety: boolean
  fingerprint: string
}
const brief = (changes: Row[]) => changes.map(c => `${c.class} ${c.rule} ${c.tool}`).sort()
const sorted = [...rows].sort()

beforeAll(() => {
  made = app({
    [file]: spec,
    'src/main.js': `import { tools } from 'openapi-tools:orders'\nconsole.log(JSON.stringify(tools.map(t => t.name)))\n`,
    '.gitignore': 'node_modules\nout\n',
  })
  git('init', '-q', '-b', 'main')
  commit('an app with a document')
})

describe.sequential('a change of a document', { timeout: 120_000 }, () => {
  it('begins with init, a choice, a review, and a green CI', async () => {
    expect(await openapiTools('init')).toMatchObject({ code: 0, stderr: '' })
    const offered = made.read(sideFile)
    expect(offered).toContain('# listOrders: {} # GET /orders')
    const refused = await build('esbuild', made, inCi)
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('selection-empty') })
    made.write({ [sideFile]: offered.replace(/^ {2}# (?=listOrders|cancelOrder)/gm, '  ') })
    expect(await build('esbuild', made, inCi)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('golden-missing'),
    })
    expect(await openapiTools('golden --update')).toMatchObject({ code: 0, stderr: '' })
    expect(await openapiTools('types')).toMatchObject({ code: 0, stderr: '' })
    expect(await openapiTools('check')).toMatchObject({ code: 0, stderr: '' })
    for (const ran of await buildEverywhere()) expect(ran).toMatchObject({ code: 0 })
    expect(bundle('esbuild', made)).toContain('cancelled')
    commit('tools')
  })

  it('stops CI at the edited document: both sums, what changed since git has it, and the command', async () => {
    const pinned = lockedSum()
    expect(pinned).toBe(sum(spec))
    made.write({ [file]: edited })
    const before = snapshot(made)
    for (const { code, stdout, stderr } of await buildEverywhere()) {
      expect(code).toBe(1)
      const said = stdout + stderr
      expect(said).toContain('spec-changed')
      expect(said).toContain(`${file} is not the pinned file: sha256 ${sum(edited)}, pinned ${pinned}`)
      expect(said).toContain('what changed since:')
      expect(said).toContain(
        '-         - { name: status, in: query, schema: { type: string, enum: [open, paid, cancelled] } }',
      )
      expect(said).toContain(
        '+         - { name: status, in: query, schema: { type: string, enum: [open, paid] } }',
      )
      expect(said).toContain('npx openapi-tools pin specs/orders.yaml')
    }
    expect(snapshot(made)).toEqual(before)
    expect(await openapiTools('check')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('spec-changed'),
    })
  })

  it('is shown by diff: as text, JSON, Markdown and annotations, and by the exit code that is asked for', async () => {
    const words = `diff git:HEAD:${file} ${file}`
    const text = await openapiTools(words)
    expect(text).toMatchObject({ code: 0, stderr: '' })
    expect(text.stdout).toContain('3 breaking (1 safety), 1 behavioural')
    const answer = JSON.parse((await openapiTools(`${words} --json`)).stdout)
    expect(brief(answer.changes)).toEqual(sorted)
    expect(answer).toMatchObject({
      summary: { breaking: 3, behavioural: 1, compatible: 0, none: 0, safety: 1 },
      reevaluate: ['orders_cancel_order', 'orders_list_orders'],
      diagnostics: [],
    })
    const markdown = await openapiTools(`${words} --format markdown`)
    expect(markdown.stdout.match(/^\| breaking/gm)).toHaveLength(3)
    expect(markdown.stdout).toContain('To evaluate again: `orders_cancel_order`, `orders_list_orders`.')
    const github = (await openapiTools(`${words} --format github`)).stdout
    expect(github.match(/^::error /gm)).toHaveLength(3)
    expect(github.match(/^::warning /gm)).toHaveLength(1)
    expect(await openapiTools(`${words} --fail-on breaking`)).toMatchObject({ code: 1, stdout: text.stdout })
    expect(await openapiTools(`diff ${file} ${file} --fail-on none`)).toMatchObject({
      code: 0,
      stdout: 'no changes\n',
    })
  })

  it('is pinned, and then stops CI by what it means', async () => {
    const old = lockedSum()
    const pinned = await openapiTools(`pin ${file}`)
    expect(pinned).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining(`${old} → `) })
    expect(lockedSum()).toBe(sum(edited))
    const before = snapshot(made)
    for (const { code, stdout, stderr } of await buildEverywhere()) {
      expect(code).toBe(1)
      const said = stdout + stderr
      expect(said).toContain('golden-changed')
      expect(said).toContain(
        `The tool of ${golden('orders_list_orders')} is not the reviewed one: 2 breaking`,
      )
      expect(said).toContain(
        `The tool of ${golden('orders_cancel_order')} is not the reviewed one: 1 breaking (1 safety)`,
      )
      expect(said).toContain('breaking, safety: ')
      expect(said).toContain('npx openapi-tools golden --update')
    }
    expect(snapshot(made)).toEqual(before)
  })

  it('is not accepted in passing: an update stops at the safety row until its fingerprint is given', async () => {
    const before = snapshot(made)
    const stopped = await openapiTools('golden --update --json')
    expect(stopped.code).toBe(1)
    const { changes, written, diagnostics } = JSON.parse(stopped.stdout)
    expect({ rows: brief(changes), written }).toEqual({ rows: sorted, written: [] })
    expect(diagnostics.map((d: { code: string }) => d.code)).toEqual(['safety-unaccepted'])
    expect(snapshot(made)).toEqual(before)
    const [row, ...more] = (changes as Row[]).filter(c => c.safety)
    expect(more).toEqual([])
    expect(stopped.stderr).toContain(`--accept ${row?.fingerprint}`)
    // `diff` gives the same fingerprint: a reviewer may read either.
    const { changes: shown } = JSON.parse((await openapiTools(`diff git:HEAD:${file} ${file} --json`)).stdout)
    expect((shown as Row[]).filter(c => c.safety).map(c => c.fingerprint)).toEqual([row?.fingerprint])
    expect(await openapiTools(`golden --update --accept ${row?.fingerprint}`)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('The golden files are written.'),
    })
  })

  it('ends in a green check and a green CI, and in a diff of what was reviewed', async () => {
    expect(await openapiTools('check')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('types-stale'),
    })
    expect(await openapiTools('types')).toMatchObject({ code: 0 })
    expect(await openapiTools('check')).toMatchObject({ code: 0, stderr: '' })
    for (const ran of await buildEverywhere()) expect(ran).toMatchObject({ code: 0 })
    expect(bundle('esbuild', made)).not.toContain('cancelled')
    const { changes } = JSON.parse((await openapiTools('diff git:main --json')).stdout)
    expect(brief(changes)).toEqual(sorted)
    const annotations = (await openapiTools('diff git:main --format github')).stdout
    expect(annotations).toContain(`file=${golden('orders_cancel_order')},`)
    commit('the next version')
    expect(await openapiTools('diff git:main')).toMatchObject({ code: 0, stdout: 'no changes\n' })
  })

  it('is no change when only links and the version move', async () => {
    made.write({
      [file]: edited.replace('docs.example.com/v1/', 'docs.example.com/v2/').replace('1.0.0', '1.1.0'),
    })
    expect(made.read(file)).not.toBe(edited)
    expect(await build('esbuild', made, inCi)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('spec-changed'),
    })
    expect(await openapiTools(`diff git:HEAD:${file} ${file} --fail-on none`)).toMatchObject({
      code: 0,
      stdout: 'no changes\n',
    })
    const reviewed = [golden('orders_list_orders'), golden('orders_cancel_order')].map(made.read)
    expect(await openapiTools('pin')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('1.0.0 → 1.1.0'),
    })
    expect(await openapiTools('golden')).toMatchObject({
      code: 0,
      stdout: 'The golden files are what is built.\n',
    })
    expect([golden('orders_list_orders'), golden('orders_cancel_order')].map(made.read)).toEqual(reviewed)
    for (const ran of await buildEverywhere()) expect(ran).toMatchObject({ code: 0 })
  })
})
