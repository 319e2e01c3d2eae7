/** Spec + options → tools: the phases in order. The only caller of a phase. Pure. */
import type { Loss } from './bind/bound.ts'
import type { Finding, Location } from './diagnostic.ts'
import type { Removed } from './lower/lowered.ts'
import type { ResolvedOptions } from './options.ts'
import type { SpecInfo, Tool } from './runtime/contract.ts'
import type { Selection } from './select/selected.ts'

export type CompileOptions = Pick<
  ResolvedOptions,
  'targets' | 'budget' | 'conventions' | 'maps' | 'enumLimit' | 'nameRule'
> & { namespace: string; selection: Selection }

/** The one value that leaves the compiler; emit, golden, diff and adapters read it and nothing else. */
export interface CompiledTool {
  exportName: string
  tool: Tool
  formerNames: string[]
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
}
