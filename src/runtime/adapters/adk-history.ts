/** Repairs what the Agent Development Kit loses of a history before it is sent. Exported by `adk.ts`. */
import type { JsonObject } from '../contract.ts'
import { own } from '../object.ts'
import type { Ids } from './adk-memory.ts'
import type { Content, FunctionCall, Part } from './genai-types.ts'
import { refuse, unknownTool } from './run.ts'

/** What the kit hands to a callback, as far as this one reads it. */
export interface BeforeModel {
  context?: Ids
  request: { contents: Content[]; toolsDict?: Record<string, unknown> }
}

/**
 * For `new LlmAgent({ beforeModelCallback })`. The kit drops the response of a call that ran beside one that waited for
 * approval, drops the one of an unknown tool, and repeats responses under calls that they do not answer; the API then
 * refuses the whole conversation with a 400. Here every call turn gets the responses to its own calls, in call order.
 * What was dropped is what the tool answered, as long as this process remembers it; else an error that says so.
 * Contents of the model stay as they are.
 */
export function repairHistory({ context, request }: BeforeModel): undefined {
  const { contents, toolsDict } = request
  const lost = (call: FunctionCall): JsonObject => {
    const { name = '' } = call
    if (toolsDict && !Object.hasOwn(toolsDict, name)) return unknownTool(Object.keys(toolsDict))
    // A tool of ours has it, one of another kind has not.
    const tool = own(toolsDict, name) as { kept?(ids: Ids, call: FunctionCall): JsonObject | undefined }
    return (context && tool?.kept?.(context, call)) ?? refuse('failed', notKept)
  }
  for (let i = contents.length - 1; i >= 0; i--) {
    const calls = contents[i]?.role === 'model' ? callsOf(contents[i]) : []
    if (calls.length === 0) continue
    const next = contents[i + 1]
    const parts = next?.parts ?? []
    const left = parts.filter(part => part.functionResponse)
    const isAnswer = left.length > 0
    const answered = calls.map(call => take(left, call))
    if (left.length === 0 && answered.every(part => part !== undefined)) continue
    const complete = calls.map((call, k) => answered[k] ?? responseTo(call, lost(call)))
    const others = parts.filter(part => !part.functionResponse)
    if (isAnswer) contents[i + 1] = { ...next, parts: [...complete, ...others] }
    else contents.splice(i + 1, 0, { role: 'user', parts: complete })
  }
}

const notKept = 'The result of this call was not kept. A read may be repeated; check a write first.'

const callsOf = (content: Content | undefined): FunctionCall[] =>
  (content?.parts ?? []).flatMap(part => part.functionCall ?? [])

/** Takes the response of a call out of what is left: by id, without ids by name, in order. */
function take(left: Part[], { id, name }: FunctionCall): Part | undefined {
  const found = left.findIndex(
    ({ functionResponse }) => functionResponse?.id === id && functionResponse?.name === name,
  )
  return found < 0 ? undefined : left.splice(found, 1)[0]
}

const responseTo = ({ id, name = '' }: FunctionCall, response: JsonObject): Part => ({
  functionResponse: { ...(id !== undefined && { id }), name, response },
})
