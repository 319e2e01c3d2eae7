/**
 * What an application gets of the run time: the built package, a real spec, options as they are when nobody says more.
 * One tool, `connect`, minified by each host as its users have it.
 */
import { gzipSync } from 'node:zlib'
import { transform } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { lock, ordersText } from '../plugin/app.ts'
import { build, hostNames } from '../plugin/hosts.ts'
import { app, pluginOf, runtime } from './app.ts'

const files = {
  'specs/orders.yaml': ordersText,
  'openapi-tools.lock.json': lock({ 'specs/orders.yaml': ordersText }),
  'src/main.js': `import { ordersGet, spec } from 'openapi-tools:orders'
import { connect } from '${runtime}'
const orders = connect(spec, { baseUrl: 'https://orders.example.com', credentials: { bearerAuth: () => globalThis.token } })
globalThis.answer = orders.call(ordersGet, { orderId: 'ord_1100' })
`,
}
const specs = { orders: { spec: './specs/orders.yaml', operations: ['getOrder'] } }

describe('the run time with connect and one tool', { timeout: 60_000 }, () => {
  it.each(hostNames)('is at most 8 kB, minified and gzipped: %s', async host => {
    const made = app(files)
    const plugin = await pluginOf(host, made)
    const size = async (more: object) => {
      const options = { specs, ci: false, ...more }
      const built = await build(host, { folder: made, options, plugin, minify: true })
      expect(built.errors).toBe('')
      const text = built.out.read('main.mjs')
      // Rollup brings no minifier.
      const { code } =
        host === 'rollup' ? await transform(text, { minify: true, format: 'esm' }) : { code: text }
      return gzipSync(code, { level: 9 }).length
    }
    const linked = await size({})
    expect(linked).toBeLessThanOrEqual(8_192)
    // Positive controls: it is all there, and what is left out is measured.
    expect(linked).toBeGreaterThan(6_000)
    expect(await size({ runtime: 'whole' })).toBeGreaterThan(linked + 1_500)
  })
})
