/** Which operations of the orders API become tools; the plugin and the CLI read it. */
import { defineConfig } from 'unplugin-openapi-tools'

export default defineConfig({
  specs: { orders: './specs/orders.yaml' },
})
