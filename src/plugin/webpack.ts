/** What webpack and Rspack need beyond unplugin. For `plugin/` only. */
import { createHash } from 'node:crypto'
import type { RspackCompiler, UnpluginBuildContext, WebpackCompiler } from 'unplugin'
import type { Links } from '../emit/linked.ts'
import type { Host } from '../project/project.ts'
import type { Json } from '../runtime/contract.ts'
import { stableText } from '../runtime/json-text.ts'
import { type Build, type Builds, createBuild, restart } from './builds.ts'
import { specifierPattern, virtualId } from './id.ts'

/** Where the compiler works, and whether it watches. */
export function followCompiler(compiler: WebpackCompiler | RspackCompiler, host: Host): void {
  host.root = compiler.context
  const tap = (name: 'run' | 'watchRun', watching: boolean) =>
    compiler.hooks[name].tap('openapi-tools', () => {
      host.watching = watching
    })
  tap('run', false)
  tap('watchRun', true)
}

/**
 * webpack tests schemes before the resolver that unplugin taps (unjs/unplugin#19, #451), so the scheme is taken off
 * earlier. Its persistent cache knows the files of a module, not the options it was made with.
 */
export function adaptWebpack(compiler: WebpackCompiler, inline: unknown): void {
  compiler.hooks.compilation.tap('openapi-tools', (_, { normalModuleFactory }) => {
    normalModuleFactory.hooks.beforeResolve.tap('openapi-tools', data => {
      if (specifierPattern.test(data.request))
        data.request = data.request.replace(specifierPattern, '~openapi-tools/')
    })
  })
  const { cache } = compiler.options
  if (typeof cache !== 'object' || cache.type !== 'filesystem') return
  // An option that is no JSON is an error of its own.
  const text = stableText(JSON.parse(JSON.stringify(inline ?? null)) as Json)
  cache.version = `${cache.version ?? ''}|openapi-tools:${sum(text)}`
}

/** How many of this plugin a compiler has. unplugin gives all of them one identity, so a loader may ask the wrong one. */
const joined = new WeakMap<object, number>()

/** A compiler makes one build after the other; when all have joined, it is known which plugin is the only one. */
export function joinCompiler(compiler: WebpackCompiler | RspackCompiler, builds: Builds): void {
  joined.set(compiler, (joined.get(compiler) ?? 0) + 1)
  const build = createBuild(() => joined.get(compiler) === 1)
  builds.set(compiler, build)
  followModules(compiler, build)
}

/** Keeps which tool modules a build has: of ones that a cache has, no hook is asked. */
function followModules(compiler: WebpackCompiler | RspackCompiler, build: Build): void {
  compiler.hooks.thisCompilation.tap('openapi-tools', () => restart(build))
  // What is used of both compilers, and of a module.
  const { hooks } = compiler as {
    hooks: { compilation: Tap<{ hooks: { finishModules: Tap<Iterable<object>> } }> }
  }
  hooks.compilation.tap('openapi-tools', compilation =>
    compilation.hooks.finishModules.tap('openapi-tools', modules => {
      for (const { resource } of modules as Iterable<{ resource?: string }>) {
        const id = resource && virtualId(resource)
        if (id) build.modules.add(id)
      }
    }),
  )
}

interface Tap<T> {
  tap(name: string, run: (of: T) => void): void
}

/** For a module that depends on more than its files: neither persistent cache keeps it. */
export function buildAlways(context: UnpluginBuildContext): void {
  const native = context.getNativeBuildContext?.()
  if (native && 'loaderContext' in native) native.loaderContext?.cacheable(false)
}

/**
 * For the file of what stands in the place of parts. webpack's cache keeps the code of a module while its imports lead to
 * the same files in the end, whichever export of them it is: so it is another file for other links.
 */
export const queryOf = (links: Links): string => `?${links}`

const sum = (text: string): string => createHash('sha256').update(text).digest('hex')
