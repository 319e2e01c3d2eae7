/** Compiled tools → the generated `.d.ts`: one ambient module per spec. Pure; `project` and the CLI call it. */
import type { Compiled, CompiledTool, Results } from '../compile.ts'
import { stringLiteral } from '../json/literal.ts'
import type { SpecInfo } from '../runtime/contract.ts'
import { jsdoc } from './jsdoc.ts'
import { generatedMark } from './module.ts'
import { resultType } from './result-type.ts'
import { argumentTypes, valueType } from './schema-type.ts'

export interface TypedModule {
  /** Base name of the spec's file, for relative imports; absent when another spec's file has the same one. */
  fileName?: string
  compiled: Compiled
}

/** The whole file, modules in order of their keys. */
export function typesText(modules: TypedModule[]): string {
  const sorted = [...modules].sort((a, b) => (a.compiled.info.key < b.compiled.info.key ? -1 : 1))
  return text(sorted.flatMap(blocks))
}

/** The types of one spec as a module of their own, beside its module text. */
export const moduleTypes = (compiled: Compiled): string => text(body(compiled, ''))

/** The types of one tool's own module; `from` is the way to the module of its spec. */
export const toolModuleTypes = ({ exportName }: CompiledTool, from: string): string =>
  text([`export { ${exportName}, ${exportName} as default } from ${stringLiteral(from)}`])

const text = (lines: string[]) => `${[generatedMark, '/* eslint-disable */', ...lines].join('\n')}\n`

function blocks({ compiled, fileName }: TypedModule): string[] {
  const { tools, info } = compiled
  const specifier = `openapi-tools:${info.key}`
  const names = tools.map(t => t.exportName)
  const toolModules = (at: string) =>
    names.flatMap(n => reexport(`${at}/${n}`, `{ ${n}, ${n} as default }`, specifier))
  return [
    // The import stands inside: at the top it would make the file a module, and the blocks augmentations (TS2307).
    `declare module ${stringLiteral(specifier)} {`,
    ...body(compiled, '  '),
    '}',
    ...toolModules(specifier),
    // `*` stands for the way to the file: `./`, `../specs/`.
    ...(fileName === undefined || fileName.includes('*')
      ? []
      : [
          ...reexport(`openapi-tools:*/${fileName}`, '*', specifier),
          ...toolModules(`openapi-tools:*/${fileName}`),
        ]),
  ]
}

function body({ tools, info, results }: Compiled, indent: string): string[] {
  const names = tools.map(t => `typeof ${t.exportName}`)
  return [
    `${indent}import type { SpecInfo, Tool } from 'unplugin-openapi-tools/runtime'`,
    ...tools.flatMap(t => toolLines(t, info.key, results(t.tool.name), indent)),
    `${indent}export const tools: readonly [${names.join(', ')}]`,
    `${indent}export const spec: ${specType(info)}`,
    // Hides the helper types, which a declaration file would export.
    `${indent}export {}`,
  ]
}

const reexport = (specifier: string, what: string, from: string) => [
  `declare module ${stringLiteral(specifier)} {`,
  `  export ${what} from ${stringLiteral(from)}`,
  '}',
]

function toolLines(
  { exportName, tool }: CompiledTool,
  key: string,
  results: Results,
  indent: string,
): string[] {
  const { type, helpers } = argumentTypes(tool.inputSchema, exportName, indent)
  const result = resultType(results, tool.response, exportName, indent)
  const { id, method, path } = tool.operation
  const declared = Object.values(tool.declarations)[0]?.declaration.description
  return [
    ...[...helpers, ...result.helpers].map(h => `${indent}${h}`),
    ...jsdoc([declared ?? '', `${method} ${path}${id === null ? '' : ` (${id})`}`], indent),
    `${indent}export const ${exportName}: Tool<${stringLiteral(key)}, ${type}, ${result.type}> & { name: ${stringLiteral(tool.name)} }`,
  ]
}

function specType(info: SpecInfo): string {
  const schemes = Object.keys(info.security).length === 0 ? 'Record<never, never>' : valueType(info.security)
  return `SpecInfo<${stringLiteral(info.key)}, ${schemes}, ${union(info.servers)}, ${union(info.parameters)}>`
}

const union = (names: readonly string[]) => names.map(stringLiteral).join(' | ') || 'never'
