/** Every local file that a document needs, through every reference in it: what `pin` writes into the lock. */
import type { Finding } from '../diagnostic.ts'
import { join } from '../json/pointer.ts'
import type { ResolvedSpec } from '../options.ts'
import type { Json } from '../runtime/contract.ts'
import { parseReference } from './reference.ts'
import { createResolve, placeProblem } from './resolve.ts'
import type { FileSources } from './sources.ts'

export interface ReferencedFiles {
  /** Sorted root-relative paths with the sha256 of each; the entry file is among them. */
  files: Map<string, string>
  /** References that lead nowhere: a build fails on those that a selected operation uses. */
  problems: Finding[]
}

/** A hostile document may have a million. */
const mostProblems = 1000

interface Place {
  value: Json
  file: string
  above: Place | undefined
  token: string
}

/**
 * Walks whole files, not what is selected, so that choosing another operation needs no new pin. Data that only
 * looks like a reference (an example with a `$ref`) may add a file too much, never one too little.
 */
export function referencedFiles(
  sources: FileSources,
  spec: Pick<ResolvedSpec, 'file' | 'refsRoot'>,
): ReferencedFiles {
  const problems: Finding[] = []
  const visited = new Set<Json>()
  const resolve = createResolve({ sources, spec, lock: undefined }, () => {})
  const found = new Set<string>()
  const places: Place[] = []
  const enter = (file: string) => {
    if (found.has(file)) return
    const reading = sources.read(file)
    if (reading.state !== 'read') return
    found.add(file)
    places.push({ value: reading.value, file, above: undefined, token: '' })
  }
  const follow = (ref: string, from: Place) => {
    const at = { file: from.file, pointer: pointerOf(from) }
    const read = parseReference(ref, at)
    if ('target' in read && read.target.file === from.file) return
    if (problems.length < mostProblems) {
      const resolved = resolve(ref, at)
      if ('problem' in resolved) problems.push(resolved.problem)
    }
    if ('target' in read && !placeProblem(sources, spec, read.target.file)) enter(read.target.file)
  }

  enter(spec.file)
  for (let place = places.pop(); place !== undefined; place = places.pop()) {
    const { value, file } = place
    // Shared values (aliases) are walked once.
    if (typeof value !== 'object' || value === null || visited.has(value)) continue
    visited.add(value)
    for (const [token, inner] of Object.entries(value)) {
      if (token === '$ref' && typeof inner === 'string') follow(inner, place)
      else if (
        typeof inner === 'string' &&
        place.token === 'mapping' &&
        place.above?.token === 'discriminator'
      ) {
        if (isFileName(inner)) follow(inner, place)
      } else places.push({ value: inner, file, above: place, token })
    }
  }
  const sums = [...found].sort().map((file): [string, string] => [file, sources.files.get(file) ?? ''])
  return { files: new Map(sums), problems }
}

/** A mapping's value is a schema's name or a reference (OpenAPI 3.1, 4.8.25). */
const isFileName = (text: string): boolean => /\.(?:ya?ml|json)(?:#|$)/i.test(text)

function pointerOf(place: Place): string {
  const path: string[] = []
  for (let p: Place | undefined = place; p?.above !== undefined; p = p.above) path.unshift(p.token)
  return join('', ...path)
}
