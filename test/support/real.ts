/** The real documents of fixtures/real, compiled as their tools.json says. For tests. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { type Compiled, compile } from '../../src/compile.ts'
import type { Conventions, Operations } from '../../src/options.ts'
import type { JsonObject } from '../../src/runtime/contract.ts'
import { optionsFor } from './compile.ts'
import { specOf } from './spec.ts'

export interface Tools {
  conventions?: Conventions
  operations: Record<string, JsonObject>
}
export const realDocuments = readdirSync('fixtures/real').filter(name =>
  existsSync(`fixtures/real/${name}/tools.json`),
)
const read = (name: string, file: string) => readFileSync(`fixtures/real/${name}/${file}`, 'utf8')
export const documentOf = (name: string): JsonObject => JSON.parse(read(name, 'openapi.json')) as JsonObject
export const toolsOf = (name: string): Tools => JSON.parse(read(name, 'tools.json')) as Tools

export function compiledFrom(document: JsonObject, { operations, conventions = {} }: Tools): Compiled {
  const budget = { nodes: 500, bytes: 32_768, tools: 1000 }
  return compile(
    specOf(document, { key: 'real' }),
    optionsFor(operations as Operations, { budget, conventions }),
  )
}
