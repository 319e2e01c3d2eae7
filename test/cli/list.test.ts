/** `openapi-tools list`: every operation, what is selected, what each would be, and what would refuse it. */
import { describe, expect, it } from 'vitest'
import { folder } from '../support/folder.ts'
import { answer, cli } from './cli.ts'
import { ordersText, project } from './project.ts'

interface Listed {
  name: string
  id: string | null
  method: string
  path: string
  selected: boolean
  tool?: string
  effect?: string
  tokens?: number
  refused: { code: string; message: string }[]
}

async function operations(at: Parameters<typeof answer>[0], ...argv: string[]): Promise<Listed[]> {
  const { code, specs } = await answer(at, ['list', ...argv])
  expect(code).toBe(0)
  return (specs as { operations: Listed[] }[]).flatMap(s => s.operations)
}
const names = (listed: Listed[]) => listed.map(o => `${o.selected ? '*' : '-'} ${o.name}`)

const refusals = `openapi: 3.0.3
info: { title: T, version: '1' }
paths:
  /upload:
    post:
      operationId: upload
      summary: Upload a file.
      requestBody: { required: true, content: { multipart/form-data: { schema: { type: object } } } }
      responses: { 200: { description: ok } }
  /twice/{a}:
    get: { operationId: same, summary: One., responses: { 200: { description: ok } } }
  /twice:
    get: { operationId: same, summary: Two., responses: { 200: { description: ok } } }
    trace: { summary: Trace., responses: { 200: { description: ok } } }
  /silent:
    get: { responses: { 200: { description: ok } } }
  /ok:
    get: { summary: "Fine\\u202e.", responses: { 200: { description: ok } } }
`

describe('list', () => {
  it('shows every operation as a table', async () => {
    const { code, stdout, stderr } = await cli(project(), ['list'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout.split('\n').map(line => line.trim().split(/ {2,}/).slice(0, 5))).toEqual([
      ['orders', 'specs/orders.yaml', '3 operations, 2 selected, 0 refused'],
      [
        'read',
        expect.stringMatching(/^~\d+$/),
        'GET /orders',
        'listOrders',
        expect.stringMatching(/^Page through .*…$/),
      ],
      ['*', 'read', expect.stringMatching(/^~\d+$/), 'GET /orders/{orderId}', 'getOrder → orders_get'],
      [
        '*',
        'write',
        expect.stringMatching(/^~\d+$/),
        'POST /orders/{orderId}/refunds',
        'createRefund → orders_refund_create',
      ],
      [''],
    ])
  })

  it('asks for no pin, and reads a document that nobody has pinned', async () => {
    const at = project({ 'openapi-tools.lock.json': '{ "lockfileVersion": 1, "files": {} }' })
    expect(await operations(at)).toHaveLength(3)
  })

  it('gives what a build gives, for the ones that are selected', async () => {
    const listed = await operations(project())
    expect(listed.map(o => [o.id, o.selected, o.tool, o.effect])).toEqual([
      ['listOrders', false, 'orders_list_orders', 'read'],
      ['getOrder', true, 'orders_get', 'read'],
      ['createRefund', true, 'orders_refund_create', 'write'],
    ])
    expect(listed.every(o => (o.tokens ?? 0) > 20)).toBe(true)
  })

  it.each([
    [
      'a side file',
      { 'specs/orders.tools.yaml': 'version: 1\noperations: { listOrders: { name: all } }\n' },
      {},
    ],
    [
      'the configuration',
      {},
      { specs: { orders: { spec: 'specs/orders.yaml', operations: ['get /orders'] } } },
    ],
  ])('knows what is selected by %s', async (_, files, options) => {
    const listed = await operations(project(files, options))
    expect(names(listed)).toEqual(['* listOrders', '- getOrder', '- createRefund'])
    expect(listed.every(o => o.tool !== undefined)).toBe(true)
  })

  it('says for each operation what would refuse it, and lists the others all the same', async () => {
    const listed = await operations(project({ 'specs/orders.yaml': refusals }))
    expect(listed.map(o => [o.name, o.refused.map(r => r.code)])).toEqual([
      ['upload', ['body-media']],
      ['GET /twice/{a}', ['parameter-unfillable']],
      ['GET /twice', []],
      ['TRACE /twice', ['operation-method']],
      ['GET /silent', ['no-description']],
      ['GET /ok', []],
    ])
    const { stdout } = await cli(project({ 'specs/orders.yaml': refusals }), ['list'])
    expect(stdout).toContain('      body-media: upload: ')
    expect(stdout).toContain('Fine·.')
  })

  it('says it of a selected operation too, beside what is wrong with two together', async () => {
    const side = (text: string) => ({ 'specs/orders.yaml': refusals, 'specs/orders.tools.yaml': text })
    const at = project(
      side(`version: 1
operations:
  upload:
  GET /twice: { name: same }
  GET /ok: { name: same }
`),
    )
    const listed = await operations(at, '--selected')
    expect(listed.map(o => [o.name, o.refused.map(r => r.code)])).toEqual([
      ['upload', ['body-media']],
      ['GET /twice', ['name-taken']],
      ['GET /ok', ['name-taken']],
    ])
  })

  it.each([
    [['--selected'], ['* getOrder', '* createRefund']],
    [['--method', 'post'], ['* createRefund']],
    [['--grep', 'OLDEST first'], ['- listOrders']],
    [['--grep', 'refund_create'], ['* createRefund']],
    [['--grep', 'order', '--method', 'get', '--selected'], ['* getOrder']],
    [['--refused'], []],
    [['orders'], ['- listOrders', '* getOrder', '* createRefund']],
  ])('filters with %j', async (argv, expected) => {
    expect(names(await operations(project(), ...argv))).toEqual(expected)
  })

  it('refuses a key that no spec has, and a folder without a configuration', async () => {
    expect(await cli(project(), ['list', 'odrers'])).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('No spec has the key "odrers"; did you mean "orders".'),
    })
    expect(await cli(folder(), ['list'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('openapi-tools init'),
    })
  })

  it('tells what is wrong with the configuration or the document', async () => {
    const broken = project({ 'openapi-tools.config.json': '{ "specs": {},\n "dst": 1 }' })
    expect(await cli(broken, ['list'])).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('at openapi-tools.config.json:2:2'),
    })
    const other = { specs: { orders: 'specs/orders.yaml', other: 'specs/other.yaml' } }
    const { code, stdout, stderr } = await cli(project({}, other), ['list'])
    expect(code).toBe(1)
    expect(stderr).toContain('error spec-not-found: specs/other.yaml')
    expect(stdout).toContain('3 operations, 2 selected')
  })

  it('keeps a hostile document in its lines', async () => {
    const text = ordersText.replace('operationId: listOrders', 'operationId: "a\\u001b[2Jb\\nc"')
    const { stdout } = await cli(project({ 'specs/orders.yaml': text }), ['list'])
    expect(stdout).toContain('a·[2Jb·c')
    expect(stdout).not.toContain('\x1b')
  })
})
