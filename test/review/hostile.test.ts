/** A golden file is whatever somebody has committed: no comparison throws, hangs, or is fooled by a key. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { GoldenProblem, parseGolden } from '../../src/review/parse.ts'
import { renderGithub } from '../../src/review/render/github.ts'
import { renderMarkdown } from '../../src/review/render/markdown.ts'
import { renderText } from '../../src/review/render/text.ts'
import type { Json, JsonObject } from '../../src/runtime/contract.ts'
import { goldenOf } from './examples.ts'
import { brief, changed, diff, golden } from './goldens.ts'

const file = golden('orders_refund_create')
const withSchema = (schema: Json, $defs: JsonObject = {}) =>
  changed(file, { '/inputSchema/properties/note': schema, '/inputSchema/$defs': $defs })

const part = fc.constantFrom(...Object.keys(file))
const odd: fc.Arbitrary<Json> = fc.jsonValue({ maxDepth: 4 }).map(v => JSON.parse(JSON.stringify(v)) as Json)

describe('a comparison', () => {
  it('of anything with anything tells that they differ', () => {
    fc.assert(
      fc.property(part, odd, part, odd, (a, x, b, y) => {
        const [old, now] = [
          { ...file, [a]: x },
          { ...file, [b]: y },
        ]
        const same = diff(old, now).length === 0
        // Equal in any order of keys, and -0 is 0 in JSON.
        expect(same).toBe(diff(now, old).length === 0)
        if (a !== b && same) expect([diff(file, old), diff(file, now)]).toEqual([[], []])
      }),
      { numRuns: 300 },
    )
  })

  it('reads own keys only', () => {
    const proto = JSON.parse(
      '{"__proto__": {"type": "string"}, "constructor": {"type": "string"}}',
    ) as JsonObject
    const object = (properties: JsonObject) => withSchema({ type: 'object', properties })
    expect(brief(diff(object({}), object(proto)))).toEqual([
      'compatible argument-added /inputSchema/properties/note/properties/__proto__',
      'compatible argument-added /inputSchema/properties/note/properties/constructor',
    ])
    expect(
      brief(diff(withSchema({ $ref: '#/$defs/toString' }), withSchema({ $ref: '#/$defs/valueOf' }))),
    ).toEqual(['none schema-rewritten /inputSchema'])
  })

  it('ends where definitions contain themselves, under any name', () => {
    const list = (name: string, item: JsonObject) =>
      withSchema(
        { $ref: `#/$defs/${name}` },
        { [name]: { type: 'object', properties: { next: { $ref: `#/$defs/${name}` }, item } } },
      )
    expect(brief(diff(list('A', { type: 'string' }), list('B', { type: 'string' })))).toEqual([
      'none schema-rewritten /inputSchema',
    ])
    expect(brief(diff(list('A', { type: 'string' }), list('B', { type: 'boolean' })))).toEqual([
      'breaking type-changed /inputSchema/$defs/B/properties/item/type',
    ])
    const loop = (name: string) =>
      withSchema({ $ref: `#/$defs/${name}` }, { [name]: { $ref: `#/$defs/${name}` } })
    expect(brief(diff(loop('A'), loop('B')))).toEqual(['none schema-rewritten /inputSchema'])
  })

  it('tells a definition once, and the text beside a reference where it stands', () => {
    const shared = (text: string, max: number, first?: string) => {
      const at = { $ref: '#/$defs/Text' }
      return withSchema(
        { type: 'object', properties: { a: { ...at, ...(first && { description: first }) }, b: at, c: at } },
        { Text: { type: 'string', description: text, maxLength: max } },
      )
    }
    expect(brief(diff(shared('x', 5), shared('y', 4)))).toEqual([
      'breaking limit-tightened /inputSchema/$defs/Text/maxLength',
      'behavioural argument-text-changed /inputSchema/$defs/Text/description',
    ])
    expect(brief(diff(shared('x', 5, 'old'), shared('x', 5, 'new')))).toEqual([
      'behavioural argument-text-changed /inputSchema/properties/note/properties/a/description',
    ])
  })

  it('of the only form beside null is one of the argument itself, however a target writes null', () => {
    const optional = (name: string) =>
      goldenOf({
        body: {
          type: 'object',
          properties: { v: { type: ['object', 'null'], properties: { [name]: { type: 'string' } } } },
        },
      })
    expect(brief(diff(optional('a'), optional('b')))).toEqual([
      'breaking argument-removed /inputSchema/properties/v/properties/a',
      'compatible argument-added /inputSchema/properties/v/properties/b',
    ])
  })

  it('sees a definition put in place as what it was', () => {
    const text = { type: 'string', maxLength: 5 }
    const inside = withSchema({ type: 'object', properties: { a: text } })
    const named = withSchema({ type: 'object', properties: { a: { $ref: '#/$defs/Text' } } }, { Text: text })
    expect(brief(diff(inside, named))).toEqual(['none schema-rewritten /inputSchema'])
  })

  it('ends for unions of many branches, unions in unions, and depth', () => {
    const branch = (i: number, type: string) => ({ type: 'object', properties: { [`p${i}`]: { type } } })
    const many = (type: string) =>
      withSchema({ anyOf: Array.from({ length: 300 }, (_, i) => branch(i, type)) })
    expect(diff(many('string'), many('boolean')).length).toBeGreaterThan(0)
    const nested = (depth: number): JsonObject =>
      depth === 0
        ? { type: 'string' }
        : { anyOf: [nested(depth - 1), { type: 'object', properties: { x: nested(depth - 1) } }] }
    expect(diff(withSchema(nested(8)), withSchema({ ...nested(8), description: 'x' })).length).toBe(1)
    const deep = (leaf: Json) => {
      let schema = leaf
      for (let i = 0; i < 250; i++) schema = { type: 'object', properties: { x: schema } }
      return JSON.stringify(withSchema(schema))
    }
    const [a, b] = [parseGolden(deep({ type: 'string' })), parseGolden(deep({ type: 'boolean' }))]
    if (a instanceof GoldenProblem || b instanceof GoldenProblem) throw new Error('it is a golden file')
    expect(diff(a, b).map(c => c.rule)).toEqual(['type-changed'])
  })
})

describe('what is written of it', () => {
  const text = '`|<img src=x>\u202e\x1b[2K\n::error::%0A @all [a](b) {name} $& \u2028'
  const rows = diff(file, changed(file, { '/declarations/gemini/declaration/description': text }))

  it('has nothing in it that is not seen', () => {
    expect(rows).toHaveLength(1)
    expect(rows[0]?.new).toBe(text)
    for (const written of [rows[0]?.sentence ?? '', renderText(rows)])
      for (const hidden of ['\u202e', '\x1b', '\u2028']) expect(written).not.toContain(hidden)
    expect(rows[0]?.sentence).toContain('{name} $&')
  })

  it('is one line, whatever a tool or a key of the file is called', () => {
    const name = 'a\n::error::x\t\x1b[31m'
    const hostile = diff(file, changed(file, { '/tool': name, [`/request/${name}`]: 1 }))
    expect(hostile.map(c => c.rule).sort()).toEqual(['tool-renamed', 'unrecognised-change'])
    const texts = [renderText(hostile), renderMarkdown(hostile), renderGithub(hostile)]
    for (const written of [...texts, ...hostile.flatMap(c => [c.sentence, c.tool])]) {
      expect(written).not.toMatch(/^::error::x/m)
      expect(written).not.toMatch(/(?!\n)\p{Cc}/u)
    }
    expect(renderText(hostile).split('\n')).toHaveLength(4)
    expect(renderText(hostile)).toContain('a\\n::error::x')
  })

  it('calls nobody, and leads nowhere, in a comment on GitHub', () => {
    // Its filters look for these in the text that references stand for: only a character between breaks them.
    const name = 'see @octocat, octo/repo#5, #7, GH-7, www.evil.example and a@b.example, https://evil.example'
    const markdown = renderMarkdown(
      diff(file, changed(file, { '/declarations/gemini/declaration/description': name })),
    )
    const seen = markdown.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    expect(seen.replaceAll('\u200b', '')).toContain(name.slice(0, 60))
    expect(seen).not.toMatch(/@\w|#\d|GH-\d|www\.|:\/\//)
  })

  it('is text in Markdown and in a workflow command', () => {
    const markdown = renderMarkdown(rows).split('\n')[4] ?? ''
    expect(markdown.split('|')).toHaveLength(7)
    expect(markdown).not.toMatch(/<|@|\]\(/)
    const commands = renderGithub(rows, () => 'a,b:c%.json')
    expect(commands.split('\n')).toHaveLength(2)
    expect(commands).toMatch(
      /^::warning file=a%2Cb%3Ac%25\.json,title=behavioural%3A description-changed::[^\n]*%250A[^\n]*\n$/,
    )
  })
})
