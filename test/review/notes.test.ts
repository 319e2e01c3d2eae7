/** Which lines of a declared text are the compiler's own: the list of them holds for what the compiler writes. */
import { describe, expect, it } from 'vitest'
import { get, parent } from '../../src/json/pointer.ts'
import { defaultIn, isToolNote } from '../../src/review/tool/notes.ts'
import type { JsonObject } from '../../src/runtime/contract.ts'
import { clean } from '../../src/text/clean.ts'
import { compiledOf, theTool } from '../support/compile.ts'
import { compiledFrom, documentOf, realDocuments, toolsOf } from '../support/real.ts'

const described = (description: string, body: JsonObject): string[] => {
  const document = {
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: {
      '/x': {
        post: {
          operationId: 'doIt',
          description,
          requestBody: { content: { 'application/json': { schema: body } } },
          responses: {},
        },
      },
    },
  }
  const { tool } = theTool(compiledOf(document, { doIt: {} }))
  const texts = Object.values(tool.declarations).flatMap(d => d.declaration.description.split('\n'))
  return [...new Set(texts)].filter(line => line !== description)
}

const string = { type: 'string' }
const xy = { type: 'object', properties: { x: string, y: string } }

describe('lines that lowering adds to the text of a tool', () => {
  it.each<[string, JsonObject]>([
    ['dependentRequired', { ...xy, dependentRequired: { x: ['y'] } }],
    ['dependentRequired of an optional body', { ...xy, required: ['x'] }],
    ['anyOf', { ...xy, anyOf: [{ required: ['x'] }, { required: ['y'] }] }],
    ['oneOf', { ...xy, oneOf: [{ required: ['x'] }, { required: ['y'] }] }],
    ['minProperties', { ...xy, minProperties: 1 }],
    ['maxProperties', { ...xy, maxProperties: 1 }],
    ['not', { ...xy, not: { required: ['x', 'y'] } }],
    ['an empty text in an enum', { type: 'object', properties: { x: { ...string, enum: ['', 'a'] } } }],
    ['further properties', { type: 'object', properties: { x: xy } }],
  ])('%s', (_, body) => {
    const lines = described('Does it.', body)
    expect(lines.filter(line => !isToolNote(line))).toEqual([])
    expect(lines.length).toBeGreaterThan(0)
  })

  it('are none of a vendor', () => {
    const own = ['At least 5 characters are needed.', 'Deletes it.', 'Give it a name.', 'x is required.']
    expect(own.filter(isToolNote)).toEqual([])
    expect(['Default: "a".', 'Default: 5.', 'The default: 5.'].map(defaultIn)).toEqual([
      '"a"',
      '5',
      undefined,
    ])
  })

  // The tool's own text is what the operation says; a line that is neither is a sentence that the list has to learn.
  it.each(realDocuments)('are known in %s', name => {
    const [document, tools] = [documentOf(name), toolsOf(name)]
    const own = new Set<string>()
    const say = (texts: unknown[]) => {
      for (const t of texts)
        if (typeof t === 'string') for (const line of clean(t).text.split('\n')) own.add(line)
    }
    for (const d of Object.values(tools.operations)) say([d.description])
    const unknown = compiledFrom(document, tools).tools.flatMap(({ tool, source }) => {
      for (const at of [source.pointer, parent(source.pointer)]) {
        const node = get(document, at) as JsonObject
        say([node.description, node.summary])
      }
      const lines = Object.values(tool.declarations).flatMap(d => d.declaration.description.split('\n'))
      return lines.filter(
        line => !isToolNote(line) && !own.has(line) && !/^(?:Does not|Returns): /.test(line),
      )
    })
    expect([...new Set(unknown)]).toEqual([])
  })
})
