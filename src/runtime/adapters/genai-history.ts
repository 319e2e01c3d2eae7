/** Why the Gemini API would refuse a conversation, before it is sent. Exported by `genai.ts`. */
import type { Content, FunctionCall, FunctionResponse } from './genai-types.ts'

export interface HistoryProblem {
  /**
   * `unanswered` a call without response · `unpaired` a response without call · `split` responses in several
   * contents · `reordered` responses without ids in another order than the calls · `misplaced` a call turn that
   * does not follow a user turn · `signature-lost` a step of the current turn without its thought signature
   */
  code: 'unanswered' | 'unpaired' | 'split' | 'reordered' | 'misplaced' | 'signature-lost'
  /** Index into `contents`. */
  content: number
  message: string
}

export interface HistoryOptions {
  /** Whether the model demands thought signatures (Gemini 3 does); by default, whether there is any. */
  signatures?: boolean
}

export function checkHistory(contents: readonly Content[], options: HistoryOptions = {}): HistoryProblem[] {
  const problems: HistoryProblem[] = []
  const report = (code: HistoryProblem['code'], content: number, message: string) => {
    problems.push({ code, content, message })
  }
  const { signatures = contents.some(content => content.parts?.some(part => part.thoughtSignature)) } =
    options
  // The current turn starts after the last thing a person said.
  const turn = contents.findLastIndex(c => c.role !== 'model' && responsesOf(c).length === 0)
  let next = 0
  contents.forEach((content, i) => {
    const calls = callsOf(content)
    if (calls.length > 0) {
      const previous = contents[i - 1]
      if (!previous || previous.role === 'model') report('misplaced', i, 'a call turn follows a user turn')
      const first = content.parts?.find(part => part.functionCall)
      if (signatures && i > turn && !first?.thoughtSignature)
        report('signature-lost', i, `the first call, ${first?.functionCall?.name}, has no thought signature`)
      next = i + 1
      while (responsesOf(contents[next]).length > 0) next++
      if (next > i + 2) report('split', i + 1, 'all responses to a call turn belong into one content')
      const responses = contents.slice(i + 1, next).flatMap(responsesOf)
      for (const [code, message] of pair(calls, responses))
        report(code, code === 'unanswered' ? i : i + 1, message)
    } else if (i >= next) {
      for (const { name } of responsesOf(content))
        report('unpaired', i, `no call turn before the response of ${name}`)
    }
  })
  return problems
}

const callsOf = (content: Content) => (content.parts ?? []).flatMap(part => part.functionCall ?? [])
const responsesOf = (content: Content | undefined) =>
  (content?.parts ?? []).flatMap(part => part.functionResponse ?? [])

function* pair(
  calls: FunctionCall[],
  responses: FunctionResponse[],
): Generator<[HistoryProblem['code'], string]> {
  const left = [...responses]
  let reordered = false
  for (const { id, name } of calls) {
    const found = left.findIndex(response => response.id === id && response.name === name)
    // With ids any order is fine; without, the position is all there is.
    if (id === undefined && found > left.findIndex(response => response.id === undefined)) reordered = true
    if (found < 0) yield ['unanswered', `no response to the call of ${name} (${id ?? 'no id'})`]
    else left.splice(found, 1)
  }
  for (const { id, name } of left)
    yield ['unpaired', `no call for the response of ${name} (${id ?? 'no id'})`]
  if (reordered) yield ['reordered', 'responses without ids stand in the order of the calls']
}
