/** The form a model writes and the canonical form: there and back, and what does not fit is left alone. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inOrder } from '../../src/lower/encoding.ts'
import type { Encoding, Json } from '../../src/runtime/contract.ts'
import { decode, encode } from '../../src/runtime/encoding.ts'

const at = (pointer: string, as: Encoding['as']): Encoding => ({ pointer, as })

describe('decode', () => {
  it.each<[string, Encoding[], unknown, unknown]>([
    ['JSON text', [at('/a', 'json-text')], { a: '{"x":[1]}' }, { a: { x: [1] } }],
    ['a value already there', [at('/a', 'json-text')], { a: { x: 1 } }, { a: { x: 1 } }],
    ['null in a list', [at('/a/*', 'json-text')], { a: ['null', '[null]'] }, { a: [null, [null]] }],
    ['no JSON', [at('/a', 'json-text')], { a: 'hello {' }, { a: 'hello {' }],
    [
      'JSON text keeps digits',
      [at('/a', 'json-text')],
      { a: '{"id":12345678901234567890}' },
      { a: { id: '12345678901234567890' } },
    ],
    [
      'entries',
      [at('/m', 'entries')],
      {
        m: [
          { key: 'a', value: 1 },
          { value: 2, key: 'b' },
        ],
      },
      { m: { a: 1, b: 2 } },
    ],
    [
      'entries, a key twice',
      [at('/m', 'entries')],
      {
        m: [
          { key: 'a', value: 1 },
          { key: 'a', value: 2 },
        ],
      },
      {
        m: [
          { key: 'a', value: 1 },
          { key: 'a', value: 2 },
        ],
      },
    ],
    [
      'entries, something else in them',
      [at('/m', 'entries')],
      { m: [{ key: 'a', value: 1, x: 2 }] },
      { m: [{ key: 'a', value: 1, x: 2 }] },
    ],
    ['entries, no list', [at('/m', 'entries')], { m: { a: 1 } }, { m: { a: 1 } }],
    ['entries of nothing', [at('/m', 'entries')], { m: [null] }, { m: [null] }],
    ['int64 text', [at('/i', 'int64-text')], { i: '42' }, { i: 42 }],
    ['int64 text past 2^53', [at('/i', 'int64-text')], { i: '9007199254740993' }, { i: '9007199254740993' }],
    ['int64 text, no digits', [at('/i', 'int64-text')], { i: '4.2' }, { i: '4.2' }],
    ['null', [at('/a', 'null-means-absent')], { a: null, b: null }, { b: null }],
    [
      'items of lists in maps',
      [at('/m/*/l/*', 'int64-text')],
      { m: { x: { l: ['1', '2'] } } },
      { m: { x: { l: [1, 2] } } },
    ],
    [
      'inside entries',
      [at('/m/*/n', 'null-means-absent'), at('/m', 'entries')],
      { m: [{ key: 'k', value: { n: null } }] },
      { m: { k: {} } },
    ],
    [
      'null before JSON text',
      [at('/a', 'json-text'), at('/a', 'null-means-absent')],
      { a: 'null' },
      { a: null },
    ],
    // The compiler writes `*` for items: a name is of a property, which may look like an index.
    [
      'a list where an object is meant',
      [at('/t/0', 'null-means-absent'), at('/t/1', 'int64-text')],
      { t: [null, '2'] },
      { t: [null, '2'] },
    ],
    ['a name like an index', [at('/t/1', 'int64-text')], { t: { 1: '2' } }, { t: { 1: 2 } }],
    ['nothing at the place', [at('/a/b/c', 'entries')], { a: 5 }, { a: 5 }],
    ['no object at all', [at('/a', 'json-text')], 'x', 'x'],
  ])('%s', (_, encodings, given, expected) => {
    const before = JSON.stringify(given)
    expect(decode(given, inOrder(encodings))).toEqual(expected)
    expect(JSON.stringify(given)).toBe(before)
  })

  it('keeps `__proto__` a key', () => {
    const map = decode({ m: [{ key: '__proto__', value: { admin: true } }] }, [at('/m', 'entries')]) as {
      m: object
    }
    expect(Object.keys(map.m)).toEqual(['__proto__'])
    expect(Object.getPrototypeOf(map.m)).toBe(Object.prototype)
    const text = decode({ a: '{"__proto__":{"admin":true}}' }, [at('/a', 'json-text')]) as {
      a: { admin?: unknown }
    }
    expect(text.a.admin).toBeUndefined()
  })
})

describe('decode(encode(v)) = v', () => {
  const json = fc.jsonValue({ maxDepth: 3 }).map(v => JSON.parse(JSON.stringify(v)) as Json)
  const key = fc.oneof(fc.constantFrom('__proto__', 'constructor', 'a', '1', ''), fc.string())
  const map = <T>(value: fc.Arbitrary<T>) =>
    fc
      .uniqueArray(fc.tuple(key, value), { selector: ([k]) => k, maxLength: 4 })
      .map(e => Object.fromEntries(e))
  const int64 = fc
    .bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
    .map(n => (Number.isSafeInteger(Number(n)) ? Number(n) : String(n)))
  const canonical = fc.record(
    {
      text: json,
      map: map(fc.record({ id: int64, note: fc.string() }, { requiredKeys: ['id'] })),
      ids: fc.array(int64),
      both: map(json),
      optional: fc.record({ a: fc.integer(), deep: json }, { requiredKeys: [] }),
    },
    { requiredKeys: [] },
  )
  /** Where `null` is a canonical value too, it can mean absent only beside JSON text, where it is written as text. */
  const places = [
    [at('/text', 'json-text')],
    [at('/map', 'entries'), at('/map/*/id', 'int64-text'), at('/map/*/note', 'null-means-absent')],
    [at('/ids/*', 'int64-text')],
    [at('/both', 'json-text'), at('/both', 'null-means-absent')],
    [at('/optional/a', 'null-means-absent')],
    [at('/optional/deep', 'json-text'), at('/optional/deep', 'null-means-absent')],
  ]
  const encodings = places.flat()
  const subset = fc
    .shuffledSubarray(places)
    .chain(some => fc.shuffledSubarray(some.flat(), { minLength: some.flat().length }))

  it('for every kind, nested, in any order of the list', () => {
    fc.assert(
      fc.property(canonical, subset, (v, some) => {
        const text = JSON.stringify(v)
        // A tool carries them in this order; found in any.
        const sorted = inOrder(some)
        const model = encode(v, sorted)
        expect(decode(model, sorted)).toEqual(v)
        expect(JSON.stringify(v)).toBe(text)
        // A model that writes the canonical form is understood too, but for strings under JSON text.
        if (!some.some(e => e.as === 'json-text')) expect(decode(v, sorted)).toEqual(v)
      }),
    )
  })

  it('changes something (positive control)', () => {
    expect(encode({ both: { a: 1 }, map: { k: { id: 1 } }, ids: [5] }, inOrder(encodings))).toEqual({
      both: '{"a":1}',
      map: [{ key: 'k', value: { id: '1', note: null } }],
      ids: ['5'],
    })
  })
})
