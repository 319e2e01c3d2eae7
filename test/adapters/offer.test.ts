/** What all adapters of exact schemas share: no unions at the root, and names that each API takes. */
import { describe, expect, it } from 'vitest'
import { aiTools } from '../../src/runtime/adapters/ai-sdk.ts'
import { anthropicTools } from '../../src/runtime/adapters/anthropic.ts'
import { mcpTools } from '../../src/runtime/adapters/mcp.ts'
import { chatTools, responsesTools } from '../../src/runtime/adapters/openai.ts'
import type { BoundTool } from '../../src/runtime/bound-tool.ts'
import type { JsonObject, Tool } from '../../src/runtime/contract.ts'
import { shop } from './shop.ts'

const first = (): BoundTool => {
  const [bound] = shop().bound
  if (!bound) throw new Error('no tool')
  return bound
}
const withTool = (more: Partial<Tool>): BoundTool[] => {
  const bound = first()
  return [{ ...bound, tool: { ...bound.tool, ...more } }]
}

const schemas: Record<string, (bound: BoundTool[]) => JsonObject | undefined> = {
  'chat completions': bound => chatTools(bound).tools[0]?.function.parameters,
  responses: bound => responsesTools(bound).tools[0]?.parameters,
  Anthropic: bound => anthropicTools(bound).tools[0]?.input_schema,
  MCP: bound => mcpTools(bound).tools[0]?.inputSchema,
  'AI SDK': bound => {
    const [tool] = Object.values(aiTools(bound).tools)
    // `SdkOnly` hides what is there.
    return (tool?.inputSchema as { jsonSchema: JsonObject } | undefined)?.jsonSchema
  },
}

describe.each(Object.entries(schemas))('the schema for %s', (_name, schemaOf) => {
  it('has no unions at the root, which OpenAI and Anthropic refuse; further down they stay', () => {
    const inputSchema: Tool['inputSchema'] = {
      ...first().tool.inputSchema,
      required: [],
      anyOf: [{ required: ['orderId'] }, { required: ['expand'] }],
      oneOf: [{ required: ['orderId'] }, { required: ['list'] }],
      allOf: [{ minProperties: 1 }],
      not: { required: ['list', 'expand'] },
      properties: { ...first().tool.inputSchema.properties, list: { anyOf: [{ type: 'string' }] } },
    }
    const schema = schemaOf(withTool({ inputSchema }))
    for (const keyword of ['anyOf', 'oneOf', 'allOf', 'not']) expect(schema).not.toHaveProperty(keyword)
    expect(schema).toHaveProperty('properties.list.anyOf')
    const { anyOf, oneOf, allOf, not, ...rest } = inputSchema
    expect(schema).toEqual(rest)
    // The tool is as it was: a call checks all of it.
    expect(inputSchema).toHaveProperty('not')
  })

  it('is a new object each time', () => {
    const bound = [first()]
    Object.assign(schemaOf(bound) ?? {}, { type: 'spoilt' })
    expect(schemaOf(bound)).toMatchObject({ type: 'object' })
  })
})

describe('names', () => {
  const named = (name: string) => () => withTool({ name })
  it.each<[string, (bound: BoundTool[]) => unknown, string[], string[]]>([
    ['OpenAI', chatTools, ['a-b_1', 'a'.repeat(64)], ['a.b', 'a:b', 'ä', '', 'a'.repeat(65)]],
    ['Anthropic', anthropicTools, ['a-b_1', 'a'.repeat(64)], ['a.b', 'a:b', 'ä', '', 'a'.repeat(65)]],
    ['the AI SDK', aiTools, ['a-b_1', 'a'.repeat(64)], ['a.b', 'a:b', 'ä', '', 'a'.repeat(65)]],
    ['MCP', mcpTools, ['a-b_1', 'a.b', 'a'.repeat(128)], ['a:b', 'ä', '', 'a'.repeat(129)]],
  ])('of %s are checked at construction', (api, make, legal, illegal) => {
    for (const name of legal) expect(() => make(named(name)())).not.toThrow()
    for (const name of illegal)
      expect(() => make(named(name)())).toThrow(`${api} takes no tool called ${name}`)
  })

  it('of Object.prototype are names like any other', async () => {
    for (const name of ['__proto__', 'constructor']) {
      const bound = withTool({ name })
      const { tools } = aiTools(bound)
      expect(Object.keys(tools)).toEqual([name])
      expect(Object.getPrototypeOf(tools)).toBe(Object.prototype)
      const answer = await mcpTools(bound).call({ name, arguments: { orderId: 'ord_aaaa' } })
      expect(answer.isError).toBe(false)
      const other = await mcpTools([first()]).call({ name })
      expect(other.structuredContent.error).toBe('unknown_tool')
    }
  })
})
