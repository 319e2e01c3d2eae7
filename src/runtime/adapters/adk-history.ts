/** Repairs what the Agent Development Kit loses of a history before it is sent. Exported by `adk.ts`. */
import type { Content, FunctionCall, Part } from './genai-types.ts'
import { refuse } from './run.ts'

/**
 * For `new LlmAgent({ beforeModelCallback })`. The kit drops the response of a call that ran beside one that waited for
 * approval, and of a call of an unknown tool; the API then refuses the whole conversation with a 400. Each call without
 * a response gets one that says so. Contents of the model stay as they are.
 */
export function repairHistory({ request }: { request: { contents: Content[] } }): undefined {
  const { contents } = request
  for (let i = contents.length - 1; i >= 0; i--) {
    const calls = contents[i]?.role === 'model' ? callsOf(contents[i]) : []
    if (calls.length === 0) continue
    const next = contents[i + 1]
    const parts = next?.parts ?? []
    const left = parts.filter(part => part.functionResponse)
    const isAnswer = left.length > 0
    const answered = calls.map(call => take(left, call))
    if (answered.every(part => part !== undefined)) continue
    const complete = answered.map((part, k): Part => part ?? lost(calls[k] ?? {}))
    const others = parts.filter(part => !part.functionResponse)
    if (isAnswer) contents[i + 1] = { ...next, parts: [...complete, ...left, ...others] }
    else contents.splice(i + 1, 0, { role: 'user', parts: complete })
  }
}

const callsOf = (content: Content | undefined): FunctionCall[] =>
  (content?.parts ?? []).flatMap(part => part.functionCall ?? [])

/** Takes the response of a call out of what is left: by id, without ids by name, in order. */
function take(left: Part[], { id, name }: FunctionCall): Part | undefined {
  const found = left.findIndex(
    ({ functionResponse }) => functionResponse?.id === id && functionResponse?.name === name,
  )
  return found < 0 ? undefined : left.splice(found, 1)[0]
}

const lost = ({ id, name = '' }: FunctionCall): Part => ({
  functionResponse: {
    ...(id !== undefined && { id }),
    name,
    response: {
      ...refuse(
        'failed',
        'The result of this call was not kept. A read may be repeated; check a write first.',
      ),
    },
  },
})
