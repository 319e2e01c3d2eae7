/** Values and texts that a directive declares: what has no form in its place is refused at build. */
import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../../src/runtime/contract.ts'
import { errorsFor, type Parts, planned, query, urlOf } from '../support/operation.ts'

const text = { type: 'string' }
const messages = (parts: Parts) => errorsFor(parts).map(e => e.replace(/ \(#.*/, ''))
const fixed = (value: Json, schema: Json = {}, more: JsonObject = {}): Parts => ({
  parameters: [query('v', schema, more)],
  params: { v: { value } },
})
const inPlace = (place: string, value: Json, more: JsonObject = {}): Parts => ({
  path: place === 'path' ? '/x/{v}' : '/x',
  parameters: [{ name: 'v', in: place, required: true, schema: {}, ...more }],
  params: { v: { value } },
})
const form = (value: Json, more: Partial<Parts> = {}): Parts => ({
  form: { type: 'object', properties: { v: {} } },
  params: { v: { value } },
  ...more,
})
const both = { nestedForm: 'brackets', deepObjectArrays: 'indices' } as const

describe('a declared value', () => {
  it.each<[string, Parts, string]>([
    ['a scalar', fixed(5), '?v=5'],
    ['a list', fixed(['a', 'b']), '?v=a&v=b'],
    ['an exploded object', fixed({ a: 1 }), '?a=1'],
    ['an object below brackets', fixed({ a: 1 }, {}, { style: 'deepObject' }), '?v%5Ba%5D=1'],
    [
      'nested, with the conventions',
      { ...fixed({ a: [{ b: 1 }] }, {}, { style: 'deepObject' }), conventions: both },
      '?v%5Ba%5D%5B0%5D%5Bb%5D=1',
    ],
    ['an empty text', fixed(''), '?v='],
  ])('%s is sent', async (_, parts, sent) => {
    expect(await urlOf(parts, {})).toBe(`/x${sent}`)
  })

  it.each<[string, Parts, RegExp]>([
    ['a list of lists', fixed([[1]]), /it is a list of lists or objects, which has no defined form$/],
    [
      'an object of lists',
      fixed({ a: [1] }),
      /it is an object whose properties are lists or objects, in style form/,
    ],
    ['a list of null', fixed([null]), /it cannot be written there: expected single values$/],
    ['null', fixed(null), /it is empty, so nothing would be sent$/],
    ['an empty list', fixed([]), /it is empty, so nothing would be sent$/],
    [
      'nested below brackets',
      fixed({ a: { b: 1 } }, {}, { style: 'deepObject' }),
      /an object inside an object or list, below deepObject/,
    ],
    ['a list below brackets', fixed({ a: [1] }, {}, { style: 'deepObject' }), /a list below deepObject/],
    [
      'the delimiter',
      fixed(['a|b'], {}, { style: 'pipeDelimited', explode: false }),
      /expected text without "\|"/,
    ],
    ['a list in an exploded cookie', inPlace('cookie', ['a']), /a list or an object in an exploded cookie/],
    ['an empty text in a path', inPlace('path', ''), /it is no part of a path/],
    ['a dot segment', inPlace('path', '..'), /it is no part of a path/],
    ['an empty object in a path', inPlace('path', {}), /it is empty/],
    ['letters that no header holds', inPlace('header', '日本'), /expected one line of plain text/],
    ['half a character', fixed('\ud800'), /expected one line of plain text/],
    ['an object in a form', form({ a: 1 }), /expected single values/],
    ['null in a form', form(null), /it is empty/],
    [
      'an empty object in a form, below brackets',
      form({ a: {} }, { conventions: both }),
      /expected no list, nothing empty/,
    ],
  ])('%s is refused', (_, parts, message) => {
    expect(messages(parts)).toEqual([expect.stringMatching(message)])
    expect(messages(parts)[0]).toMatch(
      /^parameter-value: doIt: params: the value of "v" has no form in its place: /,
    )
  })

  it.each<[string, Parts, string]>([
    ['an object', form({ a: 1 }, { conventions: both }), 'v%5Ba%5D=1'],
    [
      'anything as JSON',
      form({ a: [null] }, { encoding: { v: { contentType: 'application/json' } } }),
      'v=%7B%22a%22%3A%5Bnull%5D%7D',
    ],
    [
      'a property of a field',
      {
        form: { type: 'object', properties: { v: { type: 'object', properties: { a: text, b: text } } } },
        conventions: both,
        params: { 'body:/v/a': { value: 'x' } },
      },
      'v%5Ba%5D=x',
    ],
  ])('%s in a form is sent', async (_, parts, body) => {
    expect(await planned(parts, {})).toMatchObject({ body })
  })

  it('in JSON may be anything', async () => {
    const parts: Parts = {
      json: { type: 'object', properties: { v: {} } },
      params: { v: { value: { a: [null, [], {}] } } },
    }
    expect(await planned(parts, {})).toMatchObject({ body: '{"v":{"a":[null,[],{}]}}' })
  })
})

describe('declared text around a value', () => {
  it('that its place cannot hold is refused', async () => {
    const header = (prefix: string): Parts => ({
      parameters: [{ name: 'v', in: 'header', schema: text }],
      params: { v: { prefix } },
    })
    expect(messages(header('日本 '))).toEqual([
      'parameter-value: doIt: the text around header:v has no form in its place: it cannot be written there: expected one line of plain text',
    ])
    expect(await planned(header('é '), { v: 'x' })).toMatchObject({ headers: { v: 'é x' } })
  })
})

describe('a directive for what something else fills', () => {
  const key: Parts = {
    parameters: [query('key', text), { name: 'Idempotency-Key', in: 'header', schema: text }],
    security: [{ k: [] }],
    securitySchemes: { k: { type: 'apiKey', in: 'query', name: 'key' } },
  }
  it('is refused, unless it hides it', () => {
    expect(messages({ ...key, params: { key: { description: 'Mine.' } } })).toEqual([
      'parameter-unmatched: doIt: params: "key" is filled by a security scheme',
    ])
    expect(messages({ ...key, params: { key: { hide: true } } })).toEqual([])
    expect(messages(key)).toEqual([])
  })
})
