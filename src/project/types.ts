/** The generated types of a project: one file for every configured spec, and its map. `project.ts` and `cli/` call it. */
import { createHash } from 'node:crypto'
import { join, posix, resolve, sep } from 'node:path'
import type { Finding } from '../diagnostic.ts'
import { declarationMap, mapComment, type OperationPlace } from '../emit/declaration-map.ts'
import { typesText } from '../emit/types.ts'
import { get } from '../json/pointer.ts'
import { fileText } from '../json/stable.ts'
import type { ResolvedOptions, ResolvedSpec } from '../options.ts'
import type { Json } from '../runtime/contract.ts'
import { stableText } from '../runtime/json-text.ts'
import { readText } from './files.ts'
import type { Generation, Outcome } from './generation.ts'
import { packageVersion } from './version.ts'

export interface GeneratedTypes {
  /** Root-relative; undefined when types are turned off. */
  file: string | undefined
  /** Keys of specs that have errors. */
  broken: string[]
  /** Whether the files on disk were made of the same input, without making them again: a build asks that. */
  upToDate(): boolean
  /** Root-relative path → text: the types, then their map. Made when they are asked for. */
  files(): ReadonlyMap<string, string>
}

const off: GeneratedTypes = { file: undefined, broken: [], upToDate: () => true, files: () => new Map() }
const known = new WeakMap<Generation, GeneratedTypes>()

/** The types of every configured spec, imported or not: what a file says must not depend on who built last. */
export function generatedTypes(generation: Generation): GeneratedTypes {
  const { options } = generation.configured
  const types =
    known.get(generation) ??
    (options === undefined || options.dts === false ? off : typesOf(generation, options, options.dts))
  known.set(generation, types)
  return types
}

/** One finding when a file on disk does not say what is built. Nobody has to keep the map. */
export function staleTypes(root: string, types: GeneratedTypes): Finding[] {
  if (types.file === undefined) return []
  const stale = [...types.files()].find(([path, text]) => {
    const now = readText(join(root, path))
    return now !== text && !(now === undefined && path !== types.file)
  })
  if (stale === undefined) return []
  const [file] = stale
  return [
    {
      code: 'types-stale',
      message: `${file} does not say what is built`,
      fix: 'Run "npx openapi-tools types", or a build outside CI, and commit the file',
      at: { file, pointer: '' },
    },
  ]
}

function typesOf(generation: Generation, options: ResolvedOptions, file: string): GeneratedTypes {
  const { root } = generation
  const outcomes = [...options.specs.values()].map(spec => ({
    spec,
    ...generation.outcome({ key: spec.key }),
  }))
  const made: { files?: ReadonlyMap<string, string> } = {}
  const inputs = () => inputsOf(generation, options, outcomes)
  return {
    file,
    broken: outcomes.filter(o => o.compiled === undefined).map(o => o.spec.key),
    upToDate() {
      const [text, map] = [readText(join(root, file)), readText(join(root, mapOf(file)))]
      if (typeof text !== 'string' || typeof map !== 'string') return false
      const written = parsed(map)
      return get(written, '/x_types') === sha256(text) && get(written, '/x_inputs') === inputs()
    },
    files() {
      made.files ??= filesOf(generation, outcomes, file, inputs())
      return made.files
    },
  }
}

type SpecOutcome = Outcome & { spec: ResolvedSpec }

const mapOf = (file: string): string => `${file}.map`

function filesOf(
  { sources }: Generation,
  outcomes: readonly SpecOutcome[],
  file: string,
  inputs: string,
): ReadonlyMap<string, string> {
  const fileNames = outcomes.map(o => posix.basename(o.spec.file))
  const modules = outcomes.flatMap(({ compiled, spec }) => {
    const fileName = posix.basename(spec.file)
    const unique = fileNames.filter(n => n === fileName).length === 1
    return compiled === undefined ? [] : [{ compiled, ...(unique && { fileName }) }]
  })
  const text = `${typesText(modules)}${mapComment(posix.basename(mapOf(file)))}`
  const placeOf = (key: string | undefined, exportName: string): OperationPlace | undefined => {
    const tools = modules.find(m => m.compiled.info.key === key)?.compiled.tools
    const source = tools?.find(t => t.exportName === exportName)?.source
    const position = source && sources.locate(source)
    return source && position && { ...position, file: posix.relative(posix.dirname(file), source.file) }
  }
  const map = {
    ...declarationMap(text, posix.basename(file), placeOf),
    ...{ x_inputs: inputs, x_types: sha256(text) },
  }
  return new Map([
    [file, text],
    [mapOf(file), fileText(map)],
  ])
}

/** Everything that decides what the files say: version, options, the bytes that were read, and those that are pinned. */
function inputsOf(
  { root, sources }: Generation,
  { root: _, ci, silence, golden, lock, specs, ...options }: ResolvedOptions,
  outcomes: readonly SpecOutcome[],
): string {
  const watched = new Set(outcomes.flatMap(o => o.watch))
  const isInput = (file: string) => watched.has(resolve(root, file).replaceAll(sep, '/'))
  const pinned = readText(join(root, lock))
  const decisive = {
    ...{ version: packageVersion(), options, specs: [...specs.values()] },
    files: [...sources.files].filter(([file]) => isInput(file)).sort(([a], [b]) => (a < b ? -1 : 1)),
    lock: typeof pinned === 'string' ? pinned : null,
  }
  // Plain JSON: `resolveOptions` made the options, and sums are text.
  return sha256(stableText(decisive as unknown as Json))
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
