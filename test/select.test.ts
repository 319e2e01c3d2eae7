/** What `select` chooses, and what is said about it. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isError } from '../src/diagnostic.ts'
import { get } from '../src/json/pointer.ts'
import type { Json } from '../src/runtime/contract.ts'
import type { Selection } from '../src/select/selected.ts'
import { sideFileNamespace } from '../src/select/side-file.ts'
import {
  bySpec,
  clean,
  configuration,
  inline,
  labels,
  marked,
  only,
  run,
  shop,
  side,
  sideFile,
} from './support/select.ts'
import { fixtureDocument, fixtureSpec, specOf } from './support/spec.ts'

const config = configuration.file
const file = 'specs/test.tools.yaml'
const spec = 'specs/test.yaml'

describe('places', () => {
  it('x-agent-tool selects with true or an object, never with false', () => {
    const spec = shop({ createOrder: marked({}), getOrder: marked(true), dropOrder: marked(false) })
    expect(labels(clean(spec, bySpec))).toEqual(['createOrder', 'getOrder'])
  })

  it.each<[string, Selection]>([
    ['a list', inline(['getOrder', 'PATCH /orders/{id}'])],
    ['a record', inline({ getOrder: true, 'PATCH /orders/{id}': null })],
    ['a side file', side({ getOrder: null, 'patch /orders/{id}': {} })],
  ])('%s selects by id and by METHOD path, in document order', (_, selection) => {
    expect(labels(clean(shop(), selection))).toEqual(['getOrder', 'PATCH /orders/{id}'])
    expect(labels(clean(shop(), inline(['PATCH /orders/{id}', 'dropOrder', 'listOrders'])))).toEqual([
      'listOrders',
      'dropOrder',
      'PATCH /orders/{id}',
    ])
  })

  it('an outer place selects alone; x-agent-tool supplies defaults', () => {
    const spec = shop({ listOrders: marked(true), getOrder: marked({ name: 'shop_get', returns: 'it.' }) })
    const selected = only(clean(spec, inline({ getOrder: { returns: 'the order.' } })))
    expect(selected.directive).toEqual({ name: 'shop_get', returns: 'the order.' })
  })

  it('webhooks and extensions of paths are no operations', () => {
    const spec = specOf({
      paths: { 'x-hidden': { get: { operationId: 'a', 'x-agent-tool': true } } },
      webhooks: { paid: { post: { operationId: 'b', 'x-agent-tool': true } } },
    })
    expect(run(spec, bySpec).list.map(f => f.code)).toEqual(['selection-empty'])
    expect(run(spec, inline(['a', 'b'])).list.map(f => f.code)).toEqual([
      'selection-unmatched',
      'selection-unmatched',
    ])
  })

  it('reads the namespace of a side file', () => {
    expect(sideFileNamespace({ version: 1, namespace: 'shop' })).toBe('shop')
    for (const document of [{ namespace: '1a' }, { namespace: 3 }, {}, null, ['namespace']])
      expect(sideFileNamespace(document as Json)).toBeUndefined()
  })
})

describe('precedence', () => {
  const own = {
    description: 'own',
    returns: 'own',
    params: { a: { hide: true }, b: { hide: true }, c: { hide: true } },
    response: { maxItems: 1, maxBytes: 1 },
  }
  const layered = shop({ getOrder: marked(own) })
  const selection = side(
    {
      getOrder: {
        description: 'entry',
        params: { b: { prefix: 'entry' } },
        response: { maxBytes: 3 },
        server: 'eu',
      },
    },
    { defaults: { description: 'defaults', returns: 'defaults', params: { c: { value: 1 } } } },
  )

  it('merges key by key, params entry by entry, response key by key', () => {
    expect(only(clean(layered, selection)).directive).toEqual({
      description: 'entry',
      returns: 'defaults',
      params: { a: { hide: true }, b: { prefix: 'entry' }, c: { value: 1 } },
      response: { maxItems: 1, maxBytes: 3 },
      server: 'eu',
    })
  })

  it('remembers who said what', () => {
    const { origin } = only(clean(layered, selection))
    const where = (...path: string[]) => `${origin(...path).file}#${origin(...path).pointer}`
    const mark = `${spec}#/paths/~1orders~1{id}/get/x-agent-tool`
    expect(where('description')).toBe(`${file}#/operations/getOrder/description`)
    expect(where('returns')).toBe(`${file}#/defaults/returns`)
    expect(where('params', 'a')).toBe(`${mark}/params/a`)
    expect(where('params', 'b', 'prefix')).toBe(`${file}#/operations/getOrder/params/b/prefix`)
    expect(where('params', 'c')).toBe(`${file}#/defaults/params/c`)
    expect(where('response', 'maxItems')).toBe(`${mark}/response/maxItems`)
    // What nobody said leads to the nearest thing that somebody did.
    expect(where('params', 'unknown')).toBe(`${file}#/operations/getOrder/params`)
    expect(where('name')).toBe(`${file}#/operations/getOrder`)
  })

  it('gives a place in the document when the mark is all there is', () => {
    const { origin } = only(clean(shop({ getOrder: marked(true) }), bySpec))
    expect(origin('confirm').pointer).toBe('/paths/~1orders~1{id}/get/x-agent-tool')
  })
})

describe('safety', () => {
  it('effect follows the method, confirm the effect', () => {
    const all = clean(shop(), inline(['listOrders', 'createOrder', 'getOrder', 'dropOrder']))
    expect(all.map(s => [s.operation.method, s.effect, s.confirm])).toEqual([
      ['GET', 'read', false],
      ['POST', 'write', true],
      ['GET', 'read', false],
      ['DELETE', 'write', true],
    ])
    const changed = clean(shop(), inline({ createOrder: { effect: 'read' }, getOrder: { effect: 'write' } }))
    expect(changed.map(s => [s.effect, s.confirm])).toEqual([
      ['read', false],
      ['write', true],
    ])
  })

  const lowering = {
    effect: 'read',
    confirm: false,
    server: 'theirs',
    params: { a: { value: 1 }, b: { value: 2, description: 'B' }, c: { hide: true }, d: { expose: true } },
  }

  it('a document that selects says what it likes about its own operations', () => {
    const selected = only(clean(shop({ createOrder: marked(lowering) }), bySpec))
    expect(selected.directive).toEqual(lowering)
    expect([selected.effect, selected.confirm]).toEqual(['read', false])
  })

  it('a document that does not select cannot lower safety', () => {
    const { selected, list } = run(shop({ createOrder: marked(lowering) }), inline(['createOrder']))
    expect(list.map(f => [f.code, f.at?.pointer.replace(/.*x-agent-tool/, '')])).toEqual([
      ['safety-ignored', '/effect'],
      ['safety-ignored', '/confirm'],
      ['safety-ignored', '/server'],
      ['safety-ignored', '/params/a/value'],
      ['safety-ignored', '/params/b/value'],
      ['safety-ignored', '/params/d/expose'],
    ])
    expect(list.some(isError)).toBe(false)
    expect(list[0]?.fix).toContain(config)
    const { directive, effect, confirm } = only(selected)
    expect(directive).toEqual({ params: { b: { description: 'B' }, c: { hide: true } } })
    expect([effect, confirm]).toEqual(['write', true])
  })

  it('what the selecting place says itself stands, without a warning', () => {
    const entry = {
      effect: 'read',
      confirm: false,
      server: 'ours',
      params: { a: { value: 3 }, b: { hide: true }, d: { expose: true } },
    }
    const selected = only(clean(shop({ createOrder: marked(lowering) }), inline({ createOrder: entry })))
    expect(selected.directive).toEqual({ ...entry, params: { ...entry.params, c: { hide: true } } })
    expect(selected.confirm).toBe(false)
  })

  it('a document can always raise safety', () => {
    const mark = marked({ effect: 'write', confirm: true })
    const selected = only(clean(shop({ getOrder: mark }), inline(['getOrder'])))
    expect([selected.effect, selected.confirm]).toEqual(['write', true])
  })

  const consequential = (value: boolean) => ({ 'x-openai-isConsequential': value })
  const confirms = (changes: Record<string, object>, selection: Selection) => {
    const { selected, list } = run(shop(changes), selection)
    return [only(selected).confirm, ...list.map(f => f.code)]
  }
  it('x-openai-isConsequential is confirm under the same rule', () => {
    const named = (id: string, directive: unknown = true) => inline({ [id]: directive })
    expect(confirms({ getOrder: consequential(true) }, named('getOrder'))).toEqual([true])
    expect(confirms({ createOrder: consequential(false) }, named('createOrder'))).toEqual([
      true,
      'safety-ignored',
    ])
    expect(confirms({ getOrder: consequential(false) }, named('getOrder'))).toEqual([false])
    expect(confirms({ getOrder: consequential(true) }, named('getOrder', { confirm: false }))).toEqual([
      false,
    ])
    const both = { createOrder: { ...consequential(false), ...marked({}) } }
    expect(confirms(both, bySpec)).toEqual([false])
    const contrary = { createOrder: { ...consequential(false), ...marked({ confirm: true }) } }
    expect(confirms(contrary, bySpec)).toEqual([true])
  })

  it('says where a confirm by x-openai-isConsequential comes from', () => {
    const { directive, origin } = only(clean(shop({ getOrder: consequential(true) }), inline(['getOrder'])))
    expect(directive.confirm).toBe(true)
    expect(origin('confirm').pointer).toBe('/paths/~1orders~1{id}/get/x-openai-isConsequential')
  })
})

describe('text', () => {
  const texts = (operation: object, pathItem: object, directive: object = {}) => {
    const document = { paths: { '/a': { ...pathItem, get: { operationId: 'a', ...operation } } } }
    return only(clean(specOf(document), inline({ a: directive }))).description
  }
  it('is the most specific one that is not blank', () => {
    const item = { description: 'item description', summary: 'item summary' }
    expect(texts({ description: 'd', summary: 's' }, item, { description: 'said' })).toBe('said')
    expect(texts({ description: 'd', summary: 's' }, item)).toBe('d')
    expect(texts({ description: ' \t\n', summary: 's' }, item)).toBe('s')
    expect(texts({ description: '', summary: '' }, item)).toBe('item description')
    expect(texts({}, { ...item, description: ' ' })).toBe('item summary')
  })

  it('carries doesNot and returns in lines of their own, whatever the text', () => {
    expect(texts({ description: ' Finds it.\n' }, {}, { doesNot: 'guess.', returns: ' the thing.' })).toBe(
      'Finds it.\nDoes not: guess.\nReturns: the thing.',
    )
  })

  it('is read from a plain YAML scalar of another type', () => {
    const document = { paths: { '/a': { get: { operationId: 404, summary: 2020, 'x-agent-tool': true } } } }
    const scalars = { '/paths/~1a/get/operationId': '0404', '/paths/~1a/get/summary': '2020-10' }
    const selected = only(clean(specOf(document, { scalars }), bySpec))
    expect([selected.operation.id, selected.description]).toEqual(['0404', '2020-10'])
  })

  it('warns of what is deprecated', () => {
    const { selected, list } = run(shop({ getOrder: { deprecated: true } }), inline(['getOrder']))
    expect(list.map(f => [f.code, f.at?.pointer])).toEqual([
      ['deprecated', '/paths/~1orders~1{id}/get/deprecated'],
    ])
    expect(labels(selected)).toEqual(['getOrder'])
  })
})

describe('references', () => {
  const files = {
    'specs/paths/pets.yaml': {
      get: { operationId: 'getPet', summary: 'Get a pet.', 'x-agent-tool': true },
      delete: { $ref: './drop.yaml#/operation' },
    },
    'specs/paths/drop.yaml': { operation: { operationId: 'dropPet', summary: 'Drop a pet.' } },
  }
  const split = (pathItem: object) => specOf({ paths: { '/pets': pathItem } }, { files })

  it('of path items and operations are followed, and places are the real ones', () => {
    const [get, drop] = clean(split({ $ref: './paths/pets.yaml' }), inline(['getPet', 'DELETE /pets']))
    expect(get?.operation.node.at).toEqual({ file: 'specs/paths/pets.yaml', pointer: '/get' })
    expect(drop?.operation.node.at).toEqual({ file: 'specs/paths/drop.yaml', pointer: '/operation' })
    expect(drop?.operation.pathItem.at).toEqual({ file: 'specs/paths/pets.yaml', pointer: '' })
    expect(drop?.operation.label).toBe('dropPet')
    expect(labels(clean(split({ $ref: './paths/pets.yaml' }), bySpec))).toEqual(['getPet'])
  })

  it('with keys beside them are refused for selected operations only', () => {
    const beside = split({ $ref: './paths/pets.yaml', parameters: [], 'x-note': 'harmless' })
    expect(run(beside, bySpec).list.map(f => [f.code, f.at?.pointer])).toEqual([
      ['schema-unsupported', '/paths/~1pets'],
    ])
    const mark = split({ get: { $ref: './paths/drop.yaml#/operation', 'x-agent-tool': true } })
    expect(run(mark, bySpec).list.map(f => f.code)).toEqual(['schema-unsupported'])
    expect(labels(clean(split({ $ref: './paths/pets.yaml', 'x-note': 'harmless' }), bySpec))).toEqual([
      'getPet',
    ])
  })

  it('that are broken count when the document selects, or an entry asks for them', () => {
    const broken = specOf({
      paths: {
        '/a': { $ref: '#/nowhere' },
        '/b': { get: { $ref: '#/paths/~1b/get' }, post: { operationId: 'b', summary: 'B' } },
      },
    })
    expect(labels(clean(broken, inline(['b'])))).toEqual(['b'])
    for (const selection of [bySpec, inline(['GET /a', 'get /b'])])
      expect(run(broken, selection).list.map(f => [f.code, f.at?.pointer])).toEqual([
        ['ref-unresolved', '/paths/~1a/$ref'],
        ['ref-unresolved', '/paths/~1b/get'],
      ])
    const [finding] = run(broken, inline(['a'])).list
    expect(finding?.code).toBe('selection-unmatched')
    expect(finding?.related?.map(r => r.at.pointer)).toEqual(['/paths/~1a/$ref', '/paths/~1b/get'])
  })
})

describe('cost', () => {
  it('follows the selection: nothing inside an unselected operation is read', () => {
    const read: string[] = []
    const spied = (id: string) =>
      new Proxy(
        { operationId: id, summary: 'S', parameters: [], requestBody: {}, responses: {} },
        {
          get: (target, key) => {
            read.push(`${id}.${String(key)}`)
            return Reflect.get(target, key)
          },
        },
      )
    const paths = Object.fromEntries(['a', 'b', 'c'].map(id => [`/${id}`, { get: spied(id) }]))
    clean(specOf({ paths }), inline(['b']))
    expect(new Set(read.filter(r => !r.startsWith('b.') && !r.includes('Symbol')))).toEqual(
      new Set(['a.operationId', 'c.operationId']),
    )
    expect(read).toContain('b.summary')
    expect(read).not.toContain('b.parameters')
  })
})

describe('fixtures', () => {
  const inventory = [
    'items/search',
    'items/put',
    'items/move',
    'items/label',
    'items/reserve',
    'GET /sites/{siteId}/stock',
  ]
  const cases: [string, Selection, string[]][] = [
    ['orders.yaml', bySpec, ['getOrder', 'createRefund']],
    [
      'helpdesk.yaml',
      sideFile(fixtureDocument('helpdesk.tools.yaml'), 'specs/helpdesk.tools.yaml'),
      ['ListSearchResults', 'CreateTicket', 'ShowTicket', 'ListTicketComments'],
    ],
    ['inventory.json', inline(inventory), inventory],
  ]
  it.each(cases)('%s is selected without a finding', (name, selection, expected) => {
    const fixture = fixtureSpec(name)
    const selected = clean(fixture, selection)
    expect(labels(selected)).toEqual(expected)
    for (const { operation } of selected)
      expect(get(fixture.document, operation.node.at.pointer)).toBe(operation.node.value)
  })

  it.each(cases)('%s has no broken reference', name => {
    const fixture = fixtureSpec(name)
    const refs = [...JSON.stringify(fixture.document).matchAll(/"\$ref":"([^"]+)"/g)].map(m => m[1] ?? '')
    expect(refs.length).toBeGreaterThan(5)
    for (const ref of refs)
      expect(fixture.resolve(ref, { file: fixture.file, pointer: '' })).toHaveProperty('node')
  })
})

describe('hostile input', () => {
  const key = fc.constantFrom(
    'a',
    'GET /a',
    '__proto__',
    'constructor',
    'x-agent-tool',
    '$ref',
    'get',
    'options',
  )
  const json = fc.letrec<{ json: Json }>(tie => ({
    json: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom<Json>(null, true, false, 0, '', 'a', '#/paths/~1a/get', '#/paths'),
      fc.array(tie('json'), { maxLength: 3 }),
      fc.array(fc.tuple(key, tie('json')), { maxLength: 4 }).map(Object.fromEntries),
    ),
  })).json
  // Mostly sound, so that most runs get past the first fault.
  const operation = fc.record(
    {
      operationId: fc.oneof({ weight: 3, arbitrary: fc.constantFrom('a', 'b') }, json),
      summary: fc.oneof({ weight: 9, arbitrary: fc.constant('S') }, json),
      'x-agent-tool': fc.oneof(
        {
          weight: 3,
          arbitrary: fc.record({ confirm: fc.boolean(), effect: fc.constantFrom('read', 'write') }),
        },
        fc.record({ confirm: json, params: json, response: json }, { requiredKeys: [] }),
        json,
      ),
      'x-openai-isConsequential': fc.oneof({ weight: 5, arbitrary: fc.boolean() }, json),
    },
    { requiredKeys: ['summary'] },
  )
  const reference = fc.record({ $ref: json, summary: json }, { requiredKeys: ['$ref'] })
  const anyOperation = fc.oneof({ weight: 6, arbitrary: operation }, reference, json)
  const paths = fc.oneof(
    {
      weight: 9,
      arbitrary: fc.record({ '/a': fc.record({ get: anyOperation, post: anyOperation }), '/b': json }),
    },
    json,
  )
  const entry = fc.oneof({ weight: 5, arbitrary: fc.constantFrom<Json>(true, null, {}) }, json)
  const selection = fc.oneof(
    fc.constant(bySpec),
    json.map(inline),
    json.map(d => sideFile(d)),
    json.map(operations => side(operations)),
    fc.tuple(entry, entry).map(([get, post]) => side({ 'GET /a': get, 'POST /a': post })),
    fc.tuple(entry, json).map(([a, defaults]) => side({ a }, { defaults })),
  )

  it('is answered with tools or findings, never with a throw, and leaves no trace', () => {
    let withTools = 0
    fc.assert(
      fc.property(paths, selection, (p, s) => {
        const before = JSON.stringify([p, s])
        const { selected, list } = run(specOf({ paths: p }), s)
        if (selected.length > 0) withTools++
        else expect(list.some(isError)).toBe(true)
        for (const one of selected) {
          expect(one.description.trim()).not.toBe('')
          expect(one.confirm || one.effect === 'read' || one.directive.confirm === false).toBe(true)
        }
        for (const f of list) expect(f.at).toBeDefined()
        expect(JSON.stringify([p, s])).toBe(before)
        expect(Object.hasOwn(Object.prototype, 'confirm')).toBe(false)
      }),
      { numRuns: 1000 },
    )
    expect(withTools).toBeGreaterThan(20)
  })
})
