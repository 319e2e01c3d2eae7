/** What each build has of ours: one plugin may serve several at once. For `plugin/` only. */
import type { UnpluginBuildContext } from 'unplugin'
import type { Links } from '../emit/linked.ts'

export interface Build {
  /** Whether no other configuration shares the bundle, where one does not see what another has made of a module. */
  alone: () => boolean
  /** What its run time is linked for; undefined when it has none, or one that nobody has linked. */
  links: Links | undefined
  /** Ids of its tool modules. */
  modules: Set<string>
}

export interface Builds {
  /** `host` is what a host makes for each build: esbuild's `build`, a compiler. */
  set(host: object, build: Build): void
  /** The build that a hook belongs to; undefined where the host makes nothing of that kind. */
  get(context: UnpluginBuildContext): Build | undefined
}

export const createBuild = (alone: Build['alone'] = () => true): Build => ({
  alone,
  links: undefined,
  modules: new Set(),
})

/** A build begins, with what an earlier one has set up. */
export function restart(build: Build): void {
  build.links = undefined
  build.modules.clear()
}

export function createBuilds(): Builds {
  const known = new WeakMap<object, Build>()
  return {
    set(host, build) {
      known.set(host, build)
    },
    get(context) {
      const native = context.getNativeBuildContext?.()
      if (native?.framework === 'esbuild') return known.get(native.build)
      // What a child compiler makes ends in the bundle of its root.
      return native && 'compiler' in native ? known.get(native.compiler.root) : undefined
    },
  }
}
