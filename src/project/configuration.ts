/** Finds and loads the configuration: given to the plugin, or in a file beside package.json. `project/` and `cli/` call it. */
import { existsSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import type { Finding, Location, Position } from '../diagnostic.ts'
import { createSources } from '../spec/sources.ts'

/** A configuration as it was written; `resolveOptions` reads it. */
export interface Configuration {
  /** Undefined when nobody wrote one, or when it could not be loaded. */
  raw: unknown
  /** Absolute folder that its `root` is relative to. */
  folder: string
  /** How messages name it. */
  file: string
  findings: Finding[]
  locate(at: Location): Position | undefined
  /** Absolute paths of every file that is a configuration, or would be one. */
  watch: string[]
}

const names = ['ts', 'js', 'mjs', 'json'].map(ext => `openapi-tools.config.${ext}`)

/** `from` is the folder that the host works in. */
export async function loadConfiguration(inline: unknown, from: string): Promise<Configuration> {
  const folder = packageFolder(from)
  const found = names.filter(name => existsSync(join(folder, name)))
  const base = { raw: undefined, folder, findings: [], locate: () => undefined }
  const watch = names.map(name => join(folder, name))
  const [file] = found
  if (found.length > 1 || (file !== undefined && inline !== undefined)) {
    const places = [...(inline === undefined ? [] : ['the options of the plugin']), ...found]
    const finding = twoConfigurations(places, found[0] ?? '')
    return { ...base, file: places.join(' and '), findings: [finding], watch }
  }
  // Without options the folder is the one where the file would be.
  if (file === undefined) {
    const place = inline === undefined ? folder : from
    return { ...base, raw: inline, folder: place, file: 'the plugin configuration', watch }
  }
  return { ...base, file, watch, ...(await load(folder, file)) }
}

const twoConfigurations = (places: string[], file: string): Finding => ({
  code: 'two-configurations',
  message: `There are ${places.length} configurations: ${places.join(', ')}`,
  fix: 'Keep one of them',
  at: { file, pointer: '' },
})

/** The nearest folder upwards with a package.json, else the folder itself. */
function packageFolder(from: string): string {
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder
    if (dirname(folder) === folder) return resolve(from)
  }
}

async function load(
  folder: string,
  file: string,
): Promise<Pick<Configuration, 'raw' | 'findings'> & Partial<Configuration>> {
  if (file.endsWith('.json')) {
    const sources = createSources({ root: folder })
    const reading = sources.read(file)
    const { locate } = sources
    if (reading.state === 'read') return { raw: reading.value, findings: [], locate }
    const reason = reading.state === 'missing' ? 'it is no file' : reading.fault.reason
    return { raw: undefined, findings: [unreadable(file, reason)], locate }
  }
  try {
    // It is large, and most builds have their options in the host's own configuration.
    const { createJiti } = await import('jiti')
    // No caches: a dev server must see an edit, and a build writes nothing but its own files.
    const jiti = createJiti(join(folder, file), { fsCache: false, moduleCache: false, tryNative: false })
    return { raw: await jiti.import(join(folder, file), { default: true }), findings: [] }
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error))
      .replaceAll(folder + sep, '')
      .replace(/\s+/g, ' ')
      // The parser of jiti counts columns from 0.
      .replace(/^(ParseError: .*:\d+:)(\d+) *$/, (_, before, column) => `${before}${Number(column) + 1}`)
      .trim()
    const [, missing] = /^Cannot find (?:module|package) '([^']+)'/.exec(reason) ?? []
    const fix = missing === undefined ? undefined : `Install ${missing}, or correct the import`
    return { raw: undefined, findings: [{ ...unreadable(file, reason), ...(fix && { fix }) }] }
  }
}

const unreadable = (file: string, reason: string): Finding => ({
  code: 'configuration-unreadable',
  message: `${file} cannot be loaded: ${reason}`,
  fix: 'Correct the file',
  at: { file, pointer: '' },
})
