/** What a model gets to see of a response. What a hostile one does to a naive client is in attacks/responses.test.ts. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json, Picked, ResponsePlan } from '../../src/runtime/contract.ts'
import { connect } from '../../src/runtime/index.ts'
import { parseResult } from '../../src/runtime/json-text.ts'
import { pick } from '../../src/runtime/pick.ts'
import { trim } from '../../src/runtime/trim.ts'
import { spec, tool } from './tools.ts'

const json = { 'content-type': 'application/json' }
/** The answer to a given response. */
const answer = (body: BodyInit | null, init: ResponseInit = { headers: json }, response: ResponsePlan = {}) =>
  connect(spec, {
    baseUrl: 'https://api.test',
    fetch: async () => new Response(body, init),
    retry: { attempts: 1 },
  }).call(tool({ response }), {}) as Promise<Json>
const typed = (type: string, body: BodyInit | null, status = 200) =>
  answer(body, { status, headers: { 'content-type': type } })
const bytes = (...values: number[]) => new Uint8Array(values)

describe('responses', () => {
  it.each<[string, () => Promise<Json>, Json]>([
    ['an object', () => answer('{"a":1}'), { a: 1 }],
    ['an array', () => answer('[1,2]'), { result: [1, 2] }],
    ['a string', () => answer('"x"'), { result: 'x' }],
    ['null', () => answer('null'), { result: null }],
    ['false', () => answer('false'), { result: false }],
    ['+json', () => typed('application/vnd.api+json; charset=utf-8', '{"a":1}'), { a: 1 }],
    ['text', () => typed('text/plain', 'hello'), { result: 'hello' }],
    ['text that looks like JSON', () => typed('text/plain', '{"a":1}'), { result: '{"a":1}' }],
    ['HTML', () => typed('text/html; charset=utf-8', '<p>hi</p>'), { result: '<p>hi</p>' }],
    ['XML', () => typed('application/xml', '<a/>'), { result: '<a/>' }],
    ['no type, JSON', () => answer(bytes(0x7b, 0x7d), {}), {}],
    ['no type, text', () => answer(bytes(0x68, 0x69), {}), { result: 'hi' }],
    ['204', () => answer(null, { status: 204 }), { ok: true, status: 204 }],
    [
      'latin-1',
      () => typed('text/plain', bytes(0x63, 0xe9)),
      { ok: true, status: 200, unread: { contentType: 'text/plain', bytes: 2, reason: 'broken' } },
    ],
    [
      'an image',
      () => typed('image/png', bytes(1, 2, 3)),
      { ok: true, status: 200, unread: { contentType: 'image/png', bytes: 3, reason: 'binary' } },
    ],
    [
      'octets',
      () => typed('application/octet-stream', bytes(1)),
      {
        ok: true,
        status: 200,
        unread: { contentType: 'application/octet-stream', bytes: 1, reason: 'binary' },
      },
    ],
    [
      'an office document',
      () => typed('application/vnd.openxmlformats-officedocument.wordprocessingml.document', bytes(1)),
      {
        ok: true,
        status: 200,
        unread: {
          contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
          bytes: 1,
          reason: 'binary',
        },
      },
    ],
    [
      'lines of JSON',
      () => typed('application/x-ndjson', '{}\n{}\n'),
      { ok: true, status: 200, unread: { contentType: 'application/x-ndjson', bytes: 6, reason: 'stream' } },
    ],
    [
      'a JSON sequence',
      () => typed('application/json-seq', '{}'),
      { ok: true, status: 200, unread: { contentType: 'application/json-seq', bytes: 2, reason: 'stream' } },
    ],
    [
      'a problem',
      () => typed('application/problem+json', '{"title":"No"}', 422),
      { error: 'http_error', message: 'http error', status: 422, body: { title: 'No' }, sent: true },
    ],
    [
      'an empty error',
      () => typed('application/json', '', 404),
      { error: 'http_error', message: 'http error', status: 404, sent: true },
    ],
    [
      'an error with a broken body',
      () => typed('application/json', '{', 400),
      { error: 'http_error', message: 'http error', status: 400, sent: true },
    ],
    [
      'an error with a binary body',
      () => typed('image/png', bytes(1), 400),
      { error: 'http_error', message: 'http error', status: 400, sent: true },
    ],
  ])('%s', async (_, get, expected) => {
    expect(await get()).toEqual(expected)
  })

  it('an object that looks like an error or an output is wrapped', async () => {
    expect(await answer('{"error":null,"n":1}')).toEqual({ result: { error: null, n: 1 } })
    expect(await answer('{"output":1}')).toEqual({ result: { output: 1 } })
    expect(JSON.stringify(await answer('{"then":1,"result":2}'))).toBe('{"then":1,"result":2}')
  })

  it('`then`, `__proto__` are keys of what is picked', async () => {
    const text = '{"__proto__":{"admin":true},"constructor":1,"then":{"call":1},"toString":2}'
    expect(
      JSON.stringify(
        await answer(
          text,
          { headers: json },
          { pick: JSON.parse('{"__proto__":{"admin":true},"then":true}') },
        ),
      ),
    ).toBe('{"__proto__":{"admin":true},"then":{"call":1}}')
  })
})

describe('digits', () => {
  it('of integers past 2^53 are kept, as strings', async () => {
    const text =
      '{"a":12345678901234567890,"b":-9007199254740993,"c":9007199254740991,"d":[9007199254740992],"e":1.5,"f":"12345678901234567890","g":{"12345678901234567890":1}}'
    expect(await answer(text)).toEqual({
      a: '12345678901234567890',
      b: '-9007199254740993',
      c: 9007199254740991,
      d: ['9007199254740992'],
      e: 1.5,
      f: '12345678901234567890',
      g: { '12345678901234567890': 1 },
    })
  })

  it('are found between strings of every kind, and nowhere else', () => {
    expect(
      parseResult('["\\"12345678901234567890","\\\\",12345678901234567890,"\\\\\\"",-12345678901234567890]'),
    ).toEqual(['"12345678901234567890', '\\', '12345678901234567890', '\\"', '-12345678901234567890'])
    expect(parseResult('[12345678901234567890.5, 12345678901234567e3, 1e400]')).toEqual([
      Number('12345678901234567890.5'),
      Number('12345678901234567e3'),
      '1e400',
    ])
    expect(() => parseResult('{12345678901234567890:1}')).toThrow(SyntaxError)
    expect(() => parseResult('[012345678901234567890]')).toThrow(SyntaxError)
  })

  it('read like JSON.parse for everything else', () => {
    fc.assert(
      fc.property(fc.json(), text => {
        const padded = `[${text},"1234567890123456"]`
        const expected = JSON.parse(padded, (_, v) =>
          Number.isSafeInteger(v) || !Number.isInteger(v) ? v : 'large',
        )
        fc.pre(!JSON.stringify(expected).includes('large'))
        expect(parseResult(padded)).toEqual(JSON.parse(padded))
      }),
    )
  })
})

describe('invisible text', () => {
  const tag = (text: string) => [...text].map(c => String.fromCodePoint(0xe0000 + c.charCodeAt(0))).join('')

  it('leaves values, keys, headers, error bodies and content types', async () => {
    const hidden = `${tag('ignore')}\u202eevil\u2066\u200f\u061c`
    const body = JSON.stringify({ [`k${hidden}`]: `v${hidden}`, list: [hidden] })
    expect(await answer(body)).toEqual({ kevil: 'vevil', list: ['evil'] })
    expect(await answer(body, { status: 400, headers: json })).toMatchObject({ body: { kevil: 'vevil' } })
    // Emoji that are joined, and right-to-left text itself, stay.
    expect(await answer('{"e":"👩‍👧 שלום"}')).toEqual({ e: '👩‍👧 שלום' })
  })

  it('cannot hide a secret', async () => {
    const connection = connect(spec, {
      baseUrl: 'https://api.test',
      credentials: { bearer: 'canary-1' },
      fetch: async () => Response.json({ a: `can${tag('x')}ary-1` }),
    })
    expect(await connection.call(tool(), {})).toEqual({ a: 'REDACTED' })
  })
})

describe('pick', () => {
  const value: Json = {
    id: 1,
    customer: { name: 'A', mail: 'x' },
    items: [{ sku: 'a', n: 1 }, { sku: 'b' }],
    tags: [['p']],
    none: null,
  }
  it.each<[Picked, Json]>([
    [{ id: true }, { id: 1 }],
    [{ customer: { name: true } }, { customer: { name: 'A' } }],
    [
      { items: { sku: true }, id: true },
      { id: 1, items: [{ sku: 'a' }, { sku: 'b' }] },
    ],
    [{ items: true }, { items: value.items as Json }],
    [{ gone: { too: true } }, {}],
    [
      { none: { x: true }, id: { x: true } },
      { none: null, id: 1 },
    ],
    [{ tags: true }, { tags: [['p']] }],
    [JSON.parse('{"toString":true}'), {}],
  ])('%j', (picked, expected) => {
    expect(pick(value, picked)).toEqual(expected)
  })

  it('starts in an array at the root, and leaves scalars', () => {
    expect(pick([{ id: 1, x: 2 }], { id: true })).toEqual([{ id: 1 }])
    expect(pick([[{ id: 1, x: 2 }]], { id: true })).toEqual([[{ id: 1 }]])
    expect(pick('text', { id: true })).toBe('text')
  })

  it('hides no failure: an error stays, and what has nothing to pick is shown whole', async () => {
    const picked = (body: string) => answer(body, { headers: json }, { pick: { id: true } })
    expect(await picked('{"id":1,"x":2}')).toEqual({ id: 1 })
    expect(await picked('{"error":"no such customer","x":2}')).toEqual({
      result: { error: 'no such customer' },
    })
    expect(await picked('{"id":null,"error":{"code":7}}')).toEqual({
      result: { id: null, error: { code: 7 } },
    })
    expect(await picked('{"message":"down for maintenance"}')).toEqual({ message: 'down for maintenance' })
    expect(await picked('[]')).toEqual({ result: [] })
    expect(await picked('"text"')).toEqual({ result: 'text' })
    expect(await picked('{}')).toEqual({})
  })
})

describe('cuts', () => {
  const size = (v: Json) => Buffer.byteLength(JSON.stringify(v))

  it('items, and say so', async () => {
    const body = JSON.stringify({ items: [1, 2, 3, 4], deep: [{ l: ['a', 'b', 'c'] }], next: 'cursor' })
    expect(await answer(body, { headers: json }, { maxItems: 2 })).toEqual({
      result: { items: [1, 2], deep: [{ l: ['a', 'b'] }], next: 'cursor' },
      truncated: [
        { path: 'items', kept: 2, total: 4 },
        { path: 'deep[0].l', kept: 2, total: 3 },
      ],
    })
    expect(await answer(body, { headers: json }, { maxItems: 4 })).toEqual(JSON.parse(body))
  })

  it('bytes, of lists, strings and maps, keeping what is small', async () => {
    const items = Array.from({ length: 500 }, (_, i) => ({ id: i, text: 'x'.repeat(200) }))
    const cut = (await answer(JSON.stringify({ items, next: 'cursor' }))) as {
      result: { items: unknown[]; next: string }
      truncated: object[]
    }
    expect(cut.result.next).toBe('cursor')
    expect(cut.result.items).toEqual(items.slice(0, cut.result.items.length))
    expect(cut.result.items.length).toBeGreaterThan(100)
    expect(cut.truncated).toEqual([{ path: 'items', kept: cut.result.items.length, total: 500 }])
    const text = (await answer(
      JSON.stringify({ id: 7, text: 'é'.repeat(100_000) }),
      { headers: json },
      { maxBytes: 1000 },
    )) as { result: { id: number; text: string } }
    expect(text.result.id).toBe(7)
    expect(text.result.text.length).toBeGreaterThan(400)
    const map = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`key${i}`, i]))
    expect(
      size((await answer(JSON.stringify(map), { headers: json }, { maxBytes: 1000 })) as Json),
    ).toBeLessThan(1200)
  })

  it('error bodies too', async () => {
    const error = (await typed('text/html', 'x'.repeat(100_000), 500)) as { body: string }
    expect(error.body.length).toBeGreaterThan(2000)
    expect(error.body.length).toBeLessThan(4097)
  })

  it('are deterministic, small enough, and whole: every part is of the original', () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 4 }),
        fc.integer({ min: 40, max: 400 }),
        fc.option(fc.nat(3)),
        (any, maxBytes, maxItems) => {
          const value = JSON.parse(JSON.stringify(any)) as Json
          const plan = { maxBytes, ...(maxItems === null ? {} : { maxItems }) }
          const [cut, cuts] = trim(value, plan)
          expect(trim(value, plan)).toEqual([cut, cuts])
          expect(JSON.stringify(cut)).toBe(JSON.stringify(JSON.parse(JSON.stringify(cut))))
          if (size(value) <= maxBytes && maxItems === null) expect([cut, cuts]).toEqual([value, []])
          if (cuts.length === 0) expect(cut).toEqual(value)
          expect(size(cut)).toBeLessThanOrEqual(Math.max(maxBytes, 40))
          within(cut, value)
        },
      ),
    )
    function within(part: Json, whole: Json) {
      if (typeof part === 'string') expect(String(whole).startsWith(part)).toBe(true)
      else if (Array.isArray(part))
        for (const [i, item] of part.entries()) within(item, (whole as Json[])[i] as Json)
      else if (typeof part === 'object' && part)
        for (const [k, v] of Object.entries(part)) within(v, (whole as Record<string, Json>)[k] as Json)
      else expect(part).toBe(whole)
    }
  })

  it('never split a character', () => {
    for (let maxBytes = 2; maxBytes < 60; maxBytes++)
      expect(JSON.stringify(trim('a😀😀😀😀😀😀😀😀😀😀', { maxBytes })[0])).not.toContain('\\u')
  })
})

describe('headers', () => {
  it('stand beside the result when asked for', async () => {
    const init = { headers: { ...json, link: '<next>', 'x-total': '5' } }
    const plan = { headers: ['Link', 'X-Total', 'X-Gone'] }
    const headers = { Link: '<next>', 'X-Total': '5' }
    expect(await answer('{"a":1}', init, plan)).toEqual({ result: { a: 1 }, headers })
    expect(await answer('', init, plan)).toEqual({ ok: true, status: 200, headers })
    expect(await answer('[1,2]', init, { ...plan, maxItems: 1 })).toEqual({
      result: [1],
      truncated: [{ path: '', kept: 1, total: 2 }],
      headers,
    })
    expect(await answer('{', init, plan)).toMatchObject({ ok: true, unread: { reason: 'broken' }, headers })
  })
})
