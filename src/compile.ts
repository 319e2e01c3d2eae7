/** Spec + options → tools: the phases in order. The only caller of a phase. Pure. */
import { bind } from './bind/bind.ts'
import type { Bound, Loss, Removed, Results } from './bind/bound.ts'
import { encodedPath } from './bind/path.ts'
import { createPatternCheck } from './bind/schema/pattern.ts'
import type { Finding, Location, Report } from './diagnostic.ts'
import { lower } from './lower/lower.ts'
import { name } from './name/name.ts'
import type { Named } from './name/named.ts'
import { needsOf } from './needs.ts'
import type { ResolvedOptions } from './options.ts'
import type { SecurityScheme, SpecInfo, Tool } from './runtime/contract.ts'
import { record } from './schema/draft.ts'
import { select } from './select/select.ts'
import type { Selection } from './select/selected.ts'
import type { Spec } from './spec/spec.ts'

export { type ListedOperation, listOperations } from './select/list.ts'
export type { Results }

export type CompileOptions = Pick<
  ResolvedOptions,
  'targets' | 'budget' | 'conventions' | 'maps' | 'enumLimit' | 'nameRule'
> & { namespace: string; selection: Selection }

/** The one value that leaves the compiler; emit, golden, diff and adapters read it and nothing else. */
export interface CompiledTool {
  exportName: string
  tool: Tool
  formerNames: string[]
  /** The schemes that `request.security` names: where each credential goes. */
  schemes: SpecInfo['security']
  losses: Loss[]
  removed: Removed[]
  /** Where the operation stands, for declaration maps and messages. */
  source: Location
}

export interface Compiled {
  /** Sorted by tool name. A faulty operation is missing here and has its findings below. */
  tools: CompiledTool[]
  info: SpecInfo
  findings: Finding[]
  /** What may come back from a tool, by its name. For types only, and read when it is asked for: it is large. */
  results(tool: string): Results
}

/** Never throws for what a document or a directive says: it reports, and leaves the faulty operation out. */
export function compile(spec: Spec, options: CompileOptions): Compiled {
  const findings: Finding[] = []
  const report: Report = finding => findings.push(finding)
  const selected = select(spec, options.selection, report)
  const named = name(selected, options, report)
  const bindOptions = { ...options, checkPattern: createPatternCheck() }
  const schemes = new Map<string, SecurityScheme>()
  const returns = new Map<string, Bound['results']>()
  const tools = named.flatMap(operation => {
    const bound = bind(spec, operation, bindOptions, report)
    const lowered = bound && lower(operation, bound, options, report)
    if (bound === undefined || lowered === undefined) return []
    for (const [key, scheme] of Object.entries(bound.schemes)) schemes.set(key, scheme)
    const tool = toolOf(spec, operation, bound, lowered.declarations)
    returns.set(tool.name, bound.results)
    return [
      {
        exportName: operation.exportName,
        tool,
        formerNames: operation.formerNames,
        schemes: bound.schemes,
        losses: [...bound.losses, ...lowered.losses],
        removed: [...lowered.removed, ...bound.removed],
        source: operation.operation.node.at,
      },
    ]
  })
  tools.sort((a, b) => (a.tool.name < b.tool.name ? -1 : 1))
  if (tools.length > options.budget.tools)
    report({
      code: 'many-tools',
      message: `${spec.file}: ${tools.length} tools are selected, and ${options.budget.tools} are advised`,
      fix: 'select fewer operations, raise budget.tools, or silence this warning',
      at: { file: spec.file, pointer: '' },
    })
  const results = (tool: string): Results => {
    const read = returns.get(tool)
    if (read === undefined) throw new Error(`no tool ${tool}`)
    return read()
  }
  return { tools, info: infoOf(spec, tools, schemes), findings, results }
}

function toolOf(
  spec: Spec,
  { operation, toolName, effect, confirm }: Named,
  bound: Bound,
  declarations: Tool['declarations'],
): Tool {
  const tool: Tool = {
    name: toolName,
    spec: spec.key,
    declarations,
    inputSchema: bound.inputSchema,
    effect,
    confirm,
    operation: { id: operation.id, method: operation.method, path: encodedPath(operation.path) },
    request: bound.request,
    response: bound.response,
  }
  return { ...tool, needs: needsOf(tool, bound.schemes) }
}

function infoOf(
  spec: Spec,
  tools: readonly CompiledTool[],
  schemes: ReadonlyMap<string, SecurityScheme>,
): SpecInfo {
  const sorted = <T>(values: Iterable<T>) => [...new Set(values)].sort()
  return {
    key: spec.key,
    title: spec.title,
    version: spec.version,
    sha256: spec.sha256,
    security: record(
      sorted(schemes.keys()).flatMap(key => {
        const scheme = schemes.get(key)
        return scheme ? [[key, scheme] as const] : []
      }),
    ),
    servers: sorted(tools.flatMap(t => t.tool.request.server ?? [])),
    parameters: sorted(tools.flatMap(t => t.tool.request.supplied.map(s => s.parameter))),
  }
}
