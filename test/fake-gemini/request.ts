/** Judges a whole request, layer by layer, as the Gemini API does; `server.ts` calls it. */
import {
  type Declaration,
  developerWords,
  type Rules,
  type Tool,
  toolErrors,
  vertexWords,
} from './declaration.ts'
import { developer, readProto, vertex } from './proto.ts'

export interface FunctionCall {
  id?: string
  name?: string
  args?: Record<string, unknown>
  partialArgs?: object[]
  willContinue?: boolean
}

export interface FunctionResponse {
  id?: string
  name?: string
  response?: Record<string, unknown>
  parts?: unknown[]
}

export interface Part {
  text?: string
  thought?: boolean
  thoughtSignature?: string
  functionCall?: FunctionCall
  functionResponse?: FunctionResponse
}

export interface Content {
  role?: string
  parts?: Part[]
}

export interface GeminiRequest {
  contents?: Content[]
  tools?: Tool[]
  toolConfig?: { functionCallingConfig?: { mode?: string; allowedFunctionNames?: string[] } }
}

export interface Judge extends Rules {
  backEnd: 'developer' | 'vertex'
  /** Gemini 3 demands thought signatures and takes media in function responses. */
  isGemini3: boolean
  /** The signatures that this model has given; any other is corrupt. */
  signatures: ReadonlySet<string>
}

/** The message of the 400 that answers this body; undefined when it is fine. */
export function requestError(body: unknown, judge: Judge): string | undefined {
  const [message, unparsed] = readProto(judge.backEnd === 'vertex' ? vertex : developer, 'Request', body)
  if (unparsed.length > 0) return unparsed.join('\n')
  // Where no problem was found, the message has the shape that the tables of `proto.ts` give it.
  const request = message as GeminiRequest
  const tools = request.tools ?? []
  const words = judge.backEnd === 'vertex' ? vertexWords : developerWords
  const wrong = [...toolErrors(tools, judge, words)]
  if (wrong.length > 0) return judge.backEnd === 'vertex' ? wrong[0] : `${wrong.join('\n')}\n`
  const declarations = tools.flatMap(tool => tool.functionDeclarations ?? [])
  for (const problem of modeErrors(request, declarations, judge)) return problem
  for (const problem of contentErrors(request.contents ?? [], judge)) return problem
  return undefined
}

function* modeErrors(
  { toolConfig }: GeminiRequest,
  declarations: Declaration[],
  rules: Rules,
): Generator<string> {
  const config = toolConfig?.functionCallingConfig
  if (config === undefined) return
  const { mode = 'AUTO', allowedFunctionNames = [] } = config
  if (declarations.length === 0) yield 'Function calling config is set without function_declarations.'
  if (allowedFunctionNames.length > 0 && mode !== 'ANY' && mode !== 'VALIDATED')
    yield 'Please set allowed_function_names only when function calling mode is ANY.'
  const isBare = (d: Declaration) => d.parameters === undefined && d.parametersJsonSchema === undefined
  if (mode === 'ANY' && declarations.some(isBare)) yield 'Request contains an invalid argument.'
  const unknown = allowedFunctionNames.filter(name => declarations.every(d => d.name !== name))
  if (rules.documentedOnly === 'reject' && unknown.length > 0)
    yield `allowed_function_names: no function declaration is called ${unknown.join(', ')}`
}

function* contentErrors(contents: Content[], judge: Judge): Generator<string> {
  if (contents.length === 0) yield '* GenerateContentRequest.contents: contents is not specified\n'
  for (const [i, content] of contents.entries()) {
    const { role = 'user', parts = [] } = content
    if (parts.length === 0)
      yield 'Unable to submit request because it must include at least one parts field, which describes the prompt input.'
    if (!['user', 'model', 'function'].includes(role)) yield 'Please use a valid role: user, model.'
    const calls = callsOf(content)
    const responses = responsesOf(content)
    const previous = contents[i - 1]
    const next = contents[i + 1]
    // A model text turn before a call turn is let through: a client that streams makes such histories.
    const misplaced = previous === undefined || callsOf(previous).length > 0 || next === undefined
    if (calls.length > 0 && misplaced)
      yield 'Please ensure that function call turn comes immediately after a user turn or after a function response turn.'
    if (calls.length > 0 && responsesOf(next).length !== calls.length)
      yield 'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.'
    if (responses.length > 0 && callsOf(previous).length === 0)
      yield 'Please ensure that function response turn comes immediately after a function call turn.'
    for (const [p, { functionResponse }] of parts.entries()) {
      if (functionResponse === undefined) continue
      if (!functionResponse.name)
        yield `* GenerateContentRequest.contents[${i}].parts[${p}].function_response.name: Name cannot be empty.\n`
      if (functionResponse.parts?.length && !judge.isGemini3)
        yield 'Multimodal function responses are not supported for this model'
    }
    if (judge.documentedOnly === 'reject') yield* pairErrors(callsOf(previous), responses, i)
  }
  if (judge.isGemini3) yield* signatureErrors(contents, judge.signatures)
}

/** With ids any order pairs; without, the order of the calls. Documented; the wording is ours. */
function* pairErrors(calls: FunctionCall[], responses: FunctionResponse[], at: number): Generator<string> {
  for (const [i, { id, name }] of responses.entries()) {
    const call = id === undefined ? calls[i] : calls.find(c => c.id === id)
    if (call === undefined || call.id !== id || call.name !== name)
      yield `contents[${at}]: function response ${name} (${id ?? 'no id'}) answers no function call of the turn before`
  }
}

/** Instead of a signature, for history that another model or a program made. Documented for both back ends. */
const dummySignatures = ['skip_thought_signature_validator', 'context_engineering_is_the_way_to_go']

function* signatureErrors(contents: Content[], given: ReadonlySet<string>): Generator<string> {
  // The current turn begins with the last thing that a user said.
  const start = contents.findLastIndex(c => c.role !== 'model' && responsesOf(c).length === 0)
  for (const [i, content] of contents.entries()) {
    const first = content.parts?.find(part => part.functionCall)
    if (i > start && content.role === 'model' && first !== undefined && !first.thoughtSignature)
      yield `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call \`default_api:${first.functionCall?.name}\`, position ${i + 1}. Please refer to https://ai.google.dev/gemini-api/docs/thought-signatures for more details.`
    for (const { thoughtSignature } of content.parts ?? [])
      if (thoughtSignature && !given.has(thoughtSignature) && !dummySignatures.includes(thoughtSignature))
        yield 'Corrupted thought signature.'
  }
}

const callsOf = (content: Content | undefined): FunctionCall[] =>
  (content?.role === 'model' ? (content.parts ?? []) : []).flatMap(part => part.functionCall ?? [])
const responsesOf = (content: Content | undefined): FunctionResponse[] =>
  (content?.parts ?? []).flatMap(part => part.functionResponse ?? [])
