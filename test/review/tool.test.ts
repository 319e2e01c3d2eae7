/** What a comparison of golden files says of tools as a whole: names, operations, effect and confirmation. */
import { describe, expect, it } from 'vitest'
import { goldenText } from '../../src/emit/golden.ts'
import { safetyRows, toReevaluate } from '../../src/review/change.ts'
import { diffGoldens } from '../../src/review/diff.ts'
import type { JsonObject } from '../../src/runtime/contract.ts'
import { bodyDocument, compiledOf } from '../support/compile.ts'
import { brief, changed, diff, golden, goldens, one } from './goldens.ts'

const refund = golden('orders_refund_create')

/** What a build writes when a tool has another name. */
const renamed = (g: JsonObject, to: string, more: Record<string, string | null> = {}): JsonObject =>
  changed(JSON.parse(JSON.stringify(g).replaceAll(`"${String(g.tool)}"`, JSON.stringify(to))), more)
const former = (g: JsonObject, ...names: string[]): JsonObject => ({ ...g, formerNames: names })

describe('a tool', () => {
  it('that is the same gives nothing, whatever the order of its keys', () => {
    const backwards = (v: unknown): unknown =>
      Array.isArray(v)
        ? v.map(backwards)
        : typeof v === 'object' && v !== null
          ? Object.fromEntries(
              Object.entries(v)
                .reverse()
                .map(([k, x]) => [k, backwards(x)]),
            )
          : v
    expect(diffGoldens(goldens(), goldens())).toEqual([])
    expect(diff(refund, backwards(refund) as JsonObject)).toEqual([])
  })

  it('is added or gone', () => {
    expect(brief(diffGoldens(new Map(), one(refund)))).toEqual(['behavioural tool-added /tool'])
    const gone = diffGoldens(one(refund), new Map())
    expect(brief(gone)).toEqual(['breaking tool-removed /tool'])
    expect(toReevaluate(gone)).toEqual([])
  })

  it('is renamed: one entry, and milder when formerNames has the old name', () => {
    const other = renamed(refund, 'orders_pay_back')
    expect(brief(diff(refund, other))).toEqual(['breaking tool-renamed /tool'])
    expect(toReevaluate(diff(refund, other))).toEqual(['orders_pay_back'])
    expect(brief(diff(refund, former(other, 'orders_refund_create')))).toEqual([
      'behavioural tool-renamed-known /tool',
      'compatible former-name-added /formerNames',
    ])
    // With the operationId, from which the name is made: still one entry.
    expect(brief(diff(refund, changed(other, { '/operation/id': 'payBack' })))).toEqual([
      'breaking tool-renamed /tool',
    ])
  })
  it('swaps its name with another', () => {
    const [a, b] = [golden('orders_get'), refund]
    const before = new Map([...one(a), ...one(b)])
    const after = new Map([
      ...one(former(renamed(a, 'orders_refund_create'), 'orders_get')),
      ...one(renamed(b, 'orders_get')),
    ])
    expect(brief(diffGoldens(before, after)).filter(r => !r.includes('former-name'))).toEqual([
      'breaking tool-name-reused /tool',
      'breaking tool-name-reused /tool',
    ])
  })

  it('is one of its own spec', () => {
    const before = new Map([['a/orders_get.json', golden('orders_get')]])
    const after = new Map([['b/orders_get.json', golden('orders_get')]])
    expect(brief(diffGoldens(before, after))).toEqual([
      'breaking tool-removed /tool',
      'behavioural tool-added /tool',
    ])
    expect(diffGoldens(before, before)).toEqual([])
  })
})

describe('former names', () => {
  it('are in a golden file where there are any, and each that goes is told', () => {
    const { tools } = compiledOf(bodyDocument('3.1.0', { type: 'object' }), {
      doIt: { name: 'api_new', formerNames: ['api_old', 'api_older'] },
    })
    const [built] = tools.map(goldenText).map(t => JSON.parse(t) as JsonObject)
    expect(built?.formerNames).toEqual(['api_old', 'api_older'])
    expect(Object.keys(built ?? {}).slice(0, 4)).toEqual(['format', 'tool', 'formerNames', 'operation'])
    expect(brief(diff(built ?? {}, former(built ?? {}, 'api_older')))).toEqual([
      'breaking former-name-removed /formerNames',
    ])
    expect(golden('orders_get')).not.toHaveProperty('formerNames')
  })
})

describe('the operation', () => {
  const with_ = (changes: Record<string, string | null>) => brief(diff(refund, changed(refund, changes)))
  it('has another id, method or path', () => {
    expect(with_({ '/operation/id': 'payBack' })).toEqual(['none operation-id-changed /operation/id'])
    expect(with_({ '/operation/method': 'PUT' })).toEqual(['breaking method-changed /operation/method'])
    expect(with_({ '/operation/path': '/orders/{orderId}/payments' })).toEqual([
      'breaking path-changed /operation/path',
    ])
    expect(with_({ '/operation/path': '/orders/{id}/refunds' })).toEqual([
      'behavioural path-respelled /operation/path',
    ])
  })
  it('moves to another version', () => {
    const v = (n: string) => changed(refund, { '/operation/path': `/api/${n}/orders/{orderId}` })
    expect(brief(diff(v('v1'), v('v2beta1')))).toEqual(['behavioural path-respelled /operation/path'])
    expect(brief(diff(v('v1'), v('w2')))).toEqual(['breaking path-changed /operation/path'])
  })
  it('is another one under the same name', () => {
    expect(with_({ '/operation/id': 'x', '/operation/path': '/x', '/operation/method': 'DELETE' })).toEqual([
      'breaking operation-replaced /operation',
    ])
  })
})

describe('safety', () => {
  it('is named when less is asked than before', () => {
    const rows = diff(refund, changed(refund, { '/effect': 'read', '/confirm': false }))
    expect(brief(rows)).toEqual(['breaking confirm-dropped! /confirm', 'breaking effect-lowered! /effect'])
    expect(safetyRows(rows)).toEqual(rows)
    const back = diff(changed(refund, { '/effect': 'read', '/confirm': false }), refund)
    expect(brief(back)).toEqual(['behavioural confirm-added /confirm', 'behavioural effect-raised /effect'])
    expect(safetyRows(back)).toEqual([])
  })
})

describe('a text', () => {
  const rules = (a: string, b: string) => [
    diff(text(a), text(b)).map(c => c.rule),
    diff(argument(a), argument(b)).map(c => c.rule),
  ]
  const text = (t: string) => changed(refund, { '/declarations/gemini/declaration/description': t })
  const argument = (t: string) => changed(refund, { '/inputSchema/properties/note/description': t })
  it.each([
    ['See https://a.example/v1/x.', 'See https://a.example/v2/y#z.'],
    ['See https://a.example/v1.', 'See  https://A.example/v2.\n'],
    ['One.\n\nTwo.', 'One. Two.'],
  ])('%j keeps its words in %j', (a, b) => {
    expect(rules(a, b)).toEqual([['words-kept'], ['words-kept']])
  })
  it.each([
    ['See https://a.example/x.', 'See https://b.example/x.'],
    ['See https://a.example/x.', 'See https://a.example.evil/x.'],
    ['See https://a.example/x.', 'See https://a.example@evil/x.'],
    ['See https://a.example/x.', 'See https://a.example\\@evil/x.'],
    ['See https://a.example/x.', 'See https://a.example:81/x.'],
    ['See https://a.example/x.', 'See http://a.example/x.'],
    ['See https://a.example/x now.', 'See https://a.example/x then.'],
    ['See https://a.example/x', 'See https://a.example/x (delete first)'],
    ['', 'See https://a.example/x'],
  ])('%j says something else than %j', (a, b) => {
    expect(rules(a, b)).toEqual([['description-changed'], ['argument-text-changed']])
  })
})
