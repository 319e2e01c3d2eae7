/** A compiled tool → the text of its golden file, which people review. Pure; `project` and the CLI call it. */
import type { Loss, Removed } from '../bind/bound.ts'
import type { CompiledTool } from '../compile.ts'
import { fileText } from '../json/stable.ts'
import type {
  ArgumentsSchema,
  Effect,
  OperationRef,
  RequestPlan,
  ResponsePlan,
  SpecInfo,
  Tool,
} from '../runtime/contract.ts'
import { record } from '../schema/draft.ts'
import { visible } from './visible.ts'

/** What stands in a golden file. */
export interface Golden {
  format: 1
  /** The name that a model calls it by. */
  tool: string
  formerNames?: string[]
  operation: OperationRef
  effect: Effect
  /** Whether a person is asked before each call. */
  confirm: boolean
  /** What is sent to each model API, and where its form differs from the canonical one. */
  declarations: Tool['declarations']
  /** The exact schema of the canonical arguments, which the run time enforces. */
  inputSchema: ArgumentsSchema
  /** How the arguments become a request. */
  request: RequestPlan
  /** Where each credential goes that `request.security` names. */
  schemes?: SpecInfo['security']
  /** What of a response a model gets to see. */
  response: ResponsePlan
  /** Text that was taken out of what a model reads. */
  removed: Removed[]
  /** What the document says and the declaration does not. */
  losses: Loss[]
}

/**
 * Fixed key order; no version and no sum of the spec, so that only a change of the tool changes the text. Former names
 * stand there where there are any: without them a rename could not be told from one that keeps the old name from other tools. So do
 * schemes: under the same name a document may send the credential to another place.
 */
export const goldenText = ({ tool, formerNames, schemes, removed, losses }: CompiledTool): string =>
  visible(
    fileText({
      format: 1,
      tool: tool.name,
      ...(formerNames.length > 0 && { formerNames }),
      operation: tool.operation,
      effect: tool.effect,
      confirm: tool.confirm,
      declarations: tool.declarations,
      inputSchema: tool.inputSchema,
      request: tool.request,
      ...(Object.keys(schemes).length > 0 && { schemes: sorted(schemes) }),
      response: tool.response,
      removed,
      losses,
    } satisfies Golden),
  )

const sorted = (schemes: SpecInfo['security']): SpecInfo['security'] =>
  record(Object.entries(schemes).sort(([a], [b]) => (a < b ? -1 : 1)))
