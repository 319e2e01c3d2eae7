/** What Vite needs beyond unplugin. For `plugin/` only. */
import type { VitePlugin } from 'unplugin'
import { idFilter, specifierPattern } from './id.ts'

/**
 * Vite 6 and 7 scan dependencies with esbuild, which does not know the scheme and ends the dev server. Vite 8 scans
 * with Rolldown, and must not be given esbuild options.
 */
export const viteConfig: NonNullable<VitePlugin['config']> = function () {
  // Vite 6 has no `this` here.
  const context = this as { meta?: { rolldownVersion?: string } } | undefined
  if (context?.meta?.rolldownVersion !== undefined) return undefined
  const external = {
    name: 'openapi-tools:external',
    setup(build: EsbuildBuild) {
      build.onResolve({ filter: specifierPattern }, ({ path }) => ({ path, external: true }))
    },
  }
  return { optimizeDeps: { esbuildOptions: { plugins: [external] } } }
}

/** The part of a dev server that is used (Vite 6 and later). */
export interface DevServer {
  environments: Record<string, Environment>
}

interface Environment {
  moduleGraph: { idToModuleMap: ReadonlyMap<string, { id: string | null }> }
  // Each environment takes the modules of its own graph.
  reloadModule(module: never): Promise<void>
}

/** For a file that is new: Vite links modules to files that exist only. */
export async function reloadModules({ environments }: DevServer): Promise<void> {
  for (const environment of Object.values(environments)) {
    for (const [id, module] of environment.moduleGraph.idToModuleMap)
      if (idFilter.test(id)) await environment.reloadModule(module as never)
  }
}

/** The part of esbuild's plugin interface that is used, so that users of Vite 8 need no esbuild types. */
interface EsbuildBuild {
  onResolve(
    options: { filter: RegExp },
    resolve: (args: { path: string }) => { path: string; external: boolean },
  ): void
}
