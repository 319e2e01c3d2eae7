/** Paths of the configuration: root-relative, with `/`, the same on every system. Pure; `options` and `spec` call it. */
import { isAbsolute, posix, relative, resolve, sep } from 'node:path'

/**
 * A path as the user wrote it, relative to the root or absolute → root-relative POSIX. A backslash separates
 * folders on every system, so that a configuration written on Windows means the same elsewhere.
 */
export function rootRelative(root: string, written: string): string {
  const path = isAbsolute(written) ? written : written.replaceAll('\\', '/')
  return relative(root, resolve(root, path)).replaceAll(sep, '/') || '.'
}

/** Whether a path stays in a folder; both absolute. */
export function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return !isAbsolute(way) && way.split(sep)[0] !== '..'
}

/** The folder of a root-relative path. */
export const folderOf = (file: string): string => posix.dirname(file)
