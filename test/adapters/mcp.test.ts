/** The MCP adapter, without the package: what a server lists, and what a call answers. */
import { describe, expect, it } from 'vitest'
import { mcpTools } from '../../src/runtime/adapters/mcp.ts'
import type { Effect, Method } from '../../src/runtime/contract.ts'
import { orderTools, shop } from './shop.ts'

describe('tools', () => {
  it('are listed with the exact schema', () => {
    const { tools, names } = mcpTools(shop().bound)
    expect(names).toEqual(orderTools.map(t => t.name))
    expect(tools.map(t => t.inputSchema)).toEqual(orderTools.map(t => t.inputSchema))
  })

  it('write every annotation out, also when it is false', () => {
    const [first] = shop().bound
    if (!first) throw new Error('no tool')
    const of = (effect: Effect, method: Method) => {
      const tool = { ...first.tool, effect, operation: { ...first.tool.operation, method } }
      const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } =
        mcpTools([{ ...first, tool }]).tools[0]?.annotations ?? {}
      return [readOnlyHint, destructiveHint, idempotentHint, openWorldHint]
    }
    expect(of('read', 'GET')).toEqual([true, false, true, true])
    expect(of('read', 'POST')).toEqual([true, false, true, true])
    expect(of('write', 'POST')).toEqual([false, true, false, true])
    expect(of('write', 'PATCH')).toEqual([false, true, false, true])
    expect(of('write', 'PUT')).toEqual([false, true, true, true])
    expect(of('write', 'DELETE')).toEqual([false, true, true, true])
  })
})

describe('call', () => {
  it('answers with text and structure', async () => {
    const result = await mcpTools(shop().bound).call({
      name: 'orders_get',
      arguments: { orderId: 'ord_aaaa' },
    })
    expect(result.isError).toBe(false)
    expect(result.structuredContent).toMatchObject({ id: 'ord_aaaa' })
    expect(JSON.parse(result.content[0]?.text ?? '')).toEqual(result.structuredContent)
  })

  it('answers errors as results that the model reads, without a request', async () => {
    const { bound, requests } = shop()
    const { call } = mcpTools(bound)
    const error = async (name: string, args?: { [name: string]: unknown }) => {
      const { isError, structuredContent } = await call({ name, ...(args && { arguments: args }) })
      return [isError, structuredContent.error]
    }
    expect(await error('orders_drop')).toEqual([true, 'unknown_tool'])
    expect(await error('orders_get')).toEqual([true, 'invalid_arguments'])
    expect(await error('orders_get', { orderId: 5 })).toEqual([true, 'invalid_arguments'])
    const refund = { orderId: 'ord_aaaa', amountCents: 5, reason: 'damaged' }
    expect(await error('orders_refund_create', refund)).toEqual([true, 'confirmation_required'])
    expect(requests).toEqual([])
    const approved = await call({ name: 'orders_refund_create', arguments: refund }, { confirm: () => true })
    expect(approved.structuredContent).toEqual({ id: 'ref_ord_aaaa', status: 'accepted', amountCents: 500 })
    expect(requests).toHaveLength(1)
  })

  it('is stopped by its signal', async () => {
    const signal = AbortSignal.abort()
    const result = await mcpTools(shop().bound).call(
      { name: 'orders_get', arguments: { orderId: 'ord_aaaa' } },
      { signal },
    )
    expect(result.structuredContent.error).toBe('aborted')
  })
})
