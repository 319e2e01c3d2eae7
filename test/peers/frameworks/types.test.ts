/**
 * The types of the adapters against those of each framework: what goes in and what comes back, without a cast. The type
 * checker of this folder is the test; each framework has a wrong value beside, which must not pass.
 */
import type Anthropic from '@anthropic-ai/sdk'
import type * as Kit2 from '@google/adk'
import type * as Genai2 from '@google/genai'
import type { CallToolRequest, CallToolResult, ListToolsResult } from '@modelcontextprotocol/sdk/types.js'
import type * as Kit10 from 'adk-1.0'
import type * as Kit16 from 'adk-1.6'
import type { generateText, streamText, ToolSet } from 'ai'
import type * as Genai3 from 'genai-3'
import type OpenAI from 'openai'
import { expectTypeOf, it } from 'vitest'
import type { AdkContext, adkTools, repairHistory } from '../../../src/runtime/adapters/adk.ts'
import type { AISDKCall, AISDKTools } from '../../../src/runtime/adapters/ai-sdk.ts'
import type { AnthropicTools, ToolResultMessage } from '../../../src/runtime/adapters/anthropic.ts'
import type {
  GeminiTools,
  GenerateRequest,
  GenerateResponse,
  ResponseContent,
  readStream,
} from '../../../src/runtime/adapters/genai.ts'
import type { McpTools } from '../../../src/runtime/adapters/mcp.ts'
import type { ChatTools, ResponsesTools } from '../../../src/runtime/adapters/openai.ts'

type First<F extends (...args: never) => unknown> = Parameters<F>[0]
type Result<F extends (...args: never) => unknown> = Awaited<ReturnType<F>>

it('genai 2 and 3', () => {
  expectTypeOf<GeminiTools['tools']>().toExtend<Genai2.ToolListUnion>()
  expectTypeOf<GeminiTools['tools']>().toExtend<Genai3.ToolListUnion>()
  expectTypeOf<ReturnType<GeminiTools['toolConfig']>>().toExtend<Genai2.ToolConfig>()
  expectTypeOf<ReturnType<GeminiTools['toolConfig']>>().toExtend<Genai3.ToolConfig>()
  expectTypeOf<ResponseContent>().toExtend<Genai2.Content>()
  expectTypeOf<ResponseContent>().toExtend<Genai3.Content>()
  expectTypeOf<Genai2.Content>().toExtend<NonNullable<First<GeminiTools['respond']>>>()
  expectTypeOf<Genai3.Content>().toExtend<NonNullable<First<GeminiTools['respond']>>>()
  expectTypeOf<Genai2.GenerateContentResponse>().toExtend<GenerateResponse>()
  expectTypeOf<Genai3.GenerateContentResponse>().toExtend<GenerateResponse>()
  expectTypeOf<GenerateRequest>().toExtend<Omit<Genai2.GenerateContentParameters, 'model'>>()
  expectTypeOf<GenerateRequest>().toExtend<Omit<Genai3.GenerateContentParameters, 'model'>>()
  type Stream = Result<Genai2.Models['generateContentStream']>
  expectTypeOf<Stream>().toExtend<First<typeof readStream>>()
  expectTypeOf<Result<Genai3.Models['generateContentStream']>>().toExtend<First<typeof readStream>>()
  expectTypeOf<{ functionDeclarations: { name: 1 }[] }[]>().not.toExtend<Genai2.ToolListUnion>()
})

it('adk 1.0, 1.6 and 2.0', () => {
  type Tools = ReturnType<typeof adkTools>
  expectTypeOf<Tools>().toExtend<NonNullable<Kit2.LlmAgentConfig['tools']>>()
  expectTypeOf<Tools>().toExtend<NonNullable<Kit16.LlmAgentConfig['tools']>>()
  expectTypeOf<Tools>().toExtend<NonNullable<Kit10.LlmAgentConfig['tools']>>()
  type Repair = typeof repairHistory
  expectTypeOf<Repair>().toExtend<NonNullable<Kit2.LlmAgentConfig['beforeModelCallback']>>()
  expectTypeOf<Repair>().toExtend<NonNullable<Kit16.LlmAgentConfig['beforeModelCallback']>>()
  expectTypeOf<Repair>().toExtend<NonNullable<Kit10.LlmAgentConfig['beforeModelCallback']>>()
  // What the kit hands to a tool is what the tool reads of it.
  expectTypeOf<Kit2.Context>().toExtend<AdkContext>()
  expectTypeOf<Kit16.Context>().toExtend<AdkContext>()
  expectTypeOf<Kit10.Context>().toExtend<AdkContext>()
  expectTypeOf<{ name: string }[]>().not.toExtend<NonNullable<Kit2.LlmAgentConfig['tools']>>()
})

it('the AI SDK', () => {
  expectTypeOf<AISDKTools['tools']>().toExtend<ToolSet>()
  type Options = First<typeof generateText<AISDKTools['tools']>>
  expectTypeOf<AISDKTools['tools']>().toExtend<NonNullable<Options['tools']>>()
  expectTypeOf<AISDKTools['toolApproval']>().toExtend<NonNullable<Options['toolApproval']>>()
  type StreamOptions = First<typeof streamText<AISDKTools['tools']>>
  expectTypeOf<AISDKTools['toolApproval']>().toExtend<NonNullable<StreamOptions['toolApproval']>>()
  type Execute = NonNullable<ToolSet[string]['execute']>
  expectTypeOf<Parameters<Execute>[1]>().toExtend<AISDKCall>()
  expectTypeOf<Record<string, 'always'>>().not.toExtend<NonNullable<Options['toolApproval']>>()
})

it('MCP', () => {
  expectTypeOf<McpTools['tools']>().toExtend<ListToolsResult['tools']>()
  expectTypeOf<CallToolRequest['params']>().toExtend<First<McpTools['call']>>()
  expectTypeOf<Result<McpTools['call']>>().toExtend<CallToolResult>()
  expectTypeOf<{ name: string; inputSchema: { type: 'array' } }[]>().not.toExtend<ListToolsResult['tools']>()
})

it('OpenAI', () => {
  expectTypeOf<ChatTools['tools']>().toExtend<OpenAI.ChatCompletionTool[]>()
  expectTypeOf<OpenAI.ChatCompletionMessage>().toExtend<First<ChatTools['respond']>>()
  expectTypeOf<Result<ChatTools['respond']>>().toExtend<OpenAI.ChatCompletionMessageParam[]>()
  expectTypeOf<ResponsesTools['tools']>().toExtend<OpenAI.Responses.Tool[]>()
  expectTypeOf<OpenAI.Responses.Response['output']>().toExtend<First<ResponsesTools['respond']>>()
  expectTypeOf<Result<ResponsesTools['respond']>>().toExtend<OpenAI.Responses.ResponseInput>()
  expectTypeOf<ResponsesTools['tools']>().not.toExtend<OpenAI.ChatCompletionTool[]>()
})

it('Anthropic', () => {
  expectTypeOf<AnthropicTools['tools']>().toExtend<Anthropic.Tool[]>()
  expectTypeOf<Anthropic.Message>().toExtend<First<AnthropicTools['respond']>>()
  expectTypeOf<ToolResultMessage>().toExtend<Anthropic.MessageParam>()
  expectTypeOf<{ role: 'tool'; content: string }>().not.toExtend<Anthropic.MessageParam>()
})

it('are there: a package without types would pass everything', () => {
  expectTypeOf<Genai2.Content>().not.toBeAny()
  expectTypeOf<Genai3.Content>().not.toBeAny()
  expectTypeOf<Kit2.Context>().not.toBeAny()
  expectTypeOf<Kit16.Context>().not.toBeAny()
  expectTypeOf<Kit10.Context>().not.toBeAny()
  expectTypeOf<Kit10.LlmAgentConfig['tools']>().not.toBeAny()
  expectTypeOf<ToolSet>().not.toBeAny()
  expectTypeOf<ListToolsResult>().not.toBeAny()
  expectTypeOf<OpenAI.ChatCompletionTool>().not.toBeAny()
  expectTypeOf<Anthropic.Tool>().not.toBeAny()
})
