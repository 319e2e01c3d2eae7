/** The playground, run as a user runs it: both bundles of the agent hold the whole conversation. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'

/** The lines below a title, until the next title. */
function section(trace: string, title: string): string[] {
  const [, after = ''] = trace.split(`${title}\n`)
  return after
    .split('\n')
    .slice(
      0,
      after.split('\n').findIndex(line => !line.startsWith('  ')),
    )
    .map(line => line.trim())
}

describe('playground', { timeout: 60_000 }, () => {
  it('looks up two orders and refunds each once, whichever bundler built the agent', async () => {
    const { GEMINI_API_KEY: _, GEMINI_MODEL: __, ...env } = process.env
    const run = promisify(execFile)(process.execPath, ['playground/demo.mjs'], {
      env: { ...env, CI: 'true' },
    })
    const { stdout } = await run
    const [, ...traces] = stdout.split('== The agent, bundled with ')
    expect(traces.map(trace => trace.split(',')[0])).toEqual(['Vite', 'esbuild'])
    for (const trace of traces) {
      const requests = section(trace, 'requests to the orders server')
      expect(requests.slice(0, 2).sort()).toEqual([
        'GET /v1/orders/ord_1100 200',
        'GET /v1/orders/ord_1101 200',
      ])
      expect(requests.slice(2).sort()).toEqual([
        'POST /v1/orders/ord_1100/refunds 201',
        'POST /v1/orders/ord_1101/refunds 201',
      ])
      expect(section(trace, 'approved by a person').sort()).toEqual([
        'orders_refund_create {"orderId":"ord_1100","amountCents":4599,"reason":"damaged"}',
        'orders_refund_create {"orderId":"ord_1101","amountCents":1250,"reason":"damaged"}',
      ])
      expect(section(trace, 'requests to the model')).toEqual(
        [0, 1, 2].map(n => `POST /v1beta/models/gemini-3-flash:generateContent 200, signatures: ${n}`),
      )
      expect(section(trace, 'model calls')).toEqual([
        'ANY [orders_get orders_refund_create] -> orders_get, orders_get',
        'AUTO [orders_get orders_refund_create] -> orders_refund_create, orders_refund_create',
        'AUTO [orders_get orders_refund_create] -> text',
      ])
      expect(trace).toContain('model: Both orders are refunded: 45.99 and 12.50 EUR.')
      expect(section(`${trace}\nend`, 'outcome').filter(line => line !== '')).toHaveLength(7)
    }
  })

  it('fails when the agent does not do it', async () => {
    // Bundled by the run above.
    const { run } = await import(new URL('../playground/dist/demo.js', import.meta.url).href)
    const idle = async () => ({ ended: 'answer', text: 'Done.', contents: [], modelCalls: [] })
    await expect(run('nothing', { ask: idle })).rejects.toThrow('each order is refunded once, in full')
  })
})
