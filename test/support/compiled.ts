/** Hand-made compiled tools, for the tests of what stands behind the compiler. */
import type { Compiled, CompiledTool } from '../../src/compile.ts'
import type { SpecInfo, Tool } from '../../src/runtime/contract.ts'

export function aTool(exportName: string, over: Partial<Tool> = {}): CompiledTool {
  const name = exportName.replace(/[A-Z]/g, c => `_${c.toLowerCase()}`)
  return {
    exportName,
    tool: {
      name,
      spec: 'orders',
      declarations: { gemini: { declaration: { name, description: `Text of ${name}` }, encoding: [] } },
      inputSchema: { type: 'object', properties: {}, additionalProperties: false },
      effect: 'read',
      confirm: false,
      operation: { id: exportName, method: 'GET', path: `/${exportName}` },
      request: { routes: [], fixed: [], supplied: [], security: [] },
      response: {},
      ...over,
    },
    formerNames: [],
    schemes: {},
    losses: [],
    removed: [],
    source: { file: 'specs/orders.yaml', pointer: '/paths' },
  }
}

export function compiled(tools: CompiledTool[], over: Partial<SpecInfo> = {}): Compiled {
  const info: SpecInfo = {
    key: 'orders',
    title: 'Orders',
    version: '1.0.0',
    sha256: 'ab'.repeat(32),
    security: {},
    servers: [],
    parameters: [],
    ...over,
  }
  const results = () => ({ schemas: [], $defs: {}, empty: false, text: false, unknown: true })
  return { tools, info, findings: [], results }
}
