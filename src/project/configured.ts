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
  /** What an import means; its file is root-relative. */
  refer(wanted: SpecRef): { ref: SpecRef } | { findings: Finding[] }
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

  const unknown = (key: string): Finding => ({
    code: 'import-unknown',
    message: `No spec has the key ${JSON.stringify(key)}`,
    fix: `Correct the import, or add the spec to the configuration; ${suggestion(key.slice(0, 60), keys())}`,
  })

  const byKey = (key: string): Found => {
    const spec = options?.specs.get(key)
    return options === undefined || spec === undefined ? { findings: [unknown(key)] } : { options, spec }
  }

  const byFile = (file: string): Found => {
    const key = posix.parse(file).name
    const other = options?.specs.get(key)?.file ?? named.get(key) ?? file
    if (other !== file)
      return {
        findings: [ambiguous(`${file} and ${other} would both have the key ${JSON.stringify(key)}`)],
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
    refer(wanted) {
      // A broken configuration is reported once, by the spec that is loaded.
      if (findings.length > 0) return { ref: wanted }
      if ('key' in wanted)
        return options?.specs.has(wanted.key) ? { ref: wanted } : { findings: [unknown(wanted.key)] }
      const { file } = wanted
      const owners = [...(options?.specs.values() ?? [])].filter(s => s.file === file).map(s => s.key)
      const [key, second] = owners
      if (second !== undefined) return { findings: [shared(file, owners)] }
      if (key !== undefined) return { ref: { key } }
      if (/^[a-z][a-z0-9-]*$/.test(posix.parse(file).name)) return { ref: { file } }
      return { findings: [ambiguous(`The name of ${file} cannot be a key`)] }
    },
  }
}

const shared = (file: string, keys: string[]): Finding => ({
  code: 'import-ambiguous',
  message: `${file} is the file of several specs`,
  fix: `Import the one that is meant: ${keys.map(k => `"openapi-tools:${k}"`).join(' or ')}`,
})

const ambiguous = (message: string): Finding => ({
  code: 'import-ambiguous',
  message,
  fix: "Give it a key in the configuration (specs: { orders: './specs/orders.yaml' }), and import that",
})

// Only own keys are read, and a wrong shape has its finding from `resolveOptions`.
const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}
