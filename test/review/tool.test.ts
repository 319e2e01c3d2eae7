/** What a comparison of golden files says of tools as a whole: names, operations, effect and confirmation. */
import { describe, expect, it } from 'vitest'
import { goldenText } from '../../src/emit/golden.ts'
import { safetyRows, toReevaluate } from '../../src/review/change.ts'
import { diffGoldens } from '../../src/review/diff.ts'
import type { JsonObject } from '../../src/runtime/contract.ts'
import { bodyDocument, compiledOf } from '../support/compile.ts'
import { goldenOf } from './examples.ts'
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

describe('where a credential goes', () => {
  const key = (place: string, name: string) => ({ type: 'apiKey', in: place, name })
  const basic = { type: 'http', scheme: 'basic' }
  const bearer = { type: 'http', scheme: 'bearer' }
  const tool = (schemes: JsonObject, security = [Object.keys(schemes)]) =>
    goldenOf({ schemes, security: security.map(names => Object.fromEntries(names.map(n => [n, []]))) })
  const said = (a: JsonObject, b: JsonObject) => diff(a, b).map(c => [brief([c])[0], c.sentence])

  it('stands in a golden file for the schemes that the tool names, and for no others', () => {
    expect(tool({ b: basic, a: bearer }, [['b']])).toMatchObject({ schemes: { b: basic } })
    expect(Object.keys(tool({ b: basic, a: bearer }, [['b'], ['a']]).schemes as JsonObject)).toEqual([
      'a',
      'b',
    ])
    expect(tool({ a: bearer }, [])).not.toHaveProperty('schemes')
    expect(tool({ a: bearer }, [[]])).not.toHaveProperty('schemes')
  })

  it.each([
    [key('header', 'X-Key'), key('query', 'key'), 'breaking credential-in-url! /schemes/k'],
    [key('cookie', 'key'), key('query', 'key'), 'breaking credential-in-url! /schemes/k'],
    [bearer, key('query', 'access_token'), 'breaking credential-in-url! /schemes/k'],
    [key('query', 'key'), key('header', 'X-Key'), 'breaking credential-moved /schemes/k'],
    [key('query', 'key'), key('query', 'api_key'), 'breaking credential-moved /schemes/k'],
    [key('header', 'Authorization'), bearer, 'breaking credential-moved /schemes/k'],
    [basic, bearer, 'breaking credential-moved /schemes/k'],
    [
      bearer,
      { type: 'openIdConnect', openIdConnectUrl: 'https://a.example' },
      'none credential-respelled /schemes/k',
    ],
    [key('header', 'X-Key'), key('header', 'x-key'), 'none credential-respelled /schemes/k'],
  ])('%j → %j', (a, b, expected) => {
    expect(brief(diff(tool({ k: a }), tool({ k: b })))).toEqual([expected])
  })

  it('is said in words', () => {
    expect(said(tool({ k: basic }), tool({ k: key('query', 'key') }))).toEqual([
      [
        'breaking credential-in-url! /schemes/k',
        'the credential of "k" goes into the URL, which logs keep: as query "key", and went as Authorization: Basic',
      ],
    ])
  })

  it('is not hidden behind another name, and told once when the requirement brings it', () => {
    const [old, exposed, moved] = [
      tool({ k: key('header', 'X-Key') }),
      tool({ q: key('query', 'key') }),
      tool({ c: key('cookie', 'key') }),
    ]
    expect(said(old, exposed)).toEqual([
      [
        'breaking credential-in-url! /request/security',
        'the credential of "q" goes into the URL, which logs keep: as query "key", and went as header "X-Key"',
      ],
    ])
    expect(brief(diff(exposed, old))).toEqual(['breaking security-changed /request/security'])
    expect(brief(diff(old, moved))).toEqual(['breaking security-changed /request/security'])
    expect(brief(diff(old, tool({}, [])))).toEqual(['breaking security-dropped! /request/security'])
    expect(brief(diff(tool({}, []), exposed))).toEqual(['breaking security-added /request/security'])
  })

  it('that a golden file does not say is no change that anybody has reviewed', () => {
    const whole = tool({ k: key('header', 'X-Key') })
    for (const [a, b] of [
      [whole, changed(whole, { '/schemes': undefined })],
      [changed(whole, { '/schemes': undefined }), whole],
      [whole, changed(whole, { '/schemes/other': basic })],
    ] as const)
      expect(diff(a, b).map(c => [c.class, c.rule])).toEqual([['breaking', 'unrecognised-change']])
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
