/** Our calls over real HTTP to servers that validate: what is accepted arrives typed and equal to what was meant. */
import type { FastifyRequest } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/runtime/contract.ts'
import type { Connection } from '../../src/runtime/index.ts'
import { connectionTo } from '../support/connection.ts'
import { compiledFrom } from '../support/real.ts'
import { fixtureDocument } from '../support/spec.ts'
import { type ApiServer, type Route, serveApi } from './fastify.ts'

const ref = (pointer: string) => ({ $ref: `document#${pointer}` })
const schema = (name: string) => ref(`/components/schemas/${name}`)
const parameter = (name: string) => ref(`/components/parameters/${name}/schema`)

/** Texts that are lists for the route. */
const split = (names: string[], by: string) => (request: FastifyRequest) => {
  const query = request.query as Record<string, unknown>
  for (const name of names) if (typeof query[name] === 'string') query[name] = query[name].split(by)
}

const open: ApiServer[] = []
afterAll(() => Promise.all(open.map(server => server.close())))

/** Calls the operations of a document by their ids, over a server with these routes. */
async function api(document: JsonObject, operations: Record<string, JsonObject>, routes: Route[]) {
  const server = await serveApi(document, routes)
  open.push(server)
  const { tools, info } = compiledFrom(document, { operations })
  expect(tools).toHaveLength(Object.keys(operations).length)
  const connection: Connection = connectionTo(server.url, info)
  return {
    url: server.url,
    call: (id: string, args: JsonObject) => {
      const found = tools.find(({ tool: { operation } }) => (operation.id ?? operation.path) === id)
      if (!found) throw new Error(`no operation ${id}`)
      return connection.call(found.tool, args as never, { confirmed: true })
    },
  }
}
type Api = Awaited<ReturnType<typeof api>>

const nothing = { params: {}, query: {}, body: null }

describe('orders', () => {
  let orders: Api
  const getOrder: Route = {
    ...{ method: 'GET', url: '/orders/:orderId', params: { orderId: parameter('OrderId') } },
    query: { expand: ref('/paths/~1orders~1{orderId}/get/parameters/0/schema') },
  } as const
  const createRefund: Route = {
    ...{ method: 'POST', url: '/orders/:orderId/refunds', params: { orderId: parameter('OrderId') } },
    body: schema('RefundRequest'),
  } as const
  const operations = { getOrder: {}, createRefund: {} }
  const document = fixtureDocument('orders.yaml') as JsonObject
  // Its directives cut results, and the answer is what the server understood.
  for (const path of ['/orders/{orderId}', '/orders/{orderId}/refunds'])
    for (const operation of Object.values((document.paths as JsonObject)[path] as JsonObject))
      delete (operation as JsonObject)['x-agent-tool']
  beforeAll(async () => {
    orders = await api(document, operations, [getOrder, createRefund])
  })

  it('reads an order', async () => {
    const expected = { ...nothing, params: { orderId: 'ord_7f3k' } }
    expect(await orders.call('getOrder', { orderId: 'ord_7f3k' })).toEqual(expected)
    expect(await orders.call('getOrder', { orderId: 'ord_7f3k', expand: 'items' })).toEqual({
      ...expected,
      query: { expand: 'items' },
    })
  })

  it.each([{}, { note: null }, { note: '' }, { note: 'é 𝒳 "\\\n' }])('pays back, %j', async note => {
    const refund = { amountCents: 4599, reason: 'damaged', ...note }
    expect(await orders.call('createRefund', { orderId: 'ord_7f3k', ...refund })).toEqual({
      ...nothing,
      params: { orderId: 'ord_7f3k' },
      body: refund,
    })
  })

  it('the server would have refused what is wrong', async () => {
    const post = (id: string, body: unknown) =>
      fetch(`${orders.url}/orders/${id}/refunds`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }).then(response => response.status)
    const right = { amountCents: 1, reason: 'late' }
    expect(await post('ord_7f3k', right)).toBe(200)
    expect(await post('7', right)).toBe(400)
    for (const wrong of [{ amountCents: '1' }, { reason: 'why' }, { more: 1 }, { note: 5 }])
      expect(await post('ord_7f3k', { ...right, ...wrong })).toBe(400)
    expect((await fetch(`${orders.url}/orders/ord_7f3k?expand=all`)).status).toBe(400)
    expect((await fetch(`${orders.url}/orders/ord_7f3k?other=1`)).status).toBe(400)
  })

  it('a server that has become stricter is heard', async () => {
    const stricter = { allOf: [schema('RefundRequest'), { properties: { amountCents: { maximum: 100 } } }] }
    const strict = await api(document, operations, [getOrder, { ...createRefund, body: stricter }])
    const refund = { orderId: 'ord_7f3k', amountCents: 101, reason: 'late' }
    expect(await strict.call('createRefund', { ...refund, amountCents: 100 })).toMatchObject({
      body: { amountCents: 100 },
    })
    expect(await strict.call('createRefund', refund)).toMatchObject({
      error: 'http_error',
      status: 400,
      sent: true,
      body: { statusCode: 400, message: 'body/amountCents must be <= 100' },
    })
  })
})

describe('inventory', () => {
  let inventory: Api
  const sku = { sku: parameter('Sku') }
  const site = { 'x-site': parameter('Site') }
  const search = '/paths/~1items/get/parameters'
  const body = (path: string, method: string) =>
    ref(`/paths/${path}/${method}/requestBody/content/application~1json/schema`)
  beforeAll(async () => {
    const operations = {
      'items/search': {},
      'items/put': {},
      'items/move': {},
      'items/label': {},
      'items/reserve': {},
      'GET /sites/{siteId}/stock': {},
    }
    inventory = await api(fixtureDocument('inventory.json') as JsonObject, operations, [
      {
        ...{ method: 'GET', url: '/items', headers: site, read: split(['sku'], ',') },
        query: {
          sku: ref(`${search}/1/schema`),
          'updated-since': ref(`${search}/2/schema`),
          in_stock: ref(`${search}/3/schema`),
        },
      },
      { method: 'PUT', url: '/items/:sku', params: sku, headers: site, body: schema('Item') },
      {
        ...{ method: 'POST', url: '/items/:sku/movements', params: sku },
        body: body('~1items~1{sku}~1movements', 'post'),
      },
      {
        ...{ method: 'PATCH', url: '/items/:sku/labels', params: sku },
        body: body('~1items~1{sku}~1labels', 'patch'),
      },
      {
        ...{ method: 'POST', url: '/items/:sku/reservations', params: sku },
        body: { anyOf: [body('~1items~1{sku}~1reservations', 'post'), { type: 'null' }] },
      },
      {
        ...{ method: 'GET', url: '/sites/:siteId/stock' },
        params: { siteId: ref('/paths/~1sites~1{siteId}~1stock/get/parameters/0/schema') },
        query: { zone: ref('/paths/~1sites~1{siteId}~1stock/get/parameters/1/schema') },
      },
    ])
  })

  it.each<[JsonObject, JsonObject]>([
    [{}, {}],
    [{ in_stock: false }, { in_stock: false }],
    [{ sku: ['AB-12345'] }, { sku: ['AB-12345'] }],
    [
      { sku: ['AB-12345', 'CD-0000'], updated_since: '2024-02-29', in_stock: true },
      { sku: ['AB-12345', 'CD-0000'], 'updated-since': '2024-02-29', in_stock: true },
    ],
    // A query has no null.
    [{ updated_since: null }, {}],
  ])('searches by %j', async (args, query) => {
    const expected = { ...nothing, query, headers: { 'x-site': 'lyon' } }
    expect(await inventory.call('items/search', { X_Site: 'lyon', ...args })).toEqual(expected)
  })

  const item = {
    name: 'Vis à bois',
    dimensions: { lengthMm: 40, weight: { value: 0.25, unit: 'g' } },
  }
  it.each<JsonObject>([
    {},
    { supplier: null, minStock: null, attributes: {} },
    { supplier: { id: 7, name: '' }, minStock: 0, attributes: { a: '', 'x y': '\u2028' } },
  ])('puts an item with %j', async more => {
    const args = { X_Site: 'porto', sku: 'AB-1234', ...item, ...more }
    expect(await inventory.call('items/put', args)).toEqual({
      ...nothing,
      params: { sku: 'AB-1234' },
      headers: { 'x-site': 'porto' },
      body: { ...item, ...more },
    })
  })

  it.each<[string, JsonObject]>([
    ['items/move', { movement: { kind: 'receipt', quantity: 1 } }],
    ['items/move', { movement: { kind: 'transfer', quantity: 3, toSite: 'berlin' }, reference: null }],
    ['items/reserve', { quantity: 999, until: null }],
    ['items/reserve', { quantity: 1, until: '2024-02-29T23:59:59Z' }],
  ])('%s %j', async (id, body) => {
    const expected = { ...nothing, params: { sku: 'AB-1234' }, body }
    expect(await inventory.call(id, { sku: 'AB-1234', ...body })).toEqual(expected)
  })

  it('sends no body where none is meant', async () => {
    const expected = { ...nothing, params: { sku: 'AB-1234' } }
    expect(await inventory.call('items/reserve', { sku: 'AB-1234' })).toEqual(expected)
  })

  it('labels with any names', async () => {
    const body = { 'a/b': 'x', __proto__x: 'y', '': 'z' }
    const expected = { ...nothing, params: { sku: 'AB-1234' }, body }
    expect(await inventory.call('items/label', { sku: 'AB-1234', body })).toEqual(expected)
  })

  it.each([[['a']], [['a', 'b c,d&e=f', '']]])('counts the zones %j', async zone => {
    const siteId = '3d0ca315-aff9-4fc2-be61-3b76b9a2d798'
    const expected = { ...nothing, params: { siteId }, query: { zone } }
    expect(await inventory.call('/sites/{siteId}/stock', { siteId, zone })).toEqual(expected)
  })
})

describe('helpdesk', () => {
  let helpdesk: Api
  beforeAll(async () => {
    const parameters = '/paths/~1api~1v2~1search/get/parameters'
    const ticket = { ticket_id: parameter('TicketId') }
    helpdesk = await api(
      fixtureDocument('helpdesk.yaml') as JsonObject,
      {
        ListSearchResults: {},
        CreateTicket: { description: 'Opens a ticket.' },
        ShowTicket: {},
        ListTicketComments: {},
      },
      [
        {
          ...{ method: 'GET', url: '/api/v2/search' },
          query: {
            query: ref(`${parameters}/0/schema`),
            sort_by: ref(`${parameters}/1/schema`),
            sort_order: ref(`${parameters}/2/schema`),
            page: parameter('Page'),
            per_page: parameter('PerPage'),
          },
        },
        { method: 'POST', url: '/api/v2/tickets', body: schema('TicketCreateRequest') },
        { method: 'GET', url: '/api/v2/tickets/:ticket_id', params: ticket },
        {
          ...{ method: 'GET', url: '/api/v2/tickets/:ticket_id/comments', params: ticket },
          query: { include_inline_images: { type: 'boolean' }, per_page: parameter('PerPage') },
        },
      ],
    )
  })

  it('searches with any text', async () => {
    const query = { query: 'status:open "a+b" c&d=e%20 é#?/', sort_by: 'priority', page: 2, per_page: 100 }
    expect(await helpdesk.call('ListSearchResults', query)).toEqual({ ...nothing, query })
  })

  it('reads numbers and booleans', async () => {
    expect(await helpdesk.call('ShowTicket', { ticket_id: 7 })).toEqual({
      ...nothing,
      params: { ticket_id: 7 },
    })
    expect(
      await helpdesk.call('ListTicketComments', { ticket_id: 1, include_inline_images: false, per_page: 1 }),
    ).toEqual({ params: { ticket_id: 1 }, query: { include_inline_images: false, per_page: 1 }, body: null })
  })

  it.each<JsonObject>([
    {},
    { priority: null, due_at: null, tags: [] },
    { priority: 'low', type: 'task', tags: ['a', ''], due_at: '2024-02-29T23:59:59+02:00' },
  ])('opens a ticket with %j', async more => {
    const body = { ticket: { subject: 'Printer', comment: { body: 'On fire.', public: false }, ...more } }
    expect(await helpdesk.call('CreateTicket', body)).toEqual({ ...nothing, body })
  })
})

describe('every style that Fastify users meet', () => {
  const list = { type: 'array', items: { type: 'string' } }
  const point = {
    type: 'object',
    additionalProperties: false,
    properties: { x: { type: 'number' }, on: { type: 'boolean' }, label: { type: 'string' } },
  }
  const form = {
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string' }, tags: list, ids: list, point, count: { type: 'integer' } },
  }
  const inQuery = (name: string, schema: JsonObject, more: JsonObject = {}) => ({
    name,
    in: 'query',
    schema,
    ...more,
  })
  const document: JsonObject = {
    openapi: '3.1.0',
    info: { title: 'Styles', version: '1' },
    paths: {
      '/query': {
        get: {
          operationId: 'query',
          summary: 'Queries.',
          parameters: [
            inQuery('many', list),
            inQuery('csv', list, { explode: false }),
            inQuery('pipes', list, { style: 'pipeDelimited' }),
            inQuery('spaces', list, { style: 'spaceDelimited' }),
            inQuery('deep', point, { style: 'deepObject' }),
            inQuery('zero', { type: 'integer' }),
            inQuery('no', { type: 'boolean' }),
            { name: 'json', in: 'query', content: { 'application/json': { schema: point } } },
            { name: 'X-Ids', in: 'header', schema: { type: 'array', items: { type: 'integer' } } },
            { name: 'lang', in: 'cookie', schema: { type: 'string' } },
          ],
        },
      },
      '/path/{plain}/{csv}{matrix}': {
        get: {
          operationId: 'path',
          summary: 'Paths.',
          parameters: [
            { name: 'plain', in: 'path', required: true, schema: { type: 'number' } },
            { name: 'csv', in: 'path', required: true, schema: list },
            { name: 'matrix', in: 'path', required: true, style: 'matrix', schema: list },
          ],
        },
      },
      '/form': {
        post: {
          operationId: 'form',
          summary: 'Forms.',
          requestBody: {
            required: true,
            content: {
              'application/x-www-form-urlencoded': {
                schema: form,
                encoding: {
                  ids: { style: 'form', explode: false },
                  point: { style: 'deepObject', explode: true },
                },
              },
            },
          },
        },
      },
    },
  }
  /** `deep[x]=1` is one object. */
  const nest = (values: Record<string, unknown>, name: string) => {
    const inner = Object.entries(values).filter(([key]) => key.startsWith(`${name}[`))
    for (const [key] of inner) delete values[key]
    if (inner.length > 0)
      values[name] = Object.fromEntries(inner.map(([key, value]) => [key.slice(name.length + 1, -1), value]))
  }
  let styles: Api
  beforeAll(async () => {
    styles = await api(document, { query: {}, path: {}, form: {} }, [
      {
        ...{ method: 'GET', url: '/query', cookies: {}, headers: { 'x-ids': { type: 'string' } } },
        query: {
          ...{ many: list, csv: list, pipes: list, spaces: list, deep: point, json: point },
          ...{ zero: { type: 'integer' }, no: { type: 'boolean' } },
        },
        read: request => {
          const query = request.query as Record<string, unknown>
          split(['csv'], ',')(request)
          split(['pipes'], '|')(request)
          split(['spaces'], ' ')(request)
          nest(query, 'deep')
          if (typeof query.json === 'string') query.json = JSON.parse(query.json)
        },
      },
      {
        method: 'GET',
        url: '/path/:plain/:rest',
        params: { plain: { type: 'number' }, rest: { type: 'string' } },
      },
      {
        ...{ method: 'POST', url: '/form', body: { ...form, 'x-form': true } },
        read: request => {
          const body = request.body as Record<string, unknown>
          nest(body, 'point')
          if (typeof body.ids === 'string') body.ids = body.ids.split(',')
        },
      },
    ])
  })

  it.each<[JsonObject, JsonObject]>([
    [{ many: ['a b', 'c,d&e=f'] }, { many: ['a b', 'c,d&e=f'] }],
    [{ many: ['one'] }, { many: ['one'] }],
    [{ csv: ['a', 'b c', 'é|'] }, { csv: ['a', 'b c', 'é|'] }],
    [{ pipes: ['a', 'b c', 'd,e'] }, { pipes: ['a', 'b c', 'd,e'] }],
    [{ spaces: ['a', 'b|c', 'd,e'] }, { spaces: ['a', 'b|c', 'd,e'] }],
    [{ deep: { x: -0.5, on: false, label: '[&]=' } }, { deep: { x: -0.5, on: false, label: '[&]=' } }],
    [
      { zero: 0, no: false },
      { zero: 0, no: false },
    ],
    [{ json: { x: 1e21, label: 'ü"\\' } }, { json: { x: 1e21, label: 'ü"\\' } }],
    // A query has no empty list, and no null.
    [{ many: [], csv: null, zero: null }, {}],
  ])('query %j', async (args, query) => {
    const expected = { ...nothing, query, headers: { 'x-ids': '0,7' }, cookies: 'lang=de%20AT' }
    expect(await styles.call('query', { X_Ids: [0, 7], lang: 'de AT', ...args })).toEqual(expected)
  })

  it('path', async () => {
    const args = { plain: 0, csv: ['a/b', 'c,d'], matrix: ['x', 'y;z'] }
    const expected = { ...nothing, params: { plain: 0, rest: 'a/b,c,d;matrix=x,y;z' } }
    expect(await styles.call('path', args)).toEqual(expected)
  })

  it.each<JsonObject>([
    { name: '' },
    { name: 'a b+c&d=e', count: 0 },
    { name: 'n', tags: ['x y', 'z'], ids: ['1', '2'], point: { x: 0, on: false, label: '+' } },
  ])('form %j', async body => {
    expect(await styles.call('form', body)).toEqual({ ...nothing, body })
  })

  it('and the server refuses a form that is wrong', async () => {
    const post = (body: string) =>
      fetch(`${styles.url}/form`, { method: 'POST', body: new URLSearchParams(body) }).then(r => r.status)
    expect(await post('name=n&point[x]=1')).toBe(200)
    for (const wrong of ['count=1', 'name=n&count=many', 'name=n&point[y]=1'])
      expect(await post(wrong)).toBe(400)
  })
})
