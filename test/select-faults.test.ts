/** What `select` refuses: each fault with its code, its words and its place. */
import { describe, expect, it } from 'vitest'
import type { Code } from '../src/diagnostic.ts'
import type { Directive } from '../src/options.ts'
import type { Selection } from '../src/select/selected.ts'
import type { Spec } from '../src/spec/spec.ts'
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
import { specOf } from './support/spec.ts'

interface Fault {
  spec?: Spec
  selection: Selection
  code: Code
  /** Parts of the message and the fix. */
  says: (string | RegExp)[]
  at: [file: string, pointer: string]
  related?: string[]
}
const config = configuration.file
const file = 'specs/test.tools.yaml'
const spec = 'specs/test.yaml'
const twice = shop({ createOrder: { operationId: 'getOrder' } })

describe('faults, each with its place', () => {
  it.each<[string, Fault]>(
    Object.entries<Fault>({
      'nothing marked': { selection: bySpec, code: 'selection-empty', says: [spec], at: [spec, ''] },
      'empty list': {
        selection: inline([]),
        code: 'selection-empty',
        says: [spec],
        at: [config, configuration.pointer],
      },
      'side file without operations': {
        selection: sideFile({ version: 1 }),
        code: 'selection-empty',
        says: [],
        at: [file, ''],
      },
      'side file with none': { selection: side(null), code: 'selection-empty', says: [], at: [file, ''] },
      'unknown id': {
        selection: inline(['getOrders']),
        code: 'selection-unmatched',
        says: ['getOrders', 'did you mean "getOrder"'],
        at: [config, '/specs/test/operations/0'],
      },
      'id in another case': {
        selection: side({ GetOrder: null }),
        code: 'selection-unmatched',
        says: ['"getOrder"'],
        at: [file, '/operations/GetOrder'],
      },
      'unknown path': {
        selection: inline({ 'GET /order/{id}': true }),
        code: 'selection-unmatched',
        says: ['GET /order/{id}', '"GET /orders/{id}"'],
        at: [config, '/specs/test/operations/GET ~1order~1{id}'],
      },
      'path with another placeholder': {
        selection: inline(['GET /orders/{orderId}']),
        code: 'selection-unmatched',
        says: ['"GET /orders/{id}"'],
        at: [config, '/specs/test/operations/0'],
      },
      'duplicated id, named': {
        spec: twice,
        selection: inline(['getOrder']),
        code: 'operation-duplicate',
        says: ['getOrder', 'POST /orders', 'GET /orders/{id}'],
        at: [config, '/specs/test/operations/0'],
        related: ['/paths/~1orders/post', '/paths/~1orders~1{id}/get'],
      },
      'duplicated id, marked once': {
        spec: shop({ createOrder: { operationId: 'getOrder' }, getOrder: marked(true) }),
        selection: bySpec,
        code: 'operation-duplicate',
        says: ['getOrder'],
        at: [spec, '/paths/~1orders/post'],
        related: ['/paths/~1orders/post', '/paths/~1orders~1{id}/get'],
      },
      'an id that looks like another operation': {
        spec: shop({ dropOrder: { operationId: 'get /orders' } }),
        selection: inline(['GET /orders']),
        code: 'operation-duplicate',
        says: ['GET /orders', 'DELETE /orders/{id}'],
        at: [config, '/specs/test/operations/0'],
      },
      'one operation by both names': {
        selection: side({ getOrder: null, 'GET /orders/{id}': null }),
        code: 'selection-twice',
        says: ['GET /orders/{id}', '"getOrder"'],
        at: [file, '/operations/GET ~1orders~1{id}'],
        related: ['/operations/getOrder'],
      },
      'one name twice': {
        selection: inline(['getOrder', 'getOrder']),
        code: 'selection-twice',
        says: ['getOrder'],
        at: [config, '/specs/test/operations/1'],
        related: ['/specs/test/operations/0'],
      },
      'OPTIONS, named': {
        spec: specOf({ paths: { '/a': { options: { operationId: 'a', summary: 'A' } } } }),
        selection: inline(['a']),
        code: 'operation-method',
        says: ['a:', 'OPTIONS'],
        at: [spec, '/paths/~1a/options'],
      },
      'QUERY, marked': {
        spec: specOf({
          openapi: '3.2.0',
          paths: { '/a': { query: { summary: 'A', 'x-agent-tool': true } } },
        }),
        selection: bySpec,
        code: 'operation-method',
        says: ['QUERY /a'],
        at: [spec, '/paths/~1a/query'],
      },
      'a further method of 3.2': {
        spec: specOf({ paths: { '/a': { additionalOperations: { COPY: { summary: 'A' } } } } }),
        selection: inline(['copy /a']),
        code: 'operation-method',
        says: ['COPY /a'],
        at: [spec, '/paths/~1a/additionalOperations/COPY'],
      },
      'GET among the further methods': {
        spec: specOf({
          paths: { '/a': { additionalOperations: { GET: { operationId: 'a', summary: 'A' } } } },
        }),
        selection: inline(['a']),
        code: 'operation-method',
        says: ['a:'],
        at: [spec, '/paths/~1a/additionalOperations/GET'],
      },
      withheld: {
        spec: shop({ dropOrder: marked(false) }),
        selection: side({ dropOrder: { confirm: true } }),
        code: 'operation-withheld',
        says: ['dropOrder', file, 'x-agent-tool: false'],
        at: [spec, '/paths/~1orders~1{id}/delete/x-agent-tool'],
      },
      'a mark of another type': {
        spec: shop({ getOrder: marked('yes') }),
        selection: bySpec,
        code: 'directive-invalid',
        says: ['getOrder', '"yes"'],
        at: [spec, '/paths/~1orders~1{id}/get/x-agent-tool'],
      },
      'a mark on a path item': {
        spec: specOf({ paths: { '/a': { 'x-agent-tool': false, get: { summary: 'A' } } } }),
        selection: inline(['GET /a']),
        code: 'directive-invalid',
        says: ['path item'],
        at: [spec, '/paths/~1a/x-agent-tool'],
      },
      'no text anywhere': {
        spec: shop({ getOrder: { summary: ' ', description: '\n' } }),
        selection: inline(['getOrder']),
        code: 'no-description',
        says: ['getOrder'],
        at: [spec, '/paths/~1orders~1{id}/get'],
      },
      'a PATCH that claims to read': {
        selection: side({ 'PATCH /orders/{id}': null }, { defaults: { effect: 'read' } }),
        code: 'effect-unsafe',
        says: ['PATCH /orders/{id}'],
        at: [file, '/defaults/effect'],
      },
      'an entry of false': {
        selection: inline({ getOrder: false }),
        code: 'directive-invalid',
        says: ['getOrder', 'false', 'remove the entry'],
        at: [config, '/specs/test/operations/getOrder'],
      },
      'a list with something else': {
        selection: inline([{ getOrder: true }]),
        code: 'directive-invalid',
        says: ['an object'],
        at: [config, '/specs/test/operations/0'],
      },
      'operations of another type': {
        selection: inline('getOrder'),
        code: 'directive-invalid',
        says: ['"getOrder"'],
        at: [config, configuration.pointer],
      },
      'a side file that is a list': {
        selection: sideFile(['getOrder']),
        code: 'directive-invalid',
        says: [file, 'a list'],
        at: [file, ''],
      },
      'a side file without version': {
        selection: sideFile({ operations: { getOrder: null } }),
        code: 'directive-invalid',
        says: [file, 'version'],
        at: [file, ''],
      },
      'a side file of another version': {
        selection: side({ getOrder: null }, { version: 2 }),
        code: 'directive-invalid',
        says: ['version must be 1, not 2'],
        at: [file, '/version'],
      },
      'a side file with an unknown key': {
        selection: side({ getOrder: null }, { default: {} }),
        code: 'directive-unknown',
        says: ['"default"', 'did you mean "defaults"'],
        at: [file, '/default'],
      },
      'a side file with a list of operations': {
        selection: side(['getOrder']),
        code: 'directive-invalid',
        says: ['operations must be'],
        at: [file, '/operations'],
      },
      'a side file of another spec': {
        selection: side({ getOrder: null }, { spec: './orders.yaml' }),
        code: 'directive-invalid',
        says: ['spec must be test.yaml', './orders.yaml'],
        at: [file, '/spec'],
      },
      'a side file with an illegal namespace': {
        selection: side({ getOrder: null }, { namespace: 'my-shop' }),
        code: 'directive-invalid',
        says: ['namespace', '"my-shop"'],
        at: [file, '/namespace'],
      },
      'faulty defaults': {
        selection: side({ getOrder: null }, { defaults: { confrim: true } }),
        code: 'directive-unknown',
        says: ['did you mean "confirm"'],
        at: [file, '/defaults/confrim'],
      },
      'a consequence of another type': {
        spec: shop({ getOrder: { 'x-openai-isConsequential': 'true' } }),
        selection: inline(['getOrder']),
        code: 'directive-invalid',
        says: ['x-openai-isConsequential', '"true"'],
        at: [spec, '/paths/~1orders~1{id}/get/x-openai-isConsequential'],
      },
    }),
  )('%s', (_, fault) => {
    const { selected, list } = run(fault.spec ?? shop(), fault.selection)
    expect(list.map(f => f.code)).toEqual([fault.code])
    const [finding] = list
    for (const part of fault.says) expect(`${finding?.message} · ${finding?.fix}`).toMatch(part)
    expect([finding?.at?.file, finding?.at?.pointer]).toEqual(fault.at)
    if (fault.related) expect(finding?.related?.map(r => r.at.pointer)).toEqual(fault.related)
    expect(selected).toEqual([])
  })

  it('are reported together, and leave the sound operations', () => {
    const { selected, list } = run(
      shop({ dropOrder: { summary: '' } }),
      inline({ getOrder: true, nothing: true, dropOrder: true, listOrders: { confrim: true } }),
    )
    expect(list.map(f => f.code).sort()).toEqual([
      'directive-unknown',
      'no-description',
      'selection-unmatched',
    ])
    expect(labels(selected)).toEqual(['getOrder'])
  })

  it('of operations that nobody selected are not reported', () => {
    const faulty = shop({
      listOrders: { operationId: 'x', summary: '', deprecated: true, 'x-openai-isConsequential': 1 },
      createOrder: { operationId: 'x', 'x-agent-tool': { nonsense: true } },
      dropOrder: { $ref: '#/nowhere' },
      patch: { 'x-agent-tool': { effect: 'read' } },
    })
    expect(labels(clean(faulty, inline(['getOrder'])))).toEqual(['getOrder'])
    const control = run(
      faulty,
      inline(['GET /orders', 'POST /orders', 'DELETE /orders/{id}', 'PATCH /orders/{id}']),
    )
    expect(control.list.map(f => f.code).sort()).toEqual([
      'directive-invalid',
      'directive-unknown',
      'ref-unresolved',
      'safety-ignored',
    ])
  })

  it('a mark on a path item counts where the document selects, or an operation of it is selected', () => {
    const stray = specOf({
      paths: { '/a': { 'x-agent-tool': true, get: { summary: 'A' } }, '/b': { get: { summary: 'B' } } },
    })
    expect(labels(clean(stray, inline(['GET /b'])))).toEqual(['GET /b'])
    for (const selection of [bySpec, inline(['GET /a', 'GET /b'])])
      expect(run(stray, selection).list.map(f => [f.code, f.at?.pointer])).toEqual([
        ['directive-invalid', '/paths/~1a/x-agent-tool'],
      ])
  })

  it('a duplicated id is no obstacle to selecting by method and path', () => {
    expect(clean(twice, inline(['GET /orders/{id}'])).map(s => s.operation.path)).toEqual(['/orders/{id}'])
  })
})

describe('directives', () => {
  const said = (directive: unknown) => run(shop(), inline({ getOrder: directive }))

  it('accepts every key', () => {
    const directive: Required<Directive> = {
      name: 'orders_get',
      formerNames: ['get_order'],
      description: 'Get it.',
      doesNot: 'guess.',
      returns: 'it.',
      effect: 'read',
      confirm: true,
      params: {
        'query:a': { value: null },
        b: { prefix: 'x', suffix: 'y', description: 'B' },
        c: { hide: true },
        d: { from: 'connection' },
        e: { expose: true },
        'body:/f': { description: 'F' },
        __proto__x: { value: { a: [1, 'x', false] } },
      },
      body: 'required',
      response: { pick: ['id'], maxBytes: 1000, maxItems: 5, headers: ['ETag'] },
      idempotencyHeader: 'Idempotency-Key',
      server: 'eu',
    }
    expect(said(directive).list).toEqual([])
    expect(only(said(directive).selected).directive).toEqual(directive)
  })

  const circle: Record<string, unknown> = {}
  circle.self = circle
  it.each<[string, unknown, string]>([
    ['name', '', '/name'],
    ['name', 5, '/name'],
    ['formerNames', 'a', '/formerNames'],
    ['formerNames', ['a', 'a'], '/formerNames'],
    ['formerNames', [1], '/formerNames'],
    ['description', ' \n', '/description'],
    ['description', undefined, '/description'],
    ['doesNot', ['x'], '/doesNot'],
    ['returns', true, '/returns'],
    ['effect', 'none', '/effect'],
    ['confirm', 'false', '/confirm'],
    ['confirm', null, '/confirm'],
    ['params', ['a'], '/params'],
    ['params', { a: {} }, '/params/a'],
    ['params', { a: true }, '/params/a'],
    ['params', { a: { value: 1, prefix: 'x' } }, '/params/a'],
    ['params', { a: { hide: true, from: 'connection' } }, '/params/a'],
    ['params', { a: { expose: true, suffix: 'x' } }, '/params/a'],
    ['params', { a: { hide: false } }, '/params/a/hide'],
    ['params', { a: { expose: 1 } }, '/params/a/expose'],
    ['params', { a: { from: 'env' } }, '/params/a/from'],
    ['params', { 'query:a/b': { prefix: '' } }, '/params/query:a~1b/prefix'],
    ['params', { a: { suffix: 3 } }, '/params/a/suffix'],
    ['params', { a: { value: Number.NaN } }, '/params/a/value'],
    ['params', { a: { value: () => 1 } }, '/params/a/value'],
    ['params', { a: { value: new Date(0) } }, '/params/a/value'],
    ['params', { a: { value: circle } }, '/params/a/value'],
    ['params', { a: { description: '' } }, '/params/a/description'],
    ['body', 'optional', '/body'],
    ['body', true, '/body'],
    ['response', 'small', '/response'],
    ['response', { pick: [] }, '/response/pick'],
    ['response', { pick: 'id' }, '/response/pick'],
    ['response', { maxBytes: 0 }, '/response/maxBytes'],
    ['response', { maxBytes: '1k' }, '/response/maxBytes'],
    ['response', { maxItems: 1.5 }, '/response/maxItems'],
    ['response', { headers: ['a b'] }, '/response/headers'],
    ['idempotencyHeader', 'Idempotency Key', '/idempotencyHeader'],
    ['server', '', '/server'],
  ])('refuses %s: %o', (key, value, pointer) => {
    const { selected, list } = said({ [key]: value })
    expect(list.map(f => [f.code, f.at?.pointer])).toEqual([
      ['directive-invalid', `/specs/test/operations/getOrder${pointer}`],
    ])
    expect(list[0]?.message).toMatch(/^getOrder: /)
    expect(selected).toEqual([])
  })

  it.each<[unknown, string, string]>([
    [{ confrim: true }, 'confirm', '/confrim'],
    [{ params: { a: { vlaue: 1 } } }, 'value', '/params/a/vlaue'],
    [{ response: { maxbytes: 1 } }, 'maxBytes', '/response/maxbytes'],
    [JSON.parse('{"__proto__": {"confirm": false}}'), 'one of', '/__proto__'],
  ])('knows no %o', (directive, hint, pointer) => {
    const { list } = said(directive)
    expect(list.map(f => [f.code, f.at?.pointer])).toEqual([
      ['directive-unknown', `/specs/test/operations/getOrder${pointer}`],
    ])
    expect(list[0]?.fix).toContain(hint)
  })

  it('ends on a value that aliases make huge', () => {
    let bomb: unknown = 'x'
    for (let i = 0; i < 40; i++) bomb = [bomb, bomb]
    expect(said({ params: { a: { value: bomb } } }).list.map(f => f.code)).toEqual(['directive-invalid'])
  })
})
