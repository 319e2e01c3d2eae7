/** The real client leaves a declaration as it is, byte for byte: what was reviewed is what a model's API gets. */
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { GoogleGenAI, type Tool } from '@google/genai'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Declaration, JsonObject } from '../../src/runtime/contract.ts'
import { hardSchema } from '../oracle/hard.ts'
import { openapiSchema, schemaComponents } from '../oracle/schemas.ts'
import { bodyDocument, compiledOf } from '../support/compile.ts'

const sent: string[] = []
const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    sent.push(Buffer.concat(chunks).toString('utf8'))
    response.setHeader('content-type', 'application/json')
    response.end('{"candidates":[{"content":{"role":"model","parts":[{"text":"x"}]},"finishReason":"STOP"}]}')
  })
})
beforeAll(() => new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => {
  server.close()
  server.closeAllConnections()
})

/** The declarations as the server got them, each as text. */
async function overTheWire(declarations: readonly Declaration[], vertexai: boolean): Promise<string[]> {
  sent.length = 0
  // A server that listens on TCP has such an address.
  const { port } = server.address() as AddressInfo
  const ai = new GoogleGenAI({
    apiKey: 'key',
    vertexai,
    httpOptions: { baseUrl: `http://127.0.0.1:${port}` },
  })
  // The client writes into declarations; ours are plain JSON, its type is its own.
  const tools = [{ functionDeclarations: structuredClone(declarations) }] as unknown as Tool[]
  await ai.models.generateContent({ model: 'gemini-3-flash', contents: 'x', config: { tools } })
  const body = JSON.parse(sent[0] ?? '') as { tools: { functionDeclarations: object[] }[] }
  return (body.tools[0]?.functionDeclarations ?? []).map(d => JSON.stringify(d))
}

function generated(): Declaration[] {
  const dialects = ['3.0', '3.1'] as const
  return dialects.flatMap(dialect =>
    [openapiSchema(dialect), hardSchema(dialect)].flatMap(arbitrary =>
      fc.sample(arbitrary, { numRuns: 60, seed: 5 }).flatMap(schema => {
        const body = { type: 'object', properties: { v: schema } }
        const document = bodyDocument(`${dialect}.0`, body, schemaComponents(dialect))
        return declarationsOf(document, ['doIt'])
      }),
    ),
  )
}

function real(): Declaration[] {
  return readdirSync('fixtures/real').flatMap(name => {
    const read = (file: string) =>
      JSON.parse(readFileSync(`fixtures/real/${name}/${file}`, 'utf8')) as JsonObject
    const { operations, conventions = {} } = read('tools.json')
    return declarationsOf(read('openapi.json'), operations, { conventions: conventions as object })
  })
}

const declarationsOf = (document: JsonObject, operations: unknown, more: object = {}): Declaration[] =>
  compiledOf(document, operations, { targets: ['gemini', 'gemini-json-schema'], ...more }).tools.flatMap(t =>
    Object.values(t.tool.declarations).map(made => made.declaration),
  )

describe.each([false, true])('vertexai: %s', vertexai => {
  it.each<[string, () => Declaration[], number]>([
    ['random documents', generated, 300],
    ['real documents', real, 200],
  ])('%s', async (_, make, least) => {
    const declarations = make()
    expect(declarations.length).toBeGreaterThan(least)
    const texts = declarations.map(d => JSON.stringify(d))
    expect(await overTheWire(declarations, vertexai)).toEqual(texts)
  })

  it('changes what is not in its own form (positive control)', async () => {
    const declaration = {
      name: 'a',
      description: 'x',
      parameters: {
        type: 'OBJECT',
        properties: { a: { type: ['string', 'null'], additionalProperties: false } },
      },
    }
    const texts = await overTheWire([declaration], vertexai)
    expect(texts).toHaveLength(1)
    expect(texts).not.toEqual([JSON.stringify(declaration)])
  })
})
