/** The architecture, executed: which part may import which, and the habits that keep files readable. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, posix } from 'node:path'
import { describe, expect, it } from 'vitest'

type Kind = 'browser' | 'pure' | 'phase' | 'edge'

/**
 * Every part of src/ in the order data flows. A part imports only from parts above it.
 * `browser`: no dependency, no Node · `pure`: data in, data out · `phase`: only compile.ts calls it ·
 * `edge`: may touch files, network, console and clock.
 */
const parts: Record<string, Kind> = {
  runtime: 'browser',
  'runtime/adapters': 'browser',
  json: 'pure',
  diagnostic: 'pure',
  lint: 'pure',
  options: 'pure',
  schema: 'pure',
  needs: 'pure',
  text: 'pure',
  spec: 'edge',
  select: 'phase',
  name: 'phase',
  bind: 'phase',
  lower: 'phase',
  compile: 'pure',
  emit: 'pure',
  review: 'pure',
  project: 'edge',
  plugin: 'edge',
  cli: 'edge',
  index: 'edge',
  vite: 'edge',
  rollup: 'edge',
  rolldown: 'edge',
  esbuild: 'edge',
  webpack: 'edge',
  rspack: 'edge',
  farm: 'edge',
  bun: 'edge',
  bin: 'edge',
}
/** The packages a part may use; every other import from outside is a violation. */
const packages: Record<string, string[]> = {
  spec: ['js-yaml'],
  bind: ['@eslint-community/regexpp'],
  project: ['jiti'],
  plugin: ['unplugin'],
  cli: ['commander', 'yaml', '@apidevtools/swagger-parser'],
}
const pureNode = ['node:path', 'node:crypto']
/** Source files past 250 lines, each with its reason. A stale entry fails. */
const longFiles: Record<string, string> = {}

const order = Object.keys(parts)
const longestFirst = [...order].sort((a, b) => b.length - a.length)
const partOf = (file: string) => longestFirst.find(p => file === `${p}.ts` || file.startsWith(`${p}/`))
// `verbatimModuleSyntax` keeps `import type` textual, so a pattern sees what the compiler erases.
const imports =
  /^import\s+(type\b)?(?:[\w$*\s{},]+?\bfrom\s+)?['"]([^'"]+)['"]|^export\s+(type\s+)?(?:\*|\{)[\w$*\s{},]*?\bfrom\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm

function sources(root: string): [string, string][] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map(f => f.replaceAll('\\', '/'))
    .filter(f => f.endsWith('.ts'))
    .sort()
    .map(f => [f, readFileSync(join(root, f), 'utf8')])
}

function checkImport(file: string, from: string, target: string, isType: boolean): string | undefined {
  if (!target.startsWith('.')) {
    if (parts[from] === 'browser') return `${from} stays free of dependencies`
    if (target.startsWith('node:')) {
      return parts[from] === 'edge' || pureNode.includes(target)
        ? undefined
        : 'only the edge touches the system'
    }
    return packages[from]?.includes(target) ? undefined : `${from} may not use this package`
  }
  const to = partOf(posix.join(posix.dirname(file), target))
  if (to === from) return undefined
  if (to === undefined || order.indexOf(to) > order.indexOf(from)) return `${from} may not import ${to}`
  if (from === 'cli' && to === 'plugin') return 'hosts do not import each other'
  if (!isType && parts[to] === 'phase' && from !== 'compile')
    return `only compile.ts calls ${to}; import its types`
  if (!isType && parts[to] === 'edge' && parts[from] !== 'edge')
    return `${from} is pure; import only types from ${to}`
  return undefined
}

function violations(root: string): string[] {
  return sources(root).flatMap(([file, text]) => {
    const from = partOf(file)
    if (from === undefined) return [`${file}: add it to the parts table`]
    const found = [...text.matchAll(imports)].flatMap(([, typeImport, a, typeExport, b, c]) => {
      const target = a ?? b ?? c ?? ''
      const rule = checkImport(file, from, target, (typeImport ?? typeExport) !== undefined)
      return rule === undefined ? [] : [`${file}: ${rule} (${target})`]
    })
    if (/^(?:export )?let\b/m.test(text)) found.push(`${file}: no mutable state at module level`)
    const lines = text.split('\n').length - 1
    if (lines > 250 && !(file in longFiles))
      found.push(`${file}: ${lines} lines; reshape it, or give the reason`)
    if (lines <= 250 && file in longFiles) found.push(`${file}: ${lines} lines; take it off the list`)
    return found
  })
}

describe('architecture', () => {
  it('holds in src/', () => {
    expect(violations('src')).toEqual([])
  })

  it('sees each kind of violation (positive control)', () => {
    const root = mkdtempSync(join(tmpdir(), 'architecture-'))
    const plant = (file: string, text: string) => {
      mkdirSync(dirname(join(root, file)), { recursive: true })
      writeFileSync(join(root, file), text)
    }
    plant('runtime/a.ts', "import { readFileSync } from 'node:fs'\n")
    plant('runtime/b.ts', "import { x } from '../json/x.ts'\n")
    plant('runtime/c.ts', "const x = await import('zod')\n")
    plant('json/a.ts', "import { x } from 'lodash'\n")
    plant('select/a.ts', "import { readSpec } from '../spec/read.ts'\n")
    plant('select/b.ts', "import type { Spec } from '../spec/spec.ts'\n")
    plant('bind/a.ts', "import { select } from '../select/select.ts'\n")
    plant('bind/b.ts', "import {\n  lower,\n} from '../lower/lower.ts'\n")
    plant('plugin/a.ts', "import { bind } from '../bind/bind.ts'\n")
    plant('cli/a.ts', "import { x } from '../plugin/x.ts'\nlet count = 0\n")
    plant('bind/c.ts', "export { lower } from '../lower/lower.ts'\n")
    plant('utils.ts', '')
    plant('emit/long.ts', '\n'.repeat(251))
    expect(violations(root)).toEqual([
      'bind/a.ts: only compile.ts calls select; import its types (../select/select.ts)',
      'bind/b.ts: bind may not import lower (../lower/lower.ts)',
      'bind/c.ts: bind may not import lower (../lower/lower.ts)',
      'cli/a.ts: hosts do not import each other (../plugin/x.ts)',
      'cli/a.ts: no mutable state at module level',
      'emit/long.ts: 251 lines; reshape it, or give the reason',
      'json/a.ts: json may not use this package (lodash)',
      'plugin/a.ts: only compile.ts calls bind; import its types (../bind/bind.ts)',
      'runtime/a.ts: runtime stays free of dependencies (node:fs)',
      'runtime/b.ts: runtime may not import json (../json/x.ts)',
      'runtime/c.ts: runtime stays free of dependencies (zod)',
      'select/a.ts: select is pure; import only types from spec (../spec/read.ts)',
      'utils.ts: add it to the parts table',
    ])
  })
})
