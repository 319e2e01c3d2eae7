/** The module of the run time that a build may link. For `plugin/` only. */
import { readFileSync, realpathSync } from 'node:fs'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Finding } from '../diagnostic.ts'
import { linkedParts, neededParts } from '../emit/linked.ts'
import type { Project } from '../project/project.ts'

/** Also files of others; `isParts` tells. */
export const partsFilter = /[\\/]runtime[\\/]parts\.[jt]s(?:[?#]|$)/

// Source or built, as this file is.
const own = fileURLToPath(new URL(`../runtime/parts${extname(import.meta.url)}`, import.meta.url))

/** The run time of another copy of this package may have other parts: it stays whole. */
export function isParts(id: string): boolean {
  const place = placeOf(own)
  // A folder may have a `#` in its name.
  return place !== undefined && [id, id.replace(/[?#][^\\/]*$/, '')].some(path => placeOf(path) === place)
}

/** For esbuild, which asks no other plugin or loader of a file once it has an answer. */
export async function loadParts(path: string, project: Project) {
  const tools = isParts(path) ? await project.linked() : undefined
  if (tools === undefined) return undefined
  const loader = extname(path) === '.ts' ? ('ts' as const) : ('js' as const)
  return { contents: linkedParts(readFileSync(path, 'utf8'), neededParts(tools)), loader }
}

/** What neither of two configurations needs is not known to any of them. */
export const linkedTwice: Finding = {
  code: 'option-invalid',
  message: 'The run time of this bundle is linked already, for the tools of another configuration',
  fix: "In every configuration of the bundle, set runtime: 'whole'",
}

function placeOf(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}
