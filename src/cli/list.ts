/** `openapi-tools list`: the operations of the specs, and what each is or would be as a tool. */
import type { CompiledTool } from '../compile.ts'
import { suggestion } from '../json/nearest.ts'
import { createSources } from '../spec/sources.ts'
import { visible } from '../spec/text.ts'
import { located } from './findings.ts'
import type { Session } from './session.ts'
import { type Surveyed, survey } from './survey.ts'
import { openWorkspace } from './workspace.ts'

export interface ListFlags {
  selected?: boolean
  refused?: boolean
  method?: string
  grep?: string
}

interface Listed {
  key: string
  file: string
  operations: Surveyed[]
  shown: Surveyed[]
}

export async function list(session: Session, wanted: string | undefined, flags: ListFlags): Promise<number> {
  const workspace = await openWorkspace(session)
  if (typeof workspace === 'number') return workspace
  const { options, configuration, root } = workspace
  if (wanted !== undefined && !options.specs.has(wanted))
    return session.usage(
      `No spec has the key ${JSON.stringify(wanted)}; ${suggestion(wanted.slice(0, 60), options.specs.keys())}.`,
    )
  const sources = createSources({ root })
  const specs = [...options.specs.values()].filter(s => wanted === undefined || s.key === wanted)
  const lists: Listed[] = []
  const diagnostics = specs.flatMap(spec => {
    session.progress(`Compiling every operation of ${spec.key}`)
    const { operations, findings } = survey(workspace, spec, sources)
    const shown = operations.filter(o => matches(o, flags))
    lists.push({ key: spec.key, file: spec.file, operations, shown })
    return located(findings, sources, configuration)
  })
  return session.close({
    diagnostics,
    json: {
      specs: lists.map(({ key, file, shown }) => ({ key, file, operations: shown.map(plain) })),
    },
    text: lists.map(text).join('\n'),
  })
}

function matches({ operation, selected, tool }: Surveyed, flags: ListFlags): boolean {
  const { id, method, path, text } = operation
  const words = `${id ?? ''} ${method} ${path} ${text} ${tool?.tool.name ?? ''}`.toLowerCase()
  return (
    (!flags.selected || selected) &&
    (!flags.refused || tool === undefined) &&
    (flags.method === undefined || flags.method.toUpperCase() === method) &&
    (flags.grep === undefined || words.includes(flags.grep.toLowerCase()))
  )
}

const plain = ({ operation, selected, tool, refusals }: Surveyed) => ({
  ...{ id: operation.id, method: operation.method, path: operation.path, name: operation.name },
  ...{ text: operation.text, selected },
  ...(tool && {
    ...{ tool: tool.tool.name, export: tool.exportName, effect: tool.tool.effect },
    ...{ confirm: tool.tool.confirm, tokens: tokensOf(tool) },
  }),
  refused: refusals.map(({ code, message, fix }) => ({ code, message, fix })),
})

/** An estimate: about four bytes of a declaration are one token. Of the largest target. */
const tokensOf = ({ tool }: CompiledTool): number =>
  Math.ceil(
    Math.max(...Object.values(tool.declarations).map(d => Buffer.byteLength(JSON.stringify(d.declaration)))) /
      4,
  )

const width = 60

function text({ key, file, operations, shown }: Listed): string {
  const count = (of: (o: Surveyed) => boolean) => operations.filter(of).length
  const [chosen, refused] = [count(o => o.selected), count(o => o.tool === undefined)]
  const head = `${key}  ${file}  ${operations.length} operations, ${chosen} selected, ${refused} refused`
  return [head, ...table(shown.map(cells)).flatMap((line, i) => [line, ...reasons(shown[i])]), ''].join('\n')
}

function cells({ operation: { method, path, id, text }, selected, tool }: Surveyed): string[] {
  const [first = ''] = text.trim().split(/[\r\n]/, 1)
  return [
    selected ? '*' : ' ',
    tool ? tool.tool.effect : 'refused',
    tool ? `~${tokensOf(tool)}` : '',
    `${method} ${path}`,
    selected && tool ? `${id ?? ''} → ${tool.tool.name}`.trim() : (id ?? ''),
    first.length > width ? `${first.slice(0, width)}…` : first,
  ].map(visible)
}

function table(rows: string[][]): string[] {
  const widths = rows[0]?.map((_, i) => Math.min(width, Math.max(...rows.map(r => r[i]?.length ?? 0)))) ?? []
  return rows.map(row => `  ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  ')}`.trimEnd())
}

const reasons = (surveyed: Surveyed | undefined): string[] =>
  surveyed?.refusals.map(f => `      ${f.code}: ${visible(f.message)}`) ?? []
