/** The run time: what an application imports to run tools. */
export type {
  ArgumentProblem,
  BoundTool,
  CallOptions,
  ErrorCode,
  PlannedRequest,
  ToolError,
} from './bound-tool.ts'
export { type Answer, type Connection, type CutResult, connect, type UnreadResult } from './connect.ts'
export type {
  ArgumentsOf,
  Effect,
  Json,
  JsonObject,
  Method,
  ResultOf,
  SecurityScheme,
  SpecInfo,
  TargetName,
  Tool,
} from './contract.ts'
export { isToolError } from './errors.ts'
export { type MockHandlers, mockConnection } from './mock.ts'
export type { Ask, BasicCredential, CallRecord, ConnectOptions, ToolCall } from './options.ts'
