/** The module of the run time that a build links. For `plugin/` only. */
import { readFileSync, realpathSync } from 'node:fs'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Diagnostic } from '../diagnostic.ts'
import { bothLinks, isFresh, type Links, linkedParts, linksOf } from '../emit/linked.ts'
import type { Project } from '../project/project.ts'
import { type Build, createBuild } from './builds.ts'
import { idFilter, parseId } from './id.ts'

/** Also files of others; `isParts` tells. */
export const partsFilter = /[\\/]runtime[\\/]parts\.[jt]s(?:[?#]|$)/

// Source or built, as this file is.
const own = fileURLToPath(new URL(`../runtime/parts${extname(import.meta.url)}`, import.meta.url))

/** The run time of another copy of this package may have other parts: it stays whole. */
export function isParts(id: string): boolean {
  // Rollup asks of every module that it has kept: the disk is slow.
  if (!partsFilter.test(id)) return false
  const place = placeOf(own)
  // A folder may have a `#` in its name.
  return place !== undefined && [id, id.replace(/[?#][^\\/]*$/, '')].some(path => placeOf(path) === place)
}

export interface Linker {
  /** The text of the parts for a build; undefined while somebody is at work. */
  link(text: string, build: Build): Promise<string | undefined>
  /** The same, for esbuild, which asks no other plugin or loader of a file once it has an answer. */
  load(path: string, build: Build): Promise<{ contents: string; loader: 'ts' | 'js' } | undefined>
  /** Errors for what the build has, and its run time cannot run; none when it has no run time. */
  missed(build: Build): Promise<Diagnostic[]>
}

/** `query` is put after the name of a file, where a host takes files for the same too often. */
export function createLinker(project: Project, query: (links: Links) => string = () => ''): Linker {
  const linker: Linker = {
    async link(text, build) {
      const wanted = await project.links()
      if (wanted === undefined) return undefined
      const before = linksOf(text)
      // What was left out of a text is not in it.
      const base = before === undefined ? text : readFileSync(own, 'utf8')
      // What somebody else has changed too much stays as it is.
      if (!isFresh(base)) return undefined
      build.links = build.alone() ? bothLinks(before, wanted) : 'all'
      return linkedParts(base, build.links, query(build.links))
    },
    async load(path, build) {
      const contents = isParts(path) ? await linker.link(readFileSync(path, 'utf8'), build) : undefined
      return contents === undefined ? undefined : { contents, loader: extname(path) === '.ts' ? 'ts' : 'js' }
    },
    missed: ({ links, modules }) =>
      project.unlinked(
        links,
        [...modules].flatMap(id => parseId(id) ?? []),
      ),
  }
  return linker
}

/** The modules of one build, as Rollup and its relatives know them. */
export interface Graph {
  getModuleIds(): Iterable<string>
  getModuleInfo(id: string): { code: string | null } | null
}

export const isGraph = (context: object): context is Graph => 'getModuleIds' in context

/** What a build has of ours in the end, whichever plugin has linked it. */
export function buildOf(graph: Graph): Build {
  const build = createBuild()
  for (const id of graph.getModuleIds()) {
    if (idFilter.test(id)) build.modules.add(id)
    if (isParts(id)) build.links = linksOf(graph.getModuleInfo(id)?.code ?? '')
  }
  return build
}

function placeOf(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}
