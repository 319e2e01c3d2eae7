/** The module of the run time that a build may link. For `plugin/` only. */
import { realpathSync } from 'node:fs'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Also files of others; `isParts` tells. */
export const partsFilter = /[\\/]runtime[\\/]parts\.[jt]s(?:[?#]|$)/

// Source or built, as this file is.
const own = fileURLToPath(new URL(`../runtime/parts${extname(import.meta.url)}`, import.meta.url))

/** The run time of another copy of this package may have other parts: it stays whole. */
export function isParts(id: string): boolean {
  try {
    return realpathSync(id.replace(/[?#].*$/s, '')) === realpathSync(own)
  } catch {
    return false
  }
}
