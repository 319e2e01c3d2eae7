/** `Options` → `ResolvedOptions`: every default and every rejection of the configuration. Pure; `options.ts` gives it out. */
import { resolve } from 'node:path'
import type { Finding, Report } from '../diagnostic.ts'
import type { Operations, ResolvedOptions, ResolvedSpec, ResolveOptions, SpecOptions } from '../options.ts'
import * as kinds from './kinds.ts'
import { folderOf } from './paths.ts'
import { type Fields, readFields } from './read.ts'

const optionNames = [
  'root',
  'specs',
  'lock',
  'golden',
  'dts',
  'targets',
  'budget',
  'conventions',
  'maps',
  'enumLimit',
  'nameRule',
  'runtime',
  'silence',
  'ci',
] as const satisfies (keyof ResolvedOptions)[]
const specNames = [
  'spec',
  'namespace',
  'tools',
  'operations',
  'sha256',
  'refsRoot',
] as const satisfies (keyof SpecOptions)[]

/** Reports every problem, not the first only; the result is undefined when there is one. */
export const resolveOptions: ResolveOptions = (raw, base, reportTo) => {
  const found: Finding[] = []
  const report: Report = finding => void found.push(finding)
  // `$schema` is for editors, in a configuration that is JSON.
  const options = readFields(raw, { file: base.file, pointer: '' }, report, [...optionNames, '$schema'])
  const resolved = options && read(options, base)
  for (const finding of found) reportTo(finding)
  return found.length === 0 ? resolved : undefined
}

function read(options: Fields, base: Parameters<ResolveOptions>[1]): ResolvedOptions {
  const root = resolve(base.root, options.take('root', kinds.text, '.'))
  const path = kinds.path(root)
  const pathOrFalse = kinds.pathOrFalse(root)
  const nameRule = options.take('nameRule', kinds.oneOf('strict', 'wide'), 'strict')
  const budget = options.inside('budget', ['nodes', 'bytes', 'tools'])
  const conventions = options.inside('conventions', ['nestedForm', 'deepObjectArrays'])
  const nestedForm = conventions?.take<'brackets' | undefined>(
    'nestedForm',
    kinds.oneOf('brackets'),
    undefined,
  )
  const deepObjectArrays = conventions?.take<'repeat' | 'brackets' | 'indices' | undefined>(
    'deepObjectArrays',
    kinds.oneOf('repeat', 'brackets', 'indices'),
    undefined,
  )
  return {
    root,
    specs: readSpecs(options, root, nameRule),
    lock: options.take('lock', path, 'openapi-tools.lock.json'),
    golden: options.take('golden', pathOrFalse, 'openapi-tools.golden'),
    dts: options.take('dts', pathOrFalse, 'openapi-tools.d.ts'),
    targets: options.take('targets', kinds.someOf('gemini', 'gemini-json-schema', 'openai-strict'), [
      'gemini',
    ]),
    budget: {
      nodes: budget?.take('nodes', kinds.positive, 500) ?? 500,
      bytes: budget?.take('bytes', kinds.positive, 32_768) ?? 32_768,
      tools: budget?.take('tools', kinds.positive, 20) ?? 20,
    },
    conventions: { ...(nestedForm && { nestedForm }), ...(deepObjectArrays && { deepObjectArrays }) },
    maps: options.take('maps', kinds.oneOf('json-text', 'entries'), 'json-text'),
    enumLimit: options.take('enumLimit', kinds.positive, 100),
    nameRule,
    runtime: options.take('runtime', kinds.oneOf('linked', 'whole'), 'linked'),
    silence: options.take('silence', kinds.silence, []),
    ci: options.take('ci', kinds.boolean, base.ci),
  }
}

function readSpecs(options: Fields, root: string, nameRule: 'strict' | 'wide'): Map<string, ResolvedSpec> {
  const resolved = new Map<string, ResolvedSpec>()
  const specs = options.inside('specs')
  const keys = specs?.names() ?? []
  if (keys.length === 0 && (specs || !options.has('specs')))
    options.refuse(
      'option-invalid',
      'The configuration names no spec',
      "Add one: specs: { orders: './specs/orders.yaml' }",
      'specs',
    )
  for (const key of keys) {
    if (specs === undefined) break
    if (!/^[a-z][a-z0-9-]*$/.test(key))
      specs.refuse(
        'option-invalid',
        `The key ${JSON.stringify(key.slice(0, 60))} of a spec cannot be imported by its name`,
        'Use a lower-case letter, then lower-case letters, digits and "-"',
        key,
      )
    const spec = readSpec(specs, key, root, nameRule)
    if (spec === undefined) continue
    const owner = [...resolved.values()].find(other => other.namespace === spec.namespace)
    if (owner)
      specs.refuse(
        'option-invalid',
        `The specs ${JSON.stringify(owner.key)} and ${JSON.stringify(key)} both have the namespace ${JSON.stringify(spec.namespace)}`,
        'Give one of them a namespace of its own',
        key,
      )
    resolved.set(key, spec)
  }
  return resolved
}

function readSpec(
  specs: Fields,
  key: string,
  root: string,
  nameRule: 'strict' | 'wide',
): ResolvedSpec | undefined {
  const path = kinds.path(root)
  const namespace = key.replaceAll('-', '_')
  const alone = specs.take<string | undefined>(key, kinds.textOrObject(path), undefined)
  if (alone !== undefined) return { key, file: alone, namespace, refsRoot: folderOf(alone) }
  const fields = specs.holdsObject(key) ? specs.inside(key, specNames) : undefined
  if (fields === undefined) return undefined
  if (!fields.has('spec'))
    fields.refuse(
      'option-invalid',
      `The spec ${JSON.stringify(key)} has no path`,
      "Name its file: spec: './specs/orders.yaml'",
    )
  const file = fields.take<string | undefined>('spec', path, undefined)
  const tools = fields.take<string | undefined>('tools', path, undefined)
  const operations = fields.take<Operations | undefined>('operations', kinds.operations, undefined)
  const sha256 = fields.take<string | undefined>('sha256', kinds.sha256, undefined)
  if (fields.has('tools') && fields.has('operations'))
    fields.refuse(
      'selection-twice',
      `The spec ${JSON.stringify(key)} has both a side file and operations in the configuration`,
      'Keep one of them: `tools` or `operations`',
      'operations',
    )
  const chosen = fields.take('namespace', kinds.namespace(nameRule), namespace)
  if (file === undefined) return undefined
  return {
    key,
    file,
    namespace: chosen,
    ...(tools !== undefined && { tools }),
    ...(operations !== undefined && { operations }),
    ...(sha256 !== undefined && { sha256 }),
    refsRoot: fields.take('refsRoot', kinds.folderAbove(root, file), folderOf(file)),
  }
}
