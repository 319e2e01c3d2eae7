/** Decides where a spec's operations are chosen: inline, in a side file, or in the document. `project/` and `cli/` call it. */
import { posix } from 'node:path'
import type { Finding } from '../diagnostic.ts'
import { join } from '../json/pointer.ts'
import type { ResolvedSpec } from '../options.ts'
import type { Selection } from '../select/selected.ts'
import type { FileSources } from '../spec/sources.ts'
import type { Configured } from './configured.ts'

export interface Chosen {
  /** Undefined when it has an error. */
  selection: Selection | undefined
  /** The namespace that the side file asks for, unchecked: `select` reports a bad one and then chooses nothing. */
  namespace?: string
  findings: Finding[]
  /** Root-relative paths that decide it, whether they exist or not. */
  files: string[]
}

export function chooseSelection(spec: ResolvedSpec, sources: FileSources, configuration: string): Chosen {
  const { key, operations, tools } = spec
  const files = tools === undefined ? besideSpec(spec.file) : [tools]
  const found = files.filter(file => sources.read(file).state !== 'missing')
  const inline = { file: configuration, pointer: join('', 'specs', key, 'operations') }
  const refuse = (finding: Finding): Chosen => ({ selection: undefined, findings: [finding], files })
  const [file, second] = found
  if (second !== undefined || (file !== undefined && operations !== undefined)) {
    const places = [...(operations === undefined ? [] : [`operations in ${configuration}`]), ...found]
    return refuse({
      code: 'selection-twice',
      message: `The spec ${JSON.stringify(key)} has two selections: ${places.join(' and ')}`,
      fix: 'Keep one of them',
      at: { file: second ?? file ?? configuration, pointer: '' },
    })
  }
  if (operations !== undefined)
    return { selection: { place: 'inline', operations, at: inline }, findings: [], files }
  if (file === undefined) {
    if (tools === undefined) return { selection: { place: 'spec' }, findings: [], files }
    return refuse({
      code: 'option-invalid',
      message: `The side file ${tools} of the spec ${JSON.stringify(key)} does not exist`,
      fix: 'Correct the path, or write the file',
      at: { file: configuration, pointer: join('', 'specs', key, 'tools') },
    })
  }
  return readSideFile(file, sources, refuse, files)
}

/** The configuration's, else the side file's, else the key's. */
export const chosenNamespace = (spec: ResolvedSpec, configured: Configured, { namespace }: Chosen): string =>
  configured.namesSpace(spec.key) ? spec.namespace : (namespace ?? spec.namespace)

const besideSpec = (spec: string): string[] => {
  const { dir, name } = posix.parse(spec)
  return ['yaml', 'yml', 'json'].map(ext => posix.join(dir, `${name}.tools.${ext}`))
}

function readSideFile(
  file: string,
  sources: FileSources,
  refuse: (finding: Finding) => Chosen,
  files: string[],
): Chosen {
  const reading = sources.read(file)
  if (reading.state !== 'read') {
    const reason = reading.state === 'missing' ? 'it is no file' : reading.fault.reason
    return refuse({
      code: 'spec-unreadable',
      message: `The side file ${file} cannot be read: ${reason}`,
      fix: 'Correct the file',
      at: { file, pointer: '' },
    })
  }
  const document = reading.value
  const namespace =
    typeof document === 'object' &&
    document !== null &&
    !Array.isArray(document) &&
    Object.hasOwn(document, 'namespace')
      ? document.namespace
      : undefined
  return {
    selection: { place: 'side-file', document, file },
    ...(typeof namespace === 'string' && { namespace }),
    findings: [],
    files,
  }
}
