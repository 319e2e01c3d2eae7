/** Tells a host which files a module depends on. For `plugin/` only. */
import type { UnpluginBuildContext } from 'unplugin'

/** Before anything can fail: the correction of an error must be seen too. `files` are absolute, with `/`. */
export function watchFiles(context: UnpluginBuildContext, id: string, files: readonly string[]): void {
  const native = context.getNativeBuildContext?.()
  for (const file of files) {
    // unplugin gives Farm 1.7 the two arguments in the other order (unjs/unplugin#477); ids have their NUL written out.
    if (native?.framework === 'farm') native.context.addWatchFile(id.replace('\0', '\\0'), file)
    else context.addWatchFile(file)
  }
}
