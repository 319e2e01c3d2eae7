/** The side file: its closed shape, read into entries. For select.ts; the project reads the namespace. */
import { posix } from 'node:path'
import type { Code, Location, Report } from '../diagnostic.ts'
import { suggestion } from '../json/nearest.ts'
import type { Json } from '../runtime/contract.ts'
import type { Spec } from '../spec/spec.ts'
import { isRecord, readDirective, shown } from './directive.ts'
import type { Entry } from './match.ts'
import { type Layer, layer } from './merge.ts'
import { below } from './scan.ts'

export interface SideFile {
  entries: Entry[]
  /** Where `operations` stands, or the file when it has none. */
  at: Location
  /** The directive for every operation. */
  defaults: Layer[]
  /** False when the file as a whole has a fault: what it says of an operation may then be incomplete. */
  sound: boolean
}

const namespacePattern = /^[A-Za-z_][A-Za-z0-9_]*$/

/** The namespace that a side file asks for, when it is legal; `select` reports one that is not. */
export function sideFileNamespace(document: Json): string | undefined {
  const said = isRecord(document) && Object.hasOwn(document, 'namespace') ? document.namespace : undefined
  return typeof said === 'string' && namespacePattern.test(said) ? said : undefined
}

export function readSideFile(document: Json, file: string, spec: Spec, report: Report): SideFile {
  const root = { file, pointer: '' }
  const read: SideFile = { entries: [], at: root, defaults: [], sound: true }
  const fault = (at: Location, message: string, fix: string, code: Code = 'directive-invalid') => {
    read.sound = false
    report({ code, message: `${file}: ${message}`, fix, at })
  }
  if (!isRecord(document)) {
    fault(root, `a side file must be an object, not ${shown(document)}`, 'write version: 1 and operations')
    return read
  }
  if (!Object.hasOwn(document, 'version')) fault(root, 'version is missing', 'add version: 1')
  for (const [key, value] of Object.entries(document)) {
    const at = below(root, key)
    const rule = Object.hasOwn(keys, key) ? keys[key] : undefined
    if (rule === undefined)
      fault(
        at,
        `${JSON.stringify(key)} is no key of a side file`,
        suggestion(key, Object.keys(keys)),
        'directive-unknown',
      )
    else if (!rule.test(value, file, spec))
      fault(at, `${key} must be ${rule.expects(file, spec)}, not ${shown(value)}`, `correct ${key}`)
    else if (key === 'operations' && isRecord(value)) {
      read.at = at
      read.entries = Object.entries(value).map(([k, said]) => ({ key: k, said, at: below(at, k) }))
    } else if (key === 'defaults' && value !== null) {
      const directive = readDirective(value, at, `${file}, defaults`, report)
      if (directive === undefined) read.sound = false
      else read.defaults = [layer(directive, at)]
    }
  }
  return read
}

interface KeyRule {
  test(value: unknown, file: string, spec: Spec): boolean
  expects(file: string, spec: Spec): string
}

const keys: Record<string, KeyRule> = {
  version: { test: v => v === 1, expects: () => '1' },
  spec: {
    test: (v, file, spec) => typeof v === 'string' && posix.join(posix.dirname(file), v) === spec.file,
    expects: (file, spec) => `${posix.relative(posix.dirname(file), spec.file)}, the spec it is used with`,
  },
  namespace: {
    test: v => typeof v === 'string' && namespacePattern.test(v),
    expects: () => 'letters, digits and underscores, not a digit first',
  },
  // YAML reads a key with nothing after it as null.
  defaults: { test: v => v === null || isRecord(v), expects: () => 'a directive' },
  operations: {
    test: v => v === null || isRecord(v),
    expects: () => 'an object of operations, by operationId or METHOD /path',
  },
}
