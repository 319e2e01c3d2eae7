/** A compiled tool → the text of its golden file, which people review. Pure; `project` and the CLI call it. */
import type { CompiledTool } from '../compile.ts'
import { fileText } from '../json/stable.ts'
import { visible } from './visible.ts'

/**
 * Fixed key order; no version and no sum of the spec, so that only a change of the tool changes the text. Former names
 * stand there where there are any: without them a rename could not be told from one that keeps histories valid.
 */
export const goldenText = ({ tool, formerNames, removed, losses }: CompiledTool): string =>
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
      response: tool.response,
      removed,
      losses,
    }),
  )
