/** Specifiers and module ids: what a user imports, and the id a host knows the module by. For `plugin/` only. */
import type { SpecRef } from '../project/project.ts'
import { isRollupLike } from './hosts.ts'

/** What users write. `~openapi-tools/` is the same without a scheme; webpack's resolver sees only that one. */
export const specifierPattern = /^(?:openapi-tools:|~openapi-tools\/)/
/** Ids of ours. Farm puts the root before them when a file changes. */
export const idFilter = /\0openapi-tools:|openapi-tools-module:/
export const importFilter = /^openapi-tools:|^~openapi-tools\/|\0openapi-tools:|openapi-tools-module:/

/** `spec.file` is relative to the importer in a specifier, and to the root in an id. */
export interface ToolModule {
  spec: SpecRef
  /** One tool of the spec as its own module. */
  exportName?: string
}

/** `openapi-tools:orders`, `openapi-tools:./orders.yaml`, each with `/<export>`. Anything else is an unknown key. */
export function parseSpecifier(specifier: string): ToolModule {
  const text = specifier.replace(specifierPattern, '').replace(/[?#].*$/s, '')
  const found = /^(\.{1,2}\/.*\.(?:ya?ml|json)|[^./][^/]*)(?:\/([A-Za-z_$][\w$]*))?$/s.exec(text)
  const [, name = text, exportName] = found ?? []
  return toolModule(found !== null && name.startsWith('.') ? { file: name } : { key: name }, exportName)
}

/**
 * The id is made of the key, so it is the same in every folder and two keys over one file are two modules. A spec
 * that is not configured has its file in the id, marked `@`: a host may load an id that it resolved in an earlier
 * process. It ends in `.js`, because hosts choose a parser by the end of an id, and Vite claims all that end in
 * `.json`. `..` is a number, because Farm normalizes ids like paths.
 */
export function moduleId(framework: string, { spec, exportName }: ToolModule): string {
  const name =
    'key' in spec ? spec.key : `@${spec.file.replace(/^(?:\.\.\/)+/, up => `^${up.length / '../'.length}/`)}`
  return `${prefix(framework)}${name}${exportName === undefined ? '' : `/${exportName}`}.js`
}

/** The inverse of `moduleId`, for any host. */
export function parseId(id: string): ToolModule | undefined {
  const start = id.search(idFilter)
  if (start < 0) return undefined
  const text = id.slice(id.indexOf(':', start) + 1).replace(/\.js$/, '')
  const [, file, key = text, exportName] =
    /^(?:@(.*\.(?:ya?ml|json))|([^@/][^/]*))(?:\/([^/]+))?$/s.exec(text) ?? []
  if (file === undefined) return toolModule({ key }, exportName)
  return toolModule({ file: file.replace(/^\^(\d{1,3})\//, (_, n) => '../'.repeat(Number(n))) }, exportName)
}

/** The id in the name of the file that unplugin makes of it for webpack and Rspack. */
export function virtualId(resource: string): string | undefined {
  const start = resource.lastIndexOf('openapi-tools-module%3A')
  return start < 0 ? undefined : decodeURIComponent(resource.slice(start))
}

const toolModule = (spec: SpecRef, exportName: string | undefined): ToolModule =>
  exportName === undefined ? { spec } : { spec, exportName }

// A NUL where the host knows Rollup's convention; esbuild and Bun would print it, webpack and Rspack encode the id.
const prefix = (framework: string) =>
  isRollupLike(framework) || framework === 'farm' ? '\0openapi-tools:' : 'openapi-tools-module:'
