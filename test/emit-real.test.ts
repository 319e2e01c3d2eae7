/** Real documents through the emitter: the module is the data, the types hold for what the schemas accept. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Compiled } from '../src/compile.ts'
import { moduleText } from '../src/emit/module.ts'
import { literal } from '../src/json/literal.ts'
import type { Conventions } from '../src/options.ts'
import type { InputSchema } from '../src/runtime/contract.ts'
import { valid } from './oracle/arbitrary.ts'
import { compiledOf } from './support/compile.ts'
import { fixtureDocument } from './support/spec.ts'
import { typeErrors } from './support/types.ts'

interface Tools {
  conventions?: Conventions
  operations: unknown
}

function real(name: string): Compiled {
  const read = (file: string) => JSON.parse(readFileSync(`fixtures/real/${name}/${file}`, 'utf8'))
  const { operations, conventions = {} }: Tools = read('tools.json')
  return compiledOf(
    read('openapi.json'),
    operations,
    { conventions },
    { key: name.replace(/[^a-z0-9-]/g, '-') },
  )
}

const modules = [
  ...readdirSync('fixtures/real')
    .filter(name => existsSync(`fixtures/real/${name}/tools.json`))
    .map(real),
  compiledOf(
    fixtureDocument('orders.yaml'),
    ['listOrders', 'getOrder', 'createRefund'],
    {},
    { key: 'orders' },
  ),
]

/** Enough of them: checking all takes TypeScript 17 s. */
const typedOnes = [
  'github',
  'kubernetes',
  'openai',
  'parameters-style-3-1',
  'train-travel',
  'vercel',
  'orders',
]

/**
 * The same schema without undeclared properties where that changes no other keyword: their types name the declared
 * ones only, so that a misspelt name is found.
 */
function closed(schema: InputSchema): InputSchema {
  const { properties, items, ...rest } = schema
  if (schema.allOf ?? schema.anyOf ?? schema.oneOf ?? schema.$ref) return schema
  return {
    ...rest,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([k, v]) => [k, closed(v)])),
      additionalProperties: schema.additionalProperties ?? false,
    }),
    ...(items !== undefined && { items: items === false ? items : closed(items) }),
  }
}

describe('real documents', { timeout: 60_000 }, () => {
  it('are there', () => {
    expect(modules.flatMap(m => m.tools).length).toBeGreaterThan(100)
  })

  it('become modules that are exactly their data', async () => {
    for (const compiled of modules) {
      const url = `data:text/javascript,${encodeURIComponent(moduleText(compiled))}`
      const module = await import(/* @vite-ignore */ url)
      expect(JSON.stringify(module.tools)).toBe(JSON.stringify(compiled.tools.map(t => t.tool)))
      expect(JSON.stringify(module.spec)).toBe(JSON.stringify(compiled.info))
    }
  })

  it('have types that accept what the exact schema accepts', () => {
    // Values, not literals in place: a fresh literal may have no property that its type does not name, and an open
    // object may. `const` keeps what an enum compares.
    const head = `
      import type { ArgumentsOf } from 'unplugin-openapi-tools/runtime'
      type Writable<T> = T extends object ? { -readonly [K in keyof T]: Writable<T[K]> } : T
      declare function value<const T>(of: T): Writable<T>
    `
    const typed = modules.filter(m => typedOnes.includes(m.info.key))
    expect(typed).toHaveLength(typedOnes.length)
    const users = typed.map(({ tools, info }) => {
      const uses = tools.flatMap(({ exportName, tool }) =>
        fc
          .sample(valid(closed(tool.inputSchema)), { numRuns: 2, seed: 1 })
          .map(
            (args, i) =>
              `export const ${exportName}_${i}: ArgumentsOf<typeof m.${exportName}> = value(${literal(args)})`,
          ),
      )
      return [head, `import * as m from 'openapi-tools:${info.key}'`, ...uses].join('\n')
    })
    const [generated, ...errors] = typeErrors(
      typed.map(compiled => ({ compiled })),
      ...users,
    )
    expect(generated).toEqual([])
    expect(errors.flat().filter(e => !e.includes('has no properties in common'))).toEqual([])
  })
})
