/** A loaded configuration → the specs it names, and the ones that imports add to it. `generation.ts` calls it. */
import { posix } from 'node:path'
import type { Finding } from '../diagnostic.ts'
import { suggestion } from '../json/nearest.ts'
import { type ResolvedOptions, type ResolvedSpec, resolveOptions } from '../options.ts'
import type { Configuration } from './configuration.ts'

/** A spec by its key, or by its root-relative file when no configuration names it. */
export type SpecRef = { key: string } | { file: string }

export type Found = { options: ResolvedOptions; spec: ResolvedSpec } | { findings: Finding[] }

export interface Configured {
  /** Undefined when there is no configuration, or an error in it. */
  readonly options: ResolvedOptions | undefined
  readonly findings: readonly Finding[]
  /** Whether the configuration itself gives the spec a namespace. */
  namesSpace(key: string): boolean
  spec(ref: SpecRef): Found
  /** How the spec in a root-relative file is called. */
  refer(file: string): { ref: SpecRef } | { findings: Finding[] }
}

export function configure(configuration: Configuration, ci: boolean): Configured {
  const { raw, folder, file: name } = configuration
  const findings: Finding[] = [...configuration.findings]
  const resolve = (value: unknown, into: Finding[]) =>
    resolveOptions(value, { root: folder, ci, file: name }, f => void into.push(f))
  const options = raw === undefined ? undefined : resolve(raw, findings)
  const keys = () => [...(options?.specs.keys() ?? [])]
  /** Files of specs that imports have named, by key. */
  const named = new Map<string, string>()

  const byKey = (key: string): Found => {
    const spec = options?.specs.get(key)
    if (options !== undefined && spec !== undefined) return { options, spec }
    const message = `No spec has the key ${JSON.stringify(key)}`
    return {
      findings: [{ code: 'import-unknown', message, fix: `Correct the import: ${suggestion(key, keys())}` }],
    }
  }

  const byFile = (file: string): Found => {
    const key = posix.parse(file).name
    const other = options?.specs.get(key)?.file ?? named.get(key) ?? file
    if (other !== file)
      return {
        findings: [ambiguous(`${file} and ${other} would both have the key ${JSON.stringify(key)}`, file)],
      }
    named.set(key, file)
    // As if the configuration named it: one place for every default.
    const own = asObject(raw)
    const found: Finding[] = []
    const extended = resolve({ ...own, specs: { ...asObject(own.specs), [key]: `./${file}` } }, found)
    const spec = extended?.specs.get(key)
    return extended === undefined || spec === undefined ? { findings: found } : { options: extended, spec }
  }

  return {
    options,
    findings,
    namesSpace: key => asObject(asObject(asObject(raw).specs)[key]).namespace !== undefined,
    spec(ref) {
      if (findings.length > 0) return { findings }
      return 'key' in ref ? byKey(ref.key) : byFile(ref.file)
    },
    refer(file) {
      const owners = [...(options?.specs.values() ?? [])].filter(s => s.file === file).map(s => s.key)
      const [key, second] = owners
      if (second !== undefined)
        return { findings: [ambiguous(`${file} is the file of several specs: ${owners.join(', ')}`, file)] }
      if (key !== undefined) return { ref: { key } }
      if (/^[a-z][a-z0-9-]*$/.test(posix.parse(file).name)) return { ref: { file } }
      return { findings: [ambiguous(`The name of ${file} cannot be a key`, file)] }
    },
  }
}

const ambiguous = (message: string, file: string): Finding => ({
  code: 'import-ambiguous',
  message,
  fix: "Give it a key in the configuration (specs: { orders: './specs/orders.yaml' }), and import that",
  at: { file, pointer: '' },
})

// Only own keys are read, and a wrong shape has its finding from `resolveOptions`.
const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}
