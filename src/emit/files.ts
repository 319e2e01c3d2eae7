/** Compiled specs → the files of `openapi-tools emit`: what a bundler would get, as files. Pure; `cli/` calls it. */
import type { Compiled } from '../compile.ts'
import { generatedMark, moduleText, toolModuleText } from './module.ts'
import { moduleTypes, toolModuleTypes } from './types.ts'

/** By path below the folder. `orders.js` has every tool, `orders/ordersGet.js` has one. */
export function emittedFiles(all: readonly Compiled[]): Map<string, string> {
  return new Map(
    all.flatMap(compiled => {
      const { key } = compiled.info
      return [
        [`${key}.js`, moduleText(compiled)],
        [`${key}.d.ts`, moduleTypes(compiled)],
        ...compiled.tools.flatMap(tool => [
          [`${key}/${tool.exportName}.js`, toolModuleText(tool)],
          [`${key}/${tool.exportName}.d.ts`, toolModuleTypes(tool, `../${key}.js`)],
        ]),
      ] as [string, string][]
    }),
  )
}

/** Whether a file was generated here, so that it may be removed when its tool is gone. */
export const isGenerated = (text: string): boolean => text.startsWith(generatedMark)
