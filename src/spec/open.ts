/** Opens an OpenAPI document: file → `Spec`, checked against its pin. `project/` calls it. */
import { posix } from 'node:path'
import type { Finding, Location, Report } from '../diagnostic.ts'
import { suggestion } from '../json/nearest.ts'
import { get } from '../json/pointer.ts'
import type { ResolvedSpec } from '../options.ts'
import type { Json, JsonObject } from '../runtime/contract.ts'
import type { Lock } from './lock.ts'
import { unreadable } from './parse.ts'
import { checkPin, shellWord } from './pin.ts'
import { createResolve } from './resolve.ts'
import type { FileSources } from './sources.ts'
import type { Spec } from './spec.ts'
import { quoted } from './text.ts'

export interface OpenInput {
  sources: FileSources
  spec: ResolvedSpec
  /** Undefined when there is no lock file yet. */
  lock: Lock | undefined
}

/**
 * Reports everything that is wrong with the file. A wrong pin is reported and the `Spec` returned all the same:
 * the caller knows whether this is a build or a dev server.
 */
export function openSpec({ sources, spec, lock }: OpenInput, report: Report): Spec | undefined {
  const { key, file } = spec
  const reading = sources.read(file)
  if (reading.state === 'missing') {
    report(notFound(sources, spec))
    return undefined
  }
  if (reading.state === 'unreadable') {
    const { reason, position } = reading.fault
    report({
      code: 'spec-unreadable',
      message: `${unreadable(file, reading.fault)}: ${reason}`,
      fix: position ? 'Correct the file at this place' : 'Replace the file',
      at: { file, pointer: '' },
    })
    return undefined
  }
  const { value: document, sha256 } = reading
  // First: nobody should review and pin what cannot be used.
  const version = versionOf(document, file)
  if ('code' in version) {
    report(version)
    return undefined
  }
  const wrongPin = checkPin({
    file,
    sha256,
    expected: spec.sha256 ?? lock?.files.get(file)?.sha256,
    pinnedIn: spec.sha256 === undefined ? 'lock' : 'configuration',
    otherLineEndings: () => sources.otherLineEndings(file),
  })
  if (wrongPin) report(wrongPin)
  const text = (pointer: string): string => textAt(sources, document, { file, pointer })
  return {
    key,
    file,
    dialect: version.openapi.startsWith('3.0') ? '3.0' : '3.1',
    openapi: version.openapi,
    title: text('/info/title'),
    version: text('/info/version'),
    sha256,
    document: version.document,
    resolve: createResolve({ sources, spec, lock }, report),
    scalarText: at => sources.scalarText(at),
  }
}

function notFound(sources: FileSources, { key, file }: ResolvedSpec): Finding {
  const known = sources.neighbours(file).filter(name => /\.(?:ya?ml|json)$/i.test(name))
  return {
    code: 'spec-not-found',
    message: `${file} does not exist`,
    fix:
      known.length > 0
        ? `Correct the path of the spec ${quoted(key)}; in its folder, ${suggestion(posix.basename(file), known)}`
        : `Correct the path of the spec ${quoted(key)}; its folder has no YAML or JSON file`,
    at: { file, pointer: '' },
  }
}

function versionOf(document: Json, file: string): { openapi: string; document: JsonObject } | Finding {
  if (typeof document !== 'object' || document === null || Array.isArray(document)) {
    return {
      code: 'spec-unreadable',
      message: `${file} is no OpenAPI document: its root is no object`,
      fix: 'Name the file that has the "openapi" field',
      at: { file, pointer: '' },
    }
  }
  const openapi = Object.hasOwn(document, 'openapi') ? document.openapi : undefined
  if (typeof openapi === 'string' && /^3\.[012](?:\.\d+(?:-[\w.-]+)?)?$/.test(openapi))
    return { openapi, document }
  if (openapi === undefined && Object.hasOwn(document, 'swagger'))
    return swagger(String(document.swagger), file)
  const said =
    openapi === undefined
      ? 'has no "openapi" field'
      : typeof openapi === 'string'
        ? `says it is OpenAPI ${quoted(openapi)}`
        : 'has an "openapi" field that is no string'
  return {
    code: 'spec-version',
    message: `${file} ${said}`,
    fix: 'Use an OpenAPI document of version 3.0, 3.1 or 3.2, with its version in quotes, such as "3.1.0"',
    at: { file, pointer: openapi === undefined ? '' : '/openapi' },
  }
}

function swagger(version: string, file: string): Finding {
  const { dir, name, ext } = posix.parse(file)
  // The converter writes YAML for YAML.
  const converted = posix.join(dir, `${name}.openapi${ext}`)
  const two = version === '2.0' || version === '2'
  return {
    code: 'spec-version',
    message: `${file} is a Swagger ${quoted(version)} document`,
    fix: two
      ? `Run "npx swagger2openapi --outfile ${shellWord(converted)} ${shellWord(file)}" and use ${converted} instead`
      : 'Convert it to OpenAPI 3',
    at: { file, pointer: '/swagger' },
  }
}

/** A title or version for people: text as written (`1.10` stays `1.10`), empty when there is none. */
function textAt(sources: FileSources, document: Json, at: Location): string {
  const value = get(document, at.pointer)
  if (typeof value === 'string') return value
  return typeof value === 'number' ? (sources.scalarText(at) ?? String(value)) : ''
}
