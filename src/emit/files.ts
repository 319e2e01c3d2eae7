/** Compiled specs → the files of `openapi-tools emit`: what a bundler would get, as files. Pure; `cli/` calls it. */
import type { Compiled, CompiledTool } from '../compile.ts'
import { fileText } from '../json/stable.ts'
import { declarationMap, generator, mapComment, type OperationPlace } from './declaration-map.ts'
import { generatedMark, moduleText, toolModuleText } from './module.ts'
import { moduleTypes, toolModuleTypes } from './types.ts'

/**
 * By path below the folder. `orders.js` has every tool, `orders/ordersGet.js` has one. `placeOf` says where a tool's
 * operation stands, seen from the folder.
 */
export function emittedFiles(
  all: readonly Compiled[],
  placeOf: (tool: CompiledTool) => OperationPlace | undefined,
): Map<string, string> {
  return new Map(
    all.flatMap(compiled => {
      const { key } = compiled.info
      const types = `${moduleTypes(compiled)}${mapComment(`${key}.d.ts.map`)}`
      const map = declarationMap(types, `${key}.d.ts`, (_, exportName) => {
        const tool = compiled.tools.find(t => t.exportName === exportName)
        return tool && placeOf(tool)
      })
      return [
        [`${key}.js`, moduleText(compiled)],
        [`${key}.d.ts`, types],
        [`${key}.d.ts.map`, fileText(map)],
        ...compiled.tools.flatMap(tool => [
          [`${key}/${tool.exportName}.js`, toolModuleText(tool)],
          [`${key}/${tool.exportName}.d.ts`, toolModuleTypes(tool, `../${key}.js`)],
        ]),
      ] as [string, string][]
    }),
  )
}

/** Whether a file was generated here, so that it may be removed when its tool is gone. */
export const isGenerated = (file: string, text: string): boolean =>
  file.endsWith('.d.ts.map') ? text.includes(`"x_generator": "${generator}"`) : text.startsWith(generatedMark)
