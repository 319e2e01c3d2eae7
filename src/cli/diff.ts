/** `openapi-tools diff OLD NEW`: what a change means for agents, classified. */
import { posix } from 'node:path'
import { type Diagnostic, type Finding, toDiagnostic } from '../diagnostic.ts'
import { suggestion } from '../json/nearest.ts'
import type { ResolvedSpec } from '../options.ts'
import { loadConfiguration } from '../project/configuration.ts'
import { configure } from '../project/configured.ts'
import { placeInRepository } from '../project/git.ts'
import { fails } from '../project/severity.ts'
import { atLeast, type Change } from '../review/change.ts'
import { diffGoldens } from '../review/diff.ts'
import { GoldenProblem, parseGolden } from '../review/parse.ts'
import { renderGithub } from '../review/render/github.ts'
import { renderJson } from '../review/render/json.ts'
import { renderMarkdown } from '../review/render/markdown.ts'
import { renderText } from '../review/render/text.ts'
import type { JsonObject } from '../runtime/contract.ts'
import { createSources } from '../spec/sources.ts'
import { visible } from '../spec/text.ts'
import type { DiffFlags, Format } from './diff-flags.ts'
import { type ComparedTools, comparedTools, distinguishing, type Project } from './diff-tools.ts'
import { located } from './findings.ts'
import { type Operand, readOperand } from './operand.ts'
import type { Session } from './session.ts'

interface Side {
  goldens: Map<string, JsonObject>
  diagnostics: Diagnostic[]
}
type Sides = readonly [before: Side, after: Side]

export async function diff(session: Session, words: readonly string[], flags: DiffFlags): Promise<number> {
  const configuration = await loadConfiguration(undefined, session.cwd)
  const configured = configure(configuration, false)
  const root = configured.options?.root ?? configuration.folder
  const project = { configuration, configured, root }
  if (configured.findings.length > 0) {
    const diagnostics = located(configured.findings, createSources({ root }), configuration)
    return session.close({ diagnostics, json: {}, text: '' })
  }
  const golden = configured.options?.golden || 'openapi-tools.golden'
  const where = { cwd: session.cwd, root, golden }
  const old = readOperand(words[0] ?? '', where)
  if (typeof old === 'string') return session.usage(old)
  if (words[1] === undefined && old.goldens === undefined)
    return session.usage('Name both versions: openapi-tools diff OLD NEW')
  const now =
    words[1] === undefined ? readOperand(golden, { ...where, cwd: root }) : readOperand(words[1], where)
  if (typeof now === 'string') return session.usage(now)

  session.progress('Compiling')
  const sides = compare(project, [old, now], flags.key)
  if (typeof sides === 'string') return session.usage(sides)
  const [before, after] = sides
  const failed = [before, after].flatMap(side => side.diagnostics.filter(fails))
  // What cannot be read is not gone.
  if (failed.length > 0) return session.close({ diagnostics: failed, json: {}, text: '' })
  const changes = diffGoldens(before.goldens, after.goldens)
  const diagnostics = distinguishing(before.diagnostics, after.diagnostics)
  const left = after.diagnostics.filter(d => !diagnostics.includes(d)).length
  if (left > 0)
    session.note(
      `Left out of the comparison, as both versions have it: ${left} ${left === 1 ? 'finding' : 'findings'}.`,
    )
  const code = session.close({
    diagnostics,
    // What it renders is an object.
    json: { old: old.word, new: now.word, ...(JSON.parse(renderJson(changes)) as object) },
    text: rendered(changes, flags.format ?? 'text', now, root),
  })
  return flags.failOn !== undefined && atLeast(changes, flags.failOn).length > 0 ? 1 : code
}

function compare(project: Project, operands: readonly [Operand, Operand], key?: string): Sides | string {
  const owner = ownerOf(project, operands, key)
  if (typeof owner === 'string') return owner
  const documents = operands.filter(o => o.goldens === undefined)
  if (documents.length === 1 && owner === undefined)
    return 'Which spec is it a version of? Name the spec with --key.'
  const compiled = comparedTools(
    project,
    owner,
    documents.map(({ path, sources }) => ({ file: path, sources })),
  )
  // Beside a folder with the tools of several specs, the tools of a document are those of its own.
  const scoped = operands.some(o => [...(o.goldens?.keys() ?? [])].some(file => file.includes('/')))
  const scope = scoped && owner ? `${owner.key}/` : ''
  const side = (operand: Operand): Side => {
    const { goldens, diagnostics } = compiled[documents.indexOf(operand)] ?? readGoldens(operand, scope)
    const entries = [...(goldens ?? [])]
    return {
      goldens: new Map(operand.goldens ? entries : entries.map(([tool, g]) => [`${scope}${tool}.json`, g])),
      diagnostics,
    }
  }
  return [side(operands[0]), side(operands[1])]
}

/** The configured spec that a document is a version of; undefined when none is; a sentence when several are. */
function ownerOf(
  { configured }: Project,
  operands: readonly Operand[],
  key: string | undefined,
): ResolvedSpec | undefined | string {
  const specs = [...(configured.options?.specs.values() ?? [])]
  const keys = specs.map(s => s.key)
  if (key !== undefined)
    return (
      specs.find(s => s.key === key) ??
      `No spec has the key ${JSON.stringify(key)}; ${suggestion(key.slice(0, 60), keys)}.`
    )
  const owners = specs.filter(s => operands.some(o => o.goldens === undefined && o.path === s.file))
  if (owners.length < 2) return owners[0]
  const what = owners.every(s => s.file === owners[0]?.file)
    ? 'Several specs have this file'
    : 'These are documents of several specs'
  return `${what}; name one with --key: ${owners.map(s => s.key).join(', ')}.`
}

function readGoldens({ word, goldens }: Operand, scope: string): ComparedTools {
  const read = new Map<string, JsonObject>()
  const diagnostics: Diagnostic[] = []
  for (const [file, text] of goldens ?? []) {
    if (!file.startsWith(scope)) continue
    const golden = text instanceof Error ? undefined : parseGolden(text)
    if (golden !== undefined && !(golden instanceof GoldenProblem)) read.set(file, golden)
    else diagnostics.push(toDiagnostic(unreadable(`${word}/${file}`, golden, text), () => undefined))
  }
  return { goldens: read, diagnostics }
}

const unreadable = (file: string, golden: GoldenProblem | undefined, text: string | Error): Finding => ({
  code: 'golden-unreadable',
  message: `${visible(file)} ${golden?.problem ?? `cannot be read: ${text instanceof Error ? text.message : ''}`}`,
  fix: golden?.fix ?? 'Restore it from version control',
  at: { file, pointer: '' },
})

function rendered(changes: readonly Change[], format: Format, now: Operand, root: string): string {
  if (format === 'markdown') return renderMarkdown(changes)
  if (format !== 'github') return renderText(changes)
  // A package need not be the root of its repository, where GitHub starts.
  const place = placeInRepository(root)
  return renderGithub(changes, change => {
    const file = fileOf(change, now)
    return file === undefined ? undefined : posix.join(place, file)
  })
}

/** Where a pull request shows an annotation: the golden file on disk. */
function fileOf({ tool }: Change, { word, path, goldens }: Operand): string | undefined {
  if (word.startsWith('git:')) return undefined
  const file = [...(goldens?.keys() ?? [])].find(f => f === `${tool}.json` || f.endsWith(`/${tool}.json`))
  return file === undefined ? undefined : `${path}/${file}`
}
