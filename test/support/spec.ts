/** Specs for tests: a `Spec` over plain objects, and the project's fixtures as such. Any test may use it. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { load } from 'js-yaml'
import type { Finding, Location, Report } from '../../src/diagnostic.ts'
import { get } from '../../src/json/pointer.ts'
import type { Json, JsonObject } from '../../src/runtime/contract.ts'
import type { Resolved, Spec } from '../../src/spec/spec.ts'

export interface SpecParts {
  key?: string
  file?: string
  /** Further files by root-relative path. */
  files?: Record<string, Json>
  /** Source text of plain scalars, by pointer into the entry file. */
  scalars?: Record<string, string>
}

/** A spec in memory: `document` is the entry file, references go to it and to `parts.files`. */
export function specOf(document: unknown, parts: SpecParts = {}): Spec {
  // Tests write documents as literals; JSON is what they are.
  const entry = { openapi: '3.1.0', info: { title: 'Test', version: '1' }, ...(document as JsonObject) }
  const file = parts.file ?? 'specs/test.yaml'
  const files = new Map<string, Json>([[file, entry], ...Object.entries(parts.files ?? {})])
  const openapi = String(entry.openapi)
  return {
    key: parts.key ?? 'test',
    file,
    dialect: openapi.startsWith('3.0') ? '3.0' : '3.1',
    openapi,
    title: String(get(entry, '/info/title')),
    version: String(get(entry, '/info/version')),
    sha256: '0'.repeat(64),
    document: entry,
    resolve: (ref, from) => resolve(files, ref, from),
    scalarText: at => (at.file === file ? own(parts.scalars ?? {}, at.pointer) : undefined),
  }
}

/** A document of `fixtures/specs/`, by file name; its key is the stem. */
export function fixtureSpec(name: string): Spec {
  const text = readFileSync(new URL(`../../fixtures/specs/${name}`, import.meta.url), 'utf8')
  const key = name.replace(/\.\w+$/, '')
  const spec = specOf(parse(name, text), { key, file: `specs/${name}` })
  return { ...spec, sha256: createHash('sha256').update(text).digest('hex') }
}

/** Any JSON or YAML file of `fixtures/specs/` as a value: side files. */
export function fixtureDocument(name: string): Json {
  return parse(name, readFileSync(new URL(`../../fixtures/specs/${name}`, import.meta.url), 'utf8'))
}

/** Collects what a phase reports. */
export function findings(): { list: Finding[]; report: Report; codes(): string[] } {
  const list: Finding[] = []
  return { list, report: f => void list.push(f), codes: () => list.map(f => f.code) }
}

// Both parsers give JSON values only: YAML is read with the core schema.
const parse = (name: string, text: string): Json =>
  (name.endsWith('.json') ? JSON.parse(text) : load(text)) as Json

const own = <T>(record: Record<string, T>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined

function resolve(files: Map<string, Json>, ref: string, from: Location): Resolved {
  const [path = '', fragment = ''] = ref.split('#', 2)
  const file = path === '' ? from.file : posix.join(posix.dirname(from.file), path)
  const pointer = decoded(fragment)
  const value = pointer === '' || pointer.startsWith('/') ? get(files.get(file), pointer) : undefined
  if (value !== undefined) return { node: { value: value as Json, at: { file, pointer } } }
  return {
    problem: {
      code: 'ref-unresolved',
      message: `${from.file}: nothing is at ${ref}`,
      fix: 'correct the reference',
      at: from,
    },
  }
}

/** A fragment that is no percent-encoding leads nowhere, as in `src/spec/`. */
function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return 'malformed'
  }
}
