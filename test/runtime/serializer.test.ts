/** The serialization table cell by cell, and RFC 6570 as a second opinion. */
import fc from 'fast-check'
import { parseTemplate } from 'url-template'
import { describe, expect, it } from 'vitest'
import type { ParameterPlace, Style } from '../../src/runtime/contract.ts'
import type { Wire } from '../../src/runtime/json-text.ts'
import { serializer } from '../../src/runtime/serializer.ts'

const where: Record<Style, ParameterPlace['in']> = {
  simple: 'path',
  label: 'path',
  matrix: 'path',
  form: 'query',
  spaceDelimited: 'query',
  pipeDelimited: 'query',
  deepObject: 'query',
}
const place = (style: Style, explode: boolean, more: Partial<ParameterPlace> = {}): ParameterPlace => ({
  in: where[style],
  name: 'color',
  style,
  explode,
  ...more,
})
const text = (to: ParameterPlace, value: Wire) => serializer(to, 'arg')(value)
const error = (to: ParameterPlace, value: Wire): unknown => {
  try {
    return { sent: text(to, value) }
  } catch (thrown) {
    return thrown
  }
}
const refused = { error: 'invalid_arguments', details: [{ path: 'arg' }] }

const array = ['blue', 'black', 'brown']
const object = { R: 100, G: 200, B: 150 }
const reserved = 'a b/c?d&e=f+g,h;i.j|k~é'
const encoded = 'a%20b%2Fc%3Fd%26e%3Df%2Bg%2Ch%3Bi.j%7Ck~%C3%A9'
const list = ['a,b', 'c&d', 'e f|g']
const keys = { 'a b': 'c=d', 'e,f': 'g&h' }

describe('the table', () => {
  it.each<[Style, boolean, string, string, string, string]>([
    ['simple', false, 'blue', '', 'blue,black,brown', 'R,100,G,200,B,150'],
    ['simple', true, 'blue', '', 'blue,black,brown', 'R=100,G=200,B=150'],
    ['label', false, '.blue', '.', '.blue,black,brown', '.R,100,G,200,B,150'],
    ['label', true, '.blue', '.', '.blue.black.brown', '.R=100.G=200.B=150'],
    ['matrix', false, ';color=blue', ';color', ';color=blue,black,brown', ';color=R,100,G,200,B,150'],
    ['matrix', true, ';color=blue', ';color', ';color=blue;color=black;color=brown', ';R=100;G=200;B=150'],
    ['form', false, 'color=blue', 'color=', 'color=blue,black,brown', 'color=R,100,G,200,B,150'],
    ['form', true, 'color=blue', 'color=', 'color=blue&color=black&color=brown', 'R=100&G=200&B=150'],
    [
      'spaceDelimited',
      false,
      'color=blue',
      'color=',
      'color=blue%20black%20brown',
      'color=R%20100%20G%20200%20B%20150',
    ],
    [
      'pipeDelimited',
      false,
      'color=blue',
      'color=',
      'color=blue%7Cblack%7Cbrown',
      'color=R%7C100%7CG%7C200%7CB%7C150',
    ],
    // Undefined, written as exploded form.
    [
      'spaceDelimited',
      true,
      'color=blue',
      'color=',
      'color=blue&color=black&color=brown',
      'R=100&G=200&B=150',
    ],
    [
      'pipeDelimited',
      true,
      'color=blue',
      'color=',
      'color=blue&color=black&color=brown',
      'R=100&G=200&B=150',
    ],
  ])('%s, explode %s', (style, explode, string, empty, items, properties) => {
    const to = place(style, explode)
    expect([text(to, 'blue'), text(to, ''), text(to, array), text(to, object)]).toEqual([
      string,
      empty,
      items,
      properties,
    ])
  })

  it.each<[Style, boolean, Wire, string]>([
    ['simple', false, reserved, encoded],
    ['label', false, reserved, `.${encoded}`],
    ['matrix', false, reserved, `;color=${encoded}`],
    ['form', true, reserved, `color=${encoded}`],
    ['simple', false, list, 'a%2Cb,c%26d,e%20f%7Cg'],
    ['form', false, list, 'color=a%2Cb,c%26d,e%20f%7Cg'],
    ['form', true, list, 'color=a%2Cb&color=c%26d&color=e%20f%7Cg'],
    ['label', true, list, '.a%2Cb.c%26d.e%20f%7Cg'],
    ['form', false, keys, 'color=a%20b,c%3Dd,e%2Cf,g%26h'],
    ['form', true, keys, 'a%20b=c%3Dd&e%2Cf=g%26h'],
    ['deepObject', true, keys, 'color%5Ba%20b%5D=c%3Dd&color%5Be%2Cf%5D=g%26h'],
    ['deepObject', false, object, 'color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150'],
    ['form', false, ['', 'x'], 'color=,x'],
    ['form', true, ['', 'x'], 'color=&color=x'],
    ['label', false, ['', 'x'], '.,x'],
    ['label', true, ['', 'x'], '..x'],
    ['matrix', true, ['', 'x'], ';color;color=x'],
    ['pipeDelimited', false, ['', 'x'], 'color=%7Cx'],
    ['form', true, -1.5, 'color=-1.5'],
    ['form', true, 1e21, 'color=1e%2B21'],
    ['form', true, false, 'color=false'],
    ['form', true, 0, 'color=0'],
    ['form', true, 12345678901234567890n, 'color=12345678901234567890'],
    ['form', true, "!'()*", 'color=%21%27%28%29%2A'],
  ])('%s, explode %s: %o', (style, explode, value, expected) => {
    expect(text(place(style, explode), value)).toBe(expected)
  })

  it.each(['DateSent<', 'filter[a]', '$filter', 'a b', 'é'])('encodes the name %s', name => {
    expect(text(place('form', true, { name }), '1')).toBe(`${encodeURIComponent(name)}=1`)
  })

  it('leaves out what is null or empty', () => {
    for (const style of [
      'form',
      'spaceDelimited',
      'pipeDelimited',
      'deepObject',
      'simple',
      'label',
      'matrix',
    ] as const)
      for (const explode of [true, false])
        for (const value of [null, [], {}])
          expect([style, value, text(place(style, explode, { deepArrays: 'repeat' }), value)]).toEqual([
            style,
            value,
            undefined,
          ])
  })

  it('lets reserved characters pass where the document allows them', () => {
    const to = place('form', true, { name: 'q', allowReserved: true })
    expect(text(to, 'a/b?c=d&e+f#g')).toBe('q=a/b?c=d%26e%2Bf%23g')
    expect(text(to, "%2F%zz:@!$'()*,;=[]")).toBe("q=%2F%25zz:@!$'()*,;=%5B%5D")
    // A comma between items stays apart from a comma in one.
    expect(text({ ...to, explode: false }, ['a,b', '/c'])).toBe('q=a%2Cb,/c')
  })

  it('writes content parameters as JSON', () => {
    const value = { a: [1, 'x y'], id: 12345678901234567890n }
    const json = '{"a":[1,"x y"],"id":12345678901234567890}'
    const media = 'application/json'
    expect(text(place('form', false, { name: 'filter', media }), { a: [1, 'x y'] })).toBe(
      'filter=%7B%22a%22%3A%5B1%2C%22x%20y%22%5D%7D',
    )
    expect(text(place('simple', false, { media }), value)).toBe(encodeURIComponent(json))
    expect(text(place('simple', false, { in: 'header', media }), { name: 'é日' })).toBe(
      '{"name":"\\u00e9\\u65e5"}',
    )
    expect(text(place('form', false, { in: 'cookie', media }), [])).toBe('color=%5B%5D')
    expect(text(place('form', false, { media }), null)).toBe('color=null')
  })

  it('writes nested deepObjects by their convention', () => {
    const value = { a: { b: 'c' }, l: ['x', 'y'] }
    const names = (deepArrays?: ParameterPlace['deepArrays']) =>
      decodeURIComponent(
        text(place('deepObject', true, { name: 'f', ...(deepArrays && { deepArrays }) }), value) ?? '',
      )
    expect(names('repeat')).toBe('f[a][b]=c&f[l]=x&f[l]=y')
    expect(names('brackets')).toBe('f[a][b]=c&f[l][]=x&f[l][]=y')
    expect(names('indices')).toBe('f[a][b]=c&f[l][0]=x&f[l][1]=y')
    expect(
      decodeURIComponent(
        text(place('deepObject', true, { name: 'expand', deepArrays: 'brackets' }), ['a', 'b']) ?? '',
      ),
    ).toBe('expand[]=a&expand[]=b')
    // Nothing but a number keeps objects of a list apart.
    expect(
      decodeURIComponent(
        text(place('deepObject', true, { name: 'f', deepArrays: 'repeat' }), [{ a: 1, b: 2 }, { a: 3 }]) ??
          '',
      ),
    ).toBe('f[0][a]=1&f[0][b]=2&f[1][a]=3')
    expect(error(place('deepObject', true), value)).toMatchObject(refused)
  })

  it('writes headers as they are and cookies encoded', () => {
    const header = (explode: boolean) => place('simple', explode, { in: 'header' })
    expect(text(header(false), 'a b,c=é%')).toBe('a b,c=é%')
    expect(text(header(false), array)).toBe('blue,black,brown')
    expect(text(header(false), object)).toBe('R,100,G,200,B,150')
    expect(text(header(true), object)).toBe('R=100,G=200,B=150')
    const cookie = (explode: boolean) => place('form', explode, { in: 'cookie', name: 'sid' })
    expect(text(cookie(true), 'a b')).toBe('sid=a%20b')
    expect(text(cookie(false), [1, 2])).toBe('sid=1,2')
  })
})

describe('what has no text is refused, naming the argument', () => {
  it.each<[string, ParameterPlace, Wire]>([
    ['an object in a list', place('form', true), [{ a: 1 }]],
    ['a list in a list', place('form', false), [['a']]],
    ['null in a list', place('form', true), ['a', null]],
    ['an object in an object', place('simple', false), { a: { b: 1 } }],
    ['a pipe between pipes', place('pipeDelimited', false), ['a|b', 'c']],
    ['a pipe in a key', place('pipeDelimited', false), { 'a|b': 'c' }],
    ['a space between spaces', place('spaceDelimited', false), ['a b']],
    ['a comma in a list header', place('simple', false, { in: 'header' }), ['a,b']],
    ['an equals sign in a header key', place('simple', true, { in: 'header' }), { 'a=b': 'c' }],
    ['a dot between dots', place('label', true), ['a.b', 'c']],
    ['a number with a dot between dots', place('label', true), { a: 1.5 }],
    ['an empty deep key', place('deepObject', true), { '': '1' }],
    ['a bracket in a deep key', place('deepObject', true), { 'a][b': '1' }],
    ['null under deepObject', place('deepObject', true), { a: null }],
    ['an empty object below deepObject', place('deepObject', true), { a: {}, b: 1 }],
    ['an empty list below deepObject', place('deepObject', true, { deepArrays: 'repeat' }), { a: [], b: 1 }],
    ['an empty object in a list', place('deepObject', true, { deepArrays: 'indices' }), [{}, { a: 1 }]],
    ['a list in an exploded cookie', place('form', true, { in: 'cookie' }), ['a']],
    ['a line break in a header', place('simple', false, { in: 'header' }), 'a\r\nX-Evil: 1'],
    ['NUL in a header', place('simple', false, { in: 'header' }), 'a\0'],
    ['a character past latin-1 in a header', place('simple', false, { in: 'header' }), '日本'],
    ['a space at the end of a header', place('simple', false, { in: 'header' }), 'a '],
    ['a tab at the start of a header', place('simple', false, { in: 'header' }), '\ta'],
    ['a line break in an item of a header', place('simple', false, { in: 'header' }), ['a', 'b\n']],
  ])('%s', (_, to, value) => {
    expect(error(to, value)).toMatchObject(refused)
  })

  it('and the same without the fault is sent (positive control)', () => {
    expect(error(place('pipeDelimited', false), ['a', 'b', 'c'])).toEqual({ sent: 'color=a%7Cb%7Cc' })
    expect(error(place('simple', false, { in: 'header' }), 'é a')).toEqual({ sent: 'é a' })
    expect(error(place('deepObject', true), {})).toEqual({ sent: undefined })
    expect(error(place('label', true), 'a.b')).toEqual({ sent: '.a.b' })
    expect(error(place('label', false), ['a.b', 'c'])).toEqual({ sent: '.a.b,c' })
  })
})

describe('RFC 6570 agrees', () => {
  const operator = { simple: '', label: '.', matrix: ';', form: '?' } as const
  const word = fc.oneof(
    fc.string({ minLength: 1 }),
    fc.string({ unit: 'binary', minLength: 1 }),
    fc.constantFrom(reserved, 'x'),
  )
  const wellFormed = word.filter(s => !/\p{Surrogate}/u.test(s))
  const value = fc.oneof<fc.Arbitrary<Wire>[]>(
    wellFormed,
    fc.integer(),
    fc.boolean(),
    fc.array(wellFormed, { minLength: 1, maxLength: 4 }),
    fc
      .uniqueArray(fc.tuple(wellFormed, wellFormed), { minLength: 1, maxLength: 4, selector: ([k]) => k })
      .map(e => Object.fromEntries(e)),
  )
  it.each(['simple', 'label', 'matrix', 'form'] as const)('%s', style => {
    fc.assert(
      fc.property(value, fc.boolean(), (v, explode) => {
        const template = parseTemplate(`{${operator[style]}color${explode ? '*' : ''}}`)
        // The library leaves `!'()*` raw in names and drops what it cannot read: neither happens here.
        const parts = typeof v === 'object' ? Object.entries(v ?? {}).flat() : []
        // Where a dot is undecidable we refuse, and the library writes it.
        if (style === 'label' && explode && parts.some(p => String(p).includes('.'))) return
        const expected = template.expand({ color: v as never }).replace(/^\?/, '')
        expect(text(place(style, explode), v)).toBe(expected)
      }),
    )
  })
})
