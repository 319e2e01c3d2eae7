/** Importing a bundle reads, fetches, parses and compiles nothing: it is run where nothing of that is possible. */
import { readFileSync } from 'node:fs'
import { createContext, runInContext } from 'node:vm'
import { beforeAll, describe, expect, it } from 'vitest'
import { app, build, bundle, hosts, runCommand } from './app.ts'

const main = `import { spec, tools } from 'openapi-tools:github'
import { connect } from 'unplugin-openapi-tools/runtime'

globalThis.app = { connect, spec, tools }
`

const operations = JSON.parse(readFileSync('fixtures/real/github-agent/tools.json', 'utf8')).operations
const names = Object.keys(operations)

/** Runs inside, before the bundle: whatever could parse or compile is counted from here on. */
const instrument = `
globalThis.counts = {}
const count = name => { counts[name] = (counts[name] ?? 0) + 1 }
const watch = (object, name, as) => {
  object[name] = new Proxy(object[name], {
    apply: (...call) => (count(as), Reflect.apply(...call)),
    construct: (...call) => (count(as), Reflect.construct(...call)),
  })
}
watch(JSON, 'parse', 'JSON.parse')
for (const name of ['RegExp', 'Function', 'eval']) watch(globalThis, name, name)
watch(RegExp.prototype, 'compile', 'RegExp')
// Whatever a host would offer to read or fetch with: none of it is here, and asking for it is counted.
for (const name of ['fetch', 'process', 'require', 'XMLHttpRequest', 'WebSocket', 'Deno', 'Bun', 'WebAssembly'])
  Object.defineProperty(globalThis, name, { get: () => count(name) })
`

interface Started {
  counts: Record<string, number>
  app: { connect: unknown; spec: { key: string }; tools: { operation: { id: string } }[] }
}

/**
 * The counts after the text was run as a script, which has no way to import: a static import or `import.meta` is a
 * syntax error, and `import()` rejects, which Vitest reports. No text can be compiled either.
 */
function start(text: string): Started {
  const context = createContext({}, { codeGeneration: { strings: false, wasm: false } })
  runInContext(instrument, context)
  // Vite ends a module that exports nothing with an empty export.
  runInContext(`'use strict';${text.replace(/export ?\{ ?\};?\s*$/, '')}`, context)
  return { counts: context.counts, app: context.app }
}

describe('start-up', { timeout: 120_000 }, () => {
  const made = app({
    'specs/github.json': readFileSync('fixtures/real/github-agent/openapi.json', 'utf8'),
    'openapi-tools.config.json': JSON.stringify({
      specs: { github: { spec: './specs/github.json', operations } },
      ci: false,
    }),
    'src/main.js': main,
  })

  beforeAll(async () => {
    expect(await runCommand(made, 'npx openapi-tools pin')).toMatchObject({ code: 0 })
    for (const host of hosts) expect(await build(host, made)).toMatchObject({ code: 0 })
  }, 120_000)

  it.each(hosts)('does nothing but make objects (%s)', host => {
    const { counts, app } = start(bundle(host, made))
    expect({ ...counts }).toEqual({})
    expect(app.tools).toHaveLength(names.length)
    expect(app.tools.map(tool => tool.operation.id).sort()).toEqual([...names].sort())
    expect(app.spec.key).toBe('github')
    expect(typeof app.connect).toBe('function')
  })

  it('would see it otherwise', () => {
    const doings = {
      'JSON.parse': `JSON.parse('{}')`,
      RegExp: `new RegExp('a')`,
      Function: `try { new Function('') } catch {}`,
      eval: `try { (0, eval)('1') } catch {}`,
      fetch: `try { fetch('http://127.0.0.1') } catch {}`,
      process: `globalThis.process?.getBuiltinModule?.('fs')`,
    }
    for (const [name, text] of Object.entries(doings))
      expect({ ...start(text).counts }).toEqual({ [name]: 1 })
    expect(() => start(`import 'node:fs'`)).toThrow(/import statement/)
    expect(() => start(`import.meta.url`)).toThrow(/import\.meta/)
    expect(() => start(`(() => {}).constructor('return 1')`)).toThrow(/Code generation from strings/)
  })
})
