/** Texts of the files that `init` writes: configuration and side file. For `init.ts` and `add.ts`. */
import { existsSync } from 'node:fs'
import { join, posix } from 'node:path'
import { stringify } from 'yaml'
import { visible as escaped } from '../emit/visible.ts'
import { stringLiteral } from '../json/literal.ts'
import { fileText } from '../json/stable.ts'
import { visible } from '../spec/text.ts'
import type { Surveyed } from './survey.ts'

const schemas = 'node_modules/unplugin-openapi-tools/schemas'

/** `specs` goes from keys to root-relative files; the configuration stands at the root. */
export function configurationText(specs: ReadonlyMap<string, string>, language: 'ts' | 'json'): string {
  const entries = [...specs].map(([key, file]) => [key, `./${file}`] as const)
  if (language === 'json')
    return fileText({ $schema: `./${schemas}/configuration.json`, specs: Object.fromEntries(entries) })
  return [
    `import { defineConfig } from 'unplugin-openapi-tools'`,
    '',
    'export default defineConfig({',
    '  specs: {',
    ...entries.map(([key, file]) => `    ${specLine(key, file)},`),
    '  },',
    '})',
    '',
  ].join('\n')
}

/** One entry of `specs` in JavaScript. */
export const specLine = (key: string, file: string): string =>
  `${/^[a-z][a-z0-9]*$/.test(key) ? key : `'${key}'`}: ${singleQuoted(file)}`

const singleQuoted = (text: string) => (/^[\w./@ -]*$/.test(text) ? `'${text}'` : stringLiteral(text))

/** Where a side file is wanted: not where one is, nor where the document itself selects. */
export function sideFileOf(root: string, spec: string, operations: readonly Surveyed[]): string | undefined {
  const { dir, name } = posix.parse(spec)
  const at = (ext: string) => posix.join(dir, `${name}.tools.${ext}`)
  if (operations.some(o => o.selected)) return undefined
  return ['yaml', 'yml', 'json'].some(ext => existsSync(join(root, at(ext)))) ? undefined : at('yaml')
}

/** The side file of a spec with every operation as a comment: one is chosen by taking `# ` away. */
export function sideFileText(sideFile: string, spec: string, operations: readonly Surveyed[]): string {
  const up = posix.relative(posix.dirname(sideFile), schemas)
  const [fit, refused] = [operations.filter(o => o.tool), operations.filter(o => !o.tool)]
  return [
    `# yaml-language-server: $schema=${up.startsWith('.') ? up : `./${up}`}/side-file.json`,
    `# What agents may do with ${visible(posix.basename(spec))}. Take "# " away from a line to offer its operation;`,
    '# between the braces stands what is said of it, such as { name: orders_get, confirm: true }.',
    'version: 1',
    'operations:',
    ...fit.map(o => `  # ${entry(o)}`),
    ...(refused.length === 0
      ? []
      : ['  # As they are, these cannot be tools; "openapi-tools list --refused" says why:']),
    ...refused.map(o => `  # ${entry(o)}`),
    '',
  ].join('\n')
}

const width = 80

/** A line of YAML with a comment; harmless whatever the document says. */
function entry({ operation: { name, method, path, text } }: Surveyed): string {
  const [first = ''] = text.trim().split(/[\r\n]/, 1)
  const words = visible(`${method} ${path}${first === '' ? '' : `: ${first}`}`)
  return `${keyText(name)}: {} # ${words.length > width ? `${words.slice(0, width)}…` : words}`
}

function keyText(name: string): string {
  const text = stringify({ [name]: null }, { lineWidth: 0, nullStr: '' }).trimEnd()
  // A key of several lines, or with signs that cannot be seen, is written with escapes.
  return /^[^\n?]*:$/.test(text) && visible(text) === text ? text.slice(0, -1) : escaped(JSON.stringify(name))
}
