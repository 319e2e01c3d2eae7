/** One file to pin: its lock entries with every file it references, and what is doubtful about them. For `cli/`. */
import { join } from 'node:path'
import { type Diagnostic, type Finding, toDiagnostic } from '../diagnostic.ts'
import type { ResolvedSpec } from '../options.ts'
import { readText } from '../project/files.ts'
import type { Json } from '../runtime/contract.ts'
import { type JsonPlace, scanJson } from '../spec/json-scan.ts'
import type { Locked } from '../spec/lock.ts'
import { openSpec } from '../spec/open.ts'
import { referencedFiles } from '../spec/referenced.ts'
import type { FileSources } from '../spec/sources.ts'
import { createLocator, visible } from '../spec/text.ts'
import { againstOpenApiSchema } from './openapi-schema.ts'

export interface Pinned {
  /** Lock entries by root-relative path; none when there is an error. */
  files: Map<string, Locked>
  findings: Finding[]
  warnings: Diagnostic[]
}

export async function pinned(spec: ResolvedSpec, sources: FileSources): Promise<Pinned> {
  const reading = sources.read(spec.file)
  // YAML reads nearly any file as one text; such a file is no part of a document.
  const isPart = reading.state === 'read' && isContainer(reading.value) && !isDocument(reading.value)
  return isPart ? part(spec.file, reading.sha256, sources) : pinnedDocument(spec, sources)
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null

const isDocument = (value: object): boolean => ['openapi', 'swagger'].some(k => Object.hasOwn(value, k))

/** A file of schemas, say. What it references is pinned with the document that uses it. */
function part(file: string, sha256: string, sources: FileSources): Pinned {
  return { files: new Map([[file, { sha256 }]]), findings: [], warnings: scan(file, sources) }
}

/** The same of a file that has to be an OpenAPI document. */
export async function pinnedDocument(spec: ResolvedSpec, sources: FileSources): Promise<Pinned> {
  const findings: Finding[] = []
  const opened = openSpec({ sources, spec, lock: undefined }, finding => {
    // The very thing that is being changed; a sum in the configuration is changed by a person.
    if (finding.code !== 'spec-not-pinned') findings.push(finding)
  })
  if (opened === undefined) return { files: new Map(), findings, warnings: [] }
  const { files } = referencedFiles(sources, spec)
  const entries = [...files].map(([file, sha256]): [string, Locked] => [
    file,
    file === spec.file ? { sha256, version: opened.version } : { sha256 },
  ])
  const listed = entries.filter(([file]) => spec.sha256 === undefined || file !== spec.file)
  return {
    files: new Map(listed),
    findings,
    warnings: await doubts(spec, opened.document, sources),
  }
}

/** What no build looks for, and what fails a build only where a selected operation uses it. */
export async function doubts(
  spec: ResolvedSpec,
  document: Json,
  sources: FileSources,
): Promise<Diagnostic[]> {
  const { files, problems } = referencedFiles(sources, spec)
  const locate = (finding: Finding) => toDiagnostic(finding, at => sources.locate(at))
  return [
    ...problems.map(p => ({ ...locate(p), severity: 'warning' as const })),
    ...(await againstOpenApiSchema(spec.file, document)).map(locate),
    ...[...files.keys()].flatMap(f => scan(f, sources)),
  ]
}

/** What `JSON.parse` decides in silence. */
function scan(file: string, { root }: FileSources): Diagnostic[] {
  const text = file.toLowerCase().endsWith('.json') ? readText(join(root, file)) : undefined
  if (typeof text !== 'string') return []
  const plain = text.replace(/^\ufeff/, '')
  const { duplicates, imprecise } = scanJson(plain)
  const locate = createLocator(plain)
  const warning = (code: 'duplicate-key' | 'imprecise-number', place: JsonPlace, what: string, fix: string) =>
    toDiagnostic({ code, message: `${file} ${what}`, fix, at: { file, pointer: place.pointer } }, () =>
      locate(place.offset),
    )
  return [
    ...duplicates.map(p =>
      warning('duplicate-key', p, `has the key ${shown(p)} twice in one object`, 'Remove one of them'),
    ),
    ...imprecise.map(p =>
      warning(
        'imprecise-number',
        p,
        `has the number ${shown(p)}, which is read as ${Number(p.text)}`,
        'Write it as text, or check that nobody needs its last digits',
      ),
    ),
  ]
}

const shown = ({ text }: JsonPlace) => visible(text.length > 120 ? `${text.slice(0, 120)}…` : text)
