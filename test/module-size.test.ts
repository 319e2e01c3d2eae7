/** What tools cost an application: little more than their own data. */
import { gzipSync } from 'node:zlib'
import { transform } from 'esbuild'
import { describe, expect, it } from 'vitest'
import type { CompiledTool } from '../src/compile.ts'
import { moduleText } from '../src/emit/module.ts'
import { compiledFrom, documentOf, toolsOf } from './support/real.ts'

const zipped = (text: string): number => gzipSync(text, { level: 9 }).length

describe.each(['github-agent', 'box', 'stripe', 'train-travel'])('%s', name => {
  const compiled = compiledFrom(documentOf(name), toolsOf(name))
  /** Compiled for every target; an application has one. */
  const tools = compiled.tools.map(each => {
    const { gemini } = each.tool.declarations
    if (!gemini) throw new Error('no declaration')
    return { ...each, tool: { ...each.tool, declarations: { gemini } } }
  })
  const shipped = async (some: CompiledTool[]) => {
    const { code } = await transform(moduleText({ ...compiled, tools: some }), {
      minify: true,
      format: 'esm',
    })
    return zipped(code)
  }
  const data = ({ tool: { declarations, inputSchema, request } }: (typeof tools)[number]) =>
    zipped(JSON.stringify([declarations.gemini.declaration, inputSchema, request.routes]))

  it('takes at most 1.3 times its declaration, schema and routes for a further tool', async () => {
    expect(tools.length).toBeGreaterThan(4)
    const all = await shipped(tools)
    const costs = await Promise.all(
      tools.map(async tool => {
        const more = all - (await shipped(tools.filter(other => other !== tool)))
        return { name: tool.tool.name, more, own: data(tool) }
      }),
    )
    expect(costs.filter(({ more, own }) => more > own * 1.3)).toEqual([])
    // What a tool says is there, though much of it is said by others too.
    expect(costs.filter(({ more }) => more < 30)).toEqual([])
  })
})
