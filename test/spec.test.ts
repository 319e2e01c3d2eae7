/** Documents as files: pins, versions, references, the lock. */
import { createHash } from 'node:crypto'
import { symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Finding } from '../src/diagnostic.ts'
import { lockText, readLock } from '../src/spec/lock.ts'
import { openSpec } from '../src/spec/open.ts'
import { referencedFiles } from '../src/spec/referenced.ts'
import { createSources } from '../src/spec/sources.ts'
import type { Resolved, Spec } from '../src/spec/spec.ts'
import { counting, folder, lockOf, open, specOf } from './support/files.ts'

const minimal = 'openapi: 3.1.0\ninfo: {title: Orders, version: 1.10}\npaths: {}\n'
const sha = (text: string) => createHash('sha256').update(text).digest('hex')

describe('sources', () => {
  it('read a file once, hash its raw bytes, and remember it under every spelling of its path', () => {
    const root = folder({ 'specs/a.yaml': '\ufeffa: 1\r\n' })
    const { sources, reads } = counting(root)
    const first = sources.read('specs/a.yaml')
    // sha256sum of the bytes ef bb bf 61 3a 20 31 0d 0a
    const sum = 'd154b5589a138ef7a6ff502ecf270b04afa5eb5c56fb398f5cfe9a055a33316d'
    expect(first).toEqual({ state: 'read', value: { a: 1 }, sha256: sum })
    expect(sources.read('./specs/../specs/a.yaml')).toBe(first)
    expect(reads).toEqual(['specs/a.yaml'])
    expect([...sources.files]).toEqual([['specs/a.yaml', sum]])
  })

  it('locate what was read and nothing else', () => {
    const { sources } = counting(
      folder({ 'a.tools.yaml': 'version: 1\noperations:\n  x: {}\n', 'b.json': '{}' }),
    )
    expect(sources.locate({ file: 'a.tools.yaml', pointer: '/operations/x' })).toBeUndefined()
    sources.read('a.tools.yaml')
    expect(sources.locate({ file: 'a.tools.yaml', pointer: '/operations/x' })).toEqual({
      line: 3,
      column: 3,
      frame: '1 | version: 1\n2 | operations:\n3 |   x: {}\n  |   ^\n4 |',
    })
    expect(sources.locate({ file: 'b.json', pointer: '' })).toBeUndefined()
  })

  it('do not parse the same bytes again in the next build', () => {
    const root = folder({ 'a.yaml': 'a: {}', 'b.yaml': 'b: {}' })
    const value = (s: ReturnType<typeof createSources>, file: string) => {
      const reading = s.read(file)
      return reading.state === 'read' ? reading.value : undefined
    }
    const first = createSources({ root })
    const [a, b] = [value(first, 'a.yaml'), value(first, 'b.yaml')]
    writeFileSync(join(root, 'b.yaml'), 'b: {c: 1}')
    const second = createSources({ root, previous: first })
    expect(value(second, 'a.yaml')).toBe(a)
    expect(value(second, 'b.yaml')).toEqual({ b: { c: 1 } })
    expect(value(first, 'b.yaml')).toBe(b)
    expect(value(createSources({ root }), 'a.yaml')).not.toBe(a)
  })

  it('answer for what is no readable file', () => {
    const root = folder({ 'a.yaml': 'a: [', 'b/c.yaml': '' })
    const sources = createSources({
      root,
      readFile: path => {
        if (path.endsWith('locked.yaml')) throw Object.assign(new Error('no'), { code: 'EACCES' })
        return createReader()(path)
      },
    })
    expect(createSources({ root }).read('b')).toEqual({ state: 'missing' })
    expect(createSources({ root }).read('none.yaml')).toEqual({ state: 'missing' })
    expect(createSources({ root }).read('a.yaml/x')).toEqual({ state: 'missing' })
    expect(sources.read('locked.yaml')).toMatchObject({
      state: 'unreadable',
      fault: { reason: 'the system says EACCES' },
    })
    expect(createSources({ root }).read('a.yaml')).toMatchObject({
      state: 'unreadable',
      fault: { position: { line: 1 } },
    })
    function createReader() {
      return (_: string): Uint8Array => new Uint8Array()
    }
  })

  it('do not read a device to its end', () => {
    const root = folder({ 'a.yaml': 'a: 1' })
    symlinkSync('/dev/zero', join(root, 'zero.yaml'))
    expect(createSources({ root }).read('zero.yaml')).toEqual({ state: 'missing' })
    const large = createSources({ root, readFile: () => new Uint8Array(64 * 1024 * 1024 + 1) })
    expect(large.read('a.yaml')).toMatchObject({
      state: 'unreadable',
      fault: { reason: expect.stringContaining('more than') },
    })
  })
})

describe('openSpec', () => {
  it('gives the document and what it says about itself', () => {
    const { spec, findings, reads } = open({ 'specs/orders.yaml': minimal })
    expect(findings).toEqual([])
    expect(spec).toMatchObject({
      key: 'api',
      file: 'specs/orders.yaml',
      dialect: '3.1',
      openapi: '3.1.0',
      title: 'Orders',
      version: '1.10',
      sha256: sha(minimal),
      document: { openapi: '3.1.0', paths: {} },
    })
    expect(reads).toEqual(['specs/orders.yaml'])
  })

  it.each([
    ['"3.0.3"', '3.0'],
    ['"3.0"', '3.0'],
    ['3.1.1', '3.1'],
    ['3.2.0', '3.1'],
    ['3.1.0-rc1', '3.1'],
  ])('takes version %s as dialect %s', (version, dialect) => {
    expect(open({ 'a.yaml': `openapi: ${version}` }).spec?.dialect).toBe(dialect)
  })

  it.each([
    ['openapi: 3.3.0', 'a.yaml says it is OpenAPI "3.3.0"', 'a.yaml:1:1'],
    ['openapi: 4.0.0', 'a.yaml says it is OpenAPI "4.0.0"', 'a.yaml:1:1'],
    ['info: 1\nopenapi: 3.1', 'a.yaml has an "openapi" field that is no string', 'a.yaml:2:1'],
    ['paths: {}', 'a.yaml has no "openapi" field', 'a.yaml:1:1'],
    ['asyncapi: 3.0.0', 'a.yaml has no "openapi" field', 'a.yaml:1:1'],
    ['swagger: "1.2"', 'a.yaml is a Swagger "1.2" document', 'a.yaml:1:1'],
  ])('refuses %j', (text, message, place) => {
    const { spec, findings, sources } = open({ 'a.yaml': text })
    expect(spec).toBeUndefined()
    expect(findings).toMatchObject([{ code: 'spec-version', message }])
    const at = findings[0]?.at
    const position = at && sources.locate(at)
    expect(`${at?.file}:${position?.line}:${position?.column}`).toBe(place)
  })

  it('names the converter for Swagger 2.0, with the real file names', () => {
    const fixes = [
      ['swagger.json', '{"swagger": "2.0"}'],
      ['my specs/pet.yaml', 'swagger: 2.0'],
    ].map(([file = '', text = '']) => open({ [file]: text }).findings[0]?.fix)
    expect(fixes).toEqual([
      'Run "npx swagger2openapi --outfile swagger.openapi.json swagger.json" and use swagger.openapi.json instead',
      'Run "npx swagger2openapi --outfile "my specs/pet.openapi.yaml" "my specs/pet.yaml"" and use my specs/pet.openapi.yaml instead',
    ])
  })

  it('suggests files for one that is missing', () => {
    const { findings, spec } = open(
      { 'specs/orders.yaml': minimal, 'specs/notes.txt': '' },
      { spec: specOf('specs/order.yaml'), pinned: [] },
    )
    expect(spec).toBeUndefined()
    expect(findings).toEqual([
      {
        code: 'spec-not-found',
        message: 'specs/order.yaml does not exist',
        fix: 'Correct the path of the spec "api"; in its folder, did you mean "orders.yaml"',
        at: { file: 'specs/order.yaml', pointer: '' },
      },
    ])
  })

  it('locates what cannot be parsed', () => {
    const { findings, sources, spec } = open({ 'a.yaml': 'openapi: 3.1.0\ninfo:\n  a: 1\n  a: 2\n' })
    expect(spec).toBeUndefined()
    expect(findings).toMatchObject([
      { code: 'spec-unreadable', message: 'a.yaml is not YAML that can be read: the key "a" is given twice' },
    ])
    expect(sources.locate({ file: 'a.yaml', pointer: '' })).toMatchObject({ line: 4, column: 3 })
    expect(open({ 'a.json': '[1]' }).findings).toMatchObject([{ code: 'spec-unreadable' }])
    expect(open({ 'a.json': 'null' }).findings).toMatchObject([{ code: 'spec-unreadable' }])
  })
})

describe('the pin', () => {
  const changed = `${minimal}# changed\n`

  it('is missing', () => {
    const { findings, spec } = open({ 'specs/orders.yaml': minimal }, { pinned: [] })
    expect(findings).toEqual([
      {
        code: 'spec-not-pinned',
        message: `specs/orders.yaml is not in the lock file; its sha256 is ${sha(minimal)}`,
        fix: 'Review the file, then run "npx openapi-tools pin specs/orders.yaml"',
        at: { file: 'specs/orders.yaml', pointer: '' },
      },
    ])
    expect(spec?.title).toBe('Orders')
  })

  it('is not asked for where the document cannot be used', () => {
    const codes = (text: string) => open({ 'a.yaml': text }, { pinned: [] }).findings.map(f => f.code)
    expect(codes('swagger: "2.0"\n')).toEqual(['spec-version'])
    expect(codes('[]\n')).toEqual(['spec-unreadable'])
    expect(codes(minimal)).toEqual(['spec-not-pinned'])
  })

  it('is the inline one, before the lock', () => {
    const good = open({ 'a.yaml': minimal }, { spec: specOf('a.yaml', { sha256: sha(minimal) }), pinned: [] })
    expect(good.findings).toEqual([])
    const bad = open({ 'a.yaml': minimal }, { spec: specOf('a.yaml', { sha256: sha(changed) }) })
    expect(bad.findings).toMatchObject([
      {
        code: 'spec-changed',
        message: `a.yaml is not the pinned file: sha256 ${sha(minimal)}, pinned ${sha(changed)}`,
        fix: `Review what changed, then set its sha256 in the configuration to '${sha(minimal)}'`,
      },
    ])
    expect(bad.spec).toBeDefined()
  })

  it('sees one flipped byte, and says so when only line endings differ', () => {
    const lf = minimal
    const crlf = minimal.replaceAll('\n', '\r\n')
    const finding = (now: string, pinned: string) => {
      const root = folder({ 'my api/a.yaml': now })
      const findings: Finding[] = []
      const lock = { files: new Map([['my api/a.yaml', { sha256: sha(pinned) }]]) }
      openSpec({ sources: createSources({ root }), spec: specOf('my api/a.yaml'), lock }, f =>
        findings.push(f),
      )
      return findings[0]
    }
    expect(finding(lf, lf)).toBeUndefined()
    for (const [now, pinned] of [
      [lf, crlf],
      [crlf, lf],
      [`\ufeff${lf}`, `\ufeff${crlf}`],
    ] as const) {
      expect(finding(now, pinned)).toEqual({
        code: 'spec-changed',
        message: `my api/a.yaml differs from the pinned one in its line endings only: sha256 ${sha(now)}, pinned ${sha(pinned)}`,
        fix: 'Add "my?api/a.yaml -text" to .gitattributes and check the file out again, so that git leaves its bytes alone; to accept it as it is, run "npx openapi-tools pin "my api/a.yaml""',
        at: { file: 'my api/a.yaml', pointer: '' },
      })
    }
    for (const [now, pinned] of [
      [changed, lf],
      [lf.replace('Orders', 'Orderz'), lf],
      [lf, `\ufeff${crlf}`],
    ] as const)
      expect(finding(now, pinned)?.message).toMatch(/is not the pinned file/)
  })
})

/** `file#pointer = value`, or `code: message / fix`. */
function shown(resolved: Resolved | undefined): string {
  if (resolved === undefined) return 'no spec'
  if ('problem' in resolved)
    return `${resolved.problem.code}: ${resolved.problem.message} / ${resolved.problem.fix}`
  const { value, at } = resolved.node
  return `${at.file}#${at.pointer} = ${JSON.stringify(value)}`
}

describe('resolve', () => {
  const entry = `
openapi: 3.1.0
components:
  schemas:
    A: {$ref: '#/components/schemas/B'}
    B: {type: object, properties: {b: {type: string}, list: {anyOf: [{type: number}]}}}
    "with/slash~{x} %": {type: boolean}
    Loop: {$ref: '#/components/schemas/Loop2'}
    Loop2: {$ref: '#/components/schemas/Loop'}
    Grow: {$ref: '#/components/schemas/Grow/x'}
    Outer: {$ref: 'parts/common.yaml#/Shape'}
    Both: {$ref: '#/components/schemas/B', properties: {own: {type: integer}}}
    Away: {$ref: 'https://example.com/x.json'}
    "": {empty: key}
    __proto__: {proto: schema}
`
  const files = {
    'specs/api.yaml': entry,
    'specs/parts/common.yaml':
      "Shape: {$ref: 'shape%20two.json#/a'}\nBack: {$ref: '../api.yaml#/components/schemas/B'}\n",
    'specs/parts/shape two.json': '{"a": {"kind": {"type": "number"}}, "list": [10, 20]}',
    'specs/parts/broken.yaml': 'secret: [hunter2\n',
    'specs/parts/text.yaml': 'SECRET=hunter2',
    'outside.yaml': 'x: 1',
  }
  const setup = () => open(files, { spec: specOf('specs/api.yaml') })
  const from = { file: 'specs/api.yaml', pointer: '/paths' }
  const at = (spec: Spec | undefined, ref: string, file = 'specs/api.yaml') =>
    shown(spec?.resolve(ref, { file, pointer: '/paths' }))

  it('leads to places of the same document, one step', () => {
    const { spec } = setup()
    const s = '#/components/schemas'
    expect(
      [
        `${s}/A`,
        `${s}/B/properties/b`,
        `${s}/A/properties/b`,
        `${s}/A/properties/list/anyOf/0`,
        `${s}/with~1slash~0%7Bx%7D%20%25`,
        `${s}/Both/properties/own`,
        `${s}/Outer/kind`,
        `${s}/`,
        `${s}/__proto__`,
      ].map(r => at(spec, r)),
    ).toMatchInlineSnapshot(`
      [
        "specs/api.yaml#/components/schemas/A = {"$ref":"#/components/schemas/B"}",
        "specs/api.yaml#/components/schemas/B/properties/b = {"type":"string"}",
        "specs/api.yaml#/components/schemas/B/properties/b = {"type":"string"}",
        "specs/api.yaml#/components/schemas/B/properties/list/anyOf/0 = {"type":"number"}",
        "specs/api.yaml#/components/schemas/with~1slash~0{x} % = {"type":"boolean"}",
        "specs/api.yaml#/components/schemas/Both/properties/own = {"type":"integer"}",
        "specs/parts/shape two.json#/a/kind = {"type":"number"}",
        "specs/api.yaml#/components/schemas/ = {"empty":"key"}",
        "specs/api.yaml#/components/schemas/__proto__ = {"proto":"schema"}",
      ]
    `)
    expect(at(spec, '#').startsWith('specs/api.yaml# = {"openapi":')).toBe(true)
    expect(at(spec, '').startsWith('specs/api.yaml# = {"openapi":')).toBe(true)
  })

  it('leads to other files, relative to the one it stands in', () => {
    const { spec, reads, findings } = setup()
    expect([
      at(spec, 'parts/common.yaml#/Shape'),
      at(spec, './parts/../parts/shape%20two.json#/list/1'),
      at(spec, 'shape%20two.json#/a/kind', 'specs/parts/common.yaml'),
      at(spec, '../api.yaml#/components/schemas/A', 'specs/parts/common.yaml'),
      at(spec, 'common.yaml#/Back/properties/b', 'specs/parts/common.yaml'),
    ]).toMatchInlineSnapshot(`
      [
        "specs/parts/common.yaml#/Shape = {"$ref":"shape%20two.json#/a"}",
        "specs/parts/shape two.json#/list/1 = 20",
        "specs/parts/shape two.json#/a/kind = {"type":"number"}",
        "specs/api.yaml#/components/schemas/A = {"$ref":"#/components/schemas/B"}",
        "specs/api.yaml#/components/schemas/B/properties/b = {"type":"string"}",
      ]
    `)
    expect(reads).toEqual(['specs/api.yaml', 'specs/parts/common.yaml', 'specs/parts/shape two.json'])
    expect(findings).toEqual([])
  })

  it('says what is wrong, and shows nothing of other files', () => {
    const { spec } = setup()
    const s = '#/components/schemas'
    const answers = [
      `${s}/Bb`,
      `${s}/A/properties/c`,
      `${s}/Loop/x`,
      `${s}/Grow/y`,
      `${s}/B/properties/list/anyOf/1`,
      `${s}/B/properties/list/anyOf/00`,
      `${s}/B/type/length`,
      `${s}/constructor`,
      '#B',
      '#/a%zz',
      'parts/comon.yaml',
      'parts/broken.yaml',
      'parts/text.yaml#/SECRET',
      'parts/common.yaml?x=1',
      `${s}/Away/x`,
    ].map(r => at(spec, r))
    expect(answers).toMatchInlineSnapshot(`
      [
        "ref-unresolved: The reference "#/components/schemas/Bb" leads nowhere: "#/components/schemas" has no "Bb" / Correct the reference: did you mean "B" or "" or "A"",
        "ref-unresolved: The reference "#/components/schemas/A/properties/c" leads nowhere: "#/components/schemas/B/properties" has no "c" / Correct the reference: did you mean "b"",
        "ref-unresolved: The reference "#/components/schemas/Loop/x" passes through references that lead back to each other / Let one of them lead to a value",
        "ref-unresolved: The reference "#/components/schemas/Grow/y" passes through references that lead back to each other / Let one of them lead to a value",
        "ref-unresolved: The reference "#/components/schemas/B/properties/list/anyOf/1" leads nowhere: "#/components/schemas/B/properties/list/anyOf" has no "1" / Correct the reference: did you mean "0"",
        "ref-unresolved: The reference "#/components/schemas/B/properties/list/anyOf/00" leads nowhere: "#/components/schemas/B/properties/list/anyOf" has no "00" / Correct the reference: did you mean "0"",
        "ref-unresolved: The reference "#/components/schemas/B/type/length" leads nowhere: "#/components/schemas/B/type" has no "length" / Correct the reference",
        "ref-unresolved: The reference "#/components/schemas/constructor" leads nowhere: "#/components/schemas" has no "constructor" / Correct the reference: use one of "A", "B", "with/slash~{x} %", "Loop", "Loop2", "Grow", "Outer", "Both", "Away", "", "__proto__"",
        "ref-unresolved: The reference "#B" names a place by a plain name, which is not supported / Use a JSON pointer, such as "#/components/schemas/Order"",
        "ref-unresolved: The reference "#/a%zz" has a "%" that starts no escape / Write "%25" for a percent sign",
        "ref-unresolved: A reference leads to "specs/parts/comon.yaml", which does not exist / Correct the reference: in that folder, did you mean "common.yaml" or "broken.yaml" or "text.yaml"",
        "spec-unreadable: specs/parts/broken.yaml is not YAML that can be read (line 2, column 1) / Correct the file, or the reference",
        "ref-unresolved: The reference "parts/text.yaml#/SECRET" leads nowhere: "specs/parts/text.yaml#" has no "SECRET" / Correct the reference",
        "ref-unresolved: The reference "parts/common.yaml?x=1" has a query, which a file does not have / Refer to a file below the folder of the spec with a relative path",
        "ref-remote: The reference "https://example.com/x.json" leads to another host / Save the document beside the spec and refer to that file with a relative path",
      ]
    `)
    expect(answers.join()).not.toContain('hunter2')
    expect(spec?.resolve('#/nowhere', from)).toMatchObject({ problem: { at: from } })
  })

  it('never leaves the trusted folder, and never asks the network', async () => {
    let hits = 0
    const server = createServer((_, response) => {
      hits++
      response.end('{}')
    })
    await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}` // listening on TCP
    const { spec, reads, root } = setup()
    symlinkSync(join(root, 'outside.yaml'), join(root, 'specs/link.yaml'))
    symlinkSync(join(root, 'specs/parts/common.yaml'), join(root, 'specs/inside.yaml'))
    symlinkSync(root, join(root, 'specs/up'))
    const code = (ref: string) => at(spec, ref).split(':')[0]
    expect(
      Object.fromEntries(
        [
          `http://${host}/x.json`,
          `HTTPS://${host}/x`,
          `//${host}/x`,
          'ftp://a/b',
          'urn:x:y',
          'data:application/json,{}',
          'file:///etc/passwd',
          'file:parts/common.yaml',
          '/etc/passwd',
          '%2Fetc/passwd',
          'C:\\x.json',
          '../outside.yaml',
          '..%2foutside.yaml',
          '../../../../../../etc/passwd',
          'parts/../../outside.yaml',
          '..\\outside.yaml',
          '%2e%2e/outside.yaml',
          'link.yaml',
          'up/outside.yaml',
          'a\0.yaml',
          'a%00.yaml',
          '../none.yaml',
        ].map(ref => [ref.replace(host, 'host').replace('\0', '<NUL>'), code(ref)]),
      ),
    ).toMatchInlineSnapshot(`
      {
        "%2Fetc/passwd": "ref-outside",
        "%2e%2e/outside.yaml": "ref-outside",
        "..%2foutside.yaml": "ref-outside",
        "../../../../../../etc/passwd": "ref-outside",
        "../none.yaml": "ref-outside",
        "../outside.yaml": "ref-outside",
        "..\\outside.yaml": "ref-outside",
        "//host/x": "ref-remote",
        "/etc/passwd": "ref-outside",
        "C:\\x.json": "ref-outside",
        "HTTPS://host/x": "ref-remote",
        "a%00.yaml": "ref-outside",
        "a<NUL>.yaml": "ref-outside",
        "data:application/json,{}": "ref-remote",
        "file:///etc/passwd": "ref-outside",
        "file:parts/common.yaml": "ref-outside",
        "ftp://a/b": "ref-remote",
        "http://host/x.json": "ref-remote",
        "link.yaml": "ref-outside",
        "parts/../../outside.yaml": "ref-outside",
        "up/outside.yaml": "ref-outside",
        "urn:x:y": "ref-remote",
      }
    `)
    expect(code('inside.yaml#/Shape')).toBe('specs/inside.yaml#/Shape = {"$ref"')
    expect(reads).toEqual(['specs/api.yaml', 'specs/inside.yaml'])
    await new Promise(done => server.close(done))
    expect(hits).toBe(0)
  })

  it('goes as far up as refsRoot says', () => {
    const { spec } = open(files, { spec: specOf('specs/api.yaml', { refsRoot: '.' }) })
    expect(at(spec, '../outside.yaml#/x')).toBe('outside.yaml#/x = 1')
    expect(at(spec, '../../outside.yaml#/x')).toMatch(/^ref-outside/)
  })

  it('reports once that a file is not pinned, when it is first read', () => {
    const { spec, findings } = open(files, { spec: specOf('specs/api.yaml'), pinned: ['specs/api.yaml'] })
    expect(findings).toEqual([])
    for (const ref of ['parts/common.yaml', 'parts/common.yaml#/Shape', 'parts/text.yaml']) at(spec, ref)
    expect(findings.map(f => [f.code, f.at?.file])).toEqual([
      ['spec-not-pinned', 'specs/parts/common.yaml'],
      ['spec-not-pinned', 'specs/parts/text.yaml'],
    ])
    // Not even keys are told of a file that nobody has reviewed.
    expect(at(spec, 'parts/common.yaml#/Shap')).toMatch(/ \/ Correct the reference$/)
    expect(at(setup().spec, 'parts/common.yaml#/Shap')).toMatch(/did you mean "Shape"$/)
  })
})

describe('referencedFiles', () => {
  it('finds every file through every reference, and nothing twice', () => {
    const root = folder({
      'specs/api.yaml': `
openapi: 3.1.0
paths:
  /a: {$ref: a.yaml}
  /b: {get: {responses: {200: {content: {x: {schema: {$ref: 'schemas/b.json#/B'}}}}}}}
x-shared: &s {deep: {$ref: 'schemas/c.yml'}}
x-again: [*s, *s]
x-dead: [{$ref: 'none.yaml'}, {$ref: '../out.yaml'}, {$ref: 'http://example.com/x'}, {$ref: '#/nowhere'}, {$ref: 7}]
x-mapping: {discriminator: {propertyName: x, mapping: {a: Dog, b: './schemas/d.yaml#/D'}}}
properties: {$ref: {type: string}}
`,
      'specs/a.yaml': "get: {$ref: '../specs/api.yaml#/x-shared'}\nput: {$ref: schemas/b.json}",
      'specs/schemas/b.json': '{"B": {"$ref": "../a.yaml"}}',
      'specs/schemas/c.yml': 'c: 1',
      'specs/schemas/d.yaml': 'D: {}',
      'specs/unused.yaml': 'u: 1',
      'out.yaml': 'o: 1',
    })
    const { sources, reads } = counting(root)
    const { files, problems } = referencedFiles(sources, specOf('specs/api.yaml'))
    const expected = [
      'specs/a.yaml',
      'specs/api.yaml',
      'specs/schemas/b.json',
      'specs/schemas/c.yml',
      'specs/schemas/d.yaml',
    ]
    expect([...files.keys()]).toEqual(expected)
    expect([...files.values()].every(sum => /^[0-9a-f]{64}$/.test(sum))).toBe(true)
    expect(reads.filter(r => r !== 'specs/none.yaml').sort()).toEqual(expected)
    expect(problems.map(p => [p.code, p.at?.pointer]).sort()).toEqual([
      ['ref-outside', '/x-dead/1'],
      ['ref-remote', '/x-dead/2'],
      ['ref-unresolved', '/x-dead/0'],
    ])
  })

  it('a build that follows any of them finds it in the lock', () => {
    const files = {
      'api.yaml': 'openapi: 3.1.0\na: {$ref: b.yaml}',
      'b.yaml': 'b: {$ref: c.yaml#/c}',
      'c.yaml': 'c: 1',
    }
    const root = folder(files)
    const { sources } = counting(root)
    const lock = lockOf(sources, ...referencedFiles(sources, specOf('api.yaml')).files.keys())
    const findings: Finding[] = []
    const spec = openSpec({ sources, spec: specOf('api.yaml'), lock }, f => findings.push(f))
    expect(shown(spec?.resolve('b.yaml#/b', { file: 'api.yaml', pointer: '/a' }))).toMatch(/^b.yaml#\/b/)
    expect(shown(spec?.resolve('c.yaml#/c', { file: 'b.yaml', pointer: '/b' }))).toBe('c.yaml#/c = 1')
    expect(findings).toEqual([])
  })
})

describe('the lock file', () => {
  const text = `{
  "lockfileVersion": 1,
  "files": {
    "__proto__": {
      "sha256": "${'a'.repeat(64)}"
    },
    "specs/b.yaml": {
      "sha256": "${'0'.repeat(64)}",
      "version": "1.4.0"
    }
  }
}
`
  const problem = (t: string) => {
    const read = readLock(t)
    return 'problem' in read ? `${read.problem.code}: ${read.problem.message}` : 'read'
  }

  it('is the same text after reading and writing, whatever the order', () => {
    const read = readLock(text)
    if ('problem' in read) throw new Error(read.problem.message)
    expect(lockText(read.lock)).toBe(text)
    expect(lockText({ files: new Map([...read.lock.files].reverse()) })).toBe(text)
    expect(read.lock.files.get('__proto__')?.sha256).toBe('a'.repeat(64))
    expect(lockText({ files: new Map() })).toBe('{\n  "lockfileVersion": 1,\n  "files": {}\n}\n')
    expect(problem(text.replaceAll('\n', '\r\n'))).toBe('read')
  })

  it('is refused when it is not whole', () => {
    const entry = (e: string) => `{"lockfileVersion": 1, "files": {"a.yaml": ${e}}}`
    expect(
      [
        `<<<<<<< HEAD\n${text}=======\n${text}>>>>>>> b\n`,
        text.slice(0, -20),
        '',
        '[]',
        '{}',
        text.replace('1,', '2,'),
        text.replace('"files"', '"file"'),
        '{"lockfileVersion": 1}',
        '{"lockfileVersion": 1, "files": [], "x": 1}',
        entry('"x"'),
        entry('{}'),
        entry('{"sha256": "ABC"}'),
        entry(`{"sha256": "${'0'.repeat(64)}", "version": 1}`),
        entry(`{"sha256": "${'0'.repeat(64)}", "sha512": "x"}`),
        `{"lockfileVersion": 1, "files": {"/a": {"sha256": "${'0'.repeat(64)}"}}}`,
        `{"lockfileVersion": 1, "files": {"a\\\\b": {"sha256": "${'0'.repeat(64)}"}}}`,
        `{"lockfileVersion": 1, "files": {"a": {"sha256": "${'0'.repeat(64)}"}, "a": {"sha256": "${'1'.repeat(64)}"}}}`,
      ].map(problem),
    ).toMatchInlineSnapshot(`
      [
        "lock-unreadable: openapi-tools.lock.json has conflict markers of a merge",
        "lock-unreadable: openapi-tools.lock.json is not valid JSON: the text ends too early",
        "lock-unreadable: openapi-tools.lock.json is not valid JSON: the file is empty",
        "lock-unreadable: openapi-tools.lock.json is no lock file: its root is no object",
        "lock-unreadable: openapi-tools.lock.json has no lockfileVersion",
        "lock-unreadable: openapi-tools.lock.json has the lockfileVersion "2", not 1",
        "lock-unreadable: openapi-tools.lock.json has an unknown field "file"; did you mean "files" or "lockfileVersion"",
        "lock-unreadable: openapi-tools.lock.json has no "files"",
        "lock-unreadable: openapi-tools.lock.json has an unknown field "x"; use one of "lockfileVersion", "files"",
        "lock-unreadable: openapi-tools.lock.json has an entry for "a.yaml" that is no object",
        "lock-unreadable: openapi-tools.lock.json has an entry for "a.yaml" that has no sha256 of 64 hexadecimal digits",
        "lock-unreadable: openapi-tools.lock.json has an entry for "a.yaml" that has no sha256 of 64 hexadecimal digits",
        "lock-unreadable: openapi-tools.lock.json has an entry for "a.yaml" that has a version that is no text",
        "lock-unreadable: openapi-tools.lock.json has an entry for "a.yaml" that has an unknown field "sha512"; did you mean "sha256"",
        "lock-unreadable: openapi-tools.lock.json has an entry for "/a" that is no relative path with "/" between folders",
        "lock-unreadable: openapi-tools.lock.json has an entry for "a\\\\b" that is no relative path with "/" between folders",
        "lock-unreadable: openapi-tools.lock.json has the key "a" twice",
      ]
    `)
  })
})
