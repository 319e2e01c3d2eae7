/** The module of the run time that a build links. For `plugin/` only. */
import { readFileSync, realpathSync } from 'node:fs'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Diagnostic } from '../diagnostic.ts'
import { bothLinks, isFresh, type Links, linkedParts, linksOf } from '../emit/linked.ts'
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

export interface Linker {
  /** Whether no other configuration shares the bundle, where one does not see what another has made of a module. */
  alone: () => boolean
  /** A build begins. */
  begin(): void
  /** The text of the parts for this build; undefined while somebody is at work. */
  link(text: string): Promise<string | undefined>
  /** The same, for esbuild, which asks no other plugin or loader of a file once it has an answer. */
  load(path: string): Promise<{ contents: string; loader: 'ts' | 'js' } | undefined>
  /** Errors for what the build has, and its run time cannot run; none when it has no run time. */
  missed(): Promise<Diagnostic[]>
}

/** `query` is put after the name of a file, where a host takes files for the same too often. */
export function createLinker(project: Project, query: (links: Links) => string = () => ''): Linker {
  const state: { links?: Links } = {}
  const linker: Linker = {
    alone: () => true,
    begin() {
      delete state.links
    },
    async link(text) {
      const wanted = await project.links()
      if (wanted === undefined) return undefined
      const before = linksOf(text)
      // What was left out of a text is not in it.
      const base = before === undefined ? text : readFileSync(own, 'utf8')
      // What somebody else has changed too much stays as it is.
      if (!isFresh(base)) return undefined
      state.links = linker.alone() ? bothLinks(before, wanted) : 'all'
      return linkedParts(base, state.links, query(state.links))
    },
    async load(path) {
      const contents = isParts(path) ? await linker.link(readFileSync(path, 'utf8')) : undefined
      return contents === undefined ? undefined : { contents, loader: extname(path) === '.ts' ? 'ts' : 'js' }
    },
    missed: () => project.unlinked(state.links),
  }
  return linker
}

function placeOf(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}
