/** Documents as text: values, places and faults of JSON and YAML, hostile ones included. */
import fc from 'fast-check'
import { dump, load } from 'js-yaml'
import { describe, expect, it } from 'vitest'
import { scanJson } from '../src/spec/json-scan.ts'
import { maxDepth } from '../src/spec/limits.ts'
import { parseBytes } from '../src/spec/parse.ts'
import { createLocator } from '../src/spec/text.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const yaml = (text: string) => parseBytes(bytes(text), 'a.yaml')
const json = (text: string) => parseBytes(bytes(text), 'a.json')
function parsed(result: ReturnType<typeof parseBytes>) {
  if ('fault' in result) throw new Error(result.fault.reason)
  return result.parsed
}
const value = (text: string) => parsed(yaml(text)).value
/** `reason @line:column`, or `read` when there is no fault: the positive control of every refusal. */
function fault(result: ReturnType<typeof parseBytes>): string {
  if (!('fault' in result)) return 'read'
  const { reason, position } = result.fault
  return position ? `${reason} @${position.line}:${position.column}` : reason
}

describe('YAML values', () => {
  it('are those of the 1.2 core schema', () => {
    expect(
      value(
        'a: [on, yes, n, 2020-01-01, 012, 08, 0o17, 0x1f, 1_000, 1:30, 1.10, 1e3, ~, True, "08", -.5, =]',
      ),
    ).toEqual({
      a: [
        'on',
        'yes',
        'n',
        '2020-01-01',
        12,
        8,
        15,
        31,
        '1_000',
        '1:30',
        1.1,
        1000,
        null,
        true,
        '08',
        -0.5,
        '=',
      ],
    })
  })

  it('have the keys that are written, whatever they would mean as values', () => {
    const keys = (text: string) => Object.keys(value(text) as object)
    expect(keys('200: a\n"404": b\n08: c\n8: d\n1.0: e\ntrue: f\nn: g\n~: h\n0x1f: i')).toEqual([
      '8',
      '200',
      '404',
      '08',
      '1.0',
      'true',
      'n',
      '~',
      '0x1f',
    ])
    expect(fault(yaml('200: a\n"200": b'))).toBe('the key "200" is given twice @2:1')
  })

  it('are the ones that js-yaml reads, for documents whose keys are strings', () => {
    const key = fc.string().filter(k => k !== '__proto__')
    const document = fc.letrec(tie => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.string(),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.maxSafeInteger(),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('value')),
        fc.dictionary(key, tie('value')),
      ),
    })).value
    fc.assert(
      fc.property(document, fc.constantFrom(-1, 0, 2), (v, flowLevel) => {
        const text = dump(v, { flowLevel })
        expect(value(text)).toEqual(load(text))
        // JSON is YAML: the second oracle does not know js-yaml.
        const asJson = JSON.stringify(v)
        if (asJson.length < 500) expect(value(asJson)).toEqual(JSON.parse(asJson))
      }),
      { numRuns: 300 },
    )
  })

  it('keep __proto__ as an own key', () => {
    const both = [value('__proto__: {a: 1}\nb: 2'), parsed(json('{"__proto__":{"a":1},"b":2}')).value]
    for (const v of both) {
      expect(Object.getPrototypeOf(v)).toBe(Object.prototype)
      expect(Object.keys(v as object)).toEqual(['__proto__', 'b'])
      expect(JSON.stringify(v)).toBe('{"__proto__":{"a":1},"b":2}')
    }
    expect(fault(yaml('__proto__: 1\n__proto__: 2'))).toBe('the key "__proto__" is given twice @2:1')
  })

  it('are shared by aliases', () => {
    const v = value('a: &x {b: [1]}\nc: *x\nd: [*x, &s 08, *s]') as Record<string, unknown>
    expect(v).toEqual({ a: { b: [1] }, c: { b: [1] }, d: [{ b: [1] }, 8, 8] })
    expect(v.c).toBe(v.a)
  })

  it('are not built from what two parsers read in different ways', () => {
    expect([
      fault(yaml('a: 1\nb: {a: 2,\n  a: 3}')),
      fault(yaml('x: &x {a: 1}\ny:\n  <<: *x')),
      fault(yaml('a: !!js/function "x"')),
      fault(yaml('a: !!binary aGk=')),
      fault(yaml('a: !!timestamp 2020-01-01')),
      fault(yaml('a: !own {b: 1}')),
      fault(yaml('a: !!set {b: 1}')),
      fault(yaml('a: 1\n---\nb: 2')),
      fault(yaml('%TAG !! tag:example.com,2000:\n---\na: !!str b')),
      fault(yaml('a: .inf')),
      fault(yaml('a: [1, -.INF, .nan]')),
      fault(yaml('a: !!float .nan')),
      fault(yaml('a: !!int x')),
      fault(yaml('{[a]: 1}')),
      fault(yaml('? {a: 1}\n: 2')),
      fault(yaml('a: &x b\n*x : 1')),
      fault(yaml('!!int 1: a')),
      fault(yaml('? |\n  a\n: b')),
      fault(yaml('')),
      fault(yaml('# nothing\n')),
      fault(yaml('a:\n\t- b')),
      fault(yaml('a: *x')),
    ]).toMatchInlineSnapshot(`
      [
        "the key "a" is given twice @3:3",
        "a merge key (<<), which YAML 1.2 does not have; write its members out @3:3",
        "the tag "!!js/function", which JSON has no value for @1:4",
        "the tag "!!binary", which JSON has no value for @1:4",
        "the tag "!!timestamp", which JSON has no value for @1:4",
        "the tag "!own", which JSON has no value for @1:4",
        "the tag "!!set", which JSON has no value for @1:4",
        "a second document in one file @3:1",
        "a %TAG directive, which gives tags another meaning @1:1",
        "the number ".inf", which JSON does not have @1:4",
        "the number "-.INF", which JSON does not have @1:8",
        "the number ".nan", which JSON does not have @1:4",
        "the tag "!!int" before a value that it does not fit @1:4",
        "a key that is no plain text @1:2",
        "a key that is no plain text @1:3",
        "an alias as a key @2:1",
        "a tag on a key @1:1",
        "a key of several lines @2:1",
        "the file is empty @1:1",
        "the file is empty @1:1",
        "tab characters must not be used in indentation @2:1",
        "the alias "x" has no anchor before it @1:4",
      ]
    `)
    // What stands beside each of them and is fine.
    expect(
      value('a: 1\nb: {a: 2}\n"<<": {a: 1}\nc: !!str 08\nd: !!int "7"\ne: ! 08\nf: !!map {}\ng: ...x'),
    ).toEqual({
      a: 1,
      b: { a: 2 },
      '<<': { a: 1 },
      c: '08',
      d: 7,
      e: '08',
      f: {},
      g: '...x',
    })
    expect(value('--- \na: 1\n...\n')).toEqual({ a: 1 })
    expect(value('%YAML 1.2\n---\na: 1')).toEqual({ a: 1 })
  })
})

describe('hostile text', () => {
  const bomb = (levels: number) =>
    Array.from({ length: levels }, (_, i) =>
      i === 0
        ? 'a0: &a0 [x, x, x, x, x, x, x, x, x]'
        : `a${i}: &a${i} [${Array(9)
            .fill(`*a${i - 1}`)
            .join(', ')}]`,
    ).join('\n')

  it('an alias bomb is refused before anything can walk it; a large sharing document is not', () => {
    expect(fault(yaml(bomb(9)))).toMatch(/^the aliases expand it to more than \d+ values @7:/)
    expect(fault(yaml(bomb(5)))).toBe('read')
  })

  it('an alias inside what it names is a circle', () => {
    expect(fault(yaml('a: &x\n  b: *x'))).toBe('the alias "x" stands inside what it names @2:6')
    expect(fault(yaml('&x [1, [*x]]'))).toBe('the alias "x" stands inside what it names @1:9')
    // The name was given away again before the outer collection ended.
    expect(fault(yaml('&x [&x [1], *x]'))).toBe('read')
  })

  it('deep nesting is an error with a place, never an overflow', () => {
    const deep = (n: number, open: string, close: string) => open.repeat(n) + close.repeat(n)
    for (const n of [maxDepth + 1, 100_000]) {
      const at = `nested deeper than ${maxDepth} levels @1:${maxDepth + 1}`
      expect(fault(json(deep(n, '[', ']')))).toBe(at)
      expect(fault(yaml(deep(n, '[', ']')))).toContain(`nested deeper than ${maxDepth} levels @1:50`)
      expect(fault(json(`${'{"a":'.repeat(n)}1${'}'.repeat(n)}`))).toContain('nested deeper than')
      expect(fault(yaml(`${'{a: '.repeat(n)}1${'}'.repeat(n)}`))).toContain('nested deeper than')
      expect(fault(yaml(`${'- '.repeat(n)}1`))).toContain('nested deeper than')
      expect(fault(json('['.repeat(n)))).toBe(at)
    }
    expect(fault(json(deep(maxDepth, '[', ']')))).toBe('read')
    expect(fault(yaml(deep(maxDepth, '[', ']')))).toBe('read')
    // Brackets inside strings nest nothing.
    expect(fault(json(`["${'['.repeat(2000)}\\"[", 1]`))).toBe('read')
  })

  it('aliases do not hide depth', () => {
    const level = (i: number) =>
      `a${i}: &a${i} ${'['.repeat(200)}${i === 0 ? '' : `*a${i - 1}`}${']'.repeat(200)}`
    expect(fault(yaml([0, 1].map(level).join('\n')))).toBe('read')
    expect(fault(yaml([0, 1, 2].map(level).join('\n')))).toMatch(/^nested deeper than 500 levels @3:/)
  })

  it('bytes that are no UTF-8 are refused, a byte order mark is not', () => {
    expect(fault(parseBytes(Uint8Array.of(0x61, 0x3a, 0x20, 0xe9), 'a.yaml'))).toBe('it is not UTF-8')
    expect(fault(parseBytes(Uint8Array.of(0xff, 0xfe, 0x7b, 0), 'a.json'))).toMatch(/UTF-16/)
    for (const text of ['\ufeff{"a": "é"}', '\ufeff{"a": "e"}']) {
      expect(parsed(json(text)).value).toEqual(parsed(yaml(text)).value)
      expect(parsed(json(text)).locate(['a'])).toMatchObject({ line: 1, column: 2 })
      expect(parsed(yaml(text)).locate(['a'])).toMatchObject({ line: 1, column: 2 })
    }
  })

  it('a file is JSON or YAML by its name, else by its first character', () => {
    const kind = (text: string, file: string) => fault(parseBytes(bytes(text), file))
    expect(kind('{"a": 1, "a": 2}', 'x.JSON')).toBe('read')
    expect(kind('{"a": 1, "a": 2}', 'x.yml')).toMatch(/given twice/)
    expect(kind('  {"a": 1, "a": 2}', 'x')).toBe('read')
    expect(kind('a: 1', 'x')).toBe('read')
    expect(kind('a: 1', 'x.json')).toMatch(/expected a value/)
  })
})

describe('JSON faults', () => {
  it('have the place where the text stops being JSON', () => {
    expect(
      [
        '',
        ' ',
        '{',
        '{"a"}',
        '{"a":1,}',
        '[1,]',
        '[1 2]',
        '{"a":01}',
        'nul',
        '"a',
        '"\\x"',
        '"\\u12g4"',
        '"a\nb"',
        '{} {}',
        "{'a':1}",
        '[1}',
        '-',
        '1e',
        '{"a":1e400}',
        `[${'9'.repeat(310)}]`,
      ].map(t => fault(json(t))),
    ).toMatchInlineSnapshot(`
      [
        "the file is empty @1:1",
        "the file is empty @1:2",
        "the text ends too early @1:2",
        "expected ":" @1:5",
        "expected a key in double quotes @1:8",
        "expected a value @1:4",
        "expected "," or "]" @1:4",
        "expected "," or "}" @1:7",
        "expected a value @1:1",
        "a string without an end @1:1",
        "an escape that JSON does not have @1:2",
        "an escape that JSON does not have @1:2",
        "a control character inside a string @1:3",
        "text after the end of the document @1:4",
        "expected a key in double quotes @1:2",
        "expected "," or "]" @1:3",
        "expected a value @1:1",
        "text after the end of the document @1:2",
        "a number that no parser can hold @1:6",
        "a number that no parser can hold @1:2",
      ]
    `)
    expect(fault(json('{"note": "1e999", "n": [1e100, -0, 1e-999]}'))).toBe('read')
    expect(fault(json(`[${'9'.repeat(300)}e10]`))).toBe('a number that no parser can hold @1:2')
  })

  it('are found exactly when JSON.parse finds one', () => {
    const accepts = (text: string) => {
      try {
        JSON.parse(text)
        return true
      } catch {
        return false
      }
    }
    const sign = fc.constantFrom(
      ...'{}[]",:\\ 0123456789-+.eE"tfnu'.split(''),
      'true',
      'null',
      '\\u00e9',
      '\n',
      '"a"',
      '\u2028',
      '\0',
    )
    const noise = fc.array(sign, { maxLength: 12 }).map(s => s.join(''))
    const broken = fc.tuple(fc.json(), fc.nat(), sign).map(([t, at, s]) => {
      const i = at % (t.length + 1)
      return t.slice(0, i) + s + t.slice(i + (at % 2))
    })
    let valid = 0
    fc.assert(
      fc.property(fc.oneof(noise, broken, fc.json()), text => {
        const ok = accepts(text)
        if (ok) valid++
        expect([text, scanJson(text).fault === undefined]).toEqual([text, ok])
      }),
      { numRuns: 2000 },
    )
    expect(valid).toBeGreaterThan(200)
  })
})

describe('scanJson', () => {
  it('lists keys given twice and integers that a number cannot hold, with their places', () => {
    const text =
      '{"a": {"x": 1, "\\u0078": 2, "x": 3}, "b": [9007199254740993, 9007199254740992, 1.5, {"x": -12345678901234567890}], "c/d": 1e999}'
    const { fault: broken, duplicates, imprecise, infinite } = scanJson(text)
    expect(broken).toBeUndefined()
    expect(duplicates.map(d => [d.pointer, d.text])).toEqual([
      ['/a/x', '"\\u0078"'],
      ['/a/x', '"x"'],
    ])
    expect(imprecise.map(d => [d.pointer, d.text])).toEqual([
      ['/b/0', '9007199254740993'],
      ['/b/3/x', '-12345678901234567890'],
    ])
    expect(infinite.map(d => [d.pointer, d.text])).toEqual([['/c~1d', '1e999']])
    for (const d of [...duplicates, ...imprecise, ...infinite])
      expect(text.startsWith(d.text, d.offset)).toBe(true)
  })
})

describe('places', () => {
  const where = (p: ReturnType<typeof parsed>, ...path: string[]) => {
    const { line, column } = p.locate(path)
    return `${line}:${column}`
  }
  const both: [string, ReturnType<typeof parsed>][] = [
    [
      'JSON',
      parsed(
        json('{\n  "paths": {\n    "/orders": { "get": [ 1, "two", {"x": 3} ] }\n  },\n  "last": true\n}'),
      ),
    ],
    ['YAML', parsed(yaml('\n"paths":\n    /orders: { get: [  1, "two", {x: 3} ] }\n\nlast: true'))],
  ]
  it.each(both)('%s: the key of a member, the item of a list, else the nearest place above', (_, p) => {
    const lines = p.text.split('\n')
    const at = (...path: string[]) => {
      const { line, column } = p.locate(path)
      return lines[line - 1]?.slice(column - 1)
    }
    expect(at()).toMatch(/^[{"]/)
    expect(at('paths')).toMatch(/^"paths"/)
    expect(at('paths', '/orders', 'get')).toMatch(/^"?get"?:/)
    expect(at('paths', '/orders', 'get', '0')).toMatch(/^1,/)
    expect(at('paths', '/orders', 'get', '1')).toMatch(/^"two"/)
    expect(at('paths', '/orders', 'get', '2', 'x')).toMatch(/^"?x"?: ?3/)
    expect(at('last')).toMatch(/^"?last/)
    for (const path of [
      ['paths', '/orders', 'put'],
      ['paths', '/orders', 'get', '9'],
      ['paths', '/orders', 'get', '01'],
      ['last', 'x'],
      ['__proto__'],
      ['paths', '/orders', 'get', '1', 'length'],
    ]) {
      const depth = path.findIndex((_, i) =>
        ['put', '9', '01', 'x', '__proto__', 'length'].includes(path[i] ?? ''),
      )
      expect(where(p, ...path)).toBe(where(p, ...path.slice(0, depth)))
    }
  })

  it('are the right ones for any document', () => {
    const key = fc.oneof(
      fc.constantFrom('a', 'b c', '200', '8', '/x', '~', 'é', '"', '\\', '', '#', ': '),
      fc.string({ maxLength: 6 }),
    )
    const document = fc.letrec(tie => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.string(),
        fc.integer(),
        fc.constant(null),
        fc.array(tie('value')),
        fc.dictionary(key, tie('value')),
      ),
    })).value
    fc.assert(
      fc.property(document, fc.constantFrom(0, 2), (v, indent) => {
        const jsonText = JSON.stringify(v, null, indent)
        check(parsed(json(jsonText)), v, (k, text) => text.startsWith(JSON.stringify(k)))
        // The first line of what js-yaml writes for a key alone is how the key is written.
        const yamlText = dump(v, { lineWidth: -1, flowLevel: indent === 0 ? 1 : -1 })
        check(
          parsed(yaml(yamlText)),
          v,
          (k, text) =>
            value(`${firstKey(text, k)}: x`) !== undefined &&
            Object.hasOwn(value(`${firstKey(text, k)}: x`) as object, k),
        )
      }),
      { numRuns: 80 },
    )
    /** The shortest text at the place that reads as the key. */
    function firstKey(text: string, k: string): string {
      for (let end = 0; end <= text.length; end++) {
        const candidate = parseBytes(bytes(`${text.slice(0, end)}: x`), 'a.yaml')
        if (
          'parsed' in candidate &&
          typeof candidate.parsed.value === 'object' &&
          candidate.parsed.value &&
          Object.hasOwn(candidate.parsed.value, k)
        )
          return text.slice(0, end)
      }
      return '?'
    }
    function check(p: ReturnType<typeof parsed>, v: unknown, isKey: (k: string, text: string) => boolean) {
      const starts = [0, ...[...p.text.matchAll(/\r\n?|\n/g)].map(m => m.index + m[0].length)]
      const walk = (inner: unknown, path: string[]) => {
        if (typeof inner !== 'object' || inner === null) return
        for (const [k, child] of Object.entries(inner)) {
          const { line, column } = p.locate([...path, k])
          const text = p.text.slice((starts[line - 1] ?? 0) + column - 1)
          if (!Array.isArray(inner)) expect([k, text, isKey(k, text)]).toEqual([k, text, true])
          walk(child, [...path, k])
        }
      }
      walk(v, [])
    }
  })

  it('behind an alias are where the text is', () => {
    const p = parsed(yaml('a: &x\n  b: 08\nc: *x\nd: [*x]'))
    expect([where(p, 'c'), where(p, 'c', 'b'), where(p, 'd', '0'), where(p, 'd', '0', 'b')]).toEqual([
      '3:1',
      '2:3',
      '4:5',
      '2:3',
    ])
    expect(p.scalarText(['d', '0', 'b'])).toBe('08')
  })

  it('scalarText is the source of a plain YAML scalar and of nothing else', () => {
    const p = parsed(
      yaml(
        'a: [08, 1.10, 2020-01-01, ~, "08", \'08\', !!int 08, True, 12345678901234567890]\nb: |\n  08\nc:\nd: two\n  lines\n200: 007\n',
      ),
    )
    expect(Array.from({ length: 9 }, (_, i) => p.scalarText(['a', String(i)]))).toEqual([
      '08',
      '1.10',
      '2020-01-01',
      '~',
      undefined,
      undefined,
      undefined,
      'True',
      '12345678901234567890',
    ])
    expect(['a', 'b', 'c', 'd', '200', 'zz'].map(k => p.scalarText([k]))).toEqual([
      undefined,
      undefined,
      '',
      'two lines',
      '007',
      undefined,
    ])
    expect(parsed(json('{"a": 1.10}')).scalarText(['a'])).toBeUndefined()
  })
})

describe('frames', () => {
  const frame = (text: string, needle: string) => createLocator(text)(text.indexOf(needle)).frame

  it('number the lines and point at the column', () => {
    const text = Array.from({ length: 12 }, (_, i) => `line ${i + 1}: here${i + 1}`).join('\n')
    expect(`\n${frame(text, 'here9')}`).toMatchInlineSnapshot(`
      "
      7  | line 7: here7
      8  | line 8: here8
      9  | line 9: here9
         |         ^
      10 | line 10: here10"
    `)
    expect(`\n${frame(text, 'line 1:')}`).toMatchInlineSnapshot(`
      "
      1 | line 1: here1
        | ^
      2 | line 2: here2"
    `)
    expect(`\n${frame(text, 'here12')}`).toMatchInlineSnapshot(`
      "
      10 | line 10: here10
      11 | line 11: here11
      12 | line 12: here12
         |          ^"
    `)
  })

  it('count lines the same with every line ending', () => {
    for (const eol of ['\n', '\r\n', '\r']) {
      const text = ['a', '', 'b: x', 'c'].join(eol)
      expect(createLocator(text)(text.indexOf('x'))).toEqual({
        line: 3,
        column: 4,
        frame: '1 | a\n2 |\n3 | b: x\n  |    ^\n4 | c',
      })
    }
  })

  it('cut long lines around the caret, and keep it under its character', () => {
    const text = `${'é'.repeat(5000)}X${'y'.repeat(5000)}\nshort`
    const [line = '', caret = ''] = frame(text, 'X').split('\n')
    expect(line.length).toBeLessThan(120)
    expect(line.indexOf('X')).toBe(caret.indexOf('^'))
    expect(line).toMatch(/^1 \| …é+Xy+…$/)
    const [tabbed = '', under = ''] = frame('\t\ta: 😀 X', 'X').split('\n')
    expect([...tabbed].indexOf('X')).toBe(under.indexOf('^'))
    expect(tabbed).toBe('1 |     a: 😀 X')
  })

  it('let no text steer the terminal', () => {
    expect(frame('a: \u001b[31mred\u202eX\ud800', 'X')).toBe('1 | a: ·[31mred·X·\n  |             ^')
  })
})
