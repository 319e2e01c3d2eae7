/** The independent reader: the strings of the specifications come back as the values they stand for. */
import { describe, expect, it } from 'vitest'
import { agrees, Either, type Json, parseRequest, type RawRequest, type Recovered } from './parse-request.ts'

const list = ['blue', 'black', 'brown']
const rgb = { R: 100, G: 200, B: 150 }
const types = {
  string: { type: 'string' },
  integer: { type: 'integer' },
  array: { type: 'array', items: { type: 'string' } },
  object: {
    type: 'object',
    properties: { R: { type: 'integer' }, G: { type: 'integer' }, B: { type: 'integer' } },
  },
}
type Type = keyof typeof types
const settings = { baseUrl: 'https://api.example.com/v1/' }

function recover(
  parameters: Json[],
  url: string,
  more: Partial<RawRequest> = {},
  path = '/c',
  over: Record<string, Json> = {},
) {
  const document = { openapi: '3.1.0', paths: { [path]: { get: { parameters, ...over } } } }
  return parseRequest(
    document,
    path,
    'get',
    { method: 'GET', url: `https://api.example.com/v1${url}`, headers: {}, ...more },
    settings,
  )
}
const parameter = (place: string, type: Type, style?: string, explode?: boolean): Json => ({
  name: 'color',
  in: place,
  schema: types[type],
  ...(style !== undefined && { style }),
  ...(explode !== undefined && { explode }),
})

describe('query', () => {
  it.each<[Type, string | undefined, boolean | undefined, string, Json]>([
    ['string', undefined, undefined, 'color=blue', 'blue'],
    ['string', undefined, undefined, 'color=', ''],
    ['string', 'form', false, 'color=a%2Cb', 'a,b'],
    [
      'string',
      undefined,
      undefined,
      'color=a%20b%2Fc%3Fd%26e%3Df%2Bg%2Ch%3Bi.j%7Ck~%C3%A9',
      'a b/c?d&e=f+g,h;i.j|k~é',
    ],
    ['array', undefined, undefined, 'color=blue&color=black&color=brown', list],
    ['array', 'form', true, 'color=a%2Cb', ['a,b']],
    ['array', 'form', false, 'color=blue,black,brown', list],
    ['array', 'form', false, 'color=,x', ['', 'x']],
    ['array', 'spaceDelimited', false, 'color=blue%20black%20brown', list],
    ['array', 'pipeDelimited', false, 'color=blue%7Cblack|brown', list],
    ['object', 'form', true, 'R=100&G=200&B=150', rgb],
    ['object', 'form', false, 'color=R,100,G,200,B,150', rgb],
    ['object', 'pipeDelimited', false, 'color=R%7C100%7CG%7C200%7CB%7C150', rgb],
    ['object', 'deepObject', true, 'color%5BR%5D=100&color[G]=200&color%5BB%5D=150', rgb],
    ['array', 'deepObject', true, 'color=blue&color=black', ['blue', 'black']],
    ['array', 'deepObject', true, 'color[]=blue&color[]=black', ['blue', 'black']],
    ['array', 'deepObject', true, 'color[0]=blue&color[1]=black', ['blue', 'black']],
  ])('%s %s %s: %s', (type, style, explode, text, value) => {
    const got = recover([parameter('query', type, style, explode)], `/c?${text}`)
    expect(got).toEqual({ ...nothing, query: { color: value } })
  })

  it('reads content parameters as JSON', () => {
    const p = { name: 'filter', in: 'query', content: { 'application/json': { schema: {} } } }
    expect(recover([p], '/c?filter=%7B%22a%22%3A%5B1%2C%22x%20y%22%5D%7D').query).toEqual({
      filter: { a: [1, 'x y'] },
    })
  })

  it('leaves what nobody declared, and gives the open object the rest', () => {
    const named = { name: 'b', in: 'query', schema: { type: 'string' } }
    expect(recover([named], '/c?b=1&key=s').unexplained).toEqual(['key'])
    const open = {
      name: 'f',
      in: 'query',
      schema: { type: 'object', additionalProperties: { type: 'integer' } },
    }
    expect(recover([open, named], '/c?b=1&x=2').query).toEqual({ b: '1', f: { x: 2 } })
  })

  it('gives two exploded objects what each declares', () => {
    const p = (name: string, ...keys: string[]): Json => ({
      ...{ name, in: 'query' },
      schema: { type: 'object', properties: Object.fromEntries(keys.map(k => [k, { type: 'integer' }])) },
    })
    const both = [p('a', 'x'), p('b', 'y')]
    expect(recover(both, '/c?x=1&y=2').query).toEqual({ a: { x: 1 }, b: { y: 2 } })
  })

  it('says every meaning of a text', () => {
    const union = {
      name: 'color',
      in: 'query',
      schema: { anyOf: [{ type: 'string' }, types.array, { type: 'integer' }] },
    }
    const one = recover([union], '/c?color=5').query.color
    expect(one).toBeInstanceOf(Either)
    expect([5, '5', ['5'], true, ['5', '5']].map(v => agrees(v, one))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ])
    expect(recover([union], '/c?color=5&color=6').query.color).toEqual(['5', '6'])
  })

  it('refuses what the style cannot mean', () => {
    expect(() => recover([parameter('query', 'string')], '/c?color=a&color=b')).toThrow('twice')
    expect(() => recover([parameter('query', 'integer')], '/c?color=a')).toThrow('"a" is none of integer')
    expect(() => recover([parameter('query', 'object', 'form', false)], '/c?color=R')).toThrow(
      'a key without a value',
    )
    expect(() => recover([parameter('query', 'array', 'deepObject')], '/c?color[1]=a')).toThrow(
      'before its turn',
    )
  })

  it('takes + for a space, as servers do', () => {
    expect(recover([parameter('query', 'string')], '/c?color=a+b').query).toEqual({ color: 'a b' })
    expect(recover([parameter('query', 'array', 'form', false)], '/c?color=a+b,c').query).toEqual({
      color: ['a b', 'c'],
    })
  })
})

const nothing: Recovered = { path: {}, query: {}, header: {}, cookie: {}, body: undefined, unexplained: [] }

describe('path', () => {
  it.each<[Type, string | undefined, boolean, string, Json]>([
    ['string', undefined, false, 'blue', 'blue'],
    ['integer', undefined, false, '-5', -5],
    ['array', 'simple', false, 'blue,black,brown', list],
    ['array', 'simple', true, 'a%2Cb,c%26d', ['a,b', 'c&d']],
    ['object', 'simple', false, 'R,100,G,200,B,150', rgb],
    ['object', 'simple', true, 'R=100,G=200,B=150', rgb],
    ['string', 'label', false, '.blue', 'blue'],
    ['string', 'label', false, '.', ''],
    ['array', 'label', false, '.blue,black,brown', list],
    ['array', 'label', true, '.blue.black.brown', list],
    ['object', 'label', true, '.R=100.G=200.B=150', rgb],
    ['string', 'matrix', false, ';color=blue', 'blue'],
    ['string', 'matrix', false, ';color', ''],
    ['array', 'matrix', false, ';color=blue,black,brown', list],
    ['array', 'matrix', true, ';color=blue;color=black;color=brown', list],
    ['object', 'matrix', false, ';color=R,100,G,200,B,150', rgb],
    ['object', 'matrix', true, ';R=100;G=200;B=150', rgb],
  ])('%s %s %s: %s', (type, style, explode, text, value) => {
    expect(
      recover([parameter('path', type, style, explode)], `/c/${text}/d`, {}, '/c/{color}/d').path,
    ).toEqual({ color: value })
  })

  it('knows templates as real documents have them', () => {
    const p = (name: string) => ({ name, in: 'path', schema: { type: 'string' } })
    expect(recover([p('id'), p('ext')], '/f/a%2Fb/thumb.png', {}, '/f/{id}/thumb.{ext}').path).toEqual({
      id: 'a/b',
      ext: 'png',
    })
    expect(recover([p('id')], '/f/a', {}, '/f/{id}#add_shared_link').path).toEqual({ id: 'a' })
    const beta = recover(
      [p('id'), parameter('query', 'string')],
      '/f/a?beta=true&color=b',
      {},
      '/f/{id}?beta=true',
    )
    expect(beta).toEqual({ ...nothing, path: { id: 'a' }, query: { color: 'b' } })
    expect(() => recover([p('id')], '/f/a', {}, '/f/{id}?beta=true')).toThrow('beta=true is missing')
    const hole = recover([p('id'), p('q')], '/f/a?v=1&name=b%26,c', {}, '/f/{id}?name={q}&v=1')
    expect(hole).toEqual({ ...nothing, path: { id: 'a' }, query: { name: 'b&,c' } })
    expect(() => recover([p('id')], '/f/a/b', {}, '/f/{id}')).toThrow('does not fit')
    expect(() => recover([], 'x', {}, '/c')).toThrow('is not below')
  })
})

describe('headers and cookies', () => {
  it.each<[Type, boolean, string, Json]>([
    ['string', false, 'a,b=c%20é', 'a,b=c%20é'],
    ['array', false, 'blue,black,brown', list],
    ['object', false, 'R,100,G,200,B,150', rgb],
    ['object', true, 'R=100,G=200,B=150', rgb],
  ])('header %s %s: %s', (type, explode, text, value) => {
    expect(
      recover([parameter('header', type, 'simple', explode)], '/c', { headers: { COLOR: text } }).header,
    ).toEqual({ color: value })
  })

  it('reads cookies, and shows the others', () => {
    const p = [
      parameter('cookie', 'string'),
      { name: 'ids', in: 'cookie', explode: false, schema: types.array },
    ]
    const got = recover(p, '/c', { headers: { cookie: 'color=a%20b; ids=1,2; sid=secret' } })
    expect(got).toEqual({ ...nothing, cookie: { color: 'a b', ids: ['1', '2'] }, unexplained: ['sid'] })
  })
})

describe('parameters', () => {
  it('are none when HTTP owns them', () => {
    const named = (name: string) => ({ name, in: 'header', schema: { type: 'string' } })
    const headers = { accept: 'a', 'content-type': 'b', authorization: 'c', other: 'd' }
    const p = ['Accept', 'Content-Type', 'Authorization', 'Other'].map(named)
    expect(recover(p, '/c', { headers }).header).toEqual({ Other: 'd' })
  })

  it('are the operation’s before the path’s, by place and name', () => {
    const document = {
      openapi: '3.0.3',
      components: {
        parameters: { n: { name: 'n', in: 'query', schema: { $ref: '#/components/schemas/N' } } },
        schemas: { N: { type: 'integer' } },
      },
      paths: {
        '/c': {
          parameters: [
            { name: 'n', in: 'query', schema: { type: 'string' } },
            { name: 'n', in: 'header', schema: { type: 'string' } },
          ],
          get: { parameters: [{ $ref: '#/components/parameters/n' }] },
        },
      },
    }
    const request = { method: 'GET', url: 'https://api.example.com/v1/c?n=1', headers: { N: '1' } }
    expect(parseRequest(document, '/c', 'GET', request, settings)).toEqual({
      ...nothing,
      query: { n: 1 },
      header: { n: '1' },
    })
  })

  it('ignore the neighbours of a reference in 3.0 and heed them in 3.1', () => {
    const read = (openapi: string) =>
      parseRequest(
        {
          openapi,
          components: { schemas: { S: { enum: ['1', 1] } } },
          paths: {
            '/c': {
              get: {
                parameters: [
                  { name: 'n', in: 'query', schema: { $ref: '#/components/schemas/S', type: 'integer' } },
                ],
              },
            },
          },
        },
        '/c',
        'get',
        { method: 'GET', url: 'https://api.example.com/v1/c?n=1', headers: {} },
        settings,
      ).query.n
    expect(read('3.0.3')).toBeInstanceOf(Either)
    expect(read('3.1.0')).toBe(1)
  })
})

describe('body', () => {
  const body = (content: Json, type: string, text: string, over = settings) =>
    parseRequest(
      { openapi: '3.1.0', paths: { '/c': { post: { requestBody: { content } } } } },
      '/c',
      'post',
      { method: 'POST', url: 'https://api.example.com/v1/c', headers: { 'content-type': type }, body: text },
      over,
    ).body
  const form = 'application/x-www-form-urlencoded'

  it('JSON keeps long integers', () => {
    expect(
      body(
        { 'application/json': {} },
        'application/json',
        '{"a":9007199254740993,"b":"1 9007199254740993","c":1e21}',
      ),
    ).toEqual({
      a: '9007199254740993',
      b: '1 9007199254740993',
      c: 1e21,
    })
    expect(
      body({ 'application/vnd.x+json; charset=utf-8': {} }, 'application/vnd.x+json; charset=utf-8', '[]'),
    ).toEqual([])
    expect(body({ '*/*': {} }, 'application/json', 'null')).toEqual(null)
    expect(() => body({ 'application/json': {} }, form, 'a=1')).toThrow('no body of type')
  })

  const schema = {
    type: 'object',
    additionalProperties: false,
    properties: {
      name: { type: 'string' },
      tags: { type: 'array', items: { type: 'string' } },
      meta: { type: 'object', additionalProperties: { type: 'string' } },
      items: {
        type: 'array',
        items: {
          type: 'object',
          properties: { price: { type: 'integer' }, ids: { type: 'array', items: { type: 'integer' } } },
        },
      },
      extra: { type: 'object' },
    },
  }

  it('forms by their encoding', () => {
    const encoding = {
      meta: { style: 'deepObject', explode: true },
      tags: { style: 'form', explode: false },
      extra: { contentType: 'application/json' },
    }
    expect(
      body({ [form]: { schema, encoding } }, form, 'name=a+b&tags=x,y&meta%5Bk%5D=1&extra=%7B%22a%22%3A1%7D'),
    ).toEqual({
      name: 'a b',
      tags: ['x', 'y'],
      meta: { k: '1' },
      extra: { a: 1 },
    })
    expect(() => body({ [form]: { schema } }, form, 'color=x')).toThrow('color is no field')
  })

  it('forms by the convention', () => {
    const text =
      'tags=x&tags=y&meta[__proto__]=1&items[0][price]=5&items[0][ids][]=1&items[0][ids][]=2&items[1][price]=6'
    const meta = Object.fromEntries([['__proto__', '1']])
    expect(
      body({ [form]: { schema } }, form, text, { ...settings, nestedForm: 'brackets' } as typeof settings),
    ).toEqual({
      tags: ['x', 'y'],
      meta,
      items: [{ price: 5, ids: [1, 2] }, { price: 6 }],
    })
  })
})

describe('agrees', () => {
  it.each<[Json | undefined, Json | undefined, boolean]>([
    [1, 1, true],
    ['1', 1, true],
    [1, '1', true],
    ['a', 'b', false],
    [undefined, null, false],
    [null, null, true],
    [{ a: 1, b: [1, 2] }, { b: [1, 2], a: 1 }, true],
    [{ a: 1 }, { a: 1, b: 2 }, false],
    [[1, 2], [2, 1], false],
    [[], {}, false],
    ['9007199254740993', '9007199254740993', true],
    [JSON.parse('{"__proto__":1}'), {}, false],
  ])('%j %j: %s', (value, reading, same) => {
    expect(agrees(value, reading)).toBe(same)
  })
})
